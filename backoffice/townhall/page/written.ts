import { ACTEUR_FIELDS } from '../../../shared/fields/acteurs.ts'
import { having } from '../../../shared/fields/field.ts'
import type { Typed } from '../../kit/forms/described.ts'

/** The fields of an acteur that its members write. */
export const OWN_FIELDS = having(ACTEUR_FIELDS, 'own')
export type FieldName = keyof typeof OWN_FIELDS
export type Written = Typed<typeof OWN_FIELDS>
