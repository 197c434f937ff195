/** Fields of a JSON record from outside: a value of another type counts as absent. */
export type Json = Readonly<Record<string, unknown>>

export const record = (value: unknown): Json | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined

export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Accepts numbers as text. */
export const text = (value: unknown): string | undefined => {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

export const number = (value: unknown): number | undefined => {
  const found = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value
  return typeof found === 'number' && Number.isFinite(found) ? found : undefined
}

/** The French text of a multilingual field, or else its first text that is not empty. */
export function inFrench(value: unknown): string | undefined {
  const languages = record(value)
  if (!languages) return text(value)
  return text(languages.fr) ?? Object.values(languages).map(text).find(Boolean)
}

/** The records of a list; anything else in it counts as absent. */
export const records = (value: unknown): Json[] =>
  list(value)
    .map(record)
    .filter(each => each !== undefined)
