import { defineConfig } from 'tsdown'
import { notices } from './scripts/notices.ts'

/** What somebody waits for at every push or prompt; what these import comes along with them. */
const LIGHT = /[\\/]src[\\/]cli[\\/](?:hooks[\\/](?:pre-push|claude|launch)|commands[\\/]gate)\.ts$/

// Two builds: the public entry with its declarations, and the commands, bundled and split so that a hook loads only what it needs.
export default defineConfig([
  {
    entry: { index: 'src/index.ts' },
    outDir: 'dist',
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    dts: true,
    clean: true,
    outExtensions: () => ({ js: '.js', dts: '.d.ts' }),
  },
  {
    entry: { wingman: 'src/cli/main.ts', hook: 'src/cli/hook.ts' },
    outDir: 'dist',
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    dts: false,
    clean: false,
    minify: true,
    plugins: [notices()],
    // What it names as its main file requires its parts by a name that no bundler can follow.
    alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
    // typescript comes in through cosmiconfig's own TypeScript loader, which we replace; jiti breaks when bundled.
    deps: { neverBundle: ['typescript', 'jiti'], alwaysBundle: [/.*/] },
    outExtensions: () => ({ js: '.js' }),
    // Twenty small files took a hook 25 ms to load: what the light ones need, and only that, is one chunk.
    outputOptions: { codeSplitting: { groups: [{ name: 'hooks', test: LIGHT }] } },
  },
])
