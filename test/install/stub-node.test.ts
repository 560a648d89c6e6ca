import { describe, expect, test } from 'vitest'
import { SHELLS, stubScene } from '../support/stub-scene.ts'

const NONE = 'no Node 20.19 or newer was found'

describe.each(SHELLS.map(shell => ({ shell, name: shell.join(' ') })))('under $name', ({ shell }) => {
  test('29 without any node a commit stands with one line, and a push is held with the remedy', () => {
    const scene = stubScene(shell)
    const committed = scene.commit()
    expect(committed).toMatchObject({ status: 0, stdout: '' })
    expect(committed.stderr).toContain(`wingman: ${NONE}, so this commit waits for its review.`)
    expect(committed.stderr.trimEnd().split('\n')).toHaveLength(1)
    expect(scene.repository.run('ls', ['.git/wingman/queue']).stdout).not.toBe('')
    const pushed = scene.push()
    expect(pushed).toMatchObject({ status: 1, stdout: '' })
    expect(pushed.stderr).toContain(`${NONE}, so this push could not be checked and is held`)
    expect(pushed.stderr).toContain(`${scene.home}/.config/wingman/init.sh: PATH=$PATH:/its/folder`)
    expect(scene.push({ WINGMAN: '0' })).toMatchObject({ status: 0, output: '' })
  })

  const nvm = '.nvm/versions/node'
  const places: Record<string, { path: string; env?: string }> = {
    nvm: { path: `${nvm}/v22.1.0/bin/node` },
    'nvm elsewhere': { path: 'my nvm/versions/node/v22.1.0/bin/node', env: 'NVM_DIR=my nvm' },
    fnm: { path: '.local/share/fnm/node-versions/v22.1.0/installation/bin/node' },
    'fnm, its default': { path: '.local/share/fnm/aliases/default/bin/node' },
    'fnm on macOS': { path: 'Library/Application Support/fnm/node-versions/v22.1.0/installation/bin/node' },
    volta: { path: '.volta/tools/image/node/22.1.0/bin/node' },
    asdf: { path: '.asdf/installs/nodejs/22.1.0/bin/node' },
    mise: { path: '.local/share/mise/installs/node/22.1.0/bin/node' },
    nodenv: { path: '.nodenv/versions/22.1.0/bin/node' },
    n: { path: 'root/usr/local/n/versions/node/22.1.0/bin/node' },
    'n, its prefix': { path: 'n/bin/node', env: 'N_PREFIX=n' },
    'homebrew on Apple silicon': { path: 'root/opt/homebrew/bin/node' },
    'homebrew, a version of its own': { path: 'root/opt/homebrew/opt/node@22/bin/node' },
    'homebrew on Linux': { path: 'root/home/linuxbrew/.linuxbrew/bin/node' },
    'nodejs.org on Windows': { path: 'root/c/Program Files/nodejs/node.exe' },
  }
  test.each(Object.entries(places))('finds the node of %s', async (_, { path, env = '' }) => {
    const scene = stubScene(shell)
    scene.node(path)
    const [name = '', value = ''] = env.split('=')
    const given = env ? { [name]: `${scene.home}/${value}` } : {}
    expect(scene.commit(given)).toMatchObject({ status: 0, output: '' })
    expect(await scene.started()).toContain(`${path}\nworker\n`)
    expect(scene.push(given)).toMatchObject({ status: 0, output: '' })
    expect(await scene.started()).toContain(`${path}\npre-push origin url\n\na b c d\n`)
  })

  test('30 the recorded node comes first, and nothing else is asked', async () => {
    const scene = stubScene(shell)
    scene.node('gone/node')
    scene.node(`${nvm}/v24.0.0/bin/node`)
    scene.commit()
    expect(await scene.started()).toContain('gone/node\nworker\n')
  })

  test('takes the default of nvm, by whatever name, and the newest where that is too old', async () => {
    const scene = stubScene(shell)
    for (const version of ['v8.1.0', 'v18.20.1', 'v20.18.3', 'v20.19.0', 'v22.9.0', 'v22.11.0', 'v24.1.0'])
      scene.node(`${nvm}/${version}/bin/node`, version)
    const chosen = async (alias: string) => {
      scene.repository.run('sh', [
        '-c',
        `mkdir -p "$1/alias/lts" && printf %s "$2" >"$1/alias/default"`,
        '-',
        `${scene.home}/.nvm`,
        alias,
      ])
      scene.commit()
      return (await scene.started()).split('\n')[0]?.split('/').at(-3)
    }
    scene.repository.run('sh', [
      '-c',
      `mkdir -p "$1" && echo lts/jod >"$1/*" && echo v22.9.0 >"$1/jod"`,
      '-',
      `${scene.home}/.nvm/alias/lts`,
    ])
    expect(await chosen('22')).toBe('v22.11.0')
    expect(await chosen('v22.9.0')).toBe('v22.9.0')
    expect(await chosen('lts/*')).toBe('v22.9.0')
    expect(await chosen('20')).toBe('v20.19.0')
    expect(await chosen('18')).toBe('v24.1.0')
    expect(await chosen('node')).toBe('v24.1.0')
  })

  test('passes over a node on PATH that is too old', async () => {
    const scene = stubScene(shell)
    scene.node('old/node', 'v18.20.0')
    const env = { PATH: `${scene.home}/old:${pathOf(scene)}` }
    expect(scene.commit(env).stderr).toContain(NONE)
    expect(scene.push(env).status).toBe(1)
    scene.node('.volta/tools/image/node/20.19.0/bin/node', 'v20.19.0')
    expect(scene.commit(env).output).toBe('')
    expect(await scene.started()).toContain('.volta/')
  })

  test('finds node by the PATH of init.sh, whose exports reach what is started', async () => {
    const scene = stubScene(shell)
    scene.node('mine/node')
    scene.rc(
      `echo noise; read -r line; export RC="it's \\"so\\" \\$1"\nPATH=$PATH:$HOME/mine\nexport node=x entry=x mine=x\n`,
    )
    expect(scene.commit()).toMatchObject({ status: 0, output: '' })
    expect(await scene.started()).toContain(`mine/node\nworker\nit's "so" $1\n`)
    expect(scene.push()).toMatchObject({ status: 0, output: '' })
    expect(await scene.started()).toContain(`mine/node\npre-push origin url\nit's "so" $1\na b c d\n`)
  })

  test.each(['exit 3', 'exit 0', 'set -e; false', 'if', 'set -u; echo $nothing', 'exec true', 'kill -9 $$'])(
    'an init.sh that says `%s` breaks no commit and opens no gate',
    async text => {
      const scene = stubScene(shell)
      scene.node('gone/node')
      scene.rc(`${text}\n`)
      if (scene.push().status === 0) expect(await scene.started()).toContain('gone/node\npre-push origin url')
      expect(scene.commit()).toMatchObject({ stdout: '', stderr: '' })
      expect(scene.repository.run('ls', ['.git/wingman/queue']).stdout).not.toBe('')
    },
  )

  test('what only we have found is on the PATH of what a review runs', async () => {
    const scene = stubScene(shell)
    scene.node(`${nvm}/v22.1.0/bin/node`)
    scene.commit()
    expect((await scene.started()).trim().split('\n').at(-1)).toBe(`${scene.home}/${nvm}/v22.1.0/bin/node`)
  })
})

const pathOf = ({ home }: { home: string }): string => `${home.replace(/\/[^/]*$/, '')}/bin`
