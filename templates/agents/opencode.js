// wingman-plugin 1: hands reviews over to opencode. Silent, and never in the way. Written by `wingman install`, removed by `wingman uninstall`.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

// Longer than any answer of ours takes; whoever types is not kept waiting by a hook that hangs.
const LONGEST_MS = 10_000

export const Wingman = async ({ client, directory, worktree }) => {
  const root = worktree && worktree !== '/' ? worktree : directory
  const hook = join(root, '.wingman', 'agent-hook')
  // Sessions that go on with what we have told them, and not with what a person typed.
  const continued = new Set()
  const children = new Set()

  const ask = (event, payload) =>
    new Promise(resolve => {
      if (!existsSync(hook)) return resolve({})
      const child = spawn('sh', [hook, 'opencode', event], { cwd: root, stdio: ['pipe', 'pipe', 'ignore'] })
      const timer = setTimeout(() => child.kill(), LONGEST_MS)
      let text = ''
      child.stdout.on('data', part => {
        text += part
      })
      child.stdin.on('error', () => {})
      child.on('error', () => resolve({}))
      child.on('close', () => {
        clearTimeout(timer)
        try {
          resolve(JSON.parse(text))
        } catch {
          resolve({})
        }
      })
      child.stdin.end(JSON.stringify({ ...payload, cwd: directory }))
    })

  const show = async message => {
    if (message) await client.tui.showToast({ body: { message, variant: 'info' } }).catch(() => {})
  }

  return {
    'chat.message': async (input, output) => {
      const session = input.sessionID
      if (children.has(session)) return
      // What we had it go on with comes through here as well.
      const isOurs = output.parts.some(
        part => part.type === 'text' && part.text?.startsWith('wingman reviewed '),
      )
      if (isOurs) return
      continued.delete(session)
      const { context, message } = await ask('prompt', { session })
      if (context) {
        const { id: messageID } = output.message
        const id = `prt_wingman${Date.now().toString(36)}`
        output.parts.push({ id, sessionID: session, messageID, type: 'text', text: context, synthetic: true })
      }
      await show(message)
    },
    event: async ({ event }) => {
      const { type, properties = {} } = event
      const session = properties.sessionID ?? properties.info?.id
      // What a subagent does is part of its parent's turn.
      if (type === 'session.created' && properties.info?.parentID) children.add(session)
      if (children.has(session)) return
      if (type === 'session.created') await ask('session-start', { session })
      if (type === 'session.deleted') await ask('session-end', { session })
      if (type !== 'session.idle') return
      const { context, message } = await ask('turn-end', { session, continued: continued.has(session) })
      await show(message)
      if (!context) return
      continued.add(session)
      await client.session
        .prompt({ path: { id: session }, body: { parts: [{ type: 'text', text: context }] } })
        .catch(() => {})
    },
  }
}
