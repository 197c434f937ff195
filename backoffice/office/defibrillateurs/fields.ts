import type { DefibrillateurOverrides } from '../../kit/api/contract.ts'

/** The fields of a defibrillator as typed. An empty field keeps the value of the register. */

const TEXTS = ['nom', 'adresse', 'code_postal', 'commune_nom', 'etage', 'complement', 'telephone'] as const
const FIGURES = ['latitude', 'longitude'] as const
const LISTS = ['disponibilite_jours', 'disponibilite_heures'] as const
export const FIELDS = [
  ...TEXTS,
  ...FIGURES,
  'acces',
  'acces_libre',
  ...LISTS,
  'derniere_maintenance',
] as const
export type Name = (typeof FIELDS)[number]
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
  if (LISTS.some(list => list === field))
    return text
      .split(/[,;\n]/)
      .map(one => one.trim())
      .filter(Boolean)
  if (field === 'acces_libre') return text === 'oui'
  if (!FIGURES.some(figure => figure === field)) return text
  const figure = Number(text.replace(',', '.'))
  return Number.isNaN(figure) ? text : figure
}
