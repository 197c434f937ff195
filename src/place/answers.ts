import type { Meaning } from '../../shared/town-life.ts'
import { hoursInBrief } from '../../shared/typed/opening-hours.ts'
import type { CollecteType } from '../../shared/words/communes.ts'
import { numberAsked } from '../publishing/actes/numbers.ts'
import { type Acte, listActes } from '../publishing/actes/queries.ts'
import type { Publication } from '../publishing/publications/shapes.ts'
import { collectesOf } from '../territory/communes/details/queries.ts'
import type { InfoRow } from '../territory/communes/details-shapes.ts'
import { devicesIn } from '../territory/defibrillateurs/lists/commune.ts'
import { actePath } from './acte-address.ts'
import { acteNamed } from './actes.ts'
import { type Planned, plannedOf } from './collections.ts'
import { device } from './defibrillateurs.ts'
import { type Html, html, type Value } from './html.ts'
import { singular, type Term, wordsOf } from './meanings.ts'
import { HALL_WORDS, openNow, openShown } from './opening.ts'
import { dialled, pathOf } from './parts.ts'
import { sectionsFor } from './sections.ts'
import { shownText } from './text.ts'
import { collecteShown, counterShown } from './town-hall.ts'
import type { Visit } from './visit.ts'

/** What answers a search at once, above what it finds: the next collection, whether the town hall is open, an alert in force, an act by its number. */

export interface Answers {
  /** Cards. */
  readonly items: readonly Html[]
  /** The ids of the publications among them. */
  readonly publications: readonly string[]
  /** The parts of the pages that they make needless: `/mairie`. */
  readonly paths: ReadonlySet<string>
}

const COLLECTED: Readonly<Partial<Record<Meaning, readonly CollecteType[]>>> = {
  ordures_menageres: ['ordures_menageres'],
  recyclables: ['recyclables'],
  verre: ['verre'],
  biodechets: ['biodechets'],
  encombrants: ['encombrants'],
  dechets_verts: ['dechets_verts'],
  collectes: [
    'ordures_menageres',
    'recyclables',
    'verre',
    'biodechets',
    'encombrants',
    'dechets_verts',
    'autre',
  ],
}
/** What one does at the town hall. */
const AT_HALL: ReadonlySet<Meaning | undefined> = new Set<Meaning>([
  'mairie',
  'papiers',
  'etat_civil',
  'elections',
  'urbanisme',
  'recensement',
])
const MOST_COLLECTES = 4
const MOST_DEVICES = 3

export async function loadAnswers(visit: Visit, q: string, terms: readonly Term[]): Promise<Answers> {
  const meanings = new Set(terms.map(({ meaning }) => meaning))
  const [alerts, actes, collectes, devices] = await Promise.all([
    visit.alerts,
    actesNumbered(visit, q),
    plannedFor(visit, terms),
    meanings.has('defibrillateur') && visit.town.hasDefibrillateurs
      ? devicesIn(visit, visit.town.id)
      : undefined,
  ])
  const inForce = alerts.filter(one => isAlertFor(one, terms))
  const items: Html[] = [
    ...inForce.map(one => alertShown(visit, one)),
    ...actes.map(one => acteAnswer(visit, one)),
  ]
  const paths = new Set<string>()
  const add = (path: string, more: readonly Html[]) => {
    if (more.length > 0) paths.add(path)
    items.push(...more)
  }
  if (inForce.length > 0) paths.add('/actualites/alerte')
  add(
    '/mairie#collectes',
    collectes.map(one => collecteShown(visit, one, `${visit.base}/mairie#collectes`)),
  )
  add(
    '/defibrillateurs',
    (devices ?? [])
      .slice(0, MOST_DEVICES)
      .map(one => device(visit, one, 'h3', `${visit.base}/defibrillateurs`)),
  )
  const counter = (one: InfoRow) => counterShown(visit, one)
  const isForHall = terms.some(({ meaning }) => AT_HALL.has(meaning)) || isAskedOfHall(q, terms)
  if (isForHall) add('/mairie', [...countersFor(visit, terms).map(counter), ...hallShown(visit, meanings)])
  // The name of a counter is an answer by itself: “déchèterie”, “la poste”.
  else add('/mairie#autres', countersNamed(visit, terms).map(counter))
  const publications = [...inForce.map(({ id }) => id), ...actes.map(one => one.publication_id)]
  return { items, publications, paths }
}

/** “Horaires”, and nothing of whom. */
const isAskedOfHall = (q: string, terms: readonly Term[]) =>
  terms.every(({ meaning }) => meaning === undefined) && sectionsFor(q)[0]?.path === '/mairie'

async function plannedFor(visit: Visit, terms: readonly Term[]): Promise<readonly Planned[]> {
  const meanings = terms.flatMap(({ meaning }) => meaning ?? [])
  // “Ramassage des monstres” asks for these alone.
  const named = meanings.filter(meaning => meaning !== 'collectes')
  const typesOf = (some: readonly Meaning[]) => some.flatMap(meaning => COLLECTED[meaning] ?? [])
  const specific = typesOf(named)
  const types = specific.length > 0 ? specific : typesOf(meanings)
  if (types.length === 0) return []
  const planned = plannedOf(visit, await collectesOf(visit.db, visit.town.id))
  return planned
    .filter(one => types.includes(one.type))
    .sort((one, other) => types.indexOf(one.type) - types.indexOf(other.type))
    .slice(0, MOST_COLLECTES)
}

const rootsOf = (text: string) => new Set(wordsOf(text).map(singular))
const says = (roots: ReadonlySet<string>, words: string) => {
  const asked = wordsOf(words).map(singular)
  return asked.length > 0 && asked.every(word => roots.has(word))
}

function isAlertFor({ title, body }: Publication, terms: readonly Term[]): boolean {
  if (terms.length === 0) return false
  const roots = rootsOf(`${title} ${body}`)
  return terms.every(({ meaning, words }) => meaning === 'alerte' || words.some(word => says(roots, word)))
}

const alertShown = (visit: Visit, one: Publication): Html =>
  html`<li><h3 dir="auto"><a href="${pathOf(visit, one)}">${shownText(one.title)}</a></h3><p><b>Alerte en cours</b></p></li>`

const MOST_ACTES = 3

/** “Arrêté n° A-2026-112”: a letter names an act by its number, which need not be in its text. */
const actesNumbered = async ({ slow, town, source }: Visit, q: string): Promise<readonly Acte[]> =>
  /\d/.test(numberAsked(q))
    ? (
        await listActes(slow, { communeId: town.id, acteurIds: source.acteurIds, numbered: q }, MOST_ACTES)
      ).slice(0, MOST_ACTES)
    : []

const acteAnswer = (visit: Visit, acte: Acte): Html =>
  html`<li><h3 dir="auto"><a href="${visit.base}${actePath(acte)}">${shownText(acte.title)}</a></h3><p>${acteNamed(acte)}</p></li>`

/** The other counters that say something about it. */
const countersFor = ({ town }: Visit, terms: readonly Term[]): readonly InfoRow[] =>
  town.contacts.complements.filter(({ libelle, horaires }) => {
    const roots = rootsOf(`${libelle ?? ''} ${horaires ?? ''}`)
    return terms.some(({ meaning, words }) => meaning !== 'mairie' && words.some(word => says(roots, word)))
  })

const countersNamed = ({ town }: Visit, terms: readonly Term[]): readonly InfoRow[] =>
  town.contacts.complements.filter(({ libelle }) => {
    const roots = rootsOf(libelle ?? '')
    return terms.length > 0 && terms.every(({ words }) => words.some(word => says(roots, word)))
  })

/** Whether it is open, its hours and its telephone. */
function hallShown(visit: Visit, meanings: ReadonlySet<Meaning | undefined>): readonly Html[] {
  const { telephone, horaires, adresse } = visit.town.contacts
  const open = openNow(visit, visit.town.contacts, HALL_WORDS)
  const isPaper = meanings.has('papiers')
  const lines: Value[] = [
    open && html`<p>${openShown(open)}</p>`,
    isPaper &&
      html`<p>Toutes les mairies ne délivrent pas les pièces d’identité : appelez avant de vous déplacer.</p>`,
    horaires && html`<p class="lines">${hoursInBrief(horaires)}</p>`,
    (adresse || telephone) &&
      html`<p class="meta">${adresse}${adresse && telephone && '\u00a0· '}${telephone && html`<a href="${dialled(telephone)}">${telephone}</a>`}</p>`,
  ].filter(Boolean)
  return lines.length === 0 ? [] : [html`<li><h3><a href="${visit.base}/mairie">Mairie</a></h3>${lines}</li>`]
}
