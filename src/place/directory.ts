import { namesOf } from '../../shared/fields/field.ts'
import { ACTEUR_TYPES, type ActeurType, BADGES } from '../../shared/words/acteurs.ts'
import type { Db } from '../kernel/db/db.ts'
import { onPage, pageOf } from '../kernel/lists/paging.ts'
import {
  type ActeurFilter,
  countTypes,
  firstOfTypes,
  listOpen,
  matching,
  ORDERS,
  openWith,
} from '../territory/acteurs/list.ts'
import type { Acteur, StoredActeur } from '../territory/acteurs/shapes.ts'
import { type Html, html, type Value } from './html.ts'
import { marksFor } from './marks.ts'
import { type Choice, dialled, filters, heading } from './parts.ts'
import { firstSentence, number, shownText } from './text.ts'
import type { Page, Visit } from './visit.ts'

/** The acteurs of the commune by kind: associations, shops, services. */

const MOST = 100
/** Fills rows of two and of three. */
const MOST_OF_TYPE = 6
const isType = (text: string): text is ActeurType => Object.hasOwn(ACTEUR_TYPES, text)
/** The town hall has a page of its own. */
const TYPES = namesOf(ACTEUR_TYPES).filter(type => type !== 'mairie')

export const PLURALS: Readonly<Record<ActeurType, string>> = {
  association: 'Associations',
  commerce: 'Commerces',
  artisan: 'Artisans',
  mairie: 'Mairies',
  service_public: 'Services publics',
  ecole: 'Écoles',
  sante: 'Santé',
  autre: 'Autres',
}

/** How many the directory of a commune has. */
export const directorySize = (counts: Readonly<Record<ActeurType, number>>) =>
  TYPES.reduce((sum, type) => sum + counts[type], 0)

export async function directory(visit: Visit, query: URLSearchParams): Promise<Page> {
  const { base, db, town, source } = visit
  const { title, isNarrowed, body } = await listing(query, {
    db,
    source,
    communeId: town.id,
    address: `${base}/annuaire`,
    card: (one, shown) => acteurCard(visit, one, shown),
  })
  return {
    title,
    description: `Les associations, commerces et services de ${town.nom}.`,
    canonical: `${base}/annuaire`,
    ...(isNarrowed && { robots: 'noindex,follow' as const }),
    body: html`<div class="top"><h1>Annuaire</h1><p class="acts"><a class="btn" href="${base}/annuaire/signaler">Vous n’y êtes pas ?</a></p></div>
${body}`,
  }
}

interface Shelf extends Pick<Visit, 'db' | 'source'> {
  /** Or those of an intercommunality. */
  readonly communeId: string | readonly string[]
  readonly address: string
  readonly card: (one: Row, shown: CardShown) => Html
}

/** By type or by name: the first of each type, or a list. */
export async function listing(query: URLSearchParams, { db, source, communeId, address, card }: Shelf) {
  const [asked, q, after] = ['nature', 'q', 'apres'].map(name => query.get(name) ?? undefined)
  const type = asked !== undefined && isType(asked) ? asked : undefined
  const isStart = type === undefined && !q && after === undefined
  const page = pageOf({ per_page: MOST, ...(after !== undefined && { after }) }, ORDERS.nom_asc)
  const words = await matching(db, q?.slice(0, 200), typeof communeId === 'string' ? communeId : undefined)
  const open = (of: { readonly type?: ActeurType }) =>
    openWith(communeId, { ...of, acteurIds: source.acteurIds }, words)
  const [first, listed, counts] = isStart
    ? await startOf(db, open({}))
    : await Promise.all([[], listOpen(db, open(type ? { type } : {}), page), countTypes(db, open({}))])
  const { data, next } = onPage(page, listed)
  const rows = data.filter(one => one.type !== 'mairie')
  const here = (more: Readonly<Record<string, string | undefined>>) => {
    const wanted = Object.entries({ nature: type, q, ...more }).filter(([, value]) => value) as [
      string,
      string,
    ][]
    return `${address}${wanted.length > 0 ? `?${new URLSearchParams(wanted)}` : ''}`
  }
  const choices: Choice[] = [
    {
      href: here({ nature: undefined }),
      words: `Tout (${number(directorySize(counts))})`,
      on: type === undefined,
    },
    ...TYPES.filter(one => counts[one] > 0 || one === type).map(one => ({
      href: here({ nature: one }),
      words: `${PLURALS[one]} (${number(counts[one])})`,
      on: one === type,
    })),
  ]
  const marks = q ? marksFor(q) : undefined
  return {
    title: type ? `Annuaire : ${PLURALS[type]}` : 'Annuaire',
    isNarrowed: type !== undefined || q !== undefined || after !== undefined,
    body: html`<form class="inline" action="${address}"><label for="n">Un nom</label><input id="n" name="q" type="search" value="${q ?? ''}" maxlength="200" autocomplete="off"><button>Chercher</button></form>
${choices.length > 2 && filters('Nature', choices)}
${
  isStart &&
  TYPES.map(one =>
    typeShown(
      first.filter(({ type }) => type === one),
      one,
      { address, card },
    ),
  )
}
${rows.length > 0 && html`<ul class="cards">${rows.map(one => card(one, { ...(marks && { name: marks.inName(one.nom) }), withType: type === undefined }))}</ul>`}
${first.length + rows.length === 0 && html`<p class="empty">${q ? `Aucun nom ne correspond à « ${q} ».` : 'Personne ne tient encore de page ici.'}</p>`}
${next && html`<nav class="pager" aria-label="Suite"><a rel="next" href="${here({ apres: next })}">La suite</a></nav>`}`,
  }
}

type Row = StoredActeur<Acteur>
type FirstRow = Row & { readonly total: number }

/** The first of each type, and no list. */
async function startOf(db: Db, filter: ActeurFilter) {
  const first = await firstOfTypes(db, filter, MOST_OF_TYPE)
  const totals = new Map(first.map(one => [one.type, one.total]))
  const counts = Object.fromEntries(namesOf(ACTEUR_TYPES).map(type => [type, totals.get(type) ?? 0]))
  return [first.filter(one => one.type !== 'mairie'), [], counts as Record<ActeurType, number>] as const
}

/** The first ones of a type, and the link to all of them. */
function typeShown(
  rows: readonly FirstRow[],
  type: ActeurType,
  { address, card }: Pick<Shelf, 'address' | 'card'>,
): Value {
  const [first] = rows
  return (
    first &&
    html`<section aria-labelledby="${type}"><h2 id="${type}" class="rule">${PLURALS[type]}</h2><ul class="cards">${rows.map(one => card(one, { level: 'h3' }))}</ul>${first.total > rows.length && html`<p class="more"><a href="${address}?nature=${type}">Voir les ${number(first.total)}<span class="sr"> : ${PLURALS[type]}</span></a></p>`}</section>`
  )
}

interface CardShown {
  readonly level?: 'h2' | 'h3'
  /** With marks. */
  readonly name?: Value
  readonly withType?: boolean
  /** Its commune, named on pages that show acteurs of several communes. */
  readonly commune?: string
  /** Whether it is open now. */
  readonly open?: Value
}
/** Its name, the first sentence about it, and how to reach it. */
export function acteurCard(
  { base }: Pick<Visit, 'base'>,
  one: Row,
  { level = 'h2', name = shownText(one.nom), withType = false, commune, open }: CardShown,
): Html {
  const { type, badge, description, adresse, telephone } = one
  const about = description && firstSentence(description)
  const contacts = [
    withType && ACTEUR_TYPES[type].fr,
    commune,
    adresse,
    telephone && html`<a href="${dialled(telephone)}">${telephone}</a>`,
  ].filter(Boolean)
  return html`<li>${heading(level, html`<a href="${base}/annuaire/${one.slug}">${name}</a>${badge && html` <span class="tag ok">${BADGES[badge].fr}</span>`}`)}${about && html`<p dir="auto">${about}</p>`}${open && html`<p>${open}</p>`}${contacts.length > 0 && html`<p class="meta">${contacts.map((contact, at) => [at > 0 && '\u00a0· ', contact])}</p>`}</li>`
}
