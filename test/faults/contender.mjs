// A contender for the lock in a process of its own: told to try by its parent, it says what came of it.
import { createJiti } from 'jiti'

const jiti = createJiti(import.meta.url, { fsCache: false })
const { acquire } = await jiti.import('../../src/adapters/store/lock.ts')

process.on('message', async ({ folder, round }) => {
  const lock = await acquire(folder)
  process.send({ round, fence: 'fence' in lock ? lock.fence : null })
})
process.send('ready')
