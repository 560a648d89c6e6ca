import { cpSync, existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import type { Attestation } from '../../src/domain/attestation.ts'
import { CLEAN, commitReviewed, gatedRepository, pushes } from './gate-scenes.ts'
import { type Finished, type TestRepository, temporaryFolder } from './repository.ts'
import { RULES_ONLY, type WingmanRepository, wingmanAt } from './wingman.ts'

export const ATTESTED = `${RULES_ONLY}attestations:\n  push: true\n`

const made = new Map<string, { folder: string; start: string }>()

afterAll(() => {
  for (const { folder } of made.values()) rmSync(folder, { recursive: true, force: true })
})

export interface Attested {
  repository: WingmanRepository
  /** The commit below the two. */
  start: string
}

/** Two reviewed commits that were pushed, with their attestations if the config says so. */
export function attested(config = ATTESTED): Promise<Attested> {
  return madeOnce(config, async () => {
    const repository = gatedRepository(config)
    const start = repository.git('rev-parse', 'HEAD')
    await commitReviewed(repository, { 'a.js': CLEAN })
    await commitReviewed(repository, { 'b.js': CLEAN })
    pushes(repository)
    return { repository, start }
  })
}

/** Made once for each name, and copied: nearly all the time of a scenario is its setting. */
export async function madeOnce(name: string, make: () => Promise<Attested>): Promise<Attested> {
  const { folder, start } = made.get(name) ?? (await keep(name, await make()))
  const copy = temporaryFolder()
  cpSync(folder, copy, { recursive: true })
  return { repository: wingmanAt(join(copy, 'project')), start }
}

async function keep(name: string, { repository, start }: Attested) {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'wingman-made-'))
  cpSync(join(repository.dir, '..'), folder, { recursive: true })
  const kept = { folder, start }
  made.set(name, kept)
  return kept
}

/** With what was said, if it is another answer. */
export function answers(finished: Finished, status: number): Finished {
  expect(finished, finished.output).toMatchObject({ status })
  return finished
}

/** A new clone of the remote: it has reviewed nothing, and knows only what was pushed. */
export function freshClone(repository: TestRepository, ...options: string[]): WingmanRepository {
  let number = 1
  while (existsSync(join(repository.dir, `../fresh-${number}`))) number += 1
  const remote = `file://${join(repository.dir, '../remote.git')}`
  repository.git('clone', '-q', ...options, remote, `../fresh-${number}`)
  return wingmanAt(join(repository.dir, `../fresh-${number}`))
}

/** What the remote has of ours. */
export const attestationsAt = (repository: TestRepository): string[] =>
  repository
    .git('-C', '../remote.git', 'for-each-ref', '--format=%(refname)', 'refs/wingman/attestations/')
    .split('\n')
    .filter(Boolean)

export const attestationAt = (repository: TestRepository, ref: string): Attestation =>
  JSON.parse(repository.git('-C', '../remote.git', 'log', '-1', '--format=%b', ref))

/** Puts a changed one in its place, as somebody with access to the remote could. */
export function tamper(
  repository: TestRepository,
  ref: string,
  change: (text: string) => string,
  under: (message: string) => string = () => ref,
): void {
  const remote = ['-C', '../remote.git']
  const object = repository.run('git', [...remote, 'cat-file', 'commit', ref]).stdout
  const at = object.indexOf('\n\n') + 2
  const message = change(object.slice(at))
  const made = repository.run('git', [...remote, 'hash-object', '-t', 'commit', '-w', '--stdin'], {
    input: object.slice(0, at) + message,
  })
  repository.git(...remote, 'update-ref', '-d', ref)
  repository.git(...remote, 'update-ref', under(message), made.stdout.trim())
}
