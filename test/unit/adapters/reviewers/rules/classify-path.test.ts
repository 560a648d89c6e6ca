import { expect, it } from 'vitest'
import { classifyPath, type PathKind } from '../../../../../src/adapters/reviewers/rules/classify-path.ts'

const PATHS: Record<PathKind, readonly string[]> = {
  vendored: [
    'node_modules/a/index.js',
    'vendor/github.com/a/b.go',
    'src/third_party/x.c',
    'vendor/a/a_test.go',
  ],
  lockfile: ['package-lock.json', 'web/pnpm-lock.yaml', 'yarn.lock', 'Cargo.lock', 'go.sum', 'bun.lockb'],
  fixture: ['test/fixtures/a.ts', 'pkg/testdata/key.pem', 'src/__mocks__/fs.ts', 'src/__snapshots__/a.snap'],
  generated: [
    'dist/index.js',
    'src/api.pb.go',
    'proto/a_pb2.py',
    'public/jquery.min.js',
    'src/schema.generated.ts',
  ],
  test: [
    ...['src/a.test.ts', 'a_test.go', 'tests/test_a.py', 'test_a.py', 'spec/a_spec.rb', 'e2e/cart.ts'],
    ...['src/test/java/A.java', 'src/FooTest.java', 'examples/demo/__tests__/a.js', 'conftest.py'],
  ],
  documentation: ['README.md', 'docs/conf.py', 'notes.txt', 'LICENSE', 'CHANGELOG', 'guide.mdx'],
  example: ['examples/a.ts', '.env.example', 'demo/app.py', 'playground/vue/main.ts', 'config.sample.yaml'],
  template: [
    'templates/hook.sh',
    'chart/templates/secret.yaml',
    'src/page.hbs',
    'packages/create/template-vue/a.ts',
  ],
  migration: ['db/migrations/001_init.sql', 'app/migrations/0002_x.py', 'migrate/1.go'],
  source: [
    ...['src/index.ts', 'main.go', 'requirements.txt', 'CMakeLists.txt', '.github/workflows/ci.yml', '.env'],
    // Names that only contain the words.
    ...[
      'src/latest.ts',
      'src/contest/a.ts',
      'src/testimonials.tsx',
      'src/example-list.ts',
      'src/documents/a.ts',
    ],
    ...['src/distance/a.ts', 'vendors.py', 'src/attest.ts', 'src/specification.ts', 'template.ts'],
  ],
}

const cases = Object.entries(PATHS).flatMap(([kind, paths]) => paths.map(path => [path, kind]))

it.each(cases)('%s is %s', (path, kind) => {
  expect(classifyPath(path)).toBe(kind)
})
