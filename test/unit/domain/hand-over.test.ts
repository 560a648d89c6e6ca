import { expect, test } from 'vitest'
import { type AtHook, type AtHookAnswer, aboutHandingOver } from '../../../src/domain/hand-over.ts'

const waiting: AtHook = {
  moment: 'prompt',
  canTake: true,
  isWaiting: true,
  isOthers: false,
  isRunning: false,
  at: ['next-prompt', 'turn-end'],
  isContinued: false,
  revisions: 0,
  maxRevisions: 3,
}
const atTurnEnd: AtHook = { ...waiting, moment: 'turn-end' }
const running: AtHook = { ...waiting, isWaiting: false, isRunning: true }

const rows: [what: string, facts: AtHook, answer: AtHookAnswer][] = [
  ['at the next prompt', waiting, 'hand-over'],
  ['at the next prompt, whatever was revised before', { ...waiting, revisions: 9 }, 'hand-over'],
  ['at a prompt that nothing can be added to', { ...waiting, canTake: false }, 'nothing'],
  ['at a prompt, where the config says only turns', { ...waiting, at: ['turn-end'] }, 'nothing'],
  ['at a prompt with nothing there', { ...waiting, isWaiting: false }, 'nothing'],
  ['of another session that is there', { ...waiting, isOthers: true }, 'nothing'],
  ['at a prompt while a review runs', running, 'running'],
  ['at the end of a turn', atTurnEnd, 'hand-over'],
  ['at the end of a turn, by default', { ...atTurnEnd, at: ['next-prompt'] }, 'waits'],
  ['at the end of a turn that a hook prolonged', { ...atTurnEnd, isContinued: true }, 'waits'],
  ['for the last time that a loop may', { ...atTurnEnd, revisions: 2 }, 'hand-over'],
  ['more often than a loop may', { ...atTurnEnd, revisions: 3 }, 'waits'],
  ['where a loop may never', { ...atTurnEnd, maxRevisions: 0 }, 'waits'],
  ['at the end of a turn while a review runs', { ...running, moment: 'turn-end' }, 'running'],
  ['when a session starts', { ...waiting, moment: 'session-start' }, 'hand-over'],
  ['when a session starts elsewhere', { ...waiting, moment: 'session-start', canTake: false }, 'nothing'],
  ['when a session starts while a review runs', { ...running, moment: 'session-start' }, 'nothing'],
  ['after a tool', { ...waiting, moment: 'after-tool' }, 'nothing'],
  ['when a session ends', { ...waiting, moment: 'session-end' }, 'nothing'],
]

test.each(rows)('%s', (_, facts, answer) => {
  expect(aboutHandingOver(facts)).toBe(answer)
})
