import { describe, expect, test } from 'vitest'
import { IS_FULL } from './counts.ts'
import { killEverywhere } from './shim/crash.ts'
import { LAYOUTS } from './shim/layouts.ts'
import { commit, snapshot } from './shim/scenes.ts'

/** The points are those of a plain repository, where every one of them has its turn. */
const step = IS_FULL ? 3 : 12

describe.each(Object.entries(LAYOUTS))('in %s', (name, layout) => {
  for (const content of ['clean', 'defect'] as const) {
    test(`a worker killed: a ${content} commit is reviewed by what comes next, and the gate goes by that`, async () => {
      expect(await killEverywhere(`commit in ${name}`, commit, content, { layout, step })).toEqual([])
    })

    test(`a snapshot of ${content} work killed: the person’s side is as it was, and the next one is whole`, async () => {
      expect(await killEverywhere(`snapshot in ${name}`, snapshot, content, { layout, step })).toEqual([])
    })
  }
})
