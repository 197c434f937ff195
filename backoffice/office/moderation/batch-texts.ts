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
    giveTo: 'Confier à',
    chooseWho: 'Choisir…',
    givenTo: (n: number, nom: string) =>
      `${counted(n, 'publication confiée', 'publications confiées')} à ${nom}.`,
    kept: (n: number) =>
      n > 1
        ? `${number(n)} ont été confiées par un collègue entre-temps : elles restent ainsi.`
        : 'Une a été confiée par un collègue entre-temps : elle reste ainsi.',
    notAssigned: (n: number) => `${number(n)} ${n > 1 ? 'n’ont' : 'n’a'} pas pu l’être : réessayez.`,
    undone: (n: number) =>
      `${counted(n, 'publication est suivie', 'publications sont suivies')} comme avant.`,
    noted: (n: number) => `Note gardée dans ${counted(n, 'publication', 'publications')}.`,
    notWhole:
      'Sur tout un filtre, on ne peut ni s’en occuper, ni confier, ni écrire une note : choisissez page par page.',
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
    giveTo: 'Give to',
    chooseWho: 'Choose…',
    givenTo: (n: number, nom: string) => `${counted(n, 'publication', 'publications')} given to ${nom}.`,
    kept: (n: number) => `A colleague assigned ${number(n)} meanwhile: they stay so.`,
    notAssigned: (n: number) => `${number(n)} could not be assigned: try again.`,
    undone: (n: number) => `${counted(n, 'publication is', 'publications are')} followed as before.`,
    noted: (n: number) => `Note kept in ${counted(n, 'publication', 'publications')}.`,
    notWhole: 'A whole filter cannot be taken on, given or noted: choose page by page.',
  },
})
