import { texts } from '../words/language.ts'

/** The texts of notes about conversations, acteurs and people. */
export const t = texts({
  fr: {
    note: 'Note pour l’équipe',
    me: 'Vous',
    remove: 'Retirer la note',
    title: 'Notes de l’équipe',
    none: 'Personne n’a rien noté ici.',
    start: 'Écrire une note',
    yours: 'Votre note pour l’équipe',
    hint: 'Vos collègues la lisent ici ; personne d’autre ne la voit. Elle est gardée trois ans.',
    empty: 'Écrivez quelques mots.',
    keep: 'Garder la note',
    leave: 'Ne rien noter',
    kept: 'Note gardée.',
    removed: 'Note retirée.',
    putBack: 'La remettre',
  },
  en: {
    note: 'Note for the team',
    me: 'You',
    remove: 'Take the note away',
    title: 'Notes of the team',
    none: 'Nobody has noted anything here.',
    start: 'Write a note',
    yours: 'Your note for the team',
    hint: 'Your colleagues read it here; nobody else sees it. It is kept for three years.',
    empty: 'Write a few words.',
    keep: 'Keep the note',
    leave: 'Note nothing',
    kept: 'Note kept.',
    removed: 'Note taken away.',
    putBack: 'Put it back',
  },
})
