import { spawnSync } from 'node:child_process'

const tried = spawnSync('sh', [
  '-c',
  'd=$(mktemp -d) && git init -q --ref-format=reftable "$d"; s=$?; rm -rf "$d"; exit $s',
])

/** Only a git of 2.45 or newer keeps refs in a table. */
export const HAS_REFTABLE = tried.status === 0

/** Said in the name of a test that is left out. */
export const UNLESS_REFTABLE = HAS_REFTABLE ? '' : ' (SKIPPED: this git has none)'

export const REFTABLE = ['init', '-q', '-b', 'main', '--ref-format=reftable']
