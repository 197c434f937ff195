import { ACTEUR_FIELDS } from '../../../shared/fields/acteurs.ts'
import { having, namesOf } from '../../../shared/fields/field.ts'
import type { OwnActeur, OwnActeurChanges } from '../../kit/api/contract.ts'
import { closingsIn, closingsTyped } from '../../kit/forms/closings.ts'

/** The fields of an acteur that its members write. */
export const OWN_FIELDS = having(ACTEUR_FIELDS, 'own')
export type FieldName = keyof typeof OWN_FIELDS
export type Written = Readonly<Record<FieldName, string>>

export const writtenOf = (acteur: Pick<OwnActeur, FieldName>): Written =>
  ({
    ...Object.fromEntries(namesOf(OWN_FIELDS).map(field => [field, acteur[field] ?? ''])),
    fermetures: closingsTyped(acteur.fermetures),
  }) as Written

/** Only what was changed is sent: a field that a colleague changed meanwhile stays theirs. */
export const changesIn = (value: Written, fields: readonly FieldName[]): OwnActeurChanges =>
  Object.fromEntries(fields.map(field => [field, sent(field, value[field])]))

function sent(field: FieldName, typed: string) {
  if (field === 'fermetures') return closingsIn(typed, new Date()) ?? []
  return field === 'site_web' ? linkOf(typed) : typed.trim() || null
}

/** People type an address without its scheme. */
export const linkOf = (typed: string): string | null => {
  const text = typed.trim()
  return text === '' ? null : /^https?:\/\//i.test(text) ? text : `https://${text}`
}
