'use strict'
// What our hooks start, read by whatever Node was recorded: a version manager may have put an old one in its place since.
// An old one reads neither the bundle nor this file if it says anything newer than Node 6 knows.
const parts = process.versions.node.split('.').map(Number)
if (parts[0] > 20 || (parts[0] === 20 && parts[1] >= 19)) require('./hook-main.js')
else require('./old-node.js')
