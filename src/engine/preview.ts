import type { Ports, Preview } from '../ports.ts'
import { workFor } from './review.ts'
import type { Run } from './start-run.ts'

export interface PreviewOf extends Preview {
  loop: string
  reviewer: string
}

/** What would be sent if the loops were run: exactly that, but for the marks of the fences, which are new each time. No model is asked. */
export async function previewRun(ports: Ports, run: Run): Promise<PreviewOf[]> {
  const previews: PreviewOf[] = []
  for (const loop of run.loops) {
    for (const reviewer of loop.reviewers) {
      const { preview } = ports.reviewers(reviewer)
      if (!preview) continue
      const work = await workFor(ports, {
        ...run,
        review: run.id,
        loop,
        reviewer,
        say: () => {},
        spent: () => {},
      })
      if (work.files.length === 0) continue
      const found = await preview(work)
      previews.push(...found.map(one => ({ loop: loop.name, reviewer: reviewer.name, ...one })))
    }
  }
  return previews
}
