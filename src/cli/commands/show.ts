import { existsSync } from 'node:fs'
import { textReport } from '../../adapters/reporters/text.ts'
import { banner, loopLine, reviewerLine } from '../../messages.ts'
import { openProject } from '../compose.ts'
import { EXIT } from '../exit-codes.ts'
import { findReview } from '../find-review.ts'
import { paint, print, printJson } from '../io.ts'

/** `wingman show [id|commit]`: one review, whole. */
export async function show(name: string | undefined, { json }: { json?: boolean }): Promise<number> {
  const { ports, at } = openProject()
  const review = await findReview(ports, name)
  if (json) {
    printJson(review)
    return EXIT.fine
  }
  const files = new Set(
    review.loops.flatMap(loop =>
      loop.reviewers.flatMap(({ coverage }) => [
        ...coverage.covered,
        ...[...coverage.ignored, ...coverage.missed].map(({ file }) => file),
      ]),
    ),
  )
  print(banner(review.snapshot, files.size).replace(/^Reviewing/, 'Review of'))
  for (const loop of review.loops) {
    print(`  ${loopLine(loop)}`)
    for (const reviewer of loop.reviewers) {
      print(`    ${reviewerLine(reviewer)}`)
      const output = at.output(loop.reusedFrom ?? review.id, `${loop.loop}.${reviewer.reviewer}`)
      if (existsSync(output)) print(paint().dim(`      what it printed: ${output}`))
    }
  }
  print(`\n${textReport(review, paint())}`)
  return EXIT.fine
}
