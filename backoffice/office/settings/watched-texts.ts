import { counted, number } from '../../kit/words/format.ts'
import { texts } from '../../kit/words/language.ts'

export const t = texts({
  fr: {
    none: 'Aucune liste pour le moment.',
    off: 'arrêtée',
    expressions: (n: number) => counted(n, 'expression', 'expressions'),
    nom: 'Badge',
    nomHint: 'Ce que l’équipe lira sur la publication, par exemple « Alcool ».',
    nomMissing: 'Écrivez le badge.',
    kind: 'Ce que l’on cherche',
    words: 'Mots ou expressions, un par ligne',
    wordsHint:
      'Sans tenir compte des accents ni des majuscules. Mots entiers : « bière » ne trouve pas « bières », « bière* » trouve les deux.',
    wordsMissing: 'Écrivez au moins un mot.',
    newHosts:
      'Un site est connu quand une publication acceptée qui y renvoie est restée telle quelle un jour.',
    tryOut: 'Essayer',
    tryOutThis: (nom: string) => `Essayer « ${nom} »`,
    trial: 'Essai sur les dernières publications',
    found: (found: number, read: number) =>
      read === 0
        ? 'Il n’y a encore aucune publication.'
        : `${number(found)} des ${counted(read, 'dernière publication', 'dernières publications')}${found > 0 ? ', par exemple :' : '.'}`,
    texts: (texts: readonly string[]) => texts.map(text => `« ${text} »`).join(', '),
    switchOn: 'Mettre en service',
    switchOnThis: (nom: string) => `Mettre en service « ${nom} »`,
    switchOff: 'Arrêter',
    switchOffThis: (nom: string) => `Arrêter « ${nom} »`,
    isOn: (nom: string) => `« ${nom} » est en service : le badge se voit dans la file.`,
    isOff: (nom: string) => `« ${nom} » est arrêtée.`,
    isSaved: (nom: string) => `« ${nom} » est enregistrée.`,
    isSavedOff: (nom: string) =>
      `« ${nom} » est enregistrée. Elle est arrêtée et ne marque rien : mettez-la en service.`,
    changeThis: (nom: string) => `Modifier « ${nom} »`,
    removeThis: (nom: string) => `Effacer « ${nom} »`,
    removed: (nom: string) => `« ${nom} » est effacée.`,
    add: 'Ajouter une liste',
    adding: 'Nouvelle liste',
  },
  en: {
    none: 'No list yet.',
    off: 'off',
    expressions: (n: number) => counted(n, 'expression', 'expressions'),
    nom: 'Badge',
    nomHint: 'What the team reads on the publication, for example “Alcohol”.',
    nomMissing: 'Write the badge.',
    kind: 'What to look for',
    words: 'Words or phrases, one a line',
    wordsHint:
      'Accents and capitals do not matter. Whole words: “beer” does not find “beers”, “beer*” finds both.',
    wordsMissing: 'Write at least one word.',
    newHosts: 'A site is known once an accepted publication that links to it has stood unchanged for a day.',
    tryOut: 'Try',
    tryOutThis: (nom: string) => `Try “${nom}”`,
    trial: 'Trial on the last publications',
    found: (found: number, read: number) =>
      read === 0
        ? 'There is no publication yet.'
        : `${number(found)} of the last ${counted(read, 'publication', 'publications')}${found > 0 ? ', for example:' : '.'}`,
    texts: (texts: readonly string[]) => texts.map(text => `“${text}”`).join(', '),
    switchOn: 'Switch on',
    switchOnThis: (nom: string) => `Switch on “${nom}”`,
    switchOff: 'Switch off',
    switchOffThis: (nom: string) => `Switch off “${nom}”`,
    isOn: (nom: string) => `“${nom}” is on: the queue shows its badge.`,
    isOff: (nom: string) => `“${nom}” is off.`,
    isSaved: (nom: string) => `“${nom}” is saved.`,
    isSavedOff: (nom: string) => `“${nom}” is saved. It is off and marks nothing: switch it on.`,
    changeThis: (nom: string) => `Edit “${nom}”`,
    removeThis: (nom: string) => `Delete “${nom}”`,
    removed: (nom: string) => `“${nom}” is deleted.`,
    add: 'Add a list',
    adding: 'New list',
  },
})
