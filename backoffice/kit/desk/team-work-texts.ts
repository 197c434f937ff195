import { counted } from '../words/format.ts'
import { texts } from '../words/language.ts'

export const t = texts({
  fr: {
    taken: (nom: string) => `Confiée à ${nom}.`,
    left: 'Plus personne ne la suit.',
    quicker: (nom: string) => `Un collègue vient de la confier à ${nom}.`,
    quickerLeft: 'Un collègue vient de la retirer à la personne qui la suivait.',
    mention: 'Prévenir un collègue',
    mentionHint:
      'Écrivez @ et le début d’un nom pour prévenir un collègue : il reçoit un courriel, sans le texte.',
    mentionFound: (n: number) => `${counted(n, 'collègue', 'collègues')} : flèches, puis Entrée.`,
    mentioned: (names: string) => `Pour ${names}`,
    takeOut: (nom: string) => `Ne pas prévenir ${nom}`,
  },
  en: {
    taken: (nom: string) => `Given to ${nom}.`,
    left: 'Nobody looks after it any more.',
    quicker: (nom: string) => `A colleague has just given it to ${nom}.`,
    quickerLeft: 'A colleague has just taken it from the person who looked after it.',
    mention: 'Tell a colleague',
    mentionHint: 'Write @ and the beginning of a name to tell a colleague, who gets a mail without the text.',
    mentionFound: (n: number) => `${counted(n, 'colleague', 'colleagues')}: arrows, then Enter.`,
    mentioned: (names: string) => `For ${names}`,
    takeOut: (nom: string) => `Do not tell ${nom}`,
  },
})
