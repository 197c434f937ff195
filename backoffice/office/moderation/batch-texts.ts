import { counted, number } from '../../kit/words/format.ts'
import { texts } from '../../kit/words/language.ts'

/** The texts of the pane that shows what is selected. */
export const t = texts({
  fr: {
    title: (n: number) => counted(n, 'publication choisie', 'publications choisies'),
    about: 'Les touches et les boutons ne concernent qu’elles.',
    among: (flags: readonly string[]) => `Parmi elles : ${flags.join(', ')}.`,
    reported: (n: number) => counted(n, 'signalée', 'signalées'),
    twins: (n: number) => counted(n, 'doublon', 'doublons'),
    watched: (n: number) => `${number(n)} avec un mot surveillé`,
    changed: (n: number) => counted(n, 'changée depuis', 'changées depuis'),
    given: (n: number) => `${number(n)} déjà suivie${n > 1 ? 's' : ''} par un collègue`,
    list: 'Les publications choisies',
    leaveOut: 'Ne plus choisir',
    more: (n: number) =>
      `Et ${counted(n, 'autre', 'autres')} de ce filtre, sur les autres pages de la liste.`,
    isChosen: (title: string) => `« ${title} » est choisie.`,
    isNotChosen: (title: string) => `« ${title} » n’est pas choisie.`,
    choose: 'La choisir aussi',
    read: 'Ne rien choisir et la lire',
    taken: (n: number) => `${counted(n, 'publication est suivie', 'publications sont suivies')} par vous.`,
    left: (n: number) =>
      `Plus personne ne suit ${n > 1 ? `ces ${number(n)} publications` : 'cette publication'}.`,
    noted: (n: number) => `Note gardée dans ${counted(n, 'publication', 'publications')}.`,
    notWhole: 'Sur tout un filtre, on ne peut ni s’en occuper ni écrire une note : choisissez page par page.',
  },
  en: {
    title: (n: number) => `${counted(n, 'publication', 'publications')} chosen`,
    about: 'Keys and buttons are about these alone.',
    among: (flags: readonly string[]) => `Among them: ${flags.join(', ')}.`,
    reported: (n: number) => `${number(n)} reported`,
    twins: (n: number) => counted(n, 'duplicate', 'duplicates'),
    watched: (n: number) => `${number(n)} with a watched word`,
    changed: (n: number) => `${number(n)} changed since`,
    given: (n: number) => `${number(n)} followed by a colleague`,
    list: 'The chosen publications',
    leaveOut: 'No longer choose',
    more: (n: number) =>
      `And ${counted(n, 'other', 'others')} of this filter, on the other pages of the list.`,
    isChosen: (title: string) => `“${title}” is chosen.`,
    isNotChosen: (title: string) => `“${title}” is not chosen.`,
    choose: 'Choose it too',
    read: 'Choose none and read it',
    taken: (n: number) => `You follow ${counted(n, 'publication', 'publications')}.`,
    left: (n: number) =>
      `Nobody follows ${n > 1 ? `these ${number(n)} publications` : 'this publication'} any more.`,
    noted: (n: number) => `Note kept in ${counted(n, 'publication', 'publications')}.`,
    notWhole: 'A whole filter cannot be taken on or noted: choose page by page.',
  },
})
