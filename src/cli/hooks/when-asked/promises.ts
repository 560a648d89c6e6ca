import fs from 'node:fs'

// As crypto.ts beside it, for `node:fs/promises`: what a prompt reads and writes it does at once.

type Promises = typeof fs.promises

export const link: Promises['link'] = (...args) => fs.promises.link(...args)
export const lstat = ((...args: Parameters<Promises['lstat']>) =>
  fs.promises.lstat(...args)) as Promises['lstat']
export const mkdir = ((...args: Parameters<Promises['mkdir']>) =>
  fs.promises.mkdir(...args)) as Promises['mkdir']
export const open: Promises['open'] = (...args) => fs.promises.open(...args)
export const rename: Promises['rename'] = (...args) => fs.promises.rename(...args)
export const rm: Promises['rm'] = (...args) => fs.promises.rm(...args)
export const writeFile: Promises['writeFile'] = (...args) => fs.promises.writeFile(...args)
