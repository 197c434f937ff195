import { counted } from '../words/format.ts'
import { texts } from '../words/language.ts'

export const t = texts({
  fr: {
    unsaved: 'Vous aviez commencé ici : vos changements ne sont pas encore enregistrés.',
    drop: 'Abandonner mes changements',
    needed: (some: boolean) =>
      `Toutes les réponses sont nécessaires${some ? ', sauf là où « facultatif » est écrit' : ''}.`,
    email: 'Une adresse électronique ressemble à prenom.nom@mairie.fr.',
    wrong: (n: number) => `${counted(n, 'champ est à corriger', 'champs sont à corriger')}.`,
    nextDay: '15/01, demain ou lundi',
    pastDay: '15/01, hier ou lundi',
    day: 'Jour',
    hour: 'Heure',
    noHour: 'Ce n’est pas une heure. Écrivez par exemple 8 h 30.',
    isPast: 'Ce moment est passé. Choisissez-en un à venir.',
    noDay: 'Ce n’est pas une date. Écrivez par exemple 15/01/2027.',
    noPastDay: 'Ce n’est pas une date. Écrivez par exemple 15/01/2026.',
    line: (label: string, value: string) => `${label} : ${value || '—'}`,
    changedSince: 'Quelqu’un vient d’y toucher. Voici ce qu’il en est : regardez, puis recommencez.',
  },
  en: {
    unsaved: 'You had begun here: your changes are not saved yet.',
    drop: 'Drop my changes',
    needed: (some: boolean) => `All answers are needed${some ? ', except where “optional” is written' : ''}.`,
    email: 'An e-mail address looks like first.last@town.fr.',
    wrong: (n: number) => `${counted(n, 'field needs', 'fields need')} to be corrected.`,
    nextDay: '15/01, tomorrow or Monday',
    pastDay: '15/01, yesterday or Monday',
    day: 'Day',
    hour: 'Hour',
    noHour: 'This is no hour. Write for example 8:30.',
    isPast: 'This moment is over. Choose one to come.',
    noDay: 'This is no date. Write for example 15/01/2027.',
    noPastDay: 'This is no date. Write for example 15/01/2026.',
    line: (label: string, value: string) => `${label}: ${value || '—'}`,
    changedSince: 'Somebody has just changed it. This is how it is now: look, then try again.',
  },
})
