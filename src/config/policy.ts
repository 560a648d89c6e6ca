import { createHash } from 'node:crypto'
import type { ResolvedLoop } from '../domain/resolved-config.ts'

/** Raised when the same policy would be judged differently: it voids every pass that was ever given. */
const POLICY_FORMAT = 3

export interface PolicyInput {
  loop: Pick<ResolvedLoop, 'failOn' | 'reviewers'>
  /** The built-in rules as data; it counts only where `rules` is one of the reviewers. */
  ruleSet: unknown
  /**
   * What no reviewer is shown. It is part of the policy because a pass that was given while half of the change was
   * ignored must not hold once it is no longer.
   */
  ignore: readonly string[]
}

/** What a pass of this loop means. Whatever else the config says, the digest stays the same. */
export function policyDigest({ loop, ruleSet, ignore }: PolicyInput): string {
  const usesRules = loop.reviewers.some(reviewer => reviewer.kind === 'rules')
  return sha256(
    canonicalJson({
      format: POLICY_FORMAT,
      failOn: loop.failOn,
      reviewers: loop.reviewers,
      ruleSet: usesRules ? ruleSet : null,
      ignore,
    }),
  )
}

/** The same text for the same data, in whichever order its keys were written. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
