/** What a path says about its file. One answer for every rule: guessing separately is where false alarms come from. */
export type PathKind =
  | 'vendored'
  | 'lockfile'
  | 'fixture'
  | 'generated'
  | 'test'
  | 'documentation'
  | 'example'
  | 'template'
  | 'migration'
  | 'source'

/** The first that fits: a fixture inside the tests is a fixture, a test inside an example is a test. */
const PATTERNS: readonly (readonly [PathKind, readonly RegExp[]])[] = [
  ['vendored', [folder('node_modules|vendor|vendored|third[-_]?party|bower_components|\\.yarn|pods')]],
  [
    'lockfile',
    [/(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|go\.sum)$/i, /\.lockb?$/i],
  ],
  [
    'fixture',
    [
      folder(
        '(?:test[-_])?fixtures?|__fixtures__|test[-_]?data|mocks?|__mocks__|cassettes|golden(?:s|files)?',
      ),
      folder('snapshots?|__snapshots__|test[-_](?:cases|files|inputs?|resources)'),
      /\.(?:snap|golden|approved\.\w+)$/i,
    ],
  ],
  [
    'generated',
    [
      folder('dist|generated|__generated__|coverage|\\.next|\\.nuxt'),
      /\.min\.\w+$|\.map$|\.pb\.\w+$|_pb2(?:_grpc)?\.pyi?$|\.g\.dart$|[._](?:generated|gen)\.\w+$/i,
    ],
  ],
  [
    'test',
    [
      folder(
        '(?:\\w+[-_.])?tests?|__tests?__|specs?|(?:\\w+[-_])?e2e|testing|test[-_]?(?:utils?|helpers?)|cypress',
      ),
      /[._-](?:test|tests|spec|e2e|cy|test-d)\.\w+$/i,
      /(?:^|\/)(?:test_[^/]*|conftest)\.py$|(?:Tests?|Spec|IT)\.(?:java|kt|cs|php|swift|scala|groovy)$/,
    ],
  ],
  [
    'documentation',
    [
      folder('docs?|documentation|website'),
      /\.(?:md|mdx|markdown|rst|adoc|asciidoc|tex|ipynb|po|pot)$/i,
      /(?:^|\/)(?!requirements|constraints|CMakeLists)[^/]*\.txt$/i,
      /(?:^|\/)(?:readme|changelog|changes|license|licence|notice|authors|history)$/i,
    ],
  ],
  [
    'example',
    [
      folder('examples?|samples?|demos?|playgrounds?|sandbox|tutorials?|bench(?:es|marks?)?|_examples'),
      /[._-](?:example|sample|demo)(?:\.\w+)?$/i,
    ],
  ],
  [
    'template',
    [
      folder('templates?(?:-[\\w-]+)?|scaffolds?|boilerplates?|prompts?|stubs?'),
      /\.(?:tmpl|tpl|hbs|ejs|j2|jinja2?|mustache|template|liquid|prompt|stub)$/i,
    ],
  ],
  ['migration', [folder('migrations?|migrate')]],
]

export function classifyPath(path: string): PathKind {
  const fit = PATTERNS.find(([, patterns]) => patterns.some(pattern => pattern.test(path)))
  return fit ? fit[0] : 'source'
}

/** Somewhere among the folders, never the file's own name. */
function folder(names: string): RegExp {
  return new RegExp(`(?:^|/)(?:${names})/`, 'i')
}
