import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

// The whole story in a temporary repository: real git, real hooks, the package as it would be installed. Every step is
// checked, so that a demo that no longer tells the truth fails.

const source = fileURLToPath(new URL('..', import.meta.url))
const stage = realpathSync(mkdtempSync(join(tmpdir(), 'wingman-demo-')))
const project = join(stage, 'project')
const env = demoEnvironment()

try {
  chapter('A project, and a remote to push to')
  mkdirSync(project)
  write(
    'package.json',
    `${JSON.stringify({ name: 'demo', private: true, scripts: { typecheck: 'node --check src/greet.js' } }, null, 2)}\n`,
  )
  write('.gitignore', 'node_modules\n')
  write('src/greet.js', "export const greet = name => 'Hello, ' + name + '!'\n")
  run('git init -q -b main')
  run('git init -q --bare ../remote.git')
  run('git remote add origin ../remote.git')
  run('git add -A')
  run('git commit -q -m "A project"')
  run('git push -q -u origin main')

  chapter('Sixty seconds to the first review: install, init')
  const tarball = pack()
  run(`npm install --silent --save-dev ${tarball}`, { shown: 'npm install --save-dev git-wingman' })
  run('npx wingman init --yes --agents claude', { expect: /write +wingman\.config\.ts/ })
  show('wingman.config.ts')

  chapter('A clean commit: nothing to see, and the push goes through')
  run('git add -A')
  run('git commit -q -m "Add wingman"')
  run('git push', { expect: /main -> main/ })

  chapter('A commit as an agent in a hurry makes it')
  write('src/greet.js', "export const greet = name => {\n  debugger\n  return 'Hello, ' + name\n}\n")
  write('test/greet.test.js', "import { test } from 'node:test'\n\ntest.only('greets', () => {})\n")
  write('src/config.js', '// ... rest of the code unchanged\n')
  run('git add -A')
  run('git commit -q -m "Greet faster"')
  run('npx wingman status')
  run('git push', { fails: 1, expect: /this push is held[\s\S]*debugger-statement/ })

  chapter('What the agent reads')
  show('.wingman/REVIEW.md')
  const payload = JSON.stringify({
    session_id: 'demo',
    hook_event_name: 'UserPromptSubmit',
    prompt: 'Add a farewell too',
    cwd: project,
  })
  const { systemMessage, hookSpecificOutput } = JSON.parse(
    run(hookCommand(), { input: payload, shown: null, expect: /REVIEW\.md/ }),
  )
  console.log(
    `Claude Code runs its prompt hook. The person sees:\n${indent(systemMessage)}\nThe agent is told:`,
  )
  console.log(indent(`${hookSpecificOutput.additionalContext.split('\n')[0]}\n…and the report above.`))

  chapter('The fix, and the push through')
  write('src/greet.js', "export const greet = name => 'Hello, ' + name\n")
  write('test/greet.test.js', "import { test } from 'node:test'\n\ntest('greets', () => {})\n")
  rmSync(join(project, 'src/config.js'))
  rmSync(join(project, '.wingman/REVIEW.md'))
  run('git add -A')
  run('git commit -q -m "Answer the review"')
  run('git push', { expect: /main -> main/ })
  run('npx wingman log')
  console.log(
    '\nThat is the whole story. Nothing was installed globally, and the temporary repository is gone.',
  )
} catch (error) {
  console.error(`\nThe demo failed: ${error.message}`)
  process.exitCode = 1
} finally {
  rmSync(stage, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
}

function chapter(title) {
  console.log(
    `\n\x1b[1m── ${title}\x1b[0m\n`.replaceAll(/\x1b\[\d+m/g, sequence =>
      process.stdout.isTTY ? sequence : '',
    ),
  )
}

function run(command, { shown = command, fails = 0, expect = null, input } = {}) {
  if (shown) console.log(`$ ${shown}`)
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], {
    cwd: project,
    env,
    input,
    encoding: 'utf8',
  })
  const output = stdout + stderr
  if (shown && output.trim()) console.log(indent(output.trimEnd()))
  if (status !== fails) throw new Error(`\`${shown}\` ended with ${status} instead of ${fails}`)
  if (expect && !expect.test(output)) throw new Error(`\`${shown}\` did not print ${expect}`)
  return stdout
}

function write(path, text) {
  mkdirSync(dirname(join(project, path)), { recursive: true })
  writeFileSync(join(project, path), text)
}

function show(path) {
  // The report is laid out right after the verdict, by a worker that nobody waits for.
  for (let tries = 0; tries < 100 && !existsSync(join(project, path)); tries += 1) spawnSync('sleep', ['0.1'])
  console.log(`$ cat ${path}\n${indent(readFileSync(join(project, path), 'utf8').trimEnd())}`)
}

function indent(text) {
  return text.replaceAll(/^/gm, '  ')
}

function pack() {
  const args = ['pack', '--silent', '--ignore-scripts', '--pack-destination', stage]
  return join(stage, spawnSync('npm', args, { cwd: source, env, encoding: 'utf8' }).stdout.trim())
}

function hookCommand() {
  const settings = JSON.parse(readFileSync(join(project, '.claude/settings.local.json'), 'utf8'))
  return settings.hooks.UserPromptSubmit[0].hooks[0].command
}

/** A home of its own, and nothing of whoever runs this: no agent, no hooks path, no identity. */
function demoEnvironment() {
  const home = join(stage, 'home')
  mkdirSync(home)
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(GIT_|WINGMAN|CLAUDE|CI$|npm_(?!config_(registry|cache)))/.test(name),
  )
  const who = { NAME: 'Demo', EMAIL: 'demo@localhost' }
  return {
    ...Object.fromEntries(kept),
    npm_config_cache: process.env.npm_config_cache ?? join(process.env.HOME ?? home, '.npm'),
    npm_config_userconfig: process.env.npm_config_userconfig ?? join(process.env.HOME ?? home, '.npmrc'),
    HOME: home,
    CLAUDE_PROJECT_DIR: project,
    GIT_CONFIG_NOSYSTEM: '1',
    ...Object.fromEntries(
      ['AUTHOR', 'COMMITTER'].flatMap(role =>
        Object.entries(who).map(([key, value]) => [`GIT_${role}_${key}`, value]),
      ),
    ),
  }
}
