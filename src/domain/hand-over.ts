/** What is known when an agent's hook is called. */
export interface AtHook {
  /** What the agent has told of, and whether its model can be told something there. */
  moment: 'session-start' | 'prompt' | 'after-tool' | 'turn-end' | 'session-end'
  canTake: boolean
  /** Something waits on this branch, and speaks of the commit that is checked out. */
  isWaiting: boolean
  /** It came from another session's work, which is still there to be told. */
  isOthers: boolean
  /** A review is asked for or under way. */
  isRunning: boolean
  /** When findings are handed over, by the config. */
  at: readonly ('next-prompt' | 'turn-end' | 'idle')[]
  /** The agent goes on because a hook had it go on. */
  isContinued: boolean
  /** How often it was kept going on this branch, and how often it may be. */
  revisions: number
  maxRevisions: number
}

/** `hand-over`: to the model, now. The others are for the person: it waits, or is being made. */
export type AtHookAnswer = 'hand-over' | 'waits' | 'running' | 'nothing'

/** Hooks decide nothing; this does, and knows neither an agent nor a file. */
export function aboutHandingOver(facts: AtHook): AtHookAnswer {
  const { moment, isWaiting, isOthers, isRunning } = facts
  if (moment === 'after-tool' || moment === 'session-end') return 'nothing'
  if (isWaiting && !isOthers) {
    if (facts.canTake && mayNow(facts)) return 'hand-over'
    return moment === 'turn-end' ? 'waits' : 'nothing'
  }
  return isRunning && moment !== 'session-start' ? 'running' : 'nothing'
}

/** Kept going by a hook, an agent is left alone at the end of that turn: its own guard is honoured before our limit is. */
function mayNow({ moment, at, isContinued, revisions, maxRevisions }: AtHook): boolean {
  if (moment === 'turn-end') return at.includes('turn-end') && !isContinued && revisions < maxRevisions
  return at.includes('next-prompt')
}
