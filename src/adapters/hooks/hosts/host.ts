import type { GitDoor } from '../../git/door.ts'
import type { RepositoryPaths } from '../../git/locate.ts'
import type { FileChange } from '../file-change.ts'
import type { Manifest } from '../manifest.ts'
import type { GitHook } from '../templates.ts'

/** Whoever runs hooks in a repository: git itself, or a manager that the team has chosen. */
export interface Host {
  name: string
  /** Whether it runs hooks here. */
  detect(repository: HookedRepository): Promise<boolean>
  /** Every file that would be written, as data; what is in place already comes out as a change of nothing. */
  plan(repository: HookedRepository): Promise<FileChange[]>
  /** A text without our part of it; the same text where nothing of ours can be told apart. */
  withoutOurs(text: string): string
  /** Which of our hooks it would set aside or delete one day, were git to run them beside it. */
  drops?(repository: HookedRepository): Promise<readonly GitHook[]>
  /** Whether each worktree needs its own folder of hooks made: a new one has none, and there ours run from the git directory. */
  isPerWorktree?: true
  /** What has to run, once the files are written, for git to find the hooks; null when it finds them already. */
  activation?(repository: HookedRepository): Promise<Activation | null>
}

export interface HookedRepository {
  door: GitDoor
  paths: RepositoryPaths
  /** What an earlier install wrote. */
  known: Manifest
}

export interface Activation {
  /** In the root of the repository: program and arguments. */
  command: readonly string[]
  /** As a person would type it. */
  typed: string
  /** What it writes, so that `uninstall` can give back what was there. A stub of ours among them gives way first. */
  makes?: readonly string[]
  /** What it sets core.hooksPath to, where it does. */
  hooksPath?: string
}
