import type * as Crypto from 'node:crypto'

// In the bundle of agents' hooks this stands for `node:crypto`: it takes Node a fifth of its own start to load, and nearly no prompt
// needs it.

const crypto = (): typeof Crypto => process.getBuiltinModule('node:crypto')

export const createHash: typeof Crypto.createHash = (algorithm, options) =>
  crypto().createHash(algorithm, options)

export const randomBytes = (size: number): Buffer => crypto().randomBytes(size)
