import { counted } from '../words/format.ts'
import { texts } from '../words/language.ts'
import type { Whose } from './whose.ts'

/** The texts of what a team shares about an item, in lists and before it is opened. */
export const t = texts({
  fr: {
    whose: 'Suivi par',
    anybody: 'Tout le monde',
    me: 'Moi',
    nobody: 'Personne',
    unknown: 'Sans nom',
    take: 'Je m’en occupe',
    give: 'Confier…',
    note: 'Écrire une note',
    notes: (n: number) => counted(n, 'note', 'notes'),
    step: { long: 'attend depuis longtemps', late: 'en retard' },
    lateOnly: 'Attente',
    late: 'En retard',
  },
  en: {
    whose: 'Looked after by',
    anybody: 'Everybody',
    me: 'Me',
    nobody: 'Nobody',
    unknown: 'No name',
    take: 'I take it',
    give: 'Give to…',
    note: 'Write a note',
    notes: (n: number) => counted(n, 'note', 'notes'),
    step: { long: 'waiting for long', late: 'late' },
    lateOnly: 'Waiting',
    late: 'Late',
  },
})

export const WHOSE_NAMES: Readonly<Record<Whose, string>> = { moi: t.me, personne: t.nobody }
