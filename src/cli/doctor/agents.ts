import { join } from 'node:path'
import { settingsNamed } from '../../adapters/hooks/agents/index.ts'
import { agentHooks } from '../agents/agent-hooks.ts'
import { applyInstall, planInstall } from '../install.ts'
import { oneAtATime } from '../one-at-a-time.ts'
import type { Check } from './check.ts'

/** The script that they start is looked at with the hooks. */
export const agentsCheck: Check = {
  name: 'agents',
  async look(project) {
    const older = (await agentHooks(project)).filter(({ lacking }) => lacking.length > 0)
    return older.map(({ name, title, file, lacking }) => ({
      what: `${title} does not call wingman at ${lacking.join(', ')}`,
      where: join(project.paths.root, file),
      hint: `Type \`wingman install --agents ${name}\`; ${title} may ask about it.`,
      mend: {
        how: 'adds what is missing, and leaves the rest as it is',
        act: () =>
          oneAtATime(project, async () => {
            const team = file !== settingsNamed(name)?.own
            await applyInstall(project, await planInstall(project, { agents: [name], team }))
          }),
      },
    }))
  },
}
