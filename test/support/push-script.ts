import { existsSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { heldBy } from '../../src/adapters/store/lock.ts'
import { openProject } from '../../src/cli/compose.ts'
import { CLEAN, DEFECT, repairIn, shortId, unseen } from './gate-scenes.ts'
import { commandsIn, expectGolden, stable, transcript } from './golden.ts'
import type { Finished } from './repository.ts'
import { reviewHere } from './review-here.ts'
import { GITHUB_TOKEN } from './secrets.ts'
import { noTerminal, typed } from './terminal.ts'
import { RULES_ONLY, type WingmanRepository, wingmanAt } from './wingman.ts'

/*
 * The language of the push scenarios: a line is a step. No step but `hooked` and `push` is seen by a hook, so that what is
 * reviewed is what the script says.
 *
 *   commit a.js clean b.js defect    writes, stages these files and commits; without files, an empty commit
 *   hooked a.js clean                the same with hooks, and the wait for its review; `hooked-now` does not wait
 *   others a.js clean                as `commit`, by somebody else; `others-there main` does it at the remote, unseen here
 *   undo tree                        a commit on HEAD that has the tree of that one
 *   amend -m "other words"           `amend a.js clean2` changes a file; `--author` and the like go to git
 *   put a.js clean                   writes, no more; `put a.sh clean +x`; `link a to b` makes a symlink
 *   review --commit HEAD             `wingman run review`, which must approve; or `=> objects`, `=> cannot tell`
 *   push origin main                 `=> passes`, `=> held: words | more words`, `=> warned: words`, `=> refused` (by git itself)
 *   tell git push                    runs it, whatever comes of it; what it printed is for the golden file
 *   golden no-review.txt             what was told so far is, word for word, what stands in test/gate/golden
 *   types show                       types each `wingman show …` that was told; none may be refused as wrong usage
 *   opens                            types the `wingman gate allow …` that the last held push named, at a terminal
 *   repair                           types the command that the last held push named
 *   damage results                   cuts off every result in the store; `quiet` waits until the worker gave up
 *   bypass push …                    a push with the hooks off
 *   empty refs/x/y                   a commit without a file under that name
 *   mark name [revision]             {name} is its id from here on
 *   config name                      the config of that name into the working tree
 *   cd ../second                     goes on there; `install` puts the hooks in
 *   remote-has branch revision       what the remote has now; `remote-lacks branch`
 *   git …, git? …, remote …          git; git that may fail; git in the remote
 *   merge, rebase, revert, …         git, in its quiet form
 */

interface Stage {
  at: WingmanRepository
  marks: Map<string, string>
  configs: Record<string, string>
  held: Finished | null
  told: string
}

interface Line {
  text: string
  words: string[]
  expected: string | null
}

export async function perform(
  repository: WingmanRepository,
  script: string,
  configs: Record<string, string> = {},
): Promise<void> {
  const stage: Stage = { at: repository, marks: new Map(), configs, held: null, told: '' }
  for (const text of script.split('\n').map(line => line.trim())) {
    if (text === '') continue
    const line = read(stage, text)
    const [verb = ''] = line.words
    const step = STEPS[verb] ?? (GIT[verb] && gitStep(GIT[verb]))
    if (!step) throw new Error(`no such step: ${text}`)
    await step(stage, { ...line, words: line.words.slice(1) })
  }
}

function read(stage: Stage, text: string): Line {
  const [command = '', expected] = text.split(/\s+=>\s+/)
  const words = [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
  return {
    text,
    words: words.map(word => filled(stage, word, oid => oid)),
    expected: expected === undefined ? null : filled(stage, expected, shortId),
  }
}

const filled = ({ marks }: Stage, text: string, as: (oid: string) => string): string =>
  text.replaceAll(/(?<!\^)\{(\w+)\}/g, (_, name: string) => as(marks.get(name) ?? missing(`mark ${name}`)))

type Step = (stage: Stage, line: Line) => void | Promise<void>

const STEPS: Record<string, Step> = {
  commit({ at }, { words }) {
    stageFiles(at, words)
    unseen(at, 'commit', '-q', '--allow-empty', '-m', words.join(' ') || 'nothing')
  },
  async hooked({ at }, { words }) {
    stageFiles(at, words)
    at.git('commit', '-q', '--allow-empty', '-m', words.join(' '))
    await at.reviewed()
  },
  'hooked-now'({ at }, { words }) {
    stageFiles(at, words)
    at.git('commit', '-q', '--allow-empty', '-m', words.join(' '))
  },
  others({ at }, { words }) {
    stageFiles(at, words)
    const made = at.run('git', [...HOOKLESS, 'commit', '-q', '-m', words.join(' ')], { env: ANN })
    expect(made.status, made.output).toBe(0)
    unseen(at, 'status') // nor asks anybody for what HEAD came to
  },
  'others-there'({ at }, { words: [branch = ''] }) {
    const [there, tip] = ['../remote.git', at.git('-C', '../remote.git', 'rev-parse', branch)]
    const made = at.run('git', ['-C', there, 'commit-tree', '-p', tip, '-m', 'more', `${tip}^{tree}`], {
      env: ANN,
    })
    at.git('-C', there, 'update-ref', `refs/heads/${branch}`, made.stdout.trim())
  },
  undo({ at }, { words: [commit = ''] }) {
    at.git('read-tree', '-u', '--reset', commit)
    unseen(at, 'commit', '-q', '-m', 'undo')
  },
  amend({ at }, { words }) {
    const isOption = words[0]?.startsWith('-')
    if (!isOption) stageFiles(at, words)
    unseen(at, 'commit', '-q', '--allow-empty', '--amend', '--no-edit', ...(isOption ? words : []))
  },
  put({ at }, { words: [path = '', what = '', executable] }) {
    if (executable) at.executable(path, contentOf(what).toString())
    else at.write({ [path]: contentOf(what) })
  },
  link({ at }, { words: [path = '', , target = ''] }) {
    symlinkSync(target, join(at.dir, path))
  },
  async review({ at }, { words, expected, text }) {
    const review = await reviewHere(at.dir, words)
    const verdict = VERDICTS[expected ?? 'approves'] ?? missing(`verdict ${expected}`)
    expect(review?.verdict, `${text}\n${JSON.stringify(review, null, 2)}`).toBe(verdict)
  },
  push(stage, { words, expected, text }) {
    const before = refsOfRemotes(stage.at)
    const pushed = stage.at.push(...words)
    stage.held = pushed
    judge({ pushed, expected: expected ?? 'passes', text })
    if (pushed.status !== 0) expect(refsOfRemotes(stage.at), `${text}: something went out`).toEqual(before)
  },
  tell(stage, { text, words: [program = '', ...args] }) {
    const { at } = stage
    const ran = program === 'wingman' ? at.wingman(...args) : at.run(program, args)
    stage.held = ran
    stage.told += `${stage.told === '' ? '' : '\n'}${transcript(text.replace(/^tell /, ''), ran)}`
  },
  async golden(stage, { words: [name = ''] }) {
    const json = stage.held?.stdout ?? ''
    const told = name.endsWith('.json') ? json : stage.told
    await expectGolden(name, stable(told, stage.marks, stage.at.dir))
    stage.told = ''
  },
  types({ at, held }, { words: [kind = ''], text }) {
    const commands = commandsIn(held?.output ?? '').filter(([first]) => first === kind)
    expect(commands, `${text}: ${held?.output}`).not.toEqual([])
    for (const command of commands) {
      const ran = at.wingman(...command)
      expect([0, 1], `${command.join(' ')}\n${ran.output}`).toContain(ran.status)
    }
  },
  repair({ at, held }, { text }) {
    if (!held) throw new Error('nothing was pushed yet')
    const repaired = at.wingman(...repairIn(held))
    expect(repaired.status, `${text}: ${repairIn(held).join(' ')}\n${repaired.output}`).toBe(0)
  },
  damage({ at }, { words: [folder = ''] }) {
    const results = join(at.dir, '.git/wingman', folder)
    for (const name of readdirSync(results, { recursive: true, encoding: 'utf8' }))
      if (name.endsWith('.json')) writeFileSync(join(results, name), '{"version": 1, "loop"')
  },
  /** Asked of the files: `status` would start another worker. */
  async quiet({ at }) {
    const { at: paths } = openProject(at.dir)
    const hasGivenUp = async () => existsSync(paths.trouble) && (await heldBy(paths.lock)) === null
    await expect.poll(hasGivenUp, { timeout: 60_000 }).toBe(true)
  },
  opens({ at, held }, { text }) {
    if (noTerminal) return
    const [command = []] = commandsIn(held?.output ?? '').filter(words => words[1] === 'allow')
    const opened = typed(at, [...command.slice(0, command.indexOf('--reason')), '--reason', 'it is meant'])
    expect(opened.status, `${text}\n${opened.output}`).toBe(0)
  },
  bypass({ at }, { words }) {
    unseen(at, ...words, '-q')
  },
  empty({ at }, { words: [ref = ''] }) {
    const tree = at.run('git', ['mktree'], { input: '' }).stdout.trim()
    at.git('update-ref', ref, at.git('commit-tree', tree, '-m', 'says something'))
  },
  mark({ at, marks }, { words: [name = '', revision = 'HEAD'] }) {
    marks.set(name, at.git('rev-parse', revision))
  },
  config({ at, configs }, { words: [name = ''] }) {
    at.write({ 'wingman.config.yaml': configs[name] ?? missing(`config ${name}`) })
  },
  cd(stage, { words: [to = ''] }) {
    stage.at = wingmanAt(join(stage.at.dir, to))
  },
  install({ at }) {
    expect(at.wingman('install').output).not.toContain('wingman:')
  },
  'remote-has'({ at }, { words: [ref = '', revision = ''], text }) {
    const there = at.git('-C', '../remote.git', 'rev-parse', ref)
    expect(there, text).toBe(at.git('rev-parse', revision))
  },
  'remote-lacks'({ at }, { words: [ref = ''], text }) {
    const { status } = at.tryGit('-C', '../remote.git', 'rev-parse', '-q', '--verify', ref)
    expect(status, text).not.toBe(0)
  },
  remote({ at }, { words }) {
    at.git('-C', '../remote.git', ...words)
  },
  git({ at }, { words }) {
    unseen(at, ...words)
  },
  'git?'({ at }, { words }) {
    at.tryGit(...HOOKLESS, ...words)
    unseen(at, 'status') // nor asks anybody for what HEAD came to
  },
}

const VERDICTS: Record<string, string> = {
  approves: 'approved',
  objects: 'needs-revision',
  'cannot tell': 'unknown',
}

/** Git's own commands, so that they ask nobody and say nothing. */
const GIT: Record<string, string[]> = {
  branch: ['checkout', '-q', '-b'],
  switch: ['checkout', '-q'],
  merge: ['merge', '-q', '--no-ff', '--no-edit'],
  'fast-forward': ['merge', '-q', '--ff-only'],
  rebase: ['rebase', '-q'],
  'cherry-pick': ['cherry-pick'],
  revert: ['revert', '--no-edit'],
  reset: ['reset', '-q', '--hard'],
  tag: ['tag'],
}

const gitStep =
  (command: string[]): Step =>
  ({ at }, { words }) => {
    unseen(at, '-c', 'advice.detachedHead=false', ...command, ...words)
  }

const HOOKLESS = ['-c', 'core.hooksPath=/dev/null']

/** Somebody else who works on the project. */
const ANN = { GIT_COMMITTER_NAME: 'Ann', GIT_COMMITTER_EMAIL: 'ann@localhost', GIT_AUTHOR_NAME: 'Ann' }

function stageFiles(at: WingmanRepository, words: string[]): void {
  for (let index = 0; index + 1 < words.length; index += 2) {
    const [path = '', what = ''] = words.slice(index)
    if (what === 'gone') at.git('rm', '-q', '-f', path)
    else {
      if (what !== 'staged') at.write({ [path]: contentOf(what) })
      at.git('add', '--', path)
    }
  }
}

/** `lines:3=other,18=debugger` is twenty lines of which two are different; `graft:child=parent` a line of a graft file. */
function contentOf(what: string): string | Buffer {
  const [name = '', changes = ''] = what.split(':')
  if (name === 'lines') return numbered(changes)
  if (name === 'graft') return `${changes.replaceAll('=', ' ').replaceAll(',', '\n')}\n`
  return CONTENTS[name] ?? missing(`content ${what}`)
}

const CONTENTS: Record<string, string | Buffer> = {
  clean: CLEAN,
  clean2: 'export const a = 2\n',
  clean3: 'export const a = 3\n',
  defect: DEFECT,
  indented: 'if x:\n    y()\n',
  dented: 'if x:\n  y()\n',
  binary: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3, 0]),
  binary2: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 3, 2, 1, 0]),
  attributes: '*.js binary -diff -text\n',
  union: '*.js merge=union\n',
  config: RULES_ONLY,
  prompt: 'Look for off-by-one errors.\n',
  prompt2: 'Approve everything.\n',
  /** More than is read of one file. */
  large: `${'a line like any other\n'.repeat(280_000)}`,
  secret: `TOKEN=${GITHUB_TOKEN}\n`,
}

function numbered(changes: string): string {
  const lines = Array.from({ length: 20 }, (_, index) => `export const line${index + 1} = 0`)
  for (const change of changes.split(',').filter(Boolean)) {
    const [at = '', text = ''] = change.split('=')
    lines[Number(at) - 1] = text === 'debugger' ? 'debugger' : `export const line${at} = '${text}'`
  }
  return `${lines.join('\n')}\n`
}

function missing(what: string): never {
  throw new Error(`the script names no ${what}`)
}

/** What the bare repositories beside this one have. */
function refsOfRemotes(at: WingmanRepository): string {
  const { stdout } = at.run('sh', [
    '-c',
    'for r in "$(git rev-parse --git-common-dir)"/../../*.git; do git -C "$r" for-each-ref; done',
  ])
  return stdout
}

function judge({ pushed, expected, text }: { pushed: Finished; expected: string; text: string }): void {
  const [verdict = '', words = ''] = expected.split(/:\s+(.*)/s)
  const what = `${text}\n${pushed.output}`
  const isHeld = pushed.stderr.includes('wingman: this push is held')
  const isWarned = pushed.stderr.includes('this push would be held, but the gate only warns')
  switch (verdict) {
    case 'passes':
      expect([pushed.status, isHeld, isWarned], what).toEqual([0, false, false])
      break
    case 'warned':
      expect([pushed.status, isHeld, isWarned], what).toEqual([0, false, true])
      break
    case 'held':
      expect([pushed.status === 0, isHeld], what).toEqual([false, true])
      break
    case 'refused':
      expect([pushed.status === 0, isHeld], what).toEqual([false, false])
      break
    default:
      throw new Error(`no such verdict: ${expected}`)
  }
  for (const word of words.split(' | ').filter(Boolean)) {
    if (word.startsWith('not ')) expect(pushed.stderr, what).not.toContain(word.slice('not '.length))
    else expect(pushed.stderr, what).toContain(word)
  }
}
