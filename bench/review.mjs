import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { interleave, median, options, PACKAGE, p90, report, round, WINGMAN, workshop } from './support.mjs'

// How long a person waits for a review by rules of a commit of a thousand lines of real code, all told.

const LINES = 1000
const FILES = ['api', 'checks', 'parse', 'util'] // of zod, whose package brings its TypeScript along

const { rounds, assert } = options(20)
const shop = workshop()
try {
  const repo = repositoryWithWork()
  const bare = { name: 'node -e 0', measure: () => repo.time(process.execPath, ['-e', '0']) }
  // Asked for afresh: what was judged before would only be read back.
  const review = {
    name: 'wingman run review',
    measure: () => repo.time(process.execPath, [WINGMAN, 'run', 'review', '--fresh']),
  }
  conclude(await interleave([bare, review], rounds))
} finally {
  shop.close()
}

function repositoryWithWork() {
  const repo = shop.repository('project')
  repo.commit('Begin', {
    'wingman.config.yaml': 'loops:\n  basics:\n    reviewers: [rules]\n',
    'README.md': '# Project\n',
  })
  repo.git('switch', '-q', '-c', 'work')
  repo.commit('Add the core', work())
  // The first run reads the config; everyone after it finds it resolved.
  const first = JSON.parse(repo.wingman('run', 'review', '--json'))
  if (first.verdict !== 'approved') throw new Error(`the work was to be clean, and is: ${first.verdict}`)
  return repo
}

function work() {
  const share = LINES / FILES.length
  return Object.fromEntries(
    FILES.map(name => {
      const text = readFileSync(
        join(PACKAGE, 'node_modules', 'zod', 'src', 'v4', 'core', `${name}.ts`),
        'utf8',
      )
      return [`src/${name}.ts`, `${text.split('\n').slice(0, share).join('\n')}\n`]
    }),
  )
}

function conclude(times) {
  const rows = [...times].map(([name, values]) => ({
    [`${LINES} lines in ${FILES.length} files`]: name,
    'median ms': round(median(values)),
    'p90 ms': round(p90(values)),
  }))
  const value = round(median(times.get('wingman run review')))
  report({
    name: 'review',
    rounds,
    assert,
    rows,
    targets: [{ what: 'wingman run review, median ms', value, limit: 1000 }],
  })
}
