import { test } from 'vitest'

/** What the issue asks of the gate and it does not do yet: these fail today. Whoever makes one work takes it off the list. */
const NOT_YET: readonly string[] = [
  // (a) verbatim patch keys
  'rebased over a change far away in the same file, a change keeps its approval',
  // (b) merges
  'a merge of two reviewed sides that changed the same file goes out',
  'a merge of two reviewed sides that changed the same file close by goes out',
  'a reviewed branch takes in what others pushed to the same file, and goes out',
  'an octopus of reviewed sides goes out',
  // (c) what the remote has is what it says itself
  'a new branch by address is asked only for what the remote lacks',
  'a forged tracking ref opens nothing',
  'a forged tracking ref of the pushed branch opens nothing',
  'the tracking ref of a branch that is gone from the remote opens nothing',
  'what the remote has and no tracking ref says is not asked for',
  'what went to the address for fetching is not what the address for pushing has',
  'whatever somebody does who would like it open, nothing passes that was not approved',
  // Nor does a graft say what the remote has.
  'a graft that puts the unreviewed commit below what the remote has opens nothing',
  // (d) our own refs
  "wingman's own refs go out unasked",
  // (e) remotes with a slash
  'a remote with a slash in its name is another than the one before the slash',
]

/** A test, or one that must fail for now: the day it does not, its name has to go from the list. */
export const testOrNotYet = (title: string): typeof test | typeof test.fails =>
  NOT_YET.includes(title) ? test.fails : test
