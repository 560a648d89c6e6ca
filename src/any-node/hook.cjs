'use strict'
// What our hooks start, read by whatever Node was recorded: a version manager may have put an old one in its place since.
// An old one reads neither the bundle nor this file if it says anything newer than Node 6 knows.
const parts = process.versions.node.split('.').map(Number)
const isNew = parts[0] > 20 || (parts[0] === 20 && parts[1] >= 19)
const isAgents = /^(claude|codex|gemini|opencode|copilot|cursor)$/.test(process.argv[2])
if (!isNew) require('./old-node.js')
else if (!isAgents) require('./hook-main.js').main()
else require('./agent-main.js').main(() => require('./hook-main.js').rest())
