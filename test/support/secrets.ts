// Put together at run time: no scanner, and not wingman itself, should stop at our own tests.
const random = (length: number, alphabet = ALPHANUMERIC): string =>
  Array.from({ length }, (_, index) => alphabet[(index * 37 + 11 + (index >> 2) * 5) % alphabet.length]).join(
    '',
  )

const ALPHANUMERIC = 'qZ7mK2xW9pRt4VbN8cLs3HfYj6GdTkQ5wXeMzUa'
const BASE32 = 'Q7MK2XW5PRT4VBN6CLS3HFYJGDTZUAEI'

/** One of each provider, by what a person would call it. */
export const SECRETS: Record<string, string> = {
  'an AWS key id': `AK${'IA'}${random(16, BASE32)}`,
  'a GitHub token': `gh${'p_'}${random(36)}`,
  'a fine-grained GitHub token': `github${'_pat_'}${random(22)}_${random(59)}`,
  'a GitLab token': `gl${'pat-'}${random(20)}`,
  'a Slack token': `xo${'xb-'}73620518492-${random(24)}`,
  'an OpenAI project key': `sk${'-proj-'}${random(60)}`,
  'an OpenAI key of the old kind': `sk${'-'}${random(20)}T3Blbk${'FJ'}${random(20)}`,
  'an Anthropic key': `sk${'-ant-'}api03-${random(90)}`,
  'a live Stripe key': `sk${'_live_'}${random(24)}`,
  'a Google API key': `AI${'za'}${random(35)}`,
  'an npm token': `np${'m_'}${random(36)}`,
  'a Hugging Face token': `h${'f_'}${random(34)}`,
  'a SendGrid key': `S${'G.'}${random(22)}.${random(43)}`,
}

export const GITHUB_TOKEN = `gh${'p_'}${random(36)}`
export const KEY_BODY = random(64)
export const keyBegin = (type = 'RSA '): string => `-----${'BEGIN'} ${type}PRIVATE ${'KEY'}-----`
export const keyEnd = (type = 'RSA '): string => `-----${'END'} ${type}PRIVATE ${'KEY'}-----`
export const databaseUrl = (user: string, password: string, host: string): string =>
  `postgres:${'//'}${user}:${password}@${host}/shop`
