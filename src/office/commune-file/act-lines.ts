import { bareNumber, NATURES } from '../../../shared/words/actes.ts'
import { shortenedAtWord } from '../../kernel/texts/texts.ts'
import { startOfDay } from '../../kernel/values/local-time.ts'
import type { RegisterRow } from '../../publishing/actes/register-reading.ts'
import { ACTE } from '../../publishing/actes/rules.ts'
import { idFor, type Where } from './other-sites.ts'
import type { FileLine, PublicationLine } from './shapes.ts'

/** An act of a register as lines of the file of a commune. Pure. */

export interface ActLines {
  readonly file: FileLine
  readonly publication: PublicationLine
}

const LONGEST_TITLE = 200

/** The same in each run, so that a second one finds what the first one brought. */
const actOf = (row: RegisterRow, communeId: string) => `${row.nature} ${communeId} ${row.numero} ${row.date}`
const paperOf = (row: RegisterRow, communeId: string) => idFor(`PDF of ${actOf(row, communeId)}`)

export function linesOf(row: RegisterRow, { commune, acteur }: Where, zone: string, now: Date): ActLines {
  const { nature, numero, date, matiere, objet, transmis_le, signataire, qualite, url } = row
  const at = now.toISOString()
  const paper = paperOf(row, commune.id)
  const name = `${NATURES[nature].fr} ${numero}`
  const file: FileLine = {
    id: paper,
    acteur_id: acteur.id,
    kind: 'document',
    name,
    created_at: at,
    path: `media/${paper}.pdf`,
  }
  const isShort = [...objet].length <= LONGEST_TITLE
  const publication: PublicationLine = {
    id: idFor(actOf(row, commune.id)),
    acteur_id: acteur.id,
    type: ACTE,
    title: isShort ? objet : shortenedAtWord(objet, LONGEST_TITLE),
    body: isShort ? `${NATURES[nature].fr} n° ${bareNumber(numero)}. Le texte est dans le PDF.` : objet,
    documents: [{ id: paper, name }],
    moderation_status: 'published',
    valide: true,
    // Not news: nobody is told of it, and feeds have it at its day.
    publie_le: startOfDay(date, zone).toISOString(),
    moderation_by: 'import',
    created_at: at,
    acte: {
      nature,
      numero,
      date,
      signataire,
      qualite,
      matiere,
      transmis_le,
      corrige: null,
      repris_de: url,
    },
  }
  return { file, publication }
}
