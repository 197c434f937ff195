import type { OwnActeur, OwnActeurChanges } from '../../kit/api/contract.ts'
import { draft, keepDraft } from '../../kit/drafts.ts'

/** What is typed about one’s acteur: kept by the browser until it is saved. */

export const FIELDS = ['description', 'adresse', 'telephone', 'email', 'site_web', 'horaires'] as const
export type FieldName = (typeof FIELDS)[number]
export type Written = Readonly<Record<FieldName, string>>

export const writtenOf = (acteur: Pick<OwnActeur, FieldName>): Written =>
  Object.fromEntries(FIELDS.map(field => [field, acteur[field] ?? ''])) as Record<FieldName, string>

export const changed = (value: Written, saved: Written): readonly FieldName[] =>
  FIELDS.filter(field => value[field].trim() !== saved[field])

/** Only what was changed is sent: what a colleague writes elsewhere stays. */
export const changesIn = (value: Written, fields: readonly FieldName[]): OwnActeurChanges =>
  Object.fromEntries(
    fields.map(field => [field, field === 'site_web' ? linkOf(value[field]) : value[field].trim() || null]),
  )

/** People type an address as it stands on their letters. */
export const linkOf = (typed: string): string | null => {
  const text = typed.trim()
  return text === '' ? null : /^https?:\/\//i.test(text) ? text : `https://${text}`
}

const keyOf = (id: string) => `fiche.${id}`

export const unsaved = (id: string): Partial<Written> => {
  try {
    const kept: unknown = JSON.parse(draft(keyOf(id)) || '{}')
    return kept as Partial<Written>
  } catch {
    return {}
  }
}

export function keepUnsaved(id: string, value: Written, saved: Written): void {
  const fields = changed(value, saved)
  const kept = Object.fromEntries(fields.map(field => [field, value[field]]))
  keepDraft(keyOf(id), fields.length === 0 ? '' : JSON.stringify(kept))
}
