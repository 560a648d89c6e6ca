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
const rewritten = (door: GitDoor, address: string): string =>
  forPushing(rulesIn(settings(door, RULE_KEYS)), address)

const forPushing = (rules: readonly Rule[], address: string): string =>
  applied(rules, 'pushinsteadof', address) ?? forBoth(rules, address)

const forBoth = (rules: readonly Rule[], address: string): string =>
  applied(rules, 'insteadof', address) ?? address

export interface NamedAddress {
  name: string
  address: string
}

/** Where each remote is pushed to, as git makes it of the settings; one question, however many there are. */
export function pushAddresses(door: GitDoor): NamedAddress[] {
  const known = settings(door, `${RULE_KEYS}|^remote\\..*\\.(push)?url$`)
  const rules = rulesIn(known)
  const urls = known.flatMap(setting => {
    const [, name, kind, url] = /^remote\.(.*)\.((?:push)?url)\n(.*)$/s.exec(setting) ?? []
    return name === undefined || url === undefined ? [] : [{ name, isForPushing: kind === 'pushurl', url }]
  })
  const own = new Set(urls.filter(({ isForPushing }) => isForPushing).map(({ name }) => name))
  return urls.flatMap(({ name, isForPushing, url }) => {
    // One that was set for pushing is not rewritten by the rules for pushing.
    if (isForPushing) return [{ name, address: forBoth(rules, url) }]
    return own.has(name) ? [] : [{ name, address: forPushing(rules, url) }]
  })
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

const RULE_KEYS = '^url\\..*\\.(push)?insteadof$'

const settings = (door: GitDoor, keys: string): string[] =>
  door.ask(['config', '-z', '--get-regexp', keys]).stdout.toString().split('\0')

function rulesIn(known: readonly string[]): Rule[] {
  return known.flatMap(setting => {
    const [, base, kind, prefix] = /^url\.(.*)\.((?:push)?insteadof)\n(.*)$/s.exec(setting) ?? []
    return base === undefined || !kind || prefix === undefined ? [] : [{ kind, base, prefix }]
  })
}
