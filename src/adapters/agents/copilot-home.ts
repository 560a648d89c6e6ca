import { readFile, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'jsonc-parser'
import { isObject } from './json-lines.ts'

/**
 * A home for one run, without the person's hooks, servers, plugins and instructions. Who is logged in stands in a file that
 * Copilot CLI keeps for itself; the token is there as well, where the system has no keychain.
 */
export async function copilotHome(scratch: string): Promise<void> {
  const theirs = process.env.COPILOT_HOME ?? join(homedir(), '.copilot')
  const state: unknown = parse(await readFile(join(theirs, 'config.json'), 'utf8').catch(() => '{}'))
  const account = Object.entries(isObject(state) ? state : {}).filter(([name]) => !RUNS_CODE.test(name))
  await writeFile(join(scratch, 'config.json'), JSON.stringify(Object.fromEntries(account)), { mode: 0o600 })
}

const RUNS_CODE = /plugin|trusted|hook|mcp|marketplace|command|allowed/i
