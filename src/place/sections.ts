import type { Meaning } from '../../shared/town-life.ts'
import type { ActeurType } from '../../shared/words/acteurs.ts'
import { slugOf } from '../kernel/texts/texts.ts'
import { remembered } from '../kernel/values/remembered.ts'

/** Words that residents look for, and the part of the pages that answers them: their own words are in no text. */

interface Section {
  /** Below the base of the commune. */
  readonly path: string
  readonly words: string
  readonly what: string
}

const SECTIONS: readonly (Section & { readonly asked: string; readonly meant?: readonly Meaning[] })[] = [
  {
    path: '/mairie#collectes',
    words: 'Collectes',
    what: 'Les jours de votre rue',
    meant: [
      'ordures_menageres',
      'recyclables',
      'verre',
      'biodechets',
      'encombrants',
      'dechets_verts',
      'collectes',
    ],
    asked: 'poubelle bac ordure déchet tri recyclage encombrant compost collecte ramassage verre',
  },
  {
    path: '/defibrillateurs',
    words: 'Défibrillateurs',
    what: 'Où les trouver',
    meant: ['defibrillateur'],
    asked: 'dae défibrillateur cardiaque infarctus',
  },
  {
    path: '/mairie',
    words: 'Mairie',
    what: 'Horaires, contacts, élus',
    meant: ['mairie', 'papiers', 'etat_civil', 'elections', 'urbanisme', 'recensement'],
    asked:
      'mairie horaire téléphone maire adjoint élu conseiller passeport identité cni naissance mariage urbanisme',
  },
  {
    path: '/actualites/deliberation',
    words: 'Délibérations',
    what: 'Les décisions du conseil',
    meant: ['conseil'],
    asked: 'délibération conseil pv',
  },
  {
    path: '/actes',
    words: 'Actes officiels',
    what: 'Délibérations, arrêtés, procès-verbaux',
    asked: 'acte arrêté registre budget pv',
  },
  {
    path: '/agenda',
    words: 'Agenda',
    what: 'Les rendez-vous, jour par jour',
    asked: 'agenda événement sortie sortir animation calendrier',
  },
  {
    path: '/actualites/alerte',
    words: 'Alertes',
    what: 'En cours et passées',
    meant: ['alerte'],
    asked: 'alerte urgence',
  },
  {
    path: '/suivre',
    words: 'S’abonner',
    what: 'Dans votre téléphone, sans compte',
    asked: 'abonner abonnement flux rss ics newsletter',
  },
]

/** Without the town hall, which has a page of its own, and without those that nobody looks for by their type. */
const TYPES: Readonly<Record<Exclude<ActeurType, 'mairie' | 'autre'>, string>> = {
  association: 'association asso club',
  commerce: 'commerce commerçant boutique magasin',
  artisan: 'artisan',
  service_public: 'service public',
  ecole: 'école',
  sante: 'santé médecin docteur pharmacie',
}

/** A search for one of them is no spelling mistake, whatever the commune has published. */
export const SECTION_WORDS = [...SECTIONS.map(({ asked }) => asked), ...Object.values(TYPES)].join(' ')

const MOST = 3

/** The parts of the pages that a word of the search asks for, or what it means. */
export function sectionsFor(q: string, meanings: readonly Meaning[] = []): readonly Section[] {
  const words = wordsOf(q)
  return SECTIONS.filter(
    ({ asked, meant = [] }) =>
      isAmong(words, asked).some(Boolean) || meant.some(meaning => meanings.includes(meaning)),
  ).slice(0, MOST)
}

/** The type of acteurs that the search asks for by all of its words. */
export function typeFor(q: string): ActeurType | undefined {
  const words = wordsOf(q)
  const types = Object.entries(TYPES) as [ActeurType, string][]
  return words.length === 0 ? undefined : types.find(([, asked]) => isAmong(words, asked).every(Boolean))?.[0]
}

const wordsIn = remembered((asked: string) => new Set(asked.split(' ').map(slugOf)))
const isAmong = (words: readonly string[], asked: string) => {
  const known = wordsIn(asked)
  return words.map(word => known.has(word) || known.has(word.replace(/[sx]$/, '')))
}

const wordsOf = (q: string) =>
  slugOf(q)
    .split('-')
    .filter(word => word.length > 1 && !SMALL.has(word))

const SMALL = new Set(['le', 'la', 'les', 'de', 'du', 'des', 'et', 'un', 'une'])
