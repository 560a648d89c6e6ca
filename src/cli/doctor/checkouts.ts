import { leftCheckouts, removeCheckout } from '../../adapters/git/checkouts.ts'
import type { Check } from './check.ts'

export const checkoutsCheck: Check = {
  name: 'checkouts',
  async look({ door, paths }) {
    return (await leftCheckouts(paths)).map(left => ({
      what: 'a temporary checkout was left behind by a process that is gone',
      where: left.folder,
      mend: { how: 'removes it', act: () => removeCheckout(door, paths, left) },
    }))
  },
}
