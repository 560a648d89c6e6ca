import { WingmanError } from '../errors.ts'
import { type ConfigPath, type Position, type PositionOf, showPath } from './position.ts'

/** One thing that is wrong with a config. */
export interface Problem {
  path: ConfigPath
  /** What is wrong, and what would be right. */
  message: string
}

export interface PlacedProblem extends Problem {
  position: Position | null
}

/** In the order of the file, so that a person can work from the top down. */
export function place(problems: readonly Problem[], positionOf: PositionOf): PlacedProblem[] {
  const placed = problems.map(problem => ({ ...problem, position: positionOf(problem.path) }))
  const rank = ({ position }: PlacedProblem) => (position ? position.line * 10_000 + position.column : 0)
  return placed.sort((a, b) => rank(a) - rank(b))
}

/** All of them in one error. */
export function configError(file: string, problems: readonly PlacedProblem[]): WingmanError {
  const lines = problems.map(problem => sentence(file, problem))
  return new WingmanError({
    code: 'E_CONFIG',
    message:
      lines.length === 1
        ? lines.join()
        : `${file} has ${lines.length} problems:\n${lines.map(line => `  ${line}`).join('\n')}`,
    hint: `Correct ${file}, then run: wingman config check`,
  })
}

/** For a file that could not be read at all. */
export function unreadable(
  file: string,
  { message, position = null, cause }: { message: string; position?: Position | null; cause?: unknown },
): WingmanError {
  return new WingmanError({
    code: 'E_CONFIG',
    message: sentence(file, { path: [], message, position }),
    hint: `Correct ${file}, then run: wingman config check`,
    cause,
  })
}

function sentence(file: string, { path, message, position }: PlacedProblem): string {
  const where = position ? `${file}:${position.line}:${position.column}` : file
  return path.length > 0 ? `${where} ${showPath(path)}: ${message}` : `${where}: ${message}`
}
