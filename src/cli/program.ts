import { Command, CommanderError, Option } from 'commander'
import { LOG_LEVELS } from '../domain/log-line.ts'
import { PRUNE_LIMITS } from '../domain/prune-ghosts.ts'
import { packageVersion } from '../package.ts'
import { EXIT } from './exit-codes.ts'
import { printJson } from './io.ts'
import { behindShip, isShip, shipArgs, wantsJson } from './ship-args.ts'
import { commandHere } from './typable.ts'

/** A command's code is loaded when it is called, so that each one starts as fast as its own needs allow. */
export async function runProgram(args: string[]): Promise<number> {
  let code: number = EXIT.fine
  const to =
    <A extends unknown[]>(command: (...args: A) => Promise<number>) =>
    async (...given: A) => {
      code = await command(...given)
    }
  try {
    await commands(to, args).parseAsync(forParser(args), { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    // Help and version leave through here too, with 0.
    if (error.exitCode === 0) return EXIT.fine
    const { message } = error
    if (wantsJson(args)) printJson({ version: 1, error: { code: 'E_USAGE', message, hint: null } })
    return EXIT.usage
  }
  return code
}

/** What is git's stays as it was typed: a parser would drop `--`, reorder, and take words for its own. */
function forParser(args: string[]): string[] {
  return isShip(args)
    ? [...args.slice(0, args.indexOf('ship') + 1), ...shipArgs(behindShip(args)).ours]
    : args
}

type To = <A extends unknown[]>(command: (...args: A) => Promise<number>) => (...given: A) => Promise<void>

function commands(to: To, args: readonly string[]): Command {
  const program: Command = new Command('wingman')
    .description('The second seat for coding agents: every commit reviewed, nothing unreviewed pushed.')
    .version(packageVersion())
    .addOption(new Option('--log-level <level>', 'how much goes into the log').choices(LOG_LEVELS))
    .hook('preAction', () => {
      const { logLevel } = program.opts()
      // Through the environment, so that a worker which is started hears of it too.
      if (logLevel) process.env.WINGMAN_LOG_LEVEL = logLevel
    })
    .showHelpAfterError(`(${commandHere()} --help lists the commands)`)
    .exitOverride()
    .addHelpText('after', EXIT_CODES)
  installation(program, to)
  reviewing(program, to)
  gating(program, to, args)
  looking(program, to)
  lookingAfter(program, to)
  sessions(program, to)
  snapshots(program, to)
  models(program, to)
  return program
}

const JSON_OPTION = ['--json', 'print one JSON document'] as const

const FOR_AGENTS = 'coding agents to hand findings to: claude, codex, gemini, opencode, copilot, cursor'

const IN_TEAM = 'their hooks go into settings that are committed, for everybody'

const HOSTED_BY = 'who runs the hooks: git, husky, lefthook, pre-commit, prek or simple-git-hooks'

function installation(program: Command, to: To): void {
  program
    .command('init')
    .description('look at this repository, write a config, install the hooks')
    .option('-y, --yes', 'do not ask')
    .option('--dry-run', 'only show what would be done')
    .option('--agents <names>', FOR_AGENTS)
    .option('--team', IN_TEAM)
    .option('--host <name>', HOSTED_BY)
    .option('--prepare', 'have package.json install the hooks for everybody, by its `prepare` script')
    .option('--force', 'install the hooks in CI as well')
    .option(...JSON_OPTION)
    .action(to(async options => (await import('./commands/init.ts')).init(options)))
  program
    .command('install')
    .description('(re)write the hooks; suits the `prepare` script of package.json')
    .option('--agents <names>', FOR_AGENTS)
    .option('--team', IN_TEAM)
    .option('--host <name>', HOSTED_BY)
    .option('--prepare', 'have package.json install the hooks for everybody, by its `prepare` script')
    .option('--dry-run', 'only show what would be written')
    .option('--force', 'in CI as well')
    .option(...JSON_OPTION)
    .action(to(async options => (await import('./commands/install.ts')).install(options)))
  program
    .command('uninstall')
    .description('take everything back that init and install wrote')
    .option('--purge', 'remove the records of past reviews as well')
    .option(...JSON_OPTION)
    .action(to(async options => (await import('./commands/uninstall.ts')).uninstall(options)))
  for (const name of ['disable', 'enable'] as const)
    program
      .command(name)
      .description(SWITCHES[name])
      .option('--global', 'for you, in every repository')
      .option(...JSON_OPTION)
      .action(to(async options => (await import('./commands/switch.ts'))[name](options)))
  const config = program.command('config').description('the config of this repository')
  config
    .command('print')
    .description('what it means, with every default in place, as JSON')
    .option(...JSON_OPTION)
    .action(to(async () => (await import('./commands/config.ts')).configPrint()))
  config
    .command('check')
    .description('whether it is right, and where it is not')
    .option(...JSON_OPTION)
    .action(to(async options => (await import('./commands/config.ts')).configCheck(options)))
  config
    .command('schema')
    .description('its JSON Schema, for editors')
    .option(...JSON_OPTION)
    .action(to(async () => (await import('./commands/config.ts')).configSchema()))
}

const SWITCHES = {
  disable: 'switch every hook off in this clone, and cancel what is pending; for people only',
  enable: 'switch the hooks on again',
}

function reviewing(program: Command, to: To): void {
  program
    .command('run')
    .description('run something now')
    .command('review')
    .description('review the branch since its base, uncommitted work included')
    .option('--base <revision>', 'against this instead of the base that was found')
    .option('--commit <revision>', 'only this commit, against its parent')
    .option('--range <A..B>', 'from A to B')
    .option('--staged', 'only what is staged')
    .option('--dirty', 'only what is not committed')
    .option('--loop <name>', 'up to this loop')
    .option('--trigger <name>', 'the loops of this trigger (default: explicit)')
    .option(
      '--follow-up [review]',
      'as the next round of a review; refused when nothing changed, or HEAD moved meanwhile',
    )
    .option('--no-wait', 'leave with 3 when another review is under way here')
    .option('--fresh', 'judge again what was judged before')
    .option('--agent [name]', 'by this agent or model instead of the loops of the config, this once')
    .option('--model <name>', 'the model of that agent')
    .option('--focus <text>', 'what to look at in particular, this once')
    .option('--print-prompt', 'show exactly what would be sent to models, and ask none')
    .option(...JSON_OPTION)
    .action(to(async options => (await import('./commands/run-review.ts')).runReview(options)))
  program
    .command('hook <event> [args...]', { hidden: true })
    .description('what git and agent hooks call; not for people')
    .allowUnknownOption()
    .action(
      to(async (event: string, args: string[]) => (await import('./hook.ts')).runHook([event, ...args])),
    )
}

function gating(program: Command, to: To, args: readonly string[]): void {
  const gate = program.command('gate').description('what may leave this machine')
  gate
    .command('check [refs...]', { isDefault: true })
    .description('whether HEAD, or the refs named, could be pushed: `wingman gate` does the same')
    .option('--remote <name>', 'the remote it would be pushed to')
    .option(...JSON_OPTION)
    .action(to(async (refs: string[], options) => (await import('./commands/gate.ts')).gate(refs, options)))
  gate
    .command('allow [ref]')
    .description(
      'open the gate once, for exactly the commit that HEAD, or the ref named, is at; for people only',
    )
    .option('--reason <text>', 'why it goes out as it is; kept with your name')
    .option('--remote <name>', 'the remote it would be pushed to')
    .option(...JSON_OPTION)
    .action(
      to(async (ref: string | undefined, options) =>
        (await import('./commands/gate-allow.ts')).gateAllow(ref, options),
      ),
    )
  gate
    .command('report')
    .description('what the gate held, what was waved through, and what went past it')
    .option('--since <when>', 'an age such as 7d, or a day such as 2026-11-01 (default: 30d)')
    .option(...JSON_OPTION)
    .action(to(async options => (await import('./commands/gate-report.ts')).gateReport(options)))
  program
    .command('ship [words...]')
    .description('ask the gate, then `git push` with these words; when it is closed, nothing is pushed')
    .option(...JSON_OPTION)
    .action(to(async () => (await import('./commands/ship.ts')).ship(shipArgs(behindShip(args)))))
  program
    .command('verify [range]')
    .description('whether everything in a range was approved, by what others carried here; for CI')
    .option('--require-signed', 'count only what somebody trusted has signed')
    .option('--allowed-signers <file>', "whose ssh keys are trusted, as in git's gpg.ssh.allowedSignersFile")
    .option('--remote <name>', 'where attestations are fetched from (default: origin)')
    .option('--no-fetch', 'go by the attestations that are here')
    .option(...JSON_OPTION)
    .action(
      to(async (range: string | undefined, options) =>
        (await import('./commands/verify.ts')).verify(range, options),
      ),
    )
  program
    .command('attest [range]')
    .description('push the approvals of a range that is at the remote already')
    .option('--remote <name>', 'where to (default: origin)')
    .option('--sign', "sign them with your git key, whatever the config's `attestations.signed` says")
    .option(...JSON_OPTION)
    .action(
      to(async (range: string | undefined, options) =>
        (await import('./commands/attest.ts')).attestRange(range, options),
      ),
    )
}

function looking(program: Command, to: To): void {
  program
    .command('status')
    .description('where things stand')
    .option(...JSON_OPTION)
    .action(to(async options => (await import('./commands/status.ts')).status(options)))
  program
    .command('log')
    .description('what was reviewed, the newest first')
    .option('-n, --limit <number>', 'how many', '20')
    .option('--cost', 'what models cost instead, by day')
    .option(...JSON_OPTION)
    .action(to(async options => (await import('./commands/log.ts')).log(options)))
  program
    .command('show [review]')
    .description('one review: by its id or commit, or the last one of this branch')
    .option(...JSON_OPTION)
    .action(
      to(async (name: string | undefined, options) =>
        (await import('./commands/show.ts')).show(name, options),
      ),
    )
  program
    .command('watch')
    .description('the reviews that are under way, as they go on; ends with the last of them')
    .option('--json', 'one JSON document a line, each time something changes')
    .action(to(async options => (await import('./commands/watch.ts')).watch(options)))
  const findings = program.command('findings').description('what is open, and what a person says to be wrong')
  findings
    .command('list [review]', { isDefault: true })
    .description(
      'what is open in the last review of this branch, or in that one: `wingman findings` does the same',
    )
    .option('--all', 'what was dismissed as well')
    .option(...JSON_OPTION)
    .action(
      to(async (name: string | undefined, options) =>
        (await import('./commands/findings.ts')).findings(name, options),
      ),
    )
  findings
    .command('dismiss <finding>')
    .description('it is wrong: it holds no push any more; for people only')
    .option('--reason <text>', 'why; kept with your name')
    .option('--review <review>', 'as it stands in that review')
    .option(...JSON_OPTION)
    .action(
      to(async (id: string, options) =>
        (await import('./commands/findings-dismiss.ts')).findingsDismiss(id, options),
      ),
    )
  findings
    .command('reopen <finding>')
    .description('takes a dismissal back')
    .option(...JSON_OPTION)
    .action(
      to(async (id: string, options) =>
        (await import('./commands/findings-reopen.ts')).findingsReopen(id, options),
      ),
    )
}

function lookingAfter(program: Command, to: To): void {
  program
    .command('clean')
    .description('remove old records and what killed processes left behind; only shows it without --yes')
    .option('-y, --yes', 'do it')
    .option(...JSON_OPTION)
    .action(to(async options => (await import('./commands/clean.ts')).clean(options)))
  const doctor = program.command('doctor').description('look after the installation')
  doctor
    .command('check', { isDefault: true })
    .description('find what is wrong here: `wingman doctor` does the same')
    .option('--fix', 'mend what can be mended')
    .option(...JSON_OPTION)
    .action(to(async options => (await import('./commands/doctor.ts')).doctor(options)))
  doctor
    .command('logs')
    .description('what happened, the newest last')
    .option('-n, --limit <number>', 'how many lines', '50')
    .option(...JSON_OPTION)
    .action(to(async options => (await import('./commands/doctor-logs.ts')).doctorLogs(options)))
  doctor
    .command('bundle')
    .description('pack what a bug report needs, without code or secrets, into one JSON file')
    .option('--output <file>', 'where to')
    .option(...JSON_OPTION)
    .action(to(async options => (await import('./commands/doctor-bundle.ts')).doctorBundle(options)))
}

function models(program: Command, to: To): void {
  program
    .command('agents')
    .description('who can review: the coding agents on PATH and the models of the config')
    .command('list', { isDefault: true })
    .description('who is here, in which version: `wingman agents` does the same')
    .option('--check', 'ask each of them a short question, without code, to see whether it answers')
    .option(...JSON_OPTION)
    .action(to(async options => (await import('./commands/agents.ts')).agentsList(options)))
}

function sessions(program: Command, to: To): void {
  const group = program.command('sessions').description('coding agents at work in this repository')
  group
    .command('list', { isDefault: true })
    .description('who is at work or waits for a prompt: `wingman sessions` does the same')
    .option('--all', 'those that have left as well')
    .option(...JSON_OPTION)
    .action(to(async options => (await import('./commands/sessions.ts')).sessionsList(options)))
  group
    .command('show <session>')
    .description('one of them, by its id or the beginning of it, and what was reviewed of its work')
    .option(...JSON_OPTION)
    .action(
      to(async (id: string, options) => (await import('./commands/sessions.ts')).sessionsShow(id, options)),
    )
  group
    .command('stop <session>')
    .description('say that one has left, where the agent could not; its program is not touched')
    .option(...JSON_OPTION)
    .action(
      to(async (id: string, options) => (await import('./commands/sessions.ts')).sessionsStop(id, options)),
    )
}

function snapshots(program: Command, to: To): void {
  const group = program
    .command('snapshots')
    .description('uncommitted work that was kept, and the way back to it')
  group
    .command('list')
    .description('what was kept, the newest first')
    .option(...JSON_OPTION)
    .action(to(async options => (await import('./commands/snapshots.ts')).snapshotsList(options)))
  group
    .command('show <id>')
    .description('one of them: where it comes from, and what differs from its base')
    .option(...JSON_OPTION)
    .action(
      to(async (id: string, options) => (await import('./commands/snapshots.ts')).snapshotsShow(id, options)),
    )
  group
    .command('diff <id> [other]')
    .description('what it changes, or what differs between it and another snapshot or commit')
    .option(...JSON_OPTION)
    .action(
      to(async (id: string, other: string | undefined, options) =>
        (await import('./commands/snapshots-diff.ts')).snapshotsDiff(id, other, options),
      ),
    )
  group
    .command('restore <id>')
    .description('make the working tree what it was; first keeps what is there, and says how to undo it')
    .option(...JSON_OPTION)
    .action(
      to(async (id: string, options) =>
        (await import('./commands/snapshots-restore.ts')).snapshotsRestore(id, options),
      ),
    )
  group
    .command('prune')
    .description('forget the oldest ones of each worktree; happens by itself whenever one is made')
    .option('--keep <number>', `how many to keep (default: ${PRUNE_LIMITS.keep})`)
    .option('--older-than <age>', 'forget what is older (default: 30d)')
    .option('--dry-run', 'only show which')
    .option(...JSON_OPTION)
    .action(to(async options => (await import('./commands/snapshots-prune.ts')).snapshotsPrune(options)))
}

const EXIT_CODES = `
Exit codes: 0 fine · 1 findings or a closed gate · 2 wrong usage or config · 3 could not decide · 130 interrupted
WINGMAN=0 switches every hook off. Every command works from a subdirectory.`
