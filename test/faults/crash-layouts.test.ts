import { describe, expect, test } from 'vitest'
import { IS_FULL } from './counts.ts'
import { type Content, killEverywhere, type Scenario } from './shim/crash.ts'
import { LAYOUTS } from './shim/layouts.ts'
import { commit, push, review, snapshot } from './shim/scenes.ts'

/** With fewer counts the points have their turn in a plain repository, and here and there one in each of these. */
const step = IS_FULL ? 1 : 24

const SCENES: Record<string, Scenario> = { commit, review, push, snapshot }

const PROMISES: Record<string, (content: Content) => string> = {
  commit: content =>
    `a worker killed: a ${content} commit is reviewed by what comes next, and the gate goes by that`,
  review: content =>
    `a review of ${content} work killed: the person’s side is as it was, and the next one completes`,
  push: content =>
    `a push of a ${content} commit killed in the gate or the worker: it leaves by its review alone`,
  snapshot: content =>
    `a snapshot of ${content} work killed: the person’s side is as it was, and the next one is whole`,
}

describe.each(Object.entries(LAYOUTS))('in %s', (name, layout) => {
  for (const [scene, scenario] of Object.entries(SCENES)) {
    for (const content of ['clean', 'defect'] as const) {
      test(`${PROMISES[scene]?.(content)}`, async () => {
        expect(await killEverywhere(`${scene} in ${name}`, scenario, content, { layout, step })).toEqual([])
      })
    }
  }
})
