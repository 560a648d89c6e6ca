import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openProject, type Project } from '../../../src/cli/compose.ts'
import type { Reads } from '../../../src/domain/content-key.ts'
import type { PushedRef } from '../../../src/domain/gate.ts'
import type { ResolvedConfig, ResolvedGate, ResolvedLoop } from '../../../src/domain/resolved-config.ts'
import { keepOutcome, knownOutcome } from '../../../src/engine/advance-loop.ts'
import { checkGate } from '../../../src/engine/check-gate.ts'
import { judgeLoop } from '../../../src/engine/judge.ts'
import { type Scope, takeSnapshot } from '../../../src/engine/take-snapshot.ts'
import { type Commit, type Files, readTree } from './objects.ts'
import { type Approval, addedBadLines, ancestors, badLines, mayPass, rawDiff } from './oracle.ts'
import { makeScene, type Scene } from './scene.ts'

/** A history to play: how things are set up, and what happens, a line for each step. */
export interface Story {
  reads: Reads
  /** `all` branches have a gate, or all but `free`. */
  gates: 'all' | 'some'
  /** `old`: the first commit is from before wingman came, and on the remote. `new`: the remote is empty. */
  start: 'old' | 'new'
  steps: string[]
}

export interface Tally {
  pushes: number
  passes: number
  /** Held although the oracle would let it pass. */
  falseHolds: number
  /** The shortest story with one. */
  shortest: string[] | null
}

interface Play {
  scene: Scene
  story: Story
  project: Project
  adopted: string | null
  branch: string
  policy: string
  approvals: Approval[]
  bad: number
  tally: Tally
  told: string[]
}

const LONG = Array.from({ length: 12 }, (_, index) => `line ${index + 1}`)
const START: Files = { a: `${LONG.join('\n')}\n`, b: 'one\ntwo\n' }

/** Plays it in a real repository with a real remote; throws when the gate lets out what it must not. */
export async function play(story: Story, tally: Tally): Promise<void> {
  const scene = makeScene()
  try {
    const root = scene.commit(START, [])
    scene.setRef('here', 'refs/heads/main', root.oid)
    if (story.start === 'old') arrive(scene, 'refs/heads/main', root.oid)
    const now: Play = {
      scene,
      story,
      project: openProject(scene.dir),
      adopted: story.start === 'old' ? root.oid : null,
      branch: 'main',
      policy: 'strict',
      approvals: [],
      bad: 0,
      tally,
      told: [],
    }
    for (const step of story.steps) {
      now.told.push(step)
      await perform(now, step.split(' '))
    }
  } finally {
    scene.remove()
  }
}

async function perform(now: Play, [verb = '', ...words]: string[]): Promise<void> {
  const step = STEPS[verb]
  if (!step) throw new Error(`no such step: ${verb}`)
  await step(now, words)
}

type Step = (now: Play, words: string[]) => void | Promise<void>

const STEPS: Record<string, Step> = {
  edit: (now, words) => void advance(now, edited(now, head(now).files, words)),
  remove: (now, [path = '']) => void advance(now, without(head(now).files, path)),
  empty: now => void advance(now, head(now).files),
  amend: (now, words) =>
    moveTo(now, now.scene.commit(edited(now, head(now).files, words), head(now).parents)),
  reword: now => moveTo(now, now.scene.commit(head(now).files, head(now).parents)),
  /** The tree of an older one on top: whatever came since is gone. */
  undo: (now, [back = '']) => void advance(now, below(now, Number(back)).files),
  reset: (now, [back = '']) => moveTo(now, below(now, Number(back))),
  switch(now, [branch = '']) {
    const from = head(now)
    now.branch = branch
    writeFileSync(join(now.scene.here, 'HEAD'), `ref: refs/heads/${branch}\n`)
    if (now.scene.ref('here', `refs/heads/${branch}`) === null) moveTo(now, from)
  },
  merge(now, [other = '', ...resolution]) {
    const theirs = tipOf(now, other)
    if (!theirs) return
    const tree = now.scene.merged(head(now).oid, theirs.oid)
    const files = tree === null ? head(now).files : readTree(now.scene.here, tree)
    // With words it is an evil one, or a conflict that somebody resolved.
    advance(now, resolution.length > 0 ? edited(now, files, resolution) : files, theirs)
  },
  'merge-ours'(now, [other = '']) {
    const theirs = tipOf(now, other)
    if (theirs) advance(now, head(now).files, theirs)
  },
  squash(now, [other = '']) {
    const theirs = tipOf(now, other)
    const tree = theirs && now.scene.merged(head(now).oid, theirs.oid)
    if (tree) advance(now, readTree(now.scene.here, tree))
  },
  pick(now, [other = '']) {
    const change = tipOf(now, other)
    if (change) apply(now, parentFiles(now, change), change.files)
  },
  revert(now, [back = '']) {
    const change = below(now, Number(back))
    apply(now, change.files, parentFiles(now, change))
  },
  rebase(now, [other = '']) {
    const onto = tipOf(now, other)
    if (!onto) return
    const theirs = ancestors(now.scene, [onto.oid])
    const own: Commit[] = []
    for (let at: Commit | undefined = head(now); at && !theirs.has(at.oid); at = parentOf(now, at))
      own.unshift(at)
    let tip = onto
    for (const commit of own) {
      const files = now.scene.applied({ base: parentFiles(now, commit), head: commit.files }, tip.files)
      if (!files) return
      tip = now.scene.commit(files, [tip.oid])
    }
    moveTo(now, tip)
  },
  review(now, [what = '', which = '']) {
    const at = head(now).oid
    switch (what) {
      case 'branch':
        return review(now, { kind: 'tip', commit: at, ref: `refs/heads/${now.branch}` })
      case 'commit':
        return review(now, { kind: 'commit', revision: below(now, Number(which)).oid })
      case 'last':
        return review(now, { kind: 'range', range: `${below(now, Number(which)).oid}..${at}` })
      default: {
        const from = tipOf(now, which)
        return from ? review(now, { kind: 'range', range: `${from.oid}..${at}` }) : undefined
      }
    }
  },
  policy(now) {
    now.policy = now.policy === 'strict' ? 'loose' : 'strict'
  },
  async push(now, branches) {
    await push(now, new Map(branches.map(branch => [`refs/heads/${branch}`, head(now).oid])))
  },
  async 'push-all'(now) {
    const tips = ['main', 'topic', 'side'].flatMap(branch => {
      const tip = tipOf(now, branch)
      return tip ? [[`refs/heads/${branch}`, tip.oid] as const] : []
    })
    await push(now, new Map(tips))
  },
  async tag(now, [name = '']) {
    await push(now, new Map([[`refs/tags/${name}`, head(now).oid]]))
  },
  delete(now, [branch = '']) {
    now.scene.setRef('there', `refs/heads/${branch}`, null)
    now.scene.setRef('here', `refs/remotes/origin/${branch}`, null)
  },
  /** Somebody else pushes without a gate; it is not here. */
  others(now, [branch = '', ...words]) {
    const at = now.scene.ref('there', `refs/heads/${branch}`)
    if (!at) return
    const files = edited(now, now.scene.get(at).files, words)
    now.scene.setRef('there', `refs/heads/${branch}`, now.scene.commitThere(files, [at]).oid)
  },
  fetch(now) {
    now.scene.bringHere()
    for (const [name, oid] of now.scene.remoteRefs()) {
      if (name.startsWith('refs/heads/'))
        now.scene.setRef('here', name.replace('refs/heads/', 'refs/remotes/origin/'), oid)
    }
  },
  // What follows is done by whoever would like the gate to be open.
  forge(now, [branch = '']) {
    now.scene.setRef('here', `refs/remotes/origin/${branch}`, head(now).oid)
  },
  vanish(now, [branch = '']) {
    now.scene.setRef('there', `refs/heads/${branch}`, null)
  },
  /** Under a ref of wingman's own, which nobody is asked about. */
  park(now, [name = '']) {
    now.scene.setRef('there', `refs/wingman/attestations/${name}`, head(now).oid)
  },
  replace(now, [back = '', other = '']) {
    const instead = tipOf(now, other)
    const replaced = below(now, Number(back))
    if (instead && instead.oid !== replaced.oid)
      now.scene.setRef('here', `refs/replace/${replaced.oid}`, instead.oid)
  },
}

function tipOf({ scene }: Play, branch: string): Commit | null {
  const [, remote] = /^origin\/(.+)$/.exec(branch) ?? []
  const oid = scene.ref('here', remote ? `refs/remotes/origin/${remote}` : `refs/heads/${branch}`)
  return oid === null ? null : scene.get(oid)
}

function head(now: Play): Commit {
  const tip = tipOf(now, now.branch)
  if (tip) return tip
  throw new Error(`no such branch: ${now.branch}`)
}

const parentOf = ({ scene }: Play, { parents }: Commit): Commit | undefined =>
  parents[0] ? scene.get(parents[0]) : undefined

const parentFiles = (now: Play, commit: Commit): Files => parentOf(now, commit)?.files ?? {}

/** So many first parents below HEAD, or the first commit. */
function below(now: Play, back: number): Commit {
  let at = head(now)
  for (let left = back; left > 0; left -= 1) at = parentOf(now, at) ?? at
  return at
}

function moveTo({ scene, branch }: Play, to: Commit): void {
  scene.setRef('here', `refs/heads/${branch}`, to.oid)
}

function advance(now: Play, files: Files, ...others: Commit[]): void {
  moveTo(now, now.scene.commit(files, [head(now).oid, ...others.map(({ oid }) => oid)]))
}

function apply(now: Play, base: Files, changed: Files): void {
  const files = now.scene.applied({ base, head: changed }, head(now).files)
  if (files) advance(now, files)
}

/** `edit a 3 x`: the third line of a. `bad` is a line that no reviewer lets pass, another one each time. */
function edited(now: Play, files: Files, [path = '', line = '', value = '']: string[]): Files {
  const lines = (files[path] ?? '').split('\n')
  now.bad += value === 'bad' ? 1 : 0
  lines[Math.min(Number(line), Math.max(lines.length - 1, 1)) - 1] =
    value === 'bad' ? `debugger ${now.bad}` : value
  return { ...files, [path]: `${lines.join('\n').replace(/\n*$/, '')}\n` }
}

const without = (files: Files, path: string): Files =>
  Object.fromEntries(Object.entries(files).filter(([name]) => name !== path))

/** The remote has taken it, and git has noted that here. */
function arrive(scene: Scene, ref: string, oid: string | null): void {
  scene.setRef('there', ref, oid)
  if (ref.startsWith('refs/heads/'))
    scene.setRef('here', ref.replace('refs/heads/', 'refs/remotes/origin/'), oid)
}

/** As a review is made, with a reviewer that is as simple as can be. */
async function review(now: Play, scope: Scope): Promise<void> {
  const { scene, project, story } = now
  const loop = loopOf(now)
  const request = { trigger: 'explicit' as const, scope, base: null, loops: [loop], adopted: now.adopted }
  const snapshot = await takeSnapshot(project.ports, request).catch(nothingThere)
  if (!snapshot) return
  const files = scene.get(snapshot.commit).files
  const base = [...scene.commits.values()].find(({ tree }) => tree === snapshot.baseTree)?.files ?? {}
  const bad = story.reads === 'diff' ? addedBadLines(base, files) : badLines(files)
  const patch = await project.ports.git.patchDigest(snapshot.base, snapshot.commit)
  const known = await knownOutcome(project.ports, loop, { snapshot, patch })
  const verdict = known?.verdict ?? (bad.length > 0 ? 'needs-revision' : 'approved')
  if (!known) {
    const covered = (JSON.parse(rawDiff(base, files)) as string[][]).map(([path = '']) => path)
    const outcome = { ...judgeLoop(loop, [reported(covered, bad)]) }
    if (outcome.verdict !== verdict) throw new Error(`judged otherwise: ${outcome.verdict}`)
    const review = `review-${now.told.length}`
    await keepOutcome(project.ports.store, loop, { review, snapshot, patch, outcome })
  }
  now.told.push(`    ${verdict}: ${snapshot.base.slice(0, 7)}..${snapshot.commit.slice(0, 7)}`)
  if (verdict !== 'approved') return
  const { baseTree, tree } = snapshot
  now.approvals.push({ policy: loop.policy, base, baseTree, head: files, headTree: tree })
}

/** A range that is the wrong way round, or has nothing in it. */
function nothingThere(error: unknown): null {
  if (error instanceof Error && /There is nothing in/.test(error.message)) return null
  throw error
}

function reported(covered: string[], bad: string[]) {
  const findings = bad.map((line, index) => ({
    id: `${index}`,
    rule: 'bad-line',
    severity: 'critical' as const,
    file: covered[0] ?? 'a',
    line: 1,
    title: line,
    reason: line,
    fix: null,
    blocking: false,
    loop: 'only',
    reviewer: 'rules',
  }))
  const coverage = { covered, ignored: [], missed: [] }
  const report = { state: 'done' as const, reason: null, claim: null, summary: null, coverage, cost: null }
  return {
    reviewer: 'rules',
    kind: 'rules' as const,
    ...report,
    findings: findings as never[],
    durationMs: 1,
  }
}

async function push(now: Play, tips: ReadonlyMap<string, string>): Promise<void> {
  const { scene, project, tally } = now
  const refs: PushedRef[] = [...tips].map(([ref, local]) => ({
    localRef: ref,
    local,
    remoteRef: ref,
    remote: scene.ref('there', ref),
  }))
  const moved = refs.filter(({ local, remote }) => local !== remote)
  if (moved.length === 0) return
  const answer = await checkGate(project.ports, configOf(now), {
    remote: 'origin',
    url: '../remote.git',
    refs: moved,
    adopted: now.adopted,
  })
  const questions = moved.filter(isGated(now)).map(ref => askedOf(now, ref))
  const may = questions.every(asked => mayPass(scene, asked))
  tally.pushes += 1
  now.told.push(
    `    ${answer.allowed ? 'passes' : 'held'}; the oracle: ${may ? 'may pass' : 'must not pass'}`,
  )
  if (!answer.allowed) {
    if (may) noteFalseHold(now)
    return
  }
  tally.passes += 1
  if (!may) throw new Error(`a false approval:\n${now.told.join('\n')}`)
  for (const asked of questions) refuseBadLines(now, asked.tip, asked.had)
  for (const { remoteRef, local } of moved) arrive(scene, remoteRef, local)
}

function noteFalseHold({ tally, told, story: { reads, gates, start } }: Play): void {
  tally.falseHolds += 1
  if (tally.shortest === null || tally.shortest.length > told.length)
    tally.shortest = [`${reads} ${gates} ${start}`, ...told]
}

/** The same in other words: a line that no reviewer lets pass leaves only if it was there before. */
function refuseBadLines({ scene, told }: Play, tip: Commit, had: ReadonlySet<string>): void {
  const there = new Set([...had].flatMap(oid => badLines(scene.get(oid).files)))
  const out = badLines(tip.files).filter(line => !there.has(line))
  if (out.length > 0) throw new Error(`bad lines left (${out.join(', ')}):\n${told.join('\n')}`)
}

const isGated =
  ({ story }: Play) =>
  ({ remoteRef }: PushedRef): boolean =>
    story.gates === 'all' || remoteRef !== 'refs/heads/free'

function askedOf(now: Play, { local, remote, remoteRef }: PushedRef) {
  const { scene, story, approvals, adopted } = now
  const counted = [...scene.remoteRefs()].filter(
    ([name]) => !name.startsWith('refs/wingman/') && (story.gates === 'all' || name !== 'refs/heads/free'),
  )
  const had = ancestors(scene, [...counted.map(([, oid]) => oid), ...(adopted ? [adopted] : [])])
  // A gate that names its branches makes a trunk of each; else it is `main`, for others as the remote has it.
  const isTrunk = story.gates === 'some' || remoteRef === 'refs/heads/main'
  const trunk = isTrunk ? remote : scene.ref('there', 'refs/heads/main')
  const main = scene.ref('there', 'refs/heads/main')
  const mainTrunk = story.gates === 'some' && remoteRef !== 'refs/heads/main' ? main : null
  const policy = loopOf(now).policy
  return { reads: story.reads, policy, tip: scene.get(local ?? ''), had, trunk, mainTrunk, approvals }
}

function configOf(now: Play): ResolvedConfig {
  const gate: ResolvedGate = {
    name: 'ship',
    branches: now.story.gates === 'all' ? ['**'] : ['main', 'topic', 'side'],
    remotes: ['**'],
    requires: ['only'],
    mode: 'block',
    whenMissing: 'block',
    whenStale: 'block',
    whenUnknown: 'block',
    whenPending: 'wait',
    exceptions: 'person',
  }
  return { enabled: true, loops: [loopOf(now)], gates: [gate] } as unknown as ResolvedConfig
}

const loopOf = ({ story, policy }: Play): ResolvedLoop => ({
  name: 'only',
  on: ['explicit'],
  reviewers: [],
  failOn: 'critical',
  maxRevisions: 1,
  reads: story.reads,
  policy: policy === 'strict' ? 'a'.repeat(64) : 'b'.repeat(64),
})
