import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PACKAGE } from '../support/fake-programs.ts'
import { packInto } from '../support/packed.ts'
import { repositoryAt, type TestRepository } from '../support/repository.ts'

// The tarball is made and installed once: this is what people get.
let stage: string
let project: TestRepository
let contents: string[]
let said: string

beforeAll(() => {
  stage = realpathSync(mkdtempSync(join(tmpdir(), 'wingman-package-')))
  const packed = packInto(stage)
  contents = packed.contents
  const dir = join(stage, 'project')
  mkdirSync(dir)
  project = repositoryAt(dir)
  project.git('init', '-q', '-b', 'main')
  project.write({
    'package.json': '{ "name": "p", "private": true, "type": "commonjs" }\n',
    '.gitignore': 'node_modules\n',
  })
  const args = ['install', '--prefer-offline', '--no-audit', '--no-fund', '--save-dev', packed.tarball]
  said = project.run('npm', args).output
})
afterAll(() => rmSync(stage, { recursive: true, force: true }))

describe('the package', () => {
  // From npm 11 on, a script that npm might run for us is named, to be allowed by whoever installs us.
  test('is installed without a word about it', () => {
    expect(said).toMatch(/^added \d+ packages?/m)
    expect(said).not.toMatch(/git-wingman|install-scripts/)
  })

  test('holds what runs, and none of what it is made of', () => {
    const wanted = [
      'dist/wingman.js',
      'dist/hook.js',
      'dist/hook-main.js',
      'dist/old-node.js',
      'dist/index.mjs',
      'dist/index.d.mts',
      'dist/package.json',
      'dist/THIRD-PARTY-NOTICES.txt',
    ]
    const more = [
      'schema/config.schema.json',
      'templates/hooks/gate.sh',
      'wingman.config.example.ts',
      'LICENSE',
    ]
    expect(contents).toEqual(expect.arrayContaining([...wanted, ...more]))
    expect(contents.filter(path => !/^(dist|schema|templates)\/|^[^/]+$/.test(path))).toEqual([])
    expect(contents.filter(path => /\btests?\b|\.map$|tsconfig|^src/.test(path))).toEqual([])
  })

  test('names no folder and no person of the machine that built it', () => {
    const places = [PACKAGE, realpathSync(join(PACKAGE, 'node_modules')), userInfo().homedir]
    const installed = join(project.dir, 'node_modules/git-wingman')
    for (const path of contents) {
      const text = readFileSync(join(installed, path), 'utf8')
      for (const place of places) expect(text.includes(place), `${path} names ${place}`).toBe(false)
    }
  })

  test('brings one dependency', () => {
    const names = readdirSync(join(project.dir, 'node_modules')).filter(name => !name.startsWith('.'))
    expect(names).toEqual(['git-wingman', 'jiti'])
  })

  test('runs as wingman, as git-wingman and as a git command', () => {
    const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'))
    const bin = join(project.dir, 'node_modules/.bin')
    expect(project.run('npx', ['wingman', '--version']).stdout).toBe(`${version}\n`)
    expect(project.run('npx', ['git-wingman', '--help']).stdout).toContain('Usage: wingman')
    const env = { PATH: `${bin}:${process.env.PATH}` }
    expect(project.run('git', ['wingman', 'status'], { env }).stdout).toContain('No config')
  })

  test('sets up and checks a commonjs project with a TypeScript config', () => {
    const bin = join(project.dir, 'node_modules/.bin/wingman')
    expect(project.run(bin, ['init', '--yes'])).toMatchObject({ status: 0 })
    expect(project.run(bin, ['config', 'check']).stdout).toContain('wingman.config.ts is good')
    expect(project.run(bin, ['uninstall', '--purge']).status).toBe(0)
    expect(project.has('wingman.config.ts')).toBe(false)
  })
})

describe('the published types', () => {
  test('need nothing but themselves', () => {
    const declarations = project.read('node_modules/git-wingman/dist/index.d.mts')
    expect(declarations).not.toMatch(/\bimport\b|\bzod\b/)
  })

  test.each([
    ['nodenext', 'module'],
    ['nodenext', 'commonjs'],
    ['bundler', 'module'],
    ['bundler', 'commonjs'],
  ] as const)('fit the example under moduleResolution %s in a %s project', (resolution, type) => {
    const service = editorFor({ resolution, type, name: 'wingman.config.mts' })
    expect(service.problems()).toEqual([])
  })

  test('name a wrong name where it is written', () => {
    const text =
      "import { defineConfig } from 'git-wingman'\nexport default defineConfig({ loops: { a: { reviewers: ['rulez'] } } })\n"
    const service = editorFor({ resolution: 'nodenext', type: 'module', name: 'wingman.config.ts', text })
    expect(service.problems()).toEqual([expect.stringContaining('rulez')])
  })

  test('show a sentence for every option under the cursor', () => {
    const service = editorFor({ resolution: 'nodenext', type: 'module', name: 'wingman.config.ts' })
    const options = service.hovers()
    expect(options.length).toBeGreaterThan(40)
    expect(options.filter(({ documentation }) => documentation === '').map(({ name }) => name)).toEqual([])
  })

  test('have a sentence for every member of every interface', () => {
    const file = join(project.dir, 'node_modules/git-wingman/dist/index.d.mts')
    const program = ts.createProgram([file], { skipLibCheck: true, noEmit: true })
    const checker = program.getTypeChecker()
    const source = program.getSourceFile(file)
    const bare = [...(source?.statements ?? [])].filter(ts.isInterfaceDeclaration).flatMap(declaration =>
      declaration.members.flatMap(member => {
        const symbol = member.name && checker.getSymbolAtLocation(member.name)
        const isBare = symbol && symbol.getDocumentationComment(checker).length === 0
        return isBare ? [`${declaration.name.text}.${symbol.name}`] : []
      }),
    )
    expect(bare).toEqual([])
  })
})

interface EditorOptions {
  resolution: 'nodenext' | 'bundler'
  type: 'module' | 'commonjs'
  name: string
  text?: string
}

/** What an editor knows about a config in a project that has the package installed. */
function editorFor({
  resolution,
  type,
  name,
  text = readFileSync(join(PACKAGE, 'wingman.config.example.ts'), 'utf8'),
}: EditorOptions) {
  const dir = mkdtempSync(join(stage, 'editor-'))
  const file = join(dir, name)
  writeFileSync(join(dir, 'package.json'), JSON.stringify({ type }))
  writeFileSync(file, text)
  symlinkSync(join(project.dir, 'node_modules'), join(dir, 'node_modules'))
  const service = ts.createLanguageService(hostFor(file, OPTIONS[resolution]))
  const source = service.getProgram()?.getSourceFile(file)
  return {
    problems: () =>
      [...service.getSyntacticDiagnostics(file), ...service.getSemanticDiagnostics(file)].map(problem =>
        ts.flattenDiagnosticMessageText(problem.messageText, '\n'),
      ),
    hovers: () => (source ? optionsIn(source) : []).map(at => hover(service, file, at)),
  }
}

const STRICT = { strict: true, noEmit: true, exactOptionalPropertyTypes: true, types: [] }
const OPTIONS: Record<EditorOptions['resolution'], ts.CompilerOptions> = {
  nodenext: { ...STRICT, module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext },
  bundler: { ...STRICT, module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler },
}

function hostFor(file: string, options: ts.CompilerOptions): ts.LanguageServiceHost {
  return {
    getCompilationSettings: () => options,
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot: path => {
      const text = ts.sys.readFile(path)
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
    },
    getCurrentDirectory: () => join(file, '..'),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
    ...(ts.sys.realpath ? { realpath: ts.sys.realpath } : {}),
  }
}

// Under these the person chooses the names.
const NAMED_BY_PEOPLE = /^(models|reviewers|loops|gates|env|rules|commands)$/

function optionsIn(source: ts.SourceFile): { name: string; position: number }[] {
  const found: { name: string; position: number }[] = []
  const look = (node: ts.Node, path: string[]): void => {
    const isOption = ts.isPropertyAssignment(node)
    const here = isOption ? [...path, node.name.getText(source).replaceAll(/['"]/g, '')] : path
    if (isOption && !NAMED_BY_PEOPLE.test(path.at(-1) ?? ''))
      found.push({ name: here.join('.'), position: node.name.getStart(source) + 1 })
    ts.forEachChild(isOption ? node.initializer : node, child => look(child, here))
  }
  look(source, [])
  return found
}

function hover(
  service: ts.LanguageService,
  file: string,
  { name, position }: { name: string; position: number },
) {
  const info = service.getQuickInfoAtPosition(file, position)
  return { name, documentation: ts.displayPartsToString(info?.documentation ?? []) }
}
