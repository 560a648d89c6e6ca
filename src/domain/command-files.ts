/** Where coding agents keep the text of a slash command or a skill, the nearest first: `/review-task`, `/team:check`. */
export function commandFiles(command: string): string[] {
  const name = command.slice(1)
  const path = name.replaceAll(':', '/')
  return [
    `.claude/commands/${path}.md`,
    `.claude/skills/${path}/SKILL.md`,
    `.agents/skills/${path}/SKILL.md`,
    `.opencode/commands/${path}.md`,
    `.opencode/skills/${path}/SKILL.md`,
    `.codex/prompts/${path}.md`,
    `.cursor/commands/${path}.md`,
  ]
}

/** What a model is to do, without the head that only tells an agent's program how to run it. */
export const commandText = (file: string): string => file.replace(/^---\r?\n[\s\S]*?\r?\n---\r?\n/, '').trim()
