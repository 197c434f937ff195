import { ACTEUR_FIELDS } from '../../../shared/fields/acteurs.ts'
import { having, namesOf } from '../../../shared/fields/field.ts'
import type { OwnActeur, OwnActeurChanges } from '../../kit/api/contract.ts'

/** The fields of an acteur that its members write. */
const { fermetures: _closings, ...texts } = having(ACTEUR_FIELDS, 'own')
export const OWN_FIELDS = texts
export type FieldName = keyof typeof OWN_FIELDS
export type Written = Readonly<Record<FieldName, string>>

export const writtenOf = (acteur: Pick<OwnActeur, FieldName>): Written =>
  Object.fromEntries(namesOf(OWN_FIELDS).map(field => [field, acteur[field] ?? ''])) as Written

/** Only what was changed is sent: a field that a colleague changed meanwhile stays theirs. */
export const changesIn = (value: Written, fields: readonly FieldName[]): OwnActeurChanges =>
  Object.fromEntries(
    fields.map(field => [field, field === 'site_web' ? linkOf(value[field]) : value[field].trim() || null]),
  )

/** People type an address without its scheme. */
export const linkOf = (typed: string): string | null => {
  const text = typed.trim()
  return text === '' ? null : /^https?:\/\//i.test(text) ? text : `https://${text}`
}
