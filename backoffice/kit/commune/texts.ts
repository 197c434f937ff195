import { COLLECTE_FIELDS, ELU_FIELDS } from '../../../shared/fields/communes.ts'
import { each } from '../../../shared/fields/field.ts'
import { COLLECTE_TYPES, FREQUENCES } from '../../../shared/words/communes.ts'
import { texts } from '../words/language.ts'

export const t = texts({
  fr: {
    notSave: 'Ne pas enregistrer',
    removed: (line: string) => `« ${line} » est retiré.`,
    backAgain: 'C’est remis.',
    remove: 'Retirer',
    elus: {
      title: 'Élus',
      none: 'Aucun élu n’est connu.',
      add: 'Ajouter un élu',
      edit: 'Modifier cet élu',
      fields: each(ELU_FIELDS, 'fr'),
      since: (day: string) => `depuis le ${day}`,
    },
    infos: {
      seen: 'Ce que voient les habitants',
      rows: 'Ce qui est noté sur la commune',
      add: 'Ajouter une ligne',
      edit: 'Modifier cette ligne',
      unnamed: 'Sans titre',
      byMairie: (nom: string) => `Sans autre mention : dit par ${nom}.`,
      byRow: (titre: string) => `de « ${titre} »`,
      also: (titres: string) => `En complément : ${titres}.`,
      silent: (nom: string) => `« ${nom} » est inactif ou supprimé : ses contacts ne comptent pas.`,
    },
    collectes: {
      title: 'Collectes',
      none: 'Aucune collecte n’est notée.',
      add: 'Ajouter une collecte',
      edit: 'Modifier cette collecte',
      fields: each(COLLECTE_FIELDS, 'fr'),
      at: (heure: string) => `dès ${heure}`,
      exceptHint: 'Un par ligne : « 25/12 » (pas de collecte), « 25/12 reporté au 26/12 ».',
      exceptWrong: (line: string) =>
        `Pas compris : « ${line} ». Écrivez par exemple « 25/12 reporté au 26/12 » ou « 25/12 ».`,
      exceptWeekly: (line: string, days: string) =>
        `« ${line} » revient chaque semaine : cochez ses jours dans « ${days} ». Ici se disent les dates qui changent.`,
      exceptNotPlanned: (day: string, when: string) =>
        `Rien n’est collecté le ${day} : la collecte passe « ${when} ». Corrigez ou retirez cette ligne.`,
      changed: (days: string) => `Jours différents : ${days}.`,
      exceptSaid: (days: string) => `Compris : ${days}.`,
      moved: (day: string, other: string) => `${day}, reporté au ${other}`,
      notOn: (day: string) => `${day}, pas de collecte`,
      next: (dates: string) => `Prochaines collectes : ${dates}.`,
      noNext: 'Aucune date à venir.',
      needsDays: 'Cochez au moins un jour.',
      types: each(COLLECTE_TYPES, 'fr'),
      frequences: each(FREQUENCES, 'fr'),
      weekdays: 'lundi mardi mercredi jeudi vendredi samedi dimanche',
    },
  },
  en: {
    notSave: 'Do not save',
    removed: (line: string) => `“${line}” is removed.`,
    backAgain: 'Put back.',
    remove: 'Remove',
    elus: {
      title: 'Elected',
      none: 'Nobody elected is known.',
      add: 'Add somebody elected',
      edit: 'Change this person',
      fields: each(ELU_FIELDS, 'en'),
      since: (day: string) => `since ${day}`,
    },
    infos: {
      seen: 'What people see',
      rows: 'What is written down about the commune',
      add: 'Add a row',
      edit: 'Change this row',
      unnamed: 'Untitled',
      byMairie: (nom: string) => `Unless said otherwise: from ${nom}.`,
      byRow: (titre: string) => `from “${titre}”`,
      also: (titres: string) => `Beside it: ${titres}.`,
      silent: (nom: string) => `“${nom}” is inactive or deleted: its contacts do not count.`,
    },
    collectes: {
      title: 'Collections',
      none: 'No collection is written down.',
      add: 'Add a collection',
      edit: 'Change this collection',
      fields: each(COLLECTE_FIELDS, 'en'),
      at: (heure: string) => `from ${heure}`,
      exceptHint: 'One a line: 25/12 for “no collection”, 25/12 → 26/12 for another day.',
      exceptWrong: (line: string) =>
        `Not understood: “${line}”. Type for example “25/12 → 26/12” or “25/12”.`,
      exceptWeekly: (line: string, days: string) =>
        `“${line}” comes every week: tick its days in “${days}”. Here are the dates that change.`,
      exceptNotPlanned: (day: string, when: string) =>
        `Nothing is collected on ${day}: the collection comes “${when}”. Correct or remove this line.`,
      changed: (days: string) => `Changed days: ${days}.`,
      exceptSaid: (days: string) => `Understood: ${days}.`,
      moved: (day: string, other: string) => `${day}, moved to ${other}`,
      notOn: (day: string) => `${day}, no collection`,
      next: (dates: string) => `Next collections: ${dates}.`,
      noNext: 'No date to come.',
      needsDays: 'Tick at least one day.',
      types: each(COLLECTE_TYPES, 'en'),
      frequences: each(FREQUENCES, 'en'),
      weekdays: 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday',
    },
  },
})

/** Monday first. */
export const WEEKDAYS: readonly string[] = t.collectes.weekdays.split(' ')
