// A contender for the lock in a process of its own: told to try by its parent, it says what came of it. It holds until it is told to
// let go, or killed.
import { createJiti } from 'jiti'

// Hundreds of them are killed in a test: compiled once.
const jiti = createJiti(import.meta.url, { fsCache: process.argv[2] })
const { acquire } = await jiti.import('../../src/adapters/store/lock.ts')

let held = null
process.on('message', async ({ folder, release }) => {
  if (release) {
    await held?.release()
    process.send({ fence: null })
    return
  }
  const lock = await acquire(folder)
  if ('fence' in lock) held = lock
  process.send({ fence: 'fence' in lock ? lock.fence : null })
})
process.send('ready')
