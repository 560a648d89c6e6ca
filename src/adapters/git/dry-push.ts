import type { PushedRef } from '../../domain/gate.ts'
import { oneLine } from '../../domain/plain-text.ts'
import { WingmanError } from '../../errors.ts'
import { dryPush, type GitDoor } from './door.ts'

export interface WouldPush {
  /** As git names it: `origin`, or an address. */
  remote: string
  /** Where to, if it goes by address. */
  url?: string
  refs: PushedRef[]
}

/** What `git push` with these words would push, as pre-push would be told. Asks the remote, changes nothing. */
export async function wouldPush(door: GitDoor, words: readonly string[], cwd: string): Promise<WouldPush> {
  const { code, stdout, stderr } = await dryPush(words, cwd)
  const { url, lines, isDone } = parsePorcelain(stdout.toString())
  // With 1 git says that some refs would be refused, and still names all of them. Without refs to push it names no address.
  if (code === null || code > 1 || (url === null && !(code === 0 && isDone)))
    throw isWrongUsage(code, stderr) ? wrongUsage() : notTold(code)
  const name = url === null ? '' : remoteAt(door, url, words)
  return {
    ...(name === null && url !== null ? { remote: url, url } : { remote: name ?? '' }),
    refs: lines.filter(({ flag }) => isPushed(flag)).map(line => asPushed(door, line)),
  }
}

/** What is up to date, or would be refused by git or the remote, is not pushed: pre-push does not hear of it either. */
const isPushed = (flag: string): boolean => flag !== '=' && flag !== '!'

export interface PorcelainLine {
  flag: string
  from: string
  to: string
  /** The commit that the remote has; null when it has none, or it cannot be told. */
  old: string | null
}

/** `<flag>\t<from>:<to>\t<summary>`; a refspec's target never holds a colon. */
export function parsePorcelain(text: string): {
  url: string | null
  lines: PorcelainLine[]
  isDone: boolean
} {
  // A remote with several addresses is told of one by one, with the same refs.
  const rows = [...new Set(text.split('\n'))]
  const url = rows.flatMap(row => /^To (.+)$/.exec(row)?.[1] ?? [])[0] ?? null
  const lines = rows.flatMap(row => {
    const [, flag, from, to, summary] = /^([ +\-*!=])\t(.*):([^:\t]+)\t(.*)$/.exec(row) ?? []
    if (flag === undefined || from === undefined || !to) return []
    const old = /^([0-9a-f]{40,64})\.\.\.?[0-9a-f]{40,64}/.exec(summary ?? '')?.[1] ?? null
    return [{ flag, from, to, old }]
  })
  return { url, lines, isDone: rows.includes('Done') }
}

function asPushed(door: GitDoor, { flag, from, to, old }: PorcelainLine): PushedRef {
  if (flag === '-' || from === '') return { localRef: '(delete)', local: null, remoteRef: to, remote: old }
  const question = ['rev-parse', '--verify', '-q', '--end-of-options', from]
  const local = door.ask(question).stdout.toString().trim()
  if (local !== '') return { localRef: from, local, remoteRef: to, remote: old }
  throw new WingmanError({
    code: 'E_GIT',
    kind: 'undecided',
    message: `git would push \`${oneLine(from)}\`, which cannot be found here, so nothing was pushed.`,
  })
}

/**
 * The remote's name for an address: gates go by names, and git tells the address only. Null, which every gate holds, if it was
 * pushed by address, or if several have it and none of them was named.
 */
function remoteAt(door: GitDoor, url: string, words: readonly string[]): string | null {
  const names = door.ask(['remote']).stdout.toString().split('\n').filter(Boolean)
  const fitting = names.filter(name => urlsOf(door, name).some(known => known === url || bare(known) === url))
  const named = fitting.filter(name => words.includes(name))
  const [only = null, ...others] = named.length > 0 ? named : fitting
  const byAddress = words.some(word => word === url || bare(word) === url)
  return others.length > 0 || byAddress ? null : only
}

/** Git leaves out who logs in: `https://me:word@host/x` is told as `https://host/x`, `git@host:x` as `host:x`. */
const bare = (url: string): string => url.replace(/^([a-z][a-z0-9+.-]*:\/\/)?[^@/]*@/i, '$1')

const urlsOf = (door: GitDoor, name: string): string[] =>
  door.ask(['remote', 'get-url', '--push', '--all', name]).stdout.toString().split('\n').filter(Boolean)

function notTold(code: number | null): WingmanError {
  return new WingmanError({
    code: 'E_GIT',
    kind: 'undecided',
    message: `git could not say what would be pushed (exit code ${code}), so nothing was pushed.`,
    hint: 'What it said stands above. The words behind `ship` are those of `git push`.',
  })
}

// The rest of its reasons to give up, a remote that does not answer among them, end with 128 as well and say nothing of the words.
const WRONG_USAGE = [
  'src refspec .+ (?:does not match any|matches more than one)',
  'invalid refspec ',
  'The current branch .+ has (?:no|multiple) upstream branch',
  'The upstream branch of your current branch does not match',
  'You are not currently on a branch',
  "You didn't specify any refspecs to push",
  'You are pushing to remote .+, which is not the upstream',
  'No configured push destination',
  'options? .+ cannot be used together',
  "--\\w+ (?:can't be combined|doesn't make sense|only accepts)",
  'tag shorthand without <tag>',
]
const SAYS_SO = new RegExp(`^(?:fatal|error): (?:${WRONG_USAGE.join('|')})`, 'm')

/** 129 is git's own code for words that it does not know. */
const isWrongUsage = (code: number | null, said: string): boolean => code === 129 || SAYS_SO.test(said)

const wrongUsage = (): WingmanError =>
  new WingmanError({
    code: 'E_USAGE',
    message: 'git cannot push by these words, for the reason above, so nothing was pushed.',
    hint: 'The words behind `wingman ship` are those of `git push`: where git says to type that, type the same behind `wingman ship`.',
  })
