import type { Facts } from './facts.ts'

/** The first config: short, commented, made of what was found. The same document in both languages. */
export function scaffold(facts: Facts): { file: string; text: string } {
  const outline = outlineOf(facts)
  return facts.packageManager
    ? { file: 'wingman.config.ts', text: typescript(outline) }
    : { file: 'wingman.config.yaml', text: yaml(outline) }
}

interface Section {
  comment: string
  name: string
  entries: [name: string, fields: [string, string | string[]][]][]
}

/** Loops from the cheapest to the dearest; each starts only if the one before passed. */
function outlineOf({ scripts, agents, defaultBranch }: Facts): Section[] {
  const [agent] = agents
  const run = (name: string, command: string | null): Section['entries'] =>
    command ? [[name, [['run', command]]]] : []
  const ask = (name: string): Section['entries'] =>
    agent
      ? [
          [
            name,
            [
              ['model', 'fast'],
              ['prompt', name],
            ],
          ],
        ]
      : []
  const always = ['post-commit', 'explicit']
  const basics = ['rules', ...(scripts.types ? ['types'] : []), ...(scripts.lint ? ['lint'] : [])]
  const sections: Section[] = [
    {
      comment: 'Who does the thinking: a coding agent that is installed here.',
      name: 'models',
      entries: agent ? [['fast', modelFields(agent)]] : [],
    },
    {
      comment: 'What is looked at, and by whom. `rules` is built in and needs no model.',
      name: 'reviewers',
      entries: [
        ...run('types', scripts.types),
        ...run('lint', scripts.lint),
        ...run('tests', scripts.tests),
        ...ask('correctness'),
        ...ask('security'),
      ],
    },
    {
      comment: 'In this order; each starts only if the one before passed.',
      name: 'loops',
      entries: [
        [
          'basics',
          [
            ['on', always],
            ['reviewers', basics],
          ],
        ],
        ...(agent ? loopEntries('standards', always, ['correctness']) : []),
        ...(agent ? loopEntries('security', ['explicit'], ['security']) : []),
        ...(scripts.tests ? loopEntries('integration', ['task-done', 'explicit'], ['tests']) : []),
      ],
    },
    {
      comment: `What may leave this machine. Name branches to hold only those: branches: ['${defaultBranch}']`,
      name: 'gates',
      entries: [['ship', [['requires', ['basics']]]]],
    },
  ]
  return sections.filter(section => section.entries.length > 0)
}

/** A small model where it is known by a name that lasts; else what the person has set for that agent. */
const modelFields = (agent: string): [string, string][] =>
  agent === 'claude'
    ? [
        ['agent', agent],
        ['model', 'haiku'],
      ]
    : [['agent', agent]]

const loopEntries = (name: string, on: string[], reviewers: string[]): Section['entries'] => [
  [
    name,
    [
      ['on', on],
      ['reviewers', reviewers],
    ],
  ],
]

function typescript(sections: Section[]): string {
  const body = sections.map(({ comment, name, entries }) =>
    [
      `  // ${comment}`,
      `  ${name}: {`,
      ...entries.map(([key, fields]) => `    ${key}: { ${fields.map(tsField).join(', ')} },`),
      '  },',
    ].join('\n'),
  )
  return [
    "import { defineConfig } from 'git-wingman'",
    '',
    'export default defineConfig({',
    body.join('\n\n'),
    '})',
    '',
  ].join('\n')
}

const tsField = ([key, value]: [string, string | string[]]): string =>
  `${key}: ${Array.isArray(value) ? `[${value.map(quoted).join(', ')}]` : quoted(value)}`

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

function yaml(sections: Section[]): string {
  const body = sections.map(({ comment, name, entries }) =>
    [
      `# ${comment.replace(/\['(.*)'\]/, '[$1]')}`,
      `${name}:`,
      ...entries.flatMap(([key, fields]) => [`  ${key}:`, ...fields.map(yamlField)]),
    ].join('\n'),
  )
  return `${body.join('\n\n')}\n`
}

const yamlField = ([key, value]: [string, string | string[]]): string =>
  `    ${key}: ${Array.isArray(value) ? `[${value.join(', ')}]` : JSON.stringify(value)}`
