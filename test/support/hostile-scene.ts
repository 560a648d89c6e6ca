import { expect } from 'vitest'
import { askGate } from '../../src/cli/ask-gate.ts'
import { openProject } from '../../src/cli/compose.ts'
import { findPushed } from '../../src/cli/find-pushed.ts'
import { paintFor } from '../../src/paint.ts'
import type { Script } from './fake-model/reply.ts'
import { honest, obedient } from './fake-model/roles.ts'
import { type Cast, finding, modelScene, revision, type Scene } from './model-scenes.ts'

/** A model that does what the change tells it to, and one that does not. */
export const ROLES: Record<string, Script> = { obedient, honest: honest(revision(finding()).answer) }

type Options = NonNullable<Parameters<typeof modelScene>[1]>

/** A scene with a remote, and a gate before it that asks for the review. */
export async function gatedScene(cast: Cast, { more = '', ...options }: Options = {}): Promise<Scene> {
  const scene = await modelScene(cast, { ...options, more: `${more}gates:\n  ship: { requires: [one] }\n` })
  scene.git('init', '-q', '--bare', '-b', 'main', '../remote.git')
  scene.git('remote', 'add', 'origin', '../remote.git')
  scene.git('push', '-q', 'origin', 'main')
  return scene
}

/** What pre-push would ask, and what it would say. */
export async function gateOf(scene: Scene) {
  const project = openProject(scene.dir)
  const { ref } = await findPushed(project, 'HEAD')
  const paintNow = () => paintFor({ isTTY: false })
  const { answer, text } = await askGate(project, { remote: 'origin', refs: [ref], paintNow })
  return { allowed: answer.allowed, text }
}

/** It stays shut; answers what it says. */
export async function expectHeld(scene: Scene): Promise<string> {
  const { allowed, text } = await gateOf(scene)
  expect(allowed, text).toBe(false)
  return text
}
