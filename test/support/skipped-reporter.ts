import { relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'

/** The last word of a run: a test that was left out proved nothing, and in a long log nobody sees the line that said so. */
export default class SkippedReporter implements Reporter {
  #root = process.cwd()
  #isFiltered = false

  onInit(vitest: Parameters<NonNullable<Reporter['onInit']>>[0]): void {
    this.#root = vitest.config.root
    // Whoever asked for one test knows that the others did not run.
    this.#isFiltered = vitest.config.testNamePattern !== undefined
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const skipped = modules.flatMap(module =>
      [...module.children.allTests('skipped')].map(
        test => `  ${relative(this.#root, module.moduleId)}: ${test.fullName}`,
      ),
    )
    if (this.#isFiltered || skipped.length === 0) return
    const what = skipped.length === 1 ? '1 test was' : `${skipped.length} tests were`
    console.error(`\n!!! SKIPPED: ${what} left out here, and proved nothing\n${skipped.join('\n')}\n`)
  }
}
