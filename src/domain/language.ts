const LANGUAGES = {
  javascript: ['js', 'mjs', 'cjs', 'jsx', 'ts', 'mts', 'cts', 'tsx'],
  component: ['vue', 'svelte', 'astro'],
  python: ['py', 'pyi', 'pyw'],
  ruby: ['rb', 'rake', 'gemspec'],
  go: ['go'],
  rust: ['rs'],
  java: ['java', 'kt', 'kts', 'scala', 'groovy', 'gradle'],
  csharp: ['cs'],
  c: ['c', 'h', 'cc', 'cpp', 'cxx', 'hpp', 'hh', 'm', 'mm'],
  swift: ['swift', 'dart'],
  php: ['php'],
  shell: ['sh', 'bash', 'zsh'],
  yaml: ['yml', 'yaml'],
  css: ['css', 'scss', 'less'],
  html: ['html', 'htm', 'xml'],
  sql: ['sql'],
  elixir: ['ex', 'exs'],
} as const satisfies Record<string, readonly string[]>

export type Language = keyof typeof LANGUAGES

const BY_EXTENSION = new Map<string, Language>(
  Object.entries(LANGUAGES).flatMap(([language, extensions]) =>
    extensions.map(extension => [extension, language as Language] as const),
  ),
)

/** By the extension alone; null for what we do not know how to read. */
export function languageOf(path: string): Language | null {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const dot = name.lastIndexOf('.')
  return dot < 0 ? null : (BY_EXTENSION.get(name.slice(dot + 1).toLowerCase()) ?? null)
}

/** Languages that programs are written in. */
export const CODE: readonly Language[] = [
  ...([
    'javascript',
    'component',
    'python',
    'ruby',
    'go',
    'rust',
    'java',
    'csharp',
    'c',
    'swift',
    'php',
  ] as const),
  ...(['shell', 'yaml', 'css', 'sql', 'elixir'] as const),
]
