// What changes a disk, and is a point at which a process can be killed. house test: crash-points.test.ts.

/** Of node:fs/promises; their Sync forms of node:fs as well. */
exports.CHANGES = [
  'appendFile',
  'chmod',
  'copyFile',
  'cp',
  'link',
  'mkdir',
  'mkdtemp',
  'open',
  'rename',
  'rm',
  'rmdir',
  'symlink',
  'truncate',
  'unlink',
  'utimes',
  'writeFile',
]

/** By handle: what they write goes to a file whose opening was a point, and which counts only under a later name. */
exports.BY_HANDLE = ['closeSync', 'fsyncSync', 'writeSync']

/** Questions to git. Every other verb writes. */
exports.GIT_READS = [
  'cat-file',
  'check-attr',
  'check-ignore',
  'config',
  'diff',
  'diff-tree',
  'for-each-ref',
  'log',
  'ls-files',
  'ls-remote',
  'ls-tree',
  'merge-base',
  'remote',
  'rev-list',
  'rev-parse',
  'symbolic-ref',
  'var',
  'verify-commit',
  'version',
]
