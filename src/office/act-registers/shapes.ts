import type { Static } from 'typebox'
import { each, namesOf } from '../../../shared/fields/field.ts'
import {
  about,
  Day,
  Id,
  List,
  Nullable,
  named,
  Obj,
  Optional,
  Text,
  Timestamp,
  Word,
  WordOf,
} from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import { LEFT_OUT, NATURES, REGISTER_STATES, WHY_STOPPED } from '../../../shared/words/actes.ts'

/** Long enough for two thousand lines of a register. */
export const LONGEST_TEXT = 1_000_000
export const MOST_LINES = 2_000
export const MOST_SHOWN = 200

export const NewActRegister = named(
  'NewActRegister',
  Obj({
    text: about('CSV, or pasted from a spreadsheet', Text(LONGEST_TEXT)),
    nature: Optional(WordOf(NATURES)),
    commune_id: Optional(Id),
    trial: Optional(about('Only says what is understood', Type.Boolean())),
  }),
  { text: 'Numéro;Date;Objet;Lien\nD-1;12/03/2019;Étude;https://exemple.fr/D-1.pdf', trial: true },
)

export const ActRegister = named(
  'ActRegister',
  Obj({
    state: WordOf(REGISTER_STATES),
    why: Nullable(Word(namesOf(WHY_STOPPED), each(WHY_STOPPED, 'en'))),
    total: about('To take over', Type.Integer()),
    taken: Type.Integer(),
    known: about('Here before', Type.Integer()),
    left: Type.Integer(),
    lines: about(
      `${MOST_SHOWN} at most`,
      List(
        Obj({
          line: Type.Integer(),
          numero: Nullable(Type.String()),
          why: Word(namesOf(LEFT_OUT), each(LEFT_OUT, 'en')),
        }),
      ),
    ),
    sample: List(Obj({ nature: WordOf(NATURES), numero: Type.String(), date: Day, objet: Type.String() })),
    created_at: Timestamp,
    ended_at: Nullable(Timestamp),
  }),
)
export type ActRegister = Static<typeof ActRegister>
