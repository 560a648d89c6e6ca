type Matcher = (name: string) => boolean

/**
 * Whether a name is among these. picomatch is loaded only for globs that need it: the gate's hook comes through here, and
 * most gates hold everything, or branches called by their names.
 */
export async function matcherFor(globs: readonly string[]): Promise<Matcher> {
  if (globs.length === 0) return () => false
  // Really everything: picomatch's own `**` leaves out `../elsewhere.git`, and a push there would meet no gate.
  if (globs.includes('**')) return () => true
  if (globs.every(isPlainName)) return name => globs.includes(name)
  const { default: picomatch } = await import('picomatch')
  // Dotfiles count like any other: what hides behind a dot is not less reviewed.
  return picomatch([...globs], { dot: true })
}

const isPlainName = (glob: string): boolean => /^\w[\w/-]*$/.test(glob)
