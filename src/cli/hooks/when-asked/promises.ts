import { promises } from 'node:fs'

// As crypto.ts beside it, for `node:fs/promises`: what a prompt reads and writes it does at once.

type Promises = typeof promises

export const link: Promises['link'] = (...args) => promises.link(...args)
export const lstat = ((...args: Parameters<Promises['lstat']>) =>
  promises.lstat(...args)) as Promises['lstat']
export const mkdir = ((...args: Parameters<Promises['mkdir']>) =>
  promises.mkdir(...args)) as Promises['mkdir']
export const open: Promises['open'] = (...args) => promises.open(...args)
export const rename: Promises['rename'] = (...args) => promises.rename(...args)
export const rm: Promises['rm'] = (...args) => promises.rm(...args)
export const writeFile: Promises['writeFile'] = (...args) => promises.writeFile(...args)
