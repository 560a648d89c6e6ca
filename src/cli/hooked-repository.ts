import type { HookedRepository } from '../adapters/hooks/hosts/host.ts'
import { readManifest } from '../adapters/hooks/manifest.ts'
import type { Project } from './compose.ts'

export const hookedRepository = async ({ door, paths, at }: Project): Promise<HookedRepository> => ({
  door,
  paths,
  known: await readManifest(at.installed),
})
