/**
 * What `core.sharedRepository` asks of files that are made in the git directory, as sh's `umask` takes it: the hooks' sh has
 * to do it as well. Null: it is left to the person's own mask.
 */
export function maskFor(setting: string): string | null {
  const word = setting.trim().toLowerCase()
  if (['group', 'true', 'yes', 'on', '1'].includes(word)) return 'g+rwx'
  if (['all', 'world', 'everybody', '2'].includes(word)) return 'g+rwx,o+rx'
  return /^0[0-7]{3}$/.test(word) ? octalMask(Number.parseInt(word, 8)) : null
}

/** Git names the mode of a file; whoever may read one may enter a folder. */
const octalMask = (mode: number): string =>
  (0o777 & ~(mode | ((mode & 0o444) >> 2))).toString(8).padStart(4, '0')

/** The mask that follows from the person's own and from what was asked; null where nothing can be made of it. */
export function maskAfter(asked: string, own: number): number | null {
  if (asked === 'g+rwx') return own & ~0o070
  if (asked === 'g+rwx,o+rx') return own & ~0o075
  return /^0[0-7]{3}$/.test(asked) ? Number.parseInt(asked, 8) : null
}
