// Loaded into every node process of a scenario (NODE_OPTIONS=--require). Each change of the disk below CRASH_ROOT and each
// git that writes is a point before and after; a line for each goes to CRASH_JOURNAL. At point CRASH_AT, `<role>:<number>`,
// the process kills itself, once in a scenario. The product knows nothing of it.
const fs = require('node:fs')
const childProcess = require('node:child_process')
const { basename, relative, resolve, sep } = require('node:path')
const { syncBuiltinESMExports } = require('node:module')
const { CHANGES, GIT_READS } = require('./points.cjs')

const { CRASH_ROOT, CRASH_JOURNAL, CRASH_AT } = process.env
const { appendFileSync, existsSync } = fs
// Programs of others that happen to be written for node are not ours to kill.
const isOurs = /[\\/]dist[\\/](hook|wingman)\.js$/.test(process.argv[1] ?? '')
const role =
  basename(process.argv[1] ?? '') === 'hook.js' ? process.argv[2] : process.argv.slice(2, 4).join(' ')
let passed = 0

if (CRASH_ROOT && CRASH_JOURNAL && isOurs) watch()

function watch() {
  note({ what: 'start' })
  process.on('exit', () => note({ what: 'end' }))
  for (const name of CHANGES) {
    if (fs.promises[name]) fs.promises[name] = later(name, fs.promises[name])
    if (fs[`${name}Sync`]) fs[`${name}Sync`] = atOnce(name, fs[`${name}Sync`])
  }
  const { spawn, spawnSync } = childProcess
  childProcess.spawn = (file, args, options) => {
    const verb = writingVerb(file, args)
    if (!verb) return spawn(file, args, options)
    point('before', 'git', verb)
    const child = spawn(file, args, options)
    note({ what: 'child', child: child.pid })
    point('during', 'git', verb)
    child.once('exit', () => point('after', 'git', verb))
    return child
  }
  childProcess.spawnSync = (file, args, options) => {
    const verb = writingVerb(file, args)
    if (verb) point('before', 'git', verb)
    const result = spawnSync(file, args, options)
    if (verb) point('after', 'git', verb)
    return result
  }
  syncBuiltinESMExports()
}

function later(name, original) {
  return async (...args) => {
    const path = changed(name, args)
    if (path === null) return original(...args)
    point('before', name, path)
    const result = await original(...args)
    point('after', name, path)
    return result
  }
}

function atOnce(name, original) {
  return (...args) => {
    const path = changed(name, args)
    if (path === null) return original(...args)
    point('before', name, path)
    const result = original(...args)
    point('after', name, path)
    return result
  }
}

/** What is changed, from CRASH_ROOT on; null when it is elsewhere, or only read. Two paths: the second is the new one. */
function changed(name, args) {
  if (name === 'open' && !/[wa+]/.test(String(args[1] ?? 'r'))) return null
  // A folder that is there already, a file that is not: nothing would change.
  if (name === 'mkdir' && existsSync(args[0])) return null
  if (name === 'rm' && !existsSync(args[0])) return null
  const isPair = ['copyFile', 'cp', 'link', 'rename', 'symlink'].includes(name)
  const path = relative(CRASH_ROOT, resolve(String(isPair ? args[1] : args[0])))
  return path.startsWith('..') ? null : path.split(sep).join('/')
}

function writingVerb(file, args) {
  if (basename(String(file)) !== 'git' || !Array.isArray(args)) return null
  const verb = args.find((arg, at) => arg !== '-c' && args[at - 1] !== '-c')
  return GIT_READS.includes(verb) ? null : verb
}

function point(when, op, path) {
  passed += 1
  note({ what: 'point', number: passed, when, op, path: plain(path) })
  if (CRASH_AT !== `${role}:${passed}` || existsSync(`${CRASH_JOURNAL}.killed`)) return
  appendFileSync(`${CRASH_JOURNAL}.killed`, '')
  note({ what: 'end', killed: true })
  process.kill(process.pid, 'SIGKILL')
}

/** Without what differs from run to run. */
function plain(path) {
  return path
    .replace(/-\d+-[0-9a-f]{8,}/g, '-*')
    .replace(/\b\d+\.tmp$/, '*.tmp')
    .replace(/\b[0-9a-f]{24,}\b/g, '*')
    .replace(/\.\d+$/, '.*')
    .replace(/\d{8}[-T]?\d{6,}[\w-]*/g, '*')
}

function note(line) {
  appendFileSync(CRASH_JOURNAL, `${JSON.stringify({ pid: process.pid, role, ...line })}\n`)
}
