import { sentenceOf } from '../../errors.ts'
import type { Check } from './check.ts'

const OLDEST = [2, 31] as const

export const gitCheck: Check = {
  name: 'git',
  async look({ door }) {
    const hint = 'Install git 2.31 or newer and make sure it is on PATH.'
    try {
      const version = door.ask(['version']).stdout.toString().trim()
      const [, major, minor] = /(\d+)\.(\d+)/.exec(version) ?? []
      const isOld = Number(major) < OLDEST[0] || (Number(major) === OLDEST[0] && Number(minor) < OLDEST[1])
      return major === undefined || isOld
        ? [{ what: `git is too old: ${version || 'no version'}`, where: null, hint }]
        : []
    } catch (error) {
      return [{ what: 'git could not be started', where: null, detail: sentenceOf(error), hint }]
    }
  },
}
