import { namesOf } from '../../../shared/fields/field.ts'
import type { DefibrillateurOverrides } from '../../kit/api/contract.ts'

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
  derniere_maintenance: 'text',
} as const satisfies Readonly<Record<keyof DefibrillateurOverrides, string>>
export type Name = keyof typeof READ_AS
export const FIELDS = namesOf(READ_AS)
export type Typed = Readonly<Record<Name, string>>

export const fieldText = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.join(', ')
  if (value === true || value === false) return value ? 'oui' : 'non'
  return String(value)
}

export const typedOf = (overrides: DefibrillateurOverrides): Typed =>
  Object.fromEntries(FIELDS.map(field => [field, fieldText(overrides[field])])) as Typed

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
  if (READ_AS[field] !== 'figure') return text
  const figure = Number(text.replace(',', '.'))
  return Number.isNaN(figure) ? text : figure
}
