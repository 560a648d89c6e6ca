import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyPackage } from './fake-programs.ts'
import { OLDER_TEXTS, olderText } from './older-stub.ts'
import { temporaryFolder } from './repository.ts'

/** What the program itself writes into a manager's config, and how an older one would have had it. */
const OLDER_WORDS = {
  // simple-git-hooks and pre-commit
  'not set up in this clone, so this push is held': 'not set up, so this push is held',
  'wingman: not installed in this clone': 'wingman: not here',
  // lefthook: another entry, and no `rc`
  '{GIT_DIR:-.git}/wingman': '(git rev-parse --git-common-dir)/wingman',
  '^[\\w.-][\\w./-]*$': '^(?!)',
}

/** wingman as somebody installed it long ago: today's program with the texts of then. Answers what node is to start. */
export function olderPackage(): string {
  const folder = join(temporaryFolder(), 'older')
  const entry = copyPackage(folder)
  for (const name of OLDER_TEXTS) writeFileSync(join(folder, `templates/hooks/${name}.sh`), olderText(name))
  for (const [now, then] of Object.entries(OLDER_WORDS)) reword(join(folder, 'dist'), now, then)
  return entry
}

function reword(dist: string, now: string, then: string): void {
  const files = readdirSync(dist)
    .filter(name => name.endsWith('.js'))
    .map(name => join(dist, name))
  const found = files.filter(file => readFileSync(file, 'utf8').includes(now))
  if (found.length === 0) throw new Error(`the program no longer says: ${now}`)
  for (const file of found) writeFileSync(file, readFileSync(file, 'utf8').replaceAll(now, then))
}
