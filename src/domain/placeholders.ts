/** What a prompt of the person's may have filled in. Nothing of the change itself: that is untrusted, and stands in fences. */
export const PLACEHOLDERS = ['reviewer', 'paths', 'focus'] as const
type Placeholder = (typeof PLACEHOLDERS)[number]

const PATTERN = /\{\{\s*([\w.-]+)\s*\}\}/g

export function unknownPlaceholders(text: string): string[] {
  const named = [...text.matchAll(PATTERN)].map(([, name = '']) => name)
  return [...new Set(named)].filter(name => !PLACEHOLDERS.some(known => known === name))
}

export const fillPlaceholders = (text: string, values: Record<Placeholder, string>): string =>
  text.replace(PATTERN, (whole, name: string) =>
    Object.hasOwn(values, name) ? values[name as Placeholder] : whole,
  )
