import { counted } from '../words/format.ts'
import { texts } from '../words/language.ts'

export const t = texts({
  fr: {
    cut: (most: string) =>
      `Le texte collé était trop long : sa fin n’a pas été gardée (${most} caractères au plus).`,
    plain: 'La mise en forme de ce texte est trop complexe : il est montré tel qu’il a été écrit.',
    unchanged: (words: number) => counted(words, 'mot inchangé', 'mots inchangés'),
    several: { takeOut: (name: string) => `Enlever ${name}` },
    picker: {
      type: 'Écrivez le début du nom',
      clear: 'Enlever',
      searching: 'Recherche…',
      found: (n: number) => counted(n, 'proposition', 'propositions'),
      more: 'Écrivez plus de lettres pour voir les autres.',
      nothing: 'Rien ne correspond. Essayez avec moins de lettres.',
      gone: 'Ce qui était choisi n’existe plus. Choisissez autre chose, ou enlevez-le.',
    },
  },
  en: {
    cut: (most: string) => `What you pasted was too long: its end was not kept (${most} characters at most).`,
    plain: 'The formatting of this text is too complex: it is shown as it was written.',
    unchanged: (words: number) => counted(words, 'unchanged word', 'unchanged words'),
    several: { takeOut: (name: string) => `Remove ${name}` },
    picker: {
      type: 'Write how the name begins',
      clear: 'Remove',
      searching: 'Searching…',
      found: (n: number) => counted(n, 'suggestion', 'suggestions'),
      more: 'Write more letters to see the others.',
      nothing: 'Nothing fits. Try with fewer letters.',
      gone: 'What was chosen no longer exists. Choose something else, or remove it.',
    },
  },
})
