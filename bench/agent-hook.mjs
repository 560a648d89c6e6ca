import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import {
  interleave,
  median,
  options,
  p90,
  ratios,
  report,
  round,
  workerIsDone,
  workshop,
} from './support.mjs'

// What an agent's prompt and the end of its turn wait for, beside a bare start of node: with nothing pending, with a review to be
// handed over, with one that waits, and with one that is being made. As the agent does it: sh, and the command of its settings.

const LEAVES_IN_SH = 0.5
const IN_NODE = 1.5
const PAYLOAD = JSON.stringify({ session_id: 'bench', transcript_path: null, prompt: 'go on' })

const { rounds, assert } = options(60)
const shop = workshop()
try {
  const [idle, waiting, both, busy] = [
    await repository('idle'),
    await repository('waiting', 'debugger\n'),
    await repository('both', 'debugger\n', 'delivery: { at: [next-prompt, turn-end] }\n'),
    await repository('busy'),
  ]
  const worker = await atWork(busy)
  conclude(
    await interleave(
      [
        { name: 'node -e 0', measure: () => idle.time(process.execPath, ['-e', '0']) },
        hook('prompt, nothing pending', idle, 'UserPromptSubmit'),
        hook('turn end, nothing pending', idle, 'Stop'),
        hook('prompt, handed over', waiting, 'UserPromptSubmit', again(waiting)),
        hook('turn end, goes on', both, 'Stop', again(both)),
        hook('turn end, one waits', waiting, 'Stop', again(waiting)),
        hook('prompt, a review is running', busy, 'UserPromptSubmit'),
      ],
      rounds,
    ),
  )
  process.kill(worker, 'SIGTERM')
} finally {
  shop.close()
}

function hook(name, repo, event, before = () => {}) {
  return {
    name,
    measure() {
      before()
      return repo.time('sh', ['.wingman/agent-hook', 'claude', event], { input: PAYLOAD })
    },
  }
}

/** As if nobody had got it yet. */
function again(repo) {
  return () => {
    repo.write('.git/wingman/pending', repo.pending)
    for (const name of [`delivered/${repo.id}`, 'unanswered', 'revisions'])
      rmSync(join(repo.dir, '.git/wingman', name), { force: true })
  }
}

async function repository(name, text, more = '') {
  const repo = shop.repository(name)
  repo.commit('Begin', { 'wingman.config.yaml': `loops:\n  basics:\n    reviewers: [rules]\n${more}` })
  repo.wingman('install', '--agents', 'claude')
  repo.commit('Work', { 'a.js': text ?? 'export {}\n' })
  await workerIsDone(repo)
  const id = text && JSON.parse(repo.wingman('show', '--json')).id
  return { ...repo, id, pending: `${id} refs/heads/main\n` }
}

/** A review that takes its time; answers who makes it. */
async function atWork(repo) {
  repo.write(
    'wingman.config.yaml',
    'reviewers: { slow: { run: sleep 600 } }\nloops:\n  basics:\n    reviewers: [slow]\n',
  )
  repo.commit('More', { 'a.js': 'export default 1\n' })
  for (;;) {
    const { running } = JSON.parse(repo.wingman('status', '--json'))
    if (running) return running.pid
    await pause(100)
  }
}

function conclude(times) {
  const bare = times.get('node -e 0')
  const of = name => round(median(ratios(times.get(name), bare)), 2)
  const names = [...times.keys()]
  report({
    name: 'agent-hook',
    rounds,
    assert,
    rows: names.map(name => ({
      "an agent's hook": name,
      'median ms': round(median(times.get(name))),
      'p90 ms': round(p90(times.get(name))),
      'of node -e 0': of(name),
    })),
    targets: names.slice(1).map(name => ({
      what: `${name}, of node -e 0`,
      value: of(name),
      limit: name.endsWith('nothing pending') ? LEAVES_IN_SH : IN_NODE,
    })),
  })
}
