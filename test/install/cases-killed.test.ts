import { expect, test } from 'vitest'
import { killedAndRunAgain } from '../faults/shim/run-again.ts'
import { SCENES } from '../support/install-scenes.ts'

// Every step of init, install and uninstall has its turn in `npm run test:faults`; here one in ten.
test.each(Object.entries(SCENES))(
  'case 48: init with %s, killed midway and run again, ends as if undisturbed',
  (_, make) => {
    const args = ['init', '--yes', '--agents', 'claude']
    expect(killedAndRunAgain(make(), { args, step: 10 })).toEqual([])
  },
)
