/**
 * What a secret looks like, once: the rules find these and the mask hides them. Every pattern begins at the start of a
 * token and ends at the end of one, so that hostile input costs no more than its length.
 */
const TOKENS: readonly string[] = [
  // AWS: key ids are base32.
  '(?:AKIA|ASIA)[A-Z2-7]{16}',
  // GitHub: classic, app and OAuth tokens; fine-grained ones.
  'gh[pousr]_[A-Za-z0-9]{36,255}',
  'github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}',
  // GitLab: personal, trigger, deploy and runner tokens.
  'gl(?:pat|ptt|dt|rt)-[\\w-]{20,64}',
  // Slack.
  'xox[abprs]-[0-9]{8,14}-[\\w-]{10,200}',
  'xapp-[0-9]-[A-Z0-9]{8,14}-[0-9]{8,14}-[a-f0-9]{40,80}',
  // OpenAI: with a scope, and the old ones with their fixed middle.
  'sk-(?:proj|svcacct|admin)-[\\w-]{40,250}',
  'sk-[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20}',
  // Anthropic.
  'sk-ant-[a-z]{3,8}[0-9]{2}-[\\w-]{60,200}',
  // Stripe: live keys only, test keys open nothing.
  '[sr]k_live_[A-Za-z0-9]{20,250}',
  // Google: API keys and OAuth client secrets.
  'AIza[\\w-]{35}',
  'GOCSPX-[\\w-]{28}',
  // Registries.
  'npm_[A-Za-z0-9]{36}',
  'pypi-AgEIcHlwaS5vcmc[\\w-]{50,500}',
  'dckr_pat_[\\w-]{27}',
  // Others with an unmistakable shape.
  'hf_[A-Za-z0-9]{34}',
  'SG\\.[\\w-]{22}\\.[\\w-]{43}',
  'do[opr]_v1_[a-f0-9]{64}',
  'lin_api_[A-Za-z0-9]{40}',
  'shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}',
  'AGE-SECRET-KEY-1[0-9A-Z]{58}',
]

/** A fresh expression each time: a global one remembers where it stopped. An escaped line break may stand before. */
export const providerSecret = (): RegExp =>
  new RegExp(`(?:(?<![\\w-])|(?<=\\\\[nrt]))(?:${TOKENS.join('|')})(?![\\w-])`, 'g')

/** `scheme://user:password@host`; groups: scheme, user, password, host. */
export const urlWithPassword = (): RegExp =>
  /(?<![a-z0-9+.-])([a-z0-9+.-]*):\/\/([^\s:@/"'`<>]{0,128}):([^\s/"'`<>]{1,256})@([^\s:/?#"'`<>,;)\]}\\]{0,256})/gi

/** The header's value, or the word alone where a header is built. On one line, with its signs: more could be a statement. */
export const bearerToken = (): RegExp => /(\bbearer[ \t]{1,4})([\w.~+/-]{8,}={0,2})/gi

export const privateKeyBegin = (): RegExp => /-----BEGIN (?:[A-Z0-9]{1,12} ){0,2}PRIVATE KEY(?: BLOCK)?-----/g
export const PRIVATE_KEY_END = '-----END'

const PLACEHOLDER =
  /example|placeholder|dummy|fake|sample|redacted|changeme|your[-_]|x{4}|\*{3}|\.{3}|1234|abcd|0{6}|a{6}/i

/** Whether a token only shows what a secret looks like. A real one is random: it repeats little and counts nothing up. */
export const isPlaceholder = (token: string): boolean =>
  PLACEHOLDER.test(token) || new Set(token.slice(4)).size < Math.min(10, (token.length - 4) / 2)
