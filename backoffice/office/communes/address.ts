import { readingAddress, withoutBlanks } from '../../kit/address.ts'

/** The parameters of the table and of the page of a commune. */

export const LACKS = ['mairie', 'contact', 'acteurs', 'fusionnees'] as const

export function communesAddress(search: Record<string, unknown>) {
  const { text, oneOf, page } = readingAddress(search)
  const departement = text('departement')?.toUpperCase()
  return withoutBlanks({
    q: text('q'),
    departement: departement && /^(\d{2,3}|2[AB])$/.test(departement) ? departement : undefined,
    sans: oneOf(LACKS, 'sans'),
    page: page(),
  })
}
export type CommunesAddress = ReturnType<typeof communesAddress>

const PARTS = [
  'fiche',
  'infos',
  'elus',
  'collectes',
  'place',
  'acteurs',
  'defibrillateurs',
  'historique',
] as const

export function communeAddress(search: Record<string, unknown>) {
  const { oneOf, page } = readingAddress(search)
  const onglet = oneOf(PARTS, 'onglet')
  return withoutBlanks({ onglet: onglet === 'fiche' ? undefined : onglet, page: page() })
}
