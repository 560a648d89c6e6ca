import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'tsdown'
import { notices } from './scripts/notices.ts'

/** What somebody waits for at every push or prompt; what these import comes along with them. */
const LIGHT = /[\\/]src[\\/]cli[\\/](?:hooks[\\/](?:pre-push|rest|launch|old-node)|commands[\\/]gate)\.ts$/

// CommonJS: the loader of ES modules takes a hook 10 ms, a third of what Node takes to start. So dist/ says that it is.
const commonJs = {
  name: 'commonjs-folder',
  generateBundle(this: {
    emitFile(asset: { type: 'asset'; fileName: string; source: string }): string
  }): void {
    this.emitFile({ type: 'asset', fileName: 'package.json', source: '{ "type": "commonjs" }\n' })
    // As they are: a Node that is too old for the bundle has to understand them.
    for (const name of ['hook', 'old-node'])
      this.emitFile({
        type: 'asset',
        fileName: `${name}.js`,
        source: readFileSync(`src/any-node/${name}.cjs`, 'utf8'),
      })
  },
}

const whenAsked = (name: string): string =>
  fileURLToPath(new URL(`src/cli/hooks/when-asked/${name}.ts`, import.meta.url))

// Three builds: the public entry with its declarations, an ES module as everything that people import, and the commands, bundled and split so that a hook loads only what it needs;
// and the hook of agents.
export default defineConfig([
  {
    entry: { index: 'src/index.ts' },
    outDir: 'dist',
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    dts: true,
    clean: true,
    outExtensions: () => ({ js: '.mjs', dts: '.d.mts' }),
  },
  {
    entry: { wingman: 'src/cli/main.ts', 'hook-main': 'src/cli/hook.ts' },
    outDir: 'dist',
    format: 'cjs',
    platform: 'node',
    target: 'node20.19',
    dts: false,
    clean: false,
    minify: true,
    plugins: [commonJs, notices()],
    // What it names as its main file requires its parts by a name that no bundler can follow.
    alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
    // typescript comes in through cosmiconfig's own TypeScript loader, which we replace; jiti breaks when bundled.
    // The AI SDK is optional: whoever asks an API installs it.
    deps: { neverBundle: ['typescript', 'jiti', 'ai', /^@ai-sdk\//], alwaysBundle: [/.*/] },
    outExtensions: () => ({ js: '.js' }),
    // Twenty small files took a hook 25 ms to load: what the light ones need, and only that, is one chunk.
    outputOptions: { codeSplitting: { groups: [{ name: 'hooks', test: LIGHT }] } },
  },
  // Alone, and without a chunk that it would share with the others: a prompt waits for it.
  {
    entry: { 'agent-main': 'src/cli/agent-main.ts' },
    outDir: 'dist',
    format: 'cjs',
    platform: 'node',
    target: 'node20.19',
    dts: false,
    clean: false,
    minify: true,
    alias: { 'node:crypto': whenAsked('crypto'), 'node:fs/promises': whenAsked('promises') },
    outExtensions: () => ({ js: '.js' }),
  },
])
