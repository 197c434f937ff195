import { isEmail } from '../../../kernel/texts/email-address.ts'
import { addressOnTheWeb, siretIn, textIn } from './directory.ts'
import type { Reading } from './town-hall-readings.ts'

/** Rows of the data on the digital presence of territories (DPNT, by the ANCT): communes, and what is above them. */

export const DPNT_COLUMNS = [
  'type',
  'code_insee',
  'siret',
  'adresse_messagerie',
  'site_internet',
  'telephone',
] as const
type Column = (typeof DPNT_COLUMNS)[number]

export type Row = Readonly<Partial<Record<Column, unknown>>>

interface Presence extends Reading {
  /** Null for an intercommunality, a departement or a region: their code is that of the commune where they sit. */
  readonly code: string | null
}

export type Reason = 'type' | 'code'

export function presenceIn(row: Row): Presence | Reason {
  const type = textIn(row.type, 50)?.toLowerCase()
  if (!type) return 'type'
  const code = textIn(row.code_insee, 5)?.toUpperCase() ?? ''
  if (type === 'commune' && !/^(\d{2}|2[AB])\d{3}$/.test(code)) return 'code'
  return {
    code: type === 'commune' ? code : null,
    emails: [
      ...new Set(
        (textIn(row.adresse_messagerie, 1_000) ?? '')
          .toLowerCase()
          .split(/[\s;,]+/)
          .filter(isEmail),
      ),
    ],
    siret: siretIn(row.siret),
    telephone: textIn(row.telephone, 50),
    site_web: addressOnTheWeb(textIn(row.site_internet, 2_000) ?? '') ?? null,
    changed: null,
  }
}
