import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { HAS_REFTABLE, REFTABLE, UNLESS_REFTABLE } from '../support/reftable.ts'
import { type RunOptions, temporaryRepository } from '../support/repository.ts'
import { RULES_ONLY, reviewedRepository, type WingmanRepository, withWingman } from '../support/wingman.ts'

const SETTINGS = '.claude/settings.local.json'

describe("at Claude Code's next prompt", () => {
  test('a review is handed over once, to the agent and to the person; a new one again', async () => {
    const repository = await withFinding()
    const { systemMessage, hookSpecificOutput } = JSON.parse(prompt(repository))
    expect(systemMessage).toContain('1 finding of the last review handed to the agent')
    expect(hookSpecificOutput.hookEventName).toBe('UserPromptSubmit')
    expect(hookSpecificOutput.additionalContext).toMatch(/^wingman reviewed .* found 1 problem/)
    expect(hookSpecificOutput.additionalContext).toMatch(
      /read \.wingman\/REVIEW\.md, address each finding .*, delete the file, commit the fix, .* say briefly what you changed/,
    )
    expect(hookSpecificOutput.additionalContext).toContain(repository.read('.wingman/REVIEW.md'))
    expect(prompt(repository)).toBe('')

    repository.commit('worse', { 'b.js': 'debugger\n' })
    await repository.reviewed()
    expect(JSON.parse(prompt(repository)).systemMessage).toContain('2 findings')
    expect(prompt(repository)).toBe('')
  })

  test('a report that was deleted is handed over all the same, and is there again', async () => {
    const repository = await withFinding()
    const report = repository.read('.wingman/REVIEW.md')
    rmSync(join(repository.dir, '.wingman/REVIEW.md'))
    rmSync(join(repository.dir, '.wingman/.gitignore'))
    expect(JSON.parse(prompt(repository)).hookSpecificOutput.additionalContext).toContain(report)
    expect(repository.read('.wingman/REVIEW.md')).toBe(report)
    expect(repository.git('status', '--porcelain', '.wingman')).toBe('')
  })

  test('the record of a newer wingman is left to one that can read it', async () => {
    const repository = await withFinding()
    const path = join('.git/wingman/reviews', repository.lastReview().id, 'review.json')
    const record = repository.read(path)
    repository.write({ [path]: record.replace('"version": 1', '"version": 2') })
    expect(prompt(repository)).toBe('')
    repository.write({ [path]: record })
    expect(prompt(repository)).not.toBe('')
  })

  test('a review is handed over on a branch that is another name for one', async () => {
    const repository = reviewedRepository(RULES_ONLY)
    repository.git('symbolic-ref', 'refs/heads/master', 'refs/heads/main')
    repository.git('symbolic-ref', 'HEAD', 'refs/heads/master')
    await isHandedOver(repository)
  })

  test.skipIf(!HAS_REFTABLE)(
    `a review is handed over with refs in a reftable${UNLESS_REFTABLE}`,
    async () => {
      await isHandedOver(reviewedRepository(RULES_ONLY, { init: REFTABLE }))
    },
  )

  test('a review that was fixed before is not handed over', async () => {
    const repository = await withFinding()
    repository.commit('fixed', { 'a.js': 'export {}\n' })
    await repository.reviewed()
    expect(prompt(repository)).toBe('')
  })

  test('it is silent when switched off, when it is our own child, and when something is broken', async () => {
    const repository = await withFinding()
    expect(prompt(repository, { env: { WINGMAN: '0' } })).toBe('')
    expect(prompt(repository, { env: { WINGMAN_CHILD: '1' } })).toBe('')
    const runtime = repository.read('.git/wingman/runtime')
    repository.write({ '.git/wingman/runtime': '/gone\n/gone/hook.js\n' })
    expect(prompt(repository)).toBe('')
    repository.write({ '.git/wingman/runtime': runtime })
    const record = join('.git/wingman/reviews', repository.lastReview().id, 'review.json')
    const review = repository.read(record)
    repository.write({ [record]: '{ half' })
    expect(prompt(repository)).toBe('')
    // None of that has used the one delivery up.
    repository.write({ [record]: review })
    expect(prompt(repository)).toContain('systemMessage')
  })

  test('a clone without wingman runs into nothing', async () => {
    const repository = await withFinding()
    rmSync(join(repository.dir, '.wingman'), { recursive: true })
    expect(prompt(repository)).toBe('')
  })
})

describe('the settings of Claude Code', () => {
  test('that cannot be understood are refused untouched, and so is a link', () => {
    const repository = withWingman(temporaryRepository())
    repository.write({ [SETTINGS]: '{ "half": ' })
    const { status, stderr } = repository.wingman('install', '--agents', 'claude')
    expect(status).toBe(2)
    expect(stderr).toContain('is not a JSON object')
    expect(repository.read(SETTINGS)).toBe('{ "half": ')
    expect(repository.has('.git/hooks/pre-push')).toBe(false)

    repository.run('ln', ['-sf', '/elsewhere', SETTINGS])
    expect(repository.wingman('install', '--agents', 'claude').stderr).toContain('is a symbolic link')
  })
})

async function withFinding(): Promise<WingmanRepository> {
  const repository = reviewedRepository(RULES_ONLY)
  repository.wingman('install', '--agents', 'claude')
  repository.commit('bad', { 'a.js': 'debugger\n', '.gitignore': '.claude\n' })
  await repository.reviewed()
  return repository
}

async function isHandedOver(repository: WingmanRepository): Promise<void> {
  repository.wingman('install', '--agents', 'claude')
  repository.commit('bad', { 'a.js': 'debugger\n', '.gitignore': '.claude\n' })
  await repository.reviewed()
  const report = repository.read('.wingman/REVIEW.md')
  expect(JSON.parse(prompt(repository)).hookSpecificOutput.additionalContext).toContain(report)
}

/** As Claude Code does it: the command out of the settings, the payload on standard input. Never anything but exit code 0. */
function prompt(repository: WingmanRepository, { env = {} }: RunOptions = {}): string {
  const [group] = JSON.parse(repository.read(SETTINGS)).hooks.UserPromptSubmit
  const payload = {
    session_id: 's',
    transcript_path: '/dev/null',
    cwd: repository.dir,
    hook_event_name: 'UserPromptSubmit',
    prompt: 'go on',
  }
  const { status, stdout, stderr } = repository.run('sh', ['-c', group.hooks[0].command], {
    env: { ...env, CLAUDE_PROJECT_DIR: repository.dir },
    input: JSON.stringify(payload),
  })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  return stdout
}
