/** The version of records and results that this wingman reads and writes. */
export const RECORD_VERSION = 1

export function isNewer(value: unknown): value is { version: number } {
  const version = (value as { version?: unknown } | null)?.version
  return typeof version === 'number' && version > RECORD_VERSION
}

export const newerThanUs = (path: string, version: number): string =>
  `${path} was written by a newer wingman (version ${version} of the format, this one reads ${RECORD_VERSION}): update this one`
