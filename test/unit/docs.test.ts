import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'
import { RULES, ruleIds, ruleSetDigestInput } from '../../src/adapters/reviewers/rules/index.ts'
import { EXIT } from '../../src/cli/exit-codes.ts'
import { runProgram } from '../../src/cli/program.ts'
import { readConfig } from '../../src/config/read.ts'
import { type GateAnswer, type LoopStanding, type RefAnswer, STANDINGS } from '../../src/domain/gate.ts'
import { gateText } from '../../src/gate-messages.ts'
import { paintFor } from '../../src/paint.ts'
import { folderWith } from '../support/config-folder.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const README = read('README.md')

test('the commands of the README are those of the program, with their options', async () => {
  const told = tableRows(section('Commands')).map(([command = '', , options = '']) => ({
    words: (codeIn(command)[0] ?? '').split(' ').slice(1),
    options: codeIn(options),
  }))
  expect(told.map(({ words }) => words.join(' ')).sort()).toEqual((await commandsOf([])).sort())
  for (const { words, options } of told) {
    expect(options, words.join(' ')).toEqual(optionsIn(await helpOf(words)))
  }
})

test('the exit codes of the README are those of the program', () => {
  const told = tableRows(README.slice(README.indexOf('| exit code |'))).map(([code]) => Number(code))
  expect(told).toEqual(Object.values(EXIT))
})

test('the README lists every rule, and no other', () => {
  const told = tableRows(section('What the built-in rules find')).map(([rule = '']) => codeIn(rule)[0])
  expect(told).toEqual(ruleIds)
  expect(RULES.map(rule => rule.severity)).toEqual(RULES.map(() => 'critical'))
})

test('the README explains everything that the gate says, in its words', () => {
  const told = tableRows(section('Why was my push blocked?')).map(([says = '']) => codeIn(says)[0] ?? '')
  const hooks = read('templates/hooks/gate.sh')
  const files = ['src/engine/check-gate.ts', 'src/gate-messages.ts']
  const source = files.map(read).join('').replaceAll('${', '…{')
  const said = [...STANDINGS.flatMap(standing => linesFor(standing)), ...hooks.split('\n')]
  for (const standing of STANDINGS.filter(name => name !== 'approved')) {
    for (const line of linesFor(standing)) {
      expect(
        told.some(pattern => fits(pattern, line)),
        `nothing in the README explains: ${line}`,
      ).toBe(true)
    }
  }
  for (const pattern of told.filter(text => !text.includes('[E_CONFIG]'))) {
    const isSaid = said.some(line => fits(pattern, line)) || source.includes(pattern.replace(/…$/, ''))
    expect(isSaid, `the gate no longer says: ${pattern}`).toBe(true)
  }
})

test('the configs of the README are good', async () => {
  const files = {
    'wingman.config.ts': fencesIn(section('The config at a glance'), 'ts')[0],
    'wingman.config.yaml': fencesIn(section('Without npm'), 'yaml')[0],
  }
  for (const [name, text = ''] of Object.entries(files)) {
    const reading = await readConfig({
      root: folderWith({ [name]: text }),
      ruleSet: ruleSetDigestInput(),
      ruleIds,
    })
    expect(reading.file).toBe(name)
    expect(reading.config?.gates.map(gate => gate.requires)).toEqual([['basics']])
  }
})

test('every relative link in the documents leads somewhere', () => {
  const documents = markdownIn('')
  expect(documents).toContain('docs/decisions/README.md')
  const broken = documents.flatMap(file =>
    linksIn(read(file))
      .filter(link => !leads(file, link))
      .map(link => `${file}: ${link}`),
  )
  expect(broken).toEqual([])
})

test('every decision is listed', () => {
  const pages = readdirSync(join(ROOT, 'docs/decisions')).filter(name => /^\d{4}-/.test(name))
  expect(linksIn(read('docs/decisions/README.md'))).toEqual(pages.sort())
})

test('every file that AGENTS.md names is there', () => {
  const named = codeIn(read('AGENTS.md')).filter(text =>
    /^(?:src|test|templates|scripts)\/[\w./-]+$/.test(text),
  )
  expect(named.length).toBeGreaterThan(15)
  expect(named.filter(path => !existsSync(join(ROOT, path)))).toEqual([])
})

function read(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8')
}

/** From its heading to the next one of the same rank. */
function section(title: string): string {
  const [, text] = README.split(`\n## ${title}\n`)
  if (text === undefined) throw new Error(`the README has no section "${title}"`)
  return text.split('\n## ')[0] ?? ''
}

/** The cells of the first table's body. */
function tableRows(text: string): string[][] {
  const [table = ''] = /(?:^\|.*\n)+/m.exec(text) ?? []
  return table
    .trim()
    .split('\n')
    .slice(2)
    .map(line =>
      line
        .slice(1, -1)
        .split('|')
        .map(cell => cell.trim()),
    )
}

const codeIn = (text: string): string[] => [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)

const fencesIn = (text: string, language: string): string[] =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(([, body = '']) => body)

async function helpOf(words: readonly string[]): Promise<string> {
  let help = ''
  const write = vi.spyOn(process.stdout, 'write').mockImplementation(chunk => {
    help += String(chunk)
    return true
  })
  try {
    await runProgram([...words, '--help'])
    return help
  } finally {
    write.mockRestore()
  }
}

/** `init`, `run review`, `config check`: what has no commands below it. */
async function commandsOf(words: string[]): Promise<string[]> {
  const [, list = ''] = (await helpOf(words)).split('\nCommands:\n')
  const names = [...list.matchAll(/^ {2}([a-z]+)\b/gm)].flatMap(([, name = '']) =>
    name === 'help' ? [] : name,
  )
  if (names.length === 0) return [words.join(' ')]
  const found: string[] = []
  for (const name of names) found.push(...(await commandsOf([...words, name])))
  return found
}

const optionsIn = (help: string): string[] =>
  [...help.matchAll(/^ {2}(?:-\w, )?(--[a-z-]+)/gm)].flatMap(([, name = '']) =>
    name === '--help' ? [] : name,
  )

/** What the gate prints of one loop, without its findings and repairs: a line for each way to say it. */
function linesFor(standing: LoopStanding['standing']): string[] {
  const commit = 'a'.repeat(40)
  const common = {
    commit,
    reason: 'why',
    review: 'id',
    findings: [],
    ignored: [],
    dismissed: [],
    byCommand: false,
    gap: null,
    effect: 'block' as const,
  }
  const gap = { base: commit, commit, commits: 3 }
  const above = { ...gap, base: 'b'.repeat(40) }
  const ways = [commit, 'b'.repeat(40)].flatMap(reviewed =>
    [null, gap, above].map(it => [{ ...common, gap: it, loop: 'basics', standing, reviewed }]),
  )
  const behind = [
    { ...common, loop: 'basics', standing: 'rejected' as const, reviewed: null },
    { ...common, loop: 'later', standing, reviewed: null },
  ]
  const troubles = [null, { code: 'E_STORE', message: 'the disk is full', hint: null }]
  return [...ways, behind].flatMap(loops =>
    troubles.flatMap(trouble =>
      gateText(heldBy(loops, commit), { command: 'wingman', paintNow: () => paintFor({}), trouble })
        .split('\n')
        .filter(line => /^ {2}[✖·] /.test(line)),
    ),
  )
}

function heldBy(loops: RefAnswer['loops'], commit: string): GateAnswer {
  const ref: RefAnswer = {
    ref: 'refs/heads/main',
    commit,
    commits: 1,
    upTo: null,
    loosened: [],
    silence: null,
    gates: ['ship'],
    loops,
    effect: 'block',
    note: null,
  }
  return { version: 1, allowed: false, refs: [ref] }
}

/** `…` stands for anything. */
function fits(pattern: string, line: string): boolean {
  const parts = pattern.split('…').map(part => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(parts.join('.+')).test(line)
}

function markdownIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap(entry => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return /^(?:node_modules|dist|\..*)$/.test(entry.name) ? [] : markdownIn(path)
    return entry.isFile() && entry.name.endsWith('.md') ? [path] : []
  })
}

/** Outside of code: what stands in a fence is an example. */
const linksIn = (text: string): string[] =>
  [...text.replace(/^```[\s\S]*?^```/gm, '').matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter(link => !/^[a-z]+:/.test(link))

function leads(file: string, link: string): boolean {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? file : join(dirname(file), path)
  if (!existsSync(join(ROOT, target))) return false
  return anchor === undefined || headingsIn(read(target)).includes(anchor)
}

/** As GitHub names them. */
const headingsIn = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  )
