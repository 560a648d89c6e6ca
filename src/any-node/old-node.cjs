'use strict'
// Started by a Node that is too old: hands over to a newer one, wherever it is found, or says what to do.
const spawnSync = require('child_process').spawnSync
const fs = require('fs')
const path = require('path')

const event = process.argv[2]
// Found by the name of its folder a node may be another than it says, and end here as well.
const node = process.env.WINGMAN_OLD_NODE ? '' : search()
process.exitCode = node ? handOver() : giveUp()

function search() {
  const script = path.join(__dirname, '..', 'templates', 'hooks', 'find-node.sh')
  return (spawnSync('sh', [script], { encoding: 'utf8' }).stdout || '').trim()
}

function handOver() {
  const env = Object.assign({}, process.env, { WINGMAN_OLD_NODE: process.execPath })
  // How a hook ends is its answer: without one, the gate stays closed.
  const status = spawnSync(node, process.argv.slice(1), { stdio: 'inherit', env: env }).status
  return status === null ? 1 : status
}

/** An agent is never kept, a push always; of a commit nobody listens any more, so the next one is told. */
function giveUp() {
  if (event === 'worker' || event === 'launch') forgetNode()
  if (event !== 'pre-push') return 0
  const home = process.env.XDG_CONFIG_HOME || path.join(process.env.HOME || '', '.config')
  const lines = [
    `wingman: Node ${process.versions.node} is too old, and no Node 20.19 or newer was found, so this push could not be checked and is held.`,
    `  Say where it is in ${path.join(home, 'wingman', 'init.sh')}: PATH=$PATH:/its/folder`,
    '  Or push from a terminal that has it; to push once without the gate: WINGMAN=0 git push',
  ]
  process.stderr.write(`${lines.join('\n')}\n`)
  return 1
}

/** Without a node on record our hooks search by themselves, and say so where there is none. */
function forgetNode() {
  try {
    const record = path.join(commonFolder(), 'wingman', 'runtime')
    const lines = fs.readFileSync(record, 'utf8').split('\n')
    if (fs.realpathSync(lines[0]) !== fs.realpathSync(process.execPath)) return
    const fresh = `${record}.${process.pid}`
    fs.writeFileSync(fresh, ['-'].concat(lines.slice(1)).join('\n'))
    fs.renameSync(fresh, record)
  } catch (_) {
    // The gate says it as well.
  }
}

function commonFolder() {
  let folder = process.env.GIT_DIR || '.git'
  if (fs.statSync(folder).isFile())
    folder = path.resolve(fs.readFileSync(folder, 'utf8').slice('gitdir: '.length).trim())
  const common = path.join(folder, 'commondir')
  return fs.existsSync(common) ? path.resolve(folder, fs.readFileSync(common, 'utf8').trim()) : folder
}
