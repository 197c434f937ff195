import { ACTEUR_TYPES, type ActeurType, BADGES } from '../../shared/words/acteurs.ts'
import { countTypes, listOpen, matching, ORDERS, openWith } from '../acteurs/list.ts'
import type { Acteur, StoredActeur } from '../acteurs/shapes.ts'
import { onPage, pageOf } from '../kernel/lists/paging.ts'
import { type Html, html } from './html.ts'
import { type Choice, filters } from './parts.ts'
import { number, shownText } from './text.ts'
import type { Page, Visit } from './visit.ts'

/** The acteurs of the commune by kind: associations, shops, services. */

const MOST = 100
const isType = (text: string): text is ActeurType => Object.hasOwn(ACTEUR_TYPES, text)
/** The town hall has a page of its own. */
const TYPES = (Object.keys(ACTEUR_TYPES) as ActeurType[]).filter(type => type !== 'mairie')

/** How many the directory of a commune has. */
export const directorySize = (counts: Readonly<Record<ActeurType, number>>) =>
  TYPES.reduce((sum, type) => sum + counts[type], 0)

export async function directory(visit: Visit, query: URLSearchParams): Promise<Page> {
  const { base, db, town, source } = visit
  const [asked, q, after] = ['nature', 'q', 'apres'].map(name => query.get(name) ?? undefined)
  const type = asked !== undefined && isType(asked) ? asked : undefined
  const page = pageOf({ per_page: MOST, ...(after !== undefined && { after }) }, ORDERS.nom_asc)
  const words = await matching(db, q?.slice(0, 200))
  const open = (of: { readonly type?: ActeurType }) =>
    openWith(town.id, { ...of, acteurIds: source.acteurIds }, words)
  const [listed, counts] = await Promise.all([
    listOpen(db, open(type ? { type } : {}), page),
    countTypes(db, open({})),
  ])
  const { data, next } = onPage(page, listed)
  const rows = data.filter(one => one.type !== 'mairie')
  const here = (more: Readonly<Record<string, string | undefined>>) => {
    const wanted = Object.entries({ nature: type, q, ...more }).filter(([, value]) => value) as [
      string,
      string,
    ][]
    return `${base}/annuaire${wanted.length > 0 ? `?${new URLSearchParams(wanted)}` : ''}`
  }
  const choices: Choice[] = [
    {
      href: here({ nature: undefined }),
      words: `Tout (${number(directorySize(counts))})`,
      on: type === undefined,
    },
    ...TYPES.filter(one => counts[one] > 0 || one === type).map(one => ({
      href: here({ nature: one }),
      words: `${ACTEUR_TYPES[one].fr} (${number(counts[one])})`,
      on: one === type,
    })),
  ]
  const isNarrowed = type !== undefined || q !== undefined || after !== undefined
  return {
    title: type ? `Annuaire : ${ACTEUR_TYPES[type].fr}` : 'Annuaire',
    description: `Les associations, commerces et services de ${town.nom}.`,
    canonical: `${base}/annuaire`,
    ...(isNarrowed && { robots: 'noindex,follow' as const }),
    body: html`<div class="top"><h1>Annuaire</h1></div>
<form class="inline" action="${base}/annuaire"><label for="n">Un nom</label><input id="n" name="q" type="search" value="${q ?? ''}" maxlength="200" autocomplete="off"><button>Chercher</button></form>
${choices.length > 2 && filters('Nature', choices)}
${rows.length > 0 ? html`<ul class="cards">${rows.map(one => card(visit, one))}</ul>` : html`<p class="empty">${q ? `Aucun nom ne correspond à « ${q} ».` : 'Personne ne tient encore de page ici.'}</p>`}
${next && html`<nav class="pager" aria-label="Suite"><a rel="next" href="${here({ apres: next })}">La suite</a></nav>`}
<p class="last">Il manque quelqu’un ? <a href="${base}/annuaire/signaler">Dites-le</a></p>`,
  }
}

const card = ({ base }: Visit, one: StoredActeur<Acteur>): Html =>
  html`<li><h2 dir="auto"><a href="${base}/annuaire/${one.slug}">${shownText(one.nom)}</a></h2><p class="meta">${ACTEUR_TYPES[one.type].fr}${one.badge && html` · <span class="tag ok">${BADGES[one.badge].fr}</span>`}</p></li>`
