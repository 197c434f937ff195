import type { Static } from 'typebox'
import { about, Day, Id, Nullable, named, Obj, Optional, Text, WordOf } from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import { MATIERES, NATURES } from '../../../shared/words/actes.ts'

/** What makes a publication of a town hall an act. */
export const NewActe = named(
  'NewActe',
  Obj({
    nature: WordOf(NATURES),
    numero: Text(50),
    date: Day,
    signataire: about('First name and name', Text(200)),
    qualite: Text(200),
    transmis_le: Optional(about('To the State', Day)),
    matiere: Optional(about('In the national nomenclature; deliberations need it', Text(5))),
    corrige: Optional(about('The act that it corrects', Id)),
    sans_texte: Optional(about('Accepts a PDF that has only pictures', Type.Boolean())),
  }),
)
export type NewActe = Static<typeof NewActe>
/** Adds the day of transmission to a published act that lacks it. */
export const Transmission = named('ActeTransmission', Obj({ transmis_le: Day }), {
  transmis_le: '2026-10-20',
})

/** What makes a publication an act, beside its record. */
export const ActeInBrief = named(
  'ActeInBrief',
  Obj({ nature: WordOf(NATURES), numero: Text(50), date: Day, transmis_le: Nullable(Day) }),
)
export const isMatiere = (code: string): boolean => Object.hasOwn(MATIERES, code)
