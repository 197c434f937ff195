import { counted, number } from '../words/format.ts'
import { texts } from '../words/language.ts'

/** What every desk and every table says. */
export const t = texts({
  fr: {
    search: 'Rechercher',
    table: 'Télécharger le tableau',
    preparing: 'Le tableau se prépare…',
    range: (from: number, to: number, total: number) => `${number(from)}–${number(to)} sur ${number(total)}`,
    rangeOfAtLeast: (from: number, to: number, total: number) =>
      `${number(from)}–${number(to)} sur au moins ${number(total)}`,
    place: (at: number, total: number) => `${number(at)} sur ${number(total)}`,
    placeOfAtLeast: (at: number, total: number) => `${number(at)} sur au moins ${number(total)}`,
    previousPage: 'Page précédente',
    nextPage: 'Page suivante',
    previousItem: 'Précédent dans la liste',
    nextItem: 'Suivant dans la liste',
    panes: { list: 'Liste', item: 'Fiche ouverte' },
    nothingFound: 'Rien ne correspond.',
    nothingFoundNext: 'Retirez un filtre, ou cherchez un mot plus court.',
    withoutFilters: 'Tout montrer',
    more: 'Autres actions',
    failed: {
      label: 'Ce qui n’a pas abouti',
      count: (n: number) => counted(n, 'action n’a pas abouti.', 'actions n’ont pas abouti.'),
      retriesIn: (seconds: number) => `Nouvel essai dans ${number(seconds)} s`,
      giveUp: 'Ne pas réessayer',
    },
    reads: (names: string) => `${names} lit aussi`,
    readMany: (names: string) => `${names} lisent aussi`,
  },
  en: {
    search: 'Search',
    table: 'Download the table',
    preparing: 'The table is being made…',
    range: (from: number, to: number, total: number) => `${number(from)}–${number(to)} of ${number(total)}`,
    rangeOfAtLeast: (from: number, to: number, total: number) =>
      `${number(from)}–${number(to)} of at least ${number(total)}`,
    place: (at: number, total: number) => `${number(at)} of ${number(total)}`,
    placeOfAtLeast: (at: number, total: number) => `${number(at)} of at least ${number(total)}`,
    previousPage: 'Previous page',
    nextPage: 'Next page',
    previousItem: 'Previous in the list',
    nextItem: 'Next in the list',
    panes: { list: 'List', item: 'Open item' },
    nothingFound: 'Nothing fits.',
    nothingFoundNext: 'Take a filter away, or look for a shorter word.',
    withoutFilters: 'Show all',
    more: 'More actions',
    failed: {
      label: 'Actions that failed',
      count: (n: number) => counted(n, 'action failed.', 'actions failed.'),
      retriesIn: (seconds: number) => `Next try in ${number(seconds)} s`,
      giveUp: 'Do not try again',
    },
    reads: (names: string) => `${names} is reading it too`,
    readMany: (names: string) => `${names} are reading it too`,
  },
})
