import type { Static } from 'typebox'
import {
  about,
  Data,
  Id,
  List,
  named,
  Obj,
  Optional,
  Patch,
  Text,
  Timestamp,
  Version,
  WordOf,
} from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import { WATCHED_KINDS } from '../../../shared/words/watched-words.ts'

/** The most expressions of all lists together. */
export const MOST_EXPRESSIONS = 200
export const MOST_LISTS = 50

const Kind = named('WatchedKind', WordOf(WATCHED_KINDS))
const Expressions = about(
  'For the kind `words`: words or phrases, without regard to accents, case and punctuation. `*` stands for any letters of a word',
  List(Text(60), MOST_EXPRESSIONS),
)
const Nom = about('Its name: the badge of publications in which it finds something', Text(30))
const Active = about('Whether publications that wait get the badge', Type.Boolean())

export const WatchedWords = named(
  'WatchedWords',
  Obj({
    id: Id,
    nom: Nom,
    kind: Kind,
    words: Expressions,
    active: Active,
    version: Version,
    created_at: Timestamp,
    updated_at: Timestamp,
  }),
)
export type WatchedWords = Static<typeof WatchedWords>
export const NewWatchedWords = named(
  'NewWatchedWords',
  Obj({ nom: Nom, kind: Kind, words: Optional(Expressions), active: Optional(Active) }),
  { nom: 'Alcool', kind: 'words', words: ['alcool*', 'vin chaud'] },
)
export const WatchedWordsChanges = named(
  'WatchedWordsChanges',
  Patch({ nom: Nom, words: Expressions, active: Active }),
  { active: true },
)

export const TrialQuestion = named(
  'WatchedWordsTrialQuestion',
  Obj({ kind: Kind, words: Optional(Expressions) }),
  { kind: 'words', words: ['alcool*', 'vin chaud'] },
)
const Count = Type.Integer({ minimum: 0 })
const FoundTexts = about('What was found, as it is written there', List(Type.String()))
export const Trial = Data(
  named(
    'WatchedWordsTrial',
    Obj({
      read: about('How many publications were searched: the newest, 1 000 at most', Count),
      found: about('In how many of them something was found', Count),
      examples: List(Obj({ id: Id, title: Text(200), texts: FoundTexts })),
    }),
  ),
)

/** What a publication shows of the lists that found something in it. */
export const Watched = named('Watched', Obj({ nom: Nom, texts: FoundTexts }))
export type Watched = Static<typeof Watched>
