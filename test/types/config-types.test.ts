import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { describe, expect, expectTypeOf, test } from 'vitest'
import * as z from 'zod'
import * as schemas from '../../src/config/schema.ts'
import * as models from '../../src/config/schema-models.ts'
import * as reviewers from '../../src/config/schema-reviewers.ts'
import type * as published from '../../src/config/types.ts'

/** Without what it forbids, which the schema calls an unknown key. */
type Allowed<Shape> = Shape extends unknown
  ? {
      [K in keyof Shape as undefined extends Shape[K]
        ? [Shape[K]] extends [undefined]
          ? never
          : K
        : K]: Shape[K]
    }
  : never
type Top<Config> = Omit<Config, 'models' | 'reviewers'>

// The compiler checks these: `npm run typecheck` fails where they do not hold.
test('the published types are what the schema takes', () => {
  expectTypeOf<Allowed<published.AgentModel>>().toEqualTypeOf<z.input<typeof models.agentModelSchema>>()
  expectTypeOf<Allowed<published.AnthropicModel>>().toEqualTypeOf<
    z.input<typeof models.anthropicModelSchema>
  >()
  expectTypeOf<Allowed<published.OpenAiCompatibleModel>>().toEqualTypeOf<
    z.input<typeof models.openAiModelSchema>
  >()
  expectTypeOf<Allowed<published.Model>>().toEqualTypeOf<z.input<typeof models.modelSchema>>()
  expectTypeOf<Allowed<published.RunReviewer>>().toEqualTypeOf<z.input<typeof reviewers.runReviewerSchema>>()
  expectTypeOf<Allowed<published.ModelReviewer>>().toEqualTypeOf<
    z.input<typeof reviewers.modelReviewerSchema>
  >()
  expectTypeOf<Allowed<published.RulesReviewer>>().toEqualTypeOf<
    z.input<typeof reviewers.rulesReviewerSchema>
  >()
  expectTypeOf<Allowed<published.CommandReviewer>>().toEqualTypeOf<
    z.input<typeof reviewers.commandReviewerSchema>
  >()
  expectTypeOf<Allowed<published.Reviewer>>().toEqualTypeOf<z.input<typeof reviewers.reviewerSchema>>()
  expectTypeOf<published.Loop>().toEqualTypeOf<z.input<typeof schemas.loopSchema>>()
  expectTypeOf<published.Gate>().toEqualTypeOf<z.input<typeof schemas.gateSchema>>()
  expectTypeOf<published.Context>().toEqualTypeOf<z.input<typeof schemas.contextSchema>>()
  expectTypeOf<published.Delivery>().toEqualTypeOf<z.input<typeof schemas.deliverySchema>>()
  expectTypeOf<published.Fix>().toEqualTypeOf<z.input<typeof schemas.fixSchema>>()
  expectTypeOf<published.Notify>().toEqualTypeOf<z.input<typeof schemas.notifySchema>>()
  expectTypeOf<published.Attestations>().toEqualTypeOf<z.input<typeof schemas.attestationsSchema>>()
  expectTypeOf<published.Budget>().toEqualTypeOf<z.input<typeof schemas.budgetSchema>>()
  expectTypeOf<Top<published.WingmanConfig>>().toEqualTypeOf<Top<z.input<typeof schemas.configSchema>>>()
  expectTypeOf<published.WingmanConfig['models']>().toEqualTypeOf<
    Record<string, published.Model> | undefined
  >()
  expectTypeOf<keyof published.WingmanConfig>().toEqualTypeOf<keyof z.input<typeof schemas.configSchema>>()
})

const INTERFACES = {
  AgentModel: models.agentModelSchema,
  AnthropicModel: models.anthropicModelSchema,
  OpenAiCompatibleModel: models.openAiModelSchema,
  RunReviewer: reviewers.runReviewerSchema,
  ModelReviewer: reviewers.modelReviewerSchema,
  CommandReviewer: reviewers.commandReviewerSchema,
  RulesReviewer: reviewers.rulesReviewerSchema,
  Loop: schemas.loopSchema,
  Gate: schemas.gateSchema,
  Context: schemas.contextSchema,
  Delivery: schemas.deliverySchema,
  Fix: schemas.fixSchema,
  Notify: schemas.notifySchema,
  Attestations: schemas.attestationsSchema,
  Budget: schemas.budgetSchema,
  WingmanConfig: schemas.configSchema,
} satisfies Record<string, z.ZodObject>

describe('what an editor shows is what the schema says', () => {
  const written = documentation()
  test('of every interface', () => {
    expect([...written.keys()].sort()).toEqual(Object.keys(INTERFACES).sort())
  })
  test.each(Object.entries(INTERFACES))('%s', (name, schema) => {
    const described = Object.entries(schema.shape).map(([field, type]: [string, z.ZodType]) => [
      field,
      sentenceOf(type),
    ])
    expect(written.get(name)).toEqual(Object.fromEntries(described))
  })
})

/** The comment on every field of every interface, on one line. */
function documentation(): Map<string, Record<string, string>> {
  const path = new URL('../../src/config/types.ts', import.meta.url)
  const source = ts.createSourceFile('types.ts', readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true)
  const interfaces = source.statements.filter(ts.isInterfaceDeclaration)
  return new Map(
    interfaces.map(({ name, members }) => [
      name.text,
      Object.fromEntries(
        members.filter(isAllowed).map(member => [member.name?.getText(), commentOn(member)]),
      ),
    ]),
  )
}

const isAllowed = (member: ts.TypeElement): boolean => !member.getText().endsWith('?: undefined')

function commentOn(node: ts.Node): string {
  const [comment] = ts.getJSDocCommentsAndTags(node)
  return (comment?.getText() ?? '')
    .replace(/^\/\*\*|\*\/$/g, '')
    .replace(/^\s*\* ?/gm, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

function sentenceOf(type: z.ZodType): string {
  const byDefault = type instanceof z.ZodDefault ? ` @default ${written(type.def.defaultValue)}` : ''
  return `${type.description}${byDefault}`
}

const written = (value: unknown): string => JSON.stringify(value).replaceAll('"', "'").replaceAll(",'", ", '")
