import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { copyPackage, fakeNpm, pathWith, programs } from '../support/fake-programs.ts'
import { linked, submoduleOf } from '../support/hook-places.ts'
import { fresh, init } from '../support/installing.ts'
import { olderStub } from '../support/older-stub.ts'
import { temporaryFolder } from '../support/repository.ts'
import { treeOf } from '../support/tree.ts'
import { ENTRY, type WingmanRepository, wingmanAt } from '../support/wingman.ts'

const OWN_FILES = /^\.git\/wingman\//

describe('init', () => {
  test('knows the scripts of an npm project and the agents on PATH', () => {
    const repository = npmProject({ typecheck: 'tsc', lint: 'biome', test: 'vitest' })
    const bin = programs({ claude: 'exit 0', codex: 'exit 0' })
    const { stdout } = init(repository, { env: { PATH: pathWith(bin) } })
    expect(stdout).toContain(
      'npm project · types (npm run -s typecheck) · lint (npm run -s lint) · tests (npm run -s test) · agents: claude, codex',
    )
    const config = repository.read('wingman.config.ts')
    for (const loop of ['basics', 'standards', 'security', 'integration'])
      expect(config).toContain(`${loop}: { on:`)
    expect(repository.wingman('config', 'check').stdout).toContain('4 loops, 1 gate')
  })

  test('writes nothing with --dry-run', () => {
    const repository = fresh()
    const before = treeOf(repository.dir)
    expect(init(repository, {}, '--dry-run', '--agents', 'claude').stdout).toMatch(
      /write +\.claude\/settings\.local\.json/,
    )
    expect(treeOf(repository.dir)).toEqual(before)
  })

  test('keeps a config that is there, and records the commit at which it came once', () => {
    const repository = fresh()
    const first = repository.git('rev-parse', 'HEAD')
    repository.commit('config', {
      'wingman.config.yaml': 'loops: { mine: { reviewers: [rules] } }\n',
    })
    init(repository)
    repository.commit('later')
    init(repository)
    expect(repository.read('wingman.config.yaml')).toContain('mine')
    expect(repository.read('.git/wingman/adopted').trim()).toBe(first)
  })

  test('prints one document with --json', () => {
    const repository = fresh()
    const document = JSON.parse(init(repository, {}, '--json').stdout)
    expect(document).toMatchObject({ version: 1, dependency: null, facts: { defaultBranch: 'main' } })
    expect(document.files.map((file: { file: string }) => file.file)).toContain('.git/hooks/pre-push')
  })

  test('in CI writes the config and installs nothing, unless forced', () => {
    const repository = fresh()
    const before = treeOf(repository.dir, { without: OWN_FILES })
    const { status, stdout } = init(repository, { env: { CI: '1', PATH: pathWith() } })
    expect(status).toBe(0)
    expect(stdout).toContain('In CI no hooks are installed (use --force to do it anyway).')
    expect(repository.run('ls', ['.git/hooks']).stdout).not.toMatch(/^pre-push$/m)
    expect(repository.has('wingman.config.yaml')).toBe(true)
    repository.wingman('uninstall')
    expect(treeOf(repository.dir, { without: OWN_FILES })).toEqual(before)
    init(repository, { env: { CI: '1', PATH: pathWith() } }, '--force')
    expect(repository.has('.git/hooks/pre-push')).toBe(true)
  })

  test('the config that it wrote stays with uninstall once it is committed', () => {
    const repository = fresh()
    init(repository)
    repository.git('add', 'wingman.config.yaml')
    repository.git('commit', '-q', '--no-verify', '-m', 'wingman')
    expect(repository.wingman('uninstall').stdout).toContain(
      "left wingman.config.yaml: it is committed, so it is the team's policy; to end that: git rm wingman.config.yaml",
    )
    expect(repository.git('status', '--porcelain')).toBe('')
    repository.run('rm', ['wingman.config.yaml'])
    expect(repository.wingman('uninstall').stdout).not.toContain('wingman.config.yaml')
  })

  const places: Record<string, () => [WingmanRepository, folder: string]> = {
    'a linked worktree': () => [wingmanAt(linked(fresh()).dir), '.'],
    'a submodule': () => [wingmanAt(submoduleOf(fresh()).dir), '.'],
    'a subfolder': () => {
      const repository = fresh()
      repository.commit('deep', { 'src/deep/a.txt': '' })
      return [repository, 'src/deep']
    },
  }
  test.each(Object.entries(places))('what it says to type next commits what it wrote, in %s', (_, make) => {
    const [repository, folder] = make()
    const cwd = join(repository.dir, folder)
    const [line = ''] = /git add .*/.exec(init(repository, { cwd }).stdout) ?? []
    const typed = repository.run('sh', ['-c', line], { cwd, env: { WINGMAN: '0' } })
    expect(typed, typed.output).toMatchObject({ status: 0 })
    expect(repository.git('ls-files')).toContain('wingman.config.yaml')
    expect(repository.git('status', '--porcelain')).toBe('')
  })

  test.each([
    ['prek.toml', '', '.git/hooks/pre-commit', '# File generated by prek: https://prek.j178.dev\n', 'prek'],
    ['lefthook.toml', '', 'a.txt', '', 'lefthook'],
    ['package.json', '{ "simple-git-hooks": {} }', 'a.txt', '', 'simple-git-hooks'],
  ])('says who runs hooks there: %s%s, %s', (file, text, other, content, name) => {
    const repository = fresh()
    repository.write({ [file]: text, [other]: content, 'node_modules/git-wingman/package.json': '{}' })
    expect(
      JSON.parse(init(repository, {}, '--dry-run', '--host', 'git', '--json').stdout).facts.hookManager,
    ).toBe(name)
  })

  describe('where another could run the hooks', () => {
    /** Each answer is typed when its question is there. */
    const asked = (repository: WingmanRepository, answers: [question: string, keys: string][], env = {}) => {
      const seen = join(temporaryFolder(), 'seen')
      const typing = answers.map(
        ([question, keys]) =>
          `for i in $(seq 200); do grep -q '${question}' '${seen}' && break; sleep 0.1; done; printf '${keys}'`,
      )
      const script = `stty cols 100; '${process.execPath}' '${ENTRY}' init`
      const command = `: >'${seen}'; { ${typing.join('; ')}; } | script -qefc "${script}" '${seen}'`
      return repository.run('sh', ['-c', command], { env: { PATH: pathWith(), TERM: 'xterm', ...env } })
        .output
    }

    test('a person at a terminal is asked who is to, once; the first is what would be chosen anyway', () => {
      const repository = fresh()
      repository.write({ 'package.json': '{ "simple-git-hooks": {} }\n' })
      mkdirSync(join(repository.dir, 'node_modules/git-wingman'), { recursive: true })
      writeFileSync(join(repository.dir, 'node_modules/git-wingman/package.json'), '{}')
      const output = asked(repository, [
        ['Who is to run', '\\033[B\\r'],
        ['Go ahead', 'y'],
      ])
      expect(output).toMatch(/Who is to run the hooks\?[\s\S]*simple-git-hooks[\s\S]*git/)
      expect(repository.read('.git/hooks/pre-push')).toContain('wingman-hook')
      expect(repository.read('.git/wingman/host')).toBe('git\n')
      expect(asked(repository, [['Nothing to do', 'n']])).not.toContain('Who is to run')
    })

    test('git is not offered where it would not last', () => {
      const repository = fresh()
      repository.write({ 'package.json': '{ "simple-git-hooks": {} }\n' })
      for (const name of ['git-wingman', 'simple-git-hooks'])
        repository.write({ [`node_modules/${name}/package.json`]: '{}' })
      expect(asked(repository, [['Go ahead', 'n']])).not.toContain('Who is to run')
    })

    test('nobody else is asked, and stopping there writes nothing', () => {
      const repository = fresh()
      repository.write({ '.pre-commit-config.yaml': 'repos: []\n', 'lefthook.yml': '' })
      const before = treeOf(repository.dir)
      expect(asked(repository, [['Who is to run', '\\003']])).toContain('Nothing was written.')
      expect(treeOf(repository.dir)).toEqual(before)
      repository.run('rm', ['lefthook.yml'])
      const env = { ACCESSIBLE: '1' }
      expect(asked(repository, [['Go ahead', 'n']], env)).not.toContain('Who is to run')
      for (const other of [{ CI: '1' }, { CLAUDECODE: '1' }])
        expect(asked(repository, [['To do', 'n']], other)).not.toContain('Who is to run')
      expect(init(repository).output).not.toContain('Who is to run')
    })
  })

  test.each([
    ['no', 'n', false],
    ['yes', 'y', true],
  ])('on a terminal shows the plan and asks; "%s"', (_, key, isWritten) => {
    const repository = fresh()
    const before = treeOf(repository.dir)
    const { output } = repository.run(
      'script',
      ['-qec', `stty cols 100; '${process.execPath}' '${ENTRY}' init`, '/dev/null'],
      {
        env: { PATH: pathWith(), TERM: 'xterm' },
        input: key,
      },
    )
    expect(output).toMatch(/wingman\.config\.yaml[\s\S]*Go ahead\?/)
    expect(repository.has('wingman.config.yaml')).toBe(isWritten)
    if (!isWritten) expect(output).toContain('Nothing was written.')
    if (!isWritten) expect(treeOf(repository.dir)).toEqual(before)
  })
})

describe('init in an npm project without the dependency', () => {
  test('has the package manager add it, and takes its changes back on uninstall', () => {
    const repository = npmProject({}, { installed: false })
    const before = treeOf(repository.dir, { without: OWN_FILES })
    const npm = fakeNpm()
    expect(init(repository, { env: { PATH: pathWith(npm.folder) } }).status).toBe(0)
    expect(npm.calls()).toEqual([expect.stringMatching(/^install --save-dev git-wingman@\^/)])
    expect(repository.read('.git/wingman/runtime')).toContain(
      `${repository.dir}/node_modules/git-wingman/dist/hook.js`,
    )
    repository.wingman('uninstall')
    expect(treeOf(repository.dir, { without: /^\.git\/wingman\/|^node_modules/ })).toEqual(before)
  })

  test('writes nothing when that fails', () => {
    const repository = npmProject({}, { installed: false })
    const before = treeOf(repository.dir)
    const { status, stderr } = init(repository, { env: { PATH: pathWith(fakeNpm({ fails: true }).folder) } })
    expect(status).toBe(2)
    expect(stderr).toMatch(/no network[\s\S]*`npm install --save-dev .*` failed, so nothing was set up/)
    expect(treeOf(repository.dir)).toEqual(before)
  })

  test("out of npx's cache: records the project's own wingman, and refuses where there is none", () => {
    const entry = copyPackage(join(temporaryFolder(), '_npx/abc/node_modules/git-wingman'))
    const plain = fresh()
    const before = treeOf(plain.dir)
    const refused = plain.run(process.execPath, [entry, 'init'], { env: { PATH: pathWith() } })
    expect(refused).toMatchObject({ status: 2, stderr: expect.stringContaining('runs out of a cache') })
    expect(treeOf(plain.dir)).toEqual(before)

    const project = npmProject({}, { installed: false })
    const env = { PATH: pathWith(fakeNpm().folder) }
    expect(project.run(process.execPath, [entry, 'init'], { env }).status).toBe(0)
    expect(project.read('.git/wingman/runtime')).not.toContain('_npx')
  })
})

describe('uninstall', () => {
  test('keeps what came into the settings after us, also when install ran again', () => {
    const repository = fresh()
    repository.write({ '.claude/settings.local.json': '{\n  "a": 1\n}\n' })
    repository.wingman('install', '--agents', 'claude')
    const settings = JSON.parse(repository.read('.claude/settings.local.json'))
    repository.write({ '.claude/settings.local.json': JSON.stringify({ ...settings, mine: true }) })
    repository.wingman('install', '--agents', 'claude')
    repository.wingman('uninstall')
    expect(JSON.parse(repository.read('.claude/settings.local.json'))).toEqual({ a: 1, mine: true })
  })

  test('goes on when one of the files can no longer be understood', () => {
    const repository = fresh()
    repository.wingman('install', '--agents', 'claude')
    repository.write({ '.claude/settings.local.json': '{ half' })
    const { status, stdout } = repository.wingman('uninstall')
    expect(status).toBe(0)
    expect(stdout).toContain('left .claude/settings.local.json')
    expect(repository.has('.git/hooks/pre-push')).toBe(false)
  })

  test('gives a hook back that was moved although ours was deleted', () => {
    const repository = fresh()
    repository.executable('.git/hooks/post-commit', 'echo theirs\n')
    repository.wingman('install')
    rmSync(join(repository.dir, '.git/hooks/post-commit'))
    repository.wingman('uninstall')
    expect(repository.read('.git/hooks/post-commit')).toBe('echo theirs\n')
    expect(repository.has('.git/hooks/post-commit.before-wingman')).toBe(false)
  })

  test('knows its hooks by their marks where the list of them is lost, and install does not take them for yours', () => {
    const repository = fresh()
    repository.executable('.git/hooks/pre-push', 'echo theirs\n')
    repository.wingman('install')
    rmSync(join(repository.dir, '.git/wingman'), { recursive: true })
    repository.wingman('install')
    repository.wingman('uninstall')
    expect(repository.read('.git/hooks/pre-push')).toBe('echo theirs\n')
    expect(repository.has('.git/hooks/post-commit')).toBe(false)

    repository.wingman('install')
    rmSync(join(repository.dir, '.git/wingman'), { recursive: true })
    repository.wingman('uninstall')
    expect(repository.read('.git/hooks/pre-push')).toBe('echo theirs\n')
    expect(repository.has('.git/hooks/post-commit')).toBe(false)
  })

  test('removes the hooks of a repository that was moved, and stubs of an older version', () => {
    const repository = fresh()
    repository.executable('.git/hooks/post-commit', olderStub('request'))
    repository.wingman('install')
    expect(repository.read('.git/hooks/post-commit')).toContain('# wingman-hook 5 ')
    repository.run('mv', [repository.dir, `${repository.dir}-moved`], { cwd: '/' })
    const moved = `${repository.dir}-moved`
    const { stdout } = repository.run(process.execPath, [ENTRY, 'uninstall'], { cwd: moved })
    expect(stdout).toContain('removed .git/hooks/post-commit')
  })

  test('never takes a file out of .wingman that is not ours', () => {
    const repository = fresh()
    repository.write({ '.wingman/notes/a.md': 'mine', '.wingman/dismissed.yaml': '[]\n' })
    repository.wingman('install')
    repository.wingman('uninstall')
    expect(treeOf(join(repository.dir, '.wingman'))).toHaveProperty('notes/a.md')
    expect(treeOf(join(repository.dir, '.wingman'))).toHaveProperty('dismissed.yaml')
  })
})

function npmProject(scripts: Record<string, string>, { installed = true } = {}): WingmanRepository {
  const repository = fresh()
  repository.commit('npm', {
    'package.json': `${JSON.stringify({ name: 'p', scripts })}\n`,
    '.gitignore': 'node_modules\n',
  })
  if (installed) {
    mkdirSync(join(repository.dir, 'node_modules/git-wingman'), { recursive: true })
    writeFileSync(join(repository.dir, 'node_modules/git-wingman/package.json'), '{}')
  }
  return repository
}
