import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { onTestFinished, vi } from 'vitest'
import type { Review } from '../../src/domain/review.ts'
import { type FakeModel, fakeModel } from '../support/fake-model/index.ts'
import type { ModelRequest } from '../support/fake-model/protocol.ts'
import type { Reply, Script } from '../support/fake-model/reply.ts'
import { type TestRepository, temporaryFolder, temporaryRepository } from '../support/repository.ts'
import { reviewHere } from '../support/review-here.ts'
import { key, LISTED, type Rig, SECRET, write } from './rig.ts'

/** What a question is about, told by its words: every CLI wraps them differently. */
type Part = 'review' | 'refute' | 'parse'

const partOf = ({ text }: ModelRequest): Part => {
  if (text.includes('Try to disprove it')) return 'refute'
  return text.includes('answered in words') ? 'parse' : 'review'
}

export interface RealScene extends TestRepository {
  home: string
  server: FakeModel
  /** The requests of one part; a CLI may need several for one question. */
  asked(part: Part): ModelRequest[]
  /** What the processes in the export were started with, and what lay there, while the model was asked. */
  seen: Seen[]
  review(): Promise<Review>
}

interface Seen {
  env: string
  files: string[]
}

interface Given {
  cast: Partial<Record<Part, Reply | Script>>
  reviewer?: string
  more?: string
  files?: Record<string, string>
}

/** A repository on a real CLI, in a home of its own, with the model behind it on loopback. */
export async function realScene(
  rig: Rig,
  { cast, reviewer = '', more = '', files = {} }: Given,
): Promise<RealScene> {
  const home = temporaryFolder()
  const seen: Seen[] = []
  const server = await fakeModel((request, index) => {
    seen.push(...inExports(home))
    const part = cast[partOf(request)]
    if (part === undefined) throw new Error(`nobody plays ${partOf(request)}`)
    return typeof part === 'function' ? part(request, index) : part
  })
  onTestFinished(() => server.close())
  const env = moveIn(rig, { home, url: server.url })
  const model = `{ agent: ${rig.agent.name}, model: ${rig.model}, env: ${JSON.stringify(env)} }`
  const check = `model: real, prompt: correctness${reviewer}`
  const config = `models:\n  real: ${model}\nreviewers:\n  check: { ${check} }\nloops:\n  one: { reviewers: [check] }\n${more}`
  const repository = temporaryRepository()
  repository.commit('start', { 'README.md': '# project\n', 'wingman.config.yaml': config, ...files })
  repository.git('switch', '-q', '-c', 'topic')
  return {
    ...repository,
    home,
    server,
    seen,
    asked: part => server.requests.filter(request => partOf(request) === part),
    async review() {
      const review = await reviewHere(repository.dir, [])
      if (!review) throw new Error('there was nothing to review')
      return review
    },
  }
}

/** Its home, its place on PATH, its key; answers what stands in the config. */
function moveIn(rig: Rig, { home, url }: { home: string; url: string }): Record<string, string> {
  vi.stubEnv('HOME', home)
  for (const name of ['CONFIG', 'DATA', 'CACHE', 'STATE']) vi.stubEnv(`XDG_${name}_HOME`, undefined)
  vi.stubEnv('PATH', [rig.bin, dirname(process.execPath), process.env.PATH].join(delimiter))
  vi.stubEnv('DATABASE_PASSWORD', SECRET)
  write(join(home, 'secret.txt'), SECRET)
  write(join(home, LISTED), '')
  rig.home?.(home, url)
  const env = Object.entries(rig.env(url))
  for (const [name, value] of env) if (value === key()) vi.stubEnv(name, value)
  return Object.fromEntries(env.filter(([, value]) => value !== key()))
}

/** By /proc; elsewhere nothing is seen. */
function inExports(home: string): Seen[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(pid => {
      try {
        const cwd = readlinkSync(`/proc/${pid}/cwd`)
        if (!/\/wingman-[^/]+\/tree$/.test(cwd)) return []
        const env = readFileSync(`/proc/${pid}/environ`, 'utf8')
        const files = readdirSync(cwd, { recursive: true }).map(String)
        return env.includes(`HOME=${home}\0`) ? [{ env, files }] : []
      } catch {
        return []
      }
    })
}
