import { execFileSync } from 'node:child_process'

/** The integration tests run what people run: the bundle. */
export default function buildOnce(): void {
  execFileSync('npm', ['run', '-s', 'build'], { stdio: ['ignore', 'ignore', 'pipe'] })
}
