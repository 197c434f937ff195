import { counted } from '../../kit/words/format.ts'
import { texts } from '../../kit/words/language.ts'

/** The texts of the sources that a page leads to. */
export const t = texts({
  fr: {
    title: 'Ce que ce site propose',
    looking: 'Recherche des flux et agendas de ce site…',
    found: (n: number) =>
      `${counted(n, 'source trouvée', 'sources trouvées')} : choisissez ce que Parvis doit lire.`,
    none: 'Rien de lisible n’a été trouvé sur ce site : ni flux, ni agenda.',
    noneNext: 'Demandez l’adresse de son flux RSS ou de son agenda à la personne qui tient le site.',
    news: 'Actualités',
    events: 'Agenda',
    items: (n: number, more: boolean) =>
      more ? `${n} éléments ou plus` : n === 0 ? 'aucun élément' : counted(n, 'élément', 'éléments'),
    coming: (n: number, more: boolean) =>
      more
        ? `${n} événements ou plus`
        : n === 0
          ? 'aucun événement à venir'
          : counted(n, 'événement', 'événements'),
    label: (what: string, count: string) => `${what}, ${count}`,
    name: (site: string, what: string) => `${site} – ${what}`,
    choose: 'Choisissez au moins une source.',
    add: (n: number) => (n > 1 ? `Ajouter les ${n} sources choisies` : 'Ajouter la source choisie'),
    others: 'Adresses de cette page qui ne peuvent pas être lues',
    take: 'Lire cette adresse',
  },
  en: {
    title: 'What this site offers',
    looking: 'Looking for the feeds and agendas of this site…',
    found: n => `${counted(n, 'source', 'sources')} found: choose what Parvis should read.`,
    none: 'Nothing readable was found on this site: neither a feed nor an agenda.',
    noneNext: 'Ask whoever looks after the site for the address of its RSS feed or agenda.',
    news: 'News',
    events: 'Agenda',
    items: (n, more) => (more ? `${n} items or more` : n === 0 ? 'no item' : counted(n, 'item', 'items')),
    coming: (n, more) =>
      more ? `${n} events or more` : n === 0 ? 'no coming event' : counted(n, 'event', 'events'),
    label: (what, count) => `${what}, ${count}`,
    name: (site, what) => `${site} – ${what}`,
    choose: 'Choose at least one source.',
    add: n => (n > 1 ? `Add the ${n} chosen sources` : 'Add the chosen source'),
    others: 'Addresses of this page that cannot be read',
    take: 'Read this address',
  },
})
