import { expect, test } from 'vitest'
import { coalesce, parseRequest, type ReviewRequest } from '../../../src/domain/request.ts'

const sha = (digit: string) => digit.repeat(40)
const request = (id: string, commit: string, ref: string | null): ReviewRequest => ({
  id,
  trigger: 'post-commit',
  commit,
  ref,
  agent: null,
})

test('a burst on one branch is one review, of where the branch is now', () => {
  const burst = ['1', '2', '3'].map(n => request(n, sha(n), 'refs/heads/main'))
  expect(coalesce(burst, () => sha('3'))).toEqual([
    {
      commit: sha('3'),
      ref: 'refs/heads/main',
      trigger: 'post-commit',
      session: null,
      answers: ['1', '2', '3'],
    },
  ])
})

test('a burst belongs to the session that made its last commit that an agent made', () => {
  const sessionOf = (...agents: (string | null)[]) =>
    coalesce(
      agents.map((agent, n) => ({ ...request(`${n}`, sha(`${n}`), 'refs/heads/main'), agent })),
      () => sha('9'),
    ).map(({ session }) => session)
  expect(sessionOf(null, null)).toEqual([null])
  expect(sessionOf('claude:a', 'codex:b')).toEqual(['codex:b'])
  expect(sessionOf('claude:a', null)).toEqual(['claude:a'])
  // An agent that does not say which session it is.
  expect(sessionOf('opencode:', 'nobody:x')).toEqual([null])
})

test('two branches are two reviews', () => {
  const requests = [request('1', sha('1'), 'refs/heads/a'), request('2', sha('2'), 'refs/heads/b')]
  expect(coalesce(requests, ref => (ref.endsWith('a') ? sha('1') : sha('2')))).toHaveLength(2)
})

test('two branches at one tip are two reviews: what is new differs from one to the other', () => {
  const requests = [
    request('1', sha('1'), 'refs/heads/task'),
    request('2', sha('1'), 'refs/heads/main'),
    request('3', sha('1'), null),
    request('4', sha('1'), 'refs/heads/task'),
  ]
  expect(coalesce(requests, () => sha('1')).map(({ ref, answers }) => [ref, answers])).toEqual([
    ['refs/heads/task', ['1', '4']],
    ['refs/heads/main', ['2']],
    [null, ['3']],
  ])
})

test('a commit on no branch, or on one that is gone, stands for itself', () => {
  const requests = [request('1', sha('1'), null), request('2', sha('2'), 'refs/heads/gone')]
  expect(coalesce(requests, () => null).map(({ commit }) => commit)).toEqual([sha('1'), sha('2')])
})

const whole = `wingman-request 1\npost-commit ${sha('a')} refs/heads/main -\nend\n`

test('a request is read as the hook writes it', () => {
  expect(parseRequest('x', whole)).toEqual(request('x', sha('a'), 'refs/heads/main'))
  expect(parseRequest('x', whole.replace('refs/heads/main', '-'))?.ref).toBeNull()
})

test('one that was cut off anywhere is no request', () => {
  for (let length = 0; length < whole.length; length += 1)
    expect(parseRequest('x', whole.slice(0, length))).toBeNull()
})

test('another version, another trigger or anything else is no request', () => {
  for (const text of [
    '',
    'x',
    whole.replace(' 1\n', ' 2\n'),
    whole.replace('post-commit', 'explicit'),
    `${whole}more`,
  ]) {
    expect(parseRequest('x', text)).toBeNull()
  }
})
