import type { GitDoor } from './door.ts'

/** For a command that is told an address which git has rewritten already: by `url.<base>.insteadOf` it would be once more. */
export function asItIs(url: string): { settings: string[]; env: Record<string, string> } {
  // Itself, instead of itself: the longest fitting rule is the one that counts. A key may hold an equals sign, which `-c` cannot say.
  const settings = ['insteadOf', 'pushInsteadOf'].map(
    rule => `--config-env=url.${url}.${rule}=WINGMAN_ADDRESS`,
  )
  return { settings, env: { WINGMAN_ADDRESS: url } }
}

/** Where git would push to: a remote may have another address for that than for fetching. What has no such name is an address. */
export function pushAddress(door: GitDoor, remote: string): string {
  const { code, stdout } = door.ask(['remote', 'get-url', '--push', '--end-of-options', remote])
  return code === 0 ? stdout.toString().replace(/\n$/, '') : rewritten(door, remote)
}

/** As git rewrites one that was typed: by the rules for pushing, and where none fits by those for both. */
function rewritten(door: GitDoor, address: string): string {
  const rules = rulesOf(door)
  return applied(rules, 'pushinsteadof', address) ?? applied(rules, 'insteadof', address) ?? address
}

interface Rule {
  kind: string
  base: string
  prefix: string
}

/** The longest that fits, of several the first. */
function applied(rules: readonly Rule[], kind: string, address: string): string | null {
  const fitting = rules.filter(rule => rule.kind === kind && address.startsWith(rule.prefix))
  const [best] = fitting.sort((one, other) => other.prefix.length - one.prefix.length)
  return best ? best.base + address.slice(best.prefix.length) : null
}

function rulesOf(door: GitDoor): Rule[] {
  const settings = door
    .ask(['config', '-z', '--get-regexp', '^url\\..*\\.(push)?insteadof$'])
    .stdout.toString()
  return settings.split('\0').flatMap(setting => {
    const [, base, kind, prefix] = /^url\.(.*)\.((?:push)?insteadof)\n(.*)$/s.exec(setting) ?? []
    return base === undefined || !kind || prefix === undefined ? [] : [{ kind, base, prefix }]
  })
}
