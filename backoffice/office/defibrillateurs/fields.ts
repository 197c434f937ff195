import { namesOf } from '../../../shared/fields/field.ts'
import { dayAsTyped, dayIn } from '../../../shared/typed/day.ts'
import type { DefibrillateurOverrides } from '../../kit/api/contract.ts'
import { t as forms } from '../../kit/forms/texts.ts'
import { figureIn, positionErrors } from './position.ts'

/** The fields of a defibrillator as typed. An empty field keeps the value of the register. */

/** How each is read, in the order of the form. */
const READ_AS = {
  nom: 'text',
  adresse: 'text',
  code_postal: 'text',
  commune_nom: 'text',
  etage: 'text',
  complement: 'text',
  telephone: 'text',
  latitude: 'figure',
  longitude: 'figure',
  acces: 'text',
  acces_libre: 'yes or no',
  disponibilite_jours: 'list',
  disponibilite_heures: 'list',
  derniere_maintenance: 'day',
} as const satisfies Readonly<Record<keyof DefibrillateurOverrides, string>>
export type Name = keyof typeof READ_AS
export const FIELDS = namesOf(READ_AS)
export type Typed = Readonly<Record<Name, string>>

export const fieldText = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.join(', ')
  if (value === true || value === false) return value ? 'oui' : 'non'
  if (typeof value === 'number') return String(value).replace('.', ',')
  const text = String(value)
  return /^\d{4}-\d\d-\d\d$/.test(text) ? dayAsTyped(text) : text
}

export const typedOf = (overrides: DefibrillateurOverrides): Typed =>
  Object.fromEntries(FIELDS.map(field => [field, fieldText(overrides[field])])) as Typed

/** Only of fields that were typed: what stands may be older than the rule. */
export const errorsOf = (
  typed: Typed,
  before: DefibrillateurOverrides,
  departement: string | null | undefined,
) => {
  const known = typedOf(before)
  const isMoved = typed.latitude !== known.latitude || typed.longitude !== known.longitude
  return {
    ...(isMoved && positionErrors(typed, departement)),
    ...(dayIn(typed.derniere_maintenance, 'last') === undefined && { derniere_maintenance: forms.noPastDay }),
  }
}

/** An untouched correction stays as it is, also one that hides the value of the register. */
export function correctionsOf(typed: Typed, before: DefibrillateurOverrides): DefibrillateurOverrides {
  const known = typedOf(before)
  const kept = Object.entries(before).filter(([field]) => typed[field as Name] === known[field as Name])
  const changed = FIELDS.filter(field => typed[field] !== known[field] && typed[field].trim() !== '')
  return Object.fromEntries([...kept, ...changed.map(field => [field, read(field, typed[field].trim())])])
}

function read(field: Name, text: string): unknown {
  if (READ_AS[field] === 'list')
    return text
      .split(/[,;\n]/)
      .map(one => one.trim())
      .filter(Boolean)
  if (READ_AS[field] === 'yes or no') return text === 'oui'
  if (READ_AS[field] === 'day') return dayIn(text, 'last') ?? text
  return READ_AS[field] === 'figure' ? (figureIn(text) ?? text) : text
}
