import { expect } from 'vitest'
import { CLEAN, DEFECT } from '../../support/gate-scenes.ts'
import type { WingmanRepository } from '../../support/wingman.ts'
import type { Content } from './crash.ts'

export const textOf = (content: Content): string => (content === 'clean' ? CLEAN : DEFECT)

/** A look at where things stand, then a push, as somebody would who saw nothing of the crash. */
export function lookAndPush(repository: WingmanRepository, content: Content): void {
  const looked = repository.wingman('status')
  expect(looked.status, looked.output).toBe(0)
  push(repository, content)
}

/** The same review again, then the commit of what it looked at, and a push. */
export function reviewAgain(...options: string[]) {
  return (repository: WingmanRepository, content: Content): void => {
    const reviewed = repository.wingman('run', 'review', ...options)
    expect(reviewed.status, reviewed.output).toBe(content === 'clean' ? 0 : 1)
    repository.commit('what was reviewed')
    push(repository, content)
  }
}

function push(repository: WingmanRepository, content: Content): void {
  const pushed = repository.push()
  if (content === 'clean') expect(pushed.status, pushed.output).toBe(0)
  else expect(pushed.status, pushed.output).not.toBe(0)
}
