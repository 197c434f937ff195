import { counted } from '../../kit/words/format.ts'
import { texts } from '../../kit/words/language.ts'

/** The texts of the dialog that sends publications back. Loaded with it. */
export const t = texts({
  fr: {
    title: 'Renvoyer la publication à son auteur',
    titleMany: (n: number) => `Renvoyer ${counted(n, 'publication', 'publications')} à leurs auteurs`,
    about: 'Personne ne la voit. Son auteur la corrige et la renvoie : elle attend alors à la même place.',
    aboutMany:
      'Personne ne les voit. Leurs auteurs les corrigent et les renvoient : elles attendent alors à la même place.',
    words: 'Ce qu’il faut corriger',
    wordsHint: 'L’auteur le lira tel quel.',
    letter: (to: string) =>
      `Un courriel part à ${to} dans une minute : votre message et la façon de corriger. Annuler d’ici là l’arrête.`,
    missing: 'Dites ce qu’il faut corriger.',
    keep: 'Ne pas renvoyer',
  },
  en: {
    title: 'Send the publication back to its author',
    titleMany: (n: number) => `Send ${counted(n, 'publication', 'publications')} back to their authors`,
    about: 'Nobody sees it. Its author changes it and sends it again: it then waits at the same place.',
    aboutMany:
      'Nobody sees them. Their authors change them and send them again: they then wait at the same place.',
    words: 'What to change',
    wordsHint: 'The author reads it as you write it.',
    letter: (to: string) =>
      `A mail goes to ${to} in a minute: your message and how to change it. Undoing until then stops it.`,
    missing: 'Say what to change.',
    keep: 'Do not send back',
  },
})
