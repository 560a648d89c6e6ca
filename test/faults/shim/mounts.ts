import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { temporaryFolder } from '../../support/repository.ts'
import { IS_FULL } from '../counts.ts'

/** Why nothing can be mounted here; null when it can. Said loudly, and with the full counts a failure: a suite that is skipped proves nothing. */
export const WHY_NO_MOUNTS = whyNot()

function whyNot(): string | null {
  const probe = mkdtempSync(join(realpathSync(tmpdir()), 'wingman-mount-'))
  const { status, stderr, error } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', probe])
  if (status === 0) spawnSync('umount', [probe])
  rmSync(probe, { recursive: true, force: true })
  if (status === 0) return null
  const reason = (error?.message ?? stderr.toString()).trim()
  const sentence = `full and read-only disks. A mount is needed for them, and is refused: ${reason}`
  if (IS_FULL) throw new Error(`Not to be skipped with the full counts: ${sentence}`)
  console.warn(`\n!!! SKIPPED: ${sentence}\n`)
  return reason
}

/** A folder of so many bytes, gone with the test. */
export function smallDisk(size: string): string {
  const folder = join(temporaryFolder(), 'disk')
  mkdirSync(folder)
  mount(['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder], folder)
  return folder
}

/** The same folder with its content, on a small disk of its own. */
export function ontoSmallDisk(folder: string, size: string): void {
  const aside = join(temporaryFolder(), 'aside')
  cpSync(folder, aside, { recursive: true, preserveTimestamps: true })
  mount(['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder], folder)
  cpSync(aside, folder, { recursive: true, preserveTimestamps: true })
}

/** As it is, and not to be written; answers how to make it writable again. */
export function readOnly(folder: string): () => void {
  mount(['--bind', folder, folder], folder)
  remount(folder, 'ro')
  return () => remount(folder, 'rw')
}

function remount(folder: string, mode: 'ro' | 'rw'): void {
  const { status, stderr } = spawnSync('mount', ['-o', `remount,bind,${mode}`, folder])
  if (status !== 0) throw new Error(stderr.toString())
}

function mount(args: string[], folder: string): void {
  const { status, stderr } = spawnSync('mount', args)
  if (status !== 0) throw new Error(stderr.toString())
  // A worker may still be on its way out.
  onTestFinished(() => void spawnSync('umount', ['--lazy', folder]))
}
