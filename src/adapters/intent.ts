import { sessionNamed } from '../domain/session.ts'
import type { Oid, Snapshot } from '../domain/snapshot.ts'
import { sentenceOf } from '../errors.ts'
import type { IntentSource, Log, Store } from '../ports.ts'
import type { GitDoor } from './git/door.ts'
import type { Layout } from './store/layout.ts'
import { readSession } from './store/sessions.ts'
import { promptsIn } from './transcripts/prompts-in.ts'
import { keepsTranscript } from './transcripts/said.ts'

interface World {
  at: Layout
  door: GitDoor
  store: Pick<Store, 'latest'>
  log: Log
}

/** What the person said to the agent. Nobody keeps tasks yet. */
export function openIntent(world: World): IntentSource {
  return {
    // What cannot be read is one hint less for the reviewer; it holds nothing up.
    prompts: (snapshot, session) =>
      promptsSince(world, snapshot, session).catch(error => {
        world.log.warn('prompts.not-read', { why: sentenceOf(error) })
        return []
      }),
    task: async () => null,
  }
}

async function promptsSince(world: World, snapshot: Snapshot, name: string | null): Promise<string[]> {
  const named = name === null ? null : sessionNamed(name)
  const session = named && keepsTranscript(named.agent) ? await readSession(world.at, named) : null
  if (!session?.transcript) return []
  const prompts = promptsIn(session.agent, session.transcript, await lastReviewed(world, snapshot))
  world.log.info('prompts.read', { agent: session.agent, prompts: prompts.length })
  return prompts
}

/**
 * When the commit was made that this branch was last reviewed at; null when there is none, or when it is the same that is reviewed
 * again. By the date of the commit, not of its review: what is said while a review waits is meant for the next one.
 */
async function lastReviewed({ store, door }: World, { branch, commit }: Snapshot): Promise<Date | null> {
  const latest = branch && (await store.latest(branch))
  return latest && latest.commit !== commit ? madeAt(door, latest.commit) : null
}

async function madeAt(door: GitDoor, commit: Oid): Promise<Date | null> {
  const { code, stdout } = await door.attempt(['log', '-1', '--format=%ct', '--end-of-options', commit])
  const seconds = Number(stdout.toString().trim())
  return code === 0 && seconds > 0 ? new Date(seconds * 1000) : null
}
