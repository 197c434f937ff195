import { type Db, sql } from '../kernel/db/db.ts'
import { onPage, pageOf } from '../kernel/lists/paging.ts'
import { alertsOf } from '../publishing/publications/lists/alerts-in-force.ts'
import { listVisible } from '../publishing/publications/lists/public-list.ts'
import { ORDERS } from '../publishing/publications/lists/public-orders.ts'
import { listed } from '../publishing/publications/record.ts'
import type { Publication } from '../publishing/publications/shapes.ts'
import { fuseauOf } from '../territory/communes/collectes/zones.ts'
import { isOpenPlace } from '../territory/communes/places/queries.ts'
import { epciPath } from './addresses.ts'
import { levelOf, shapeOf, stateInWords } from './alerts.ts'
import { daysAfter, localDay, shortDay, todayIn } from './days.ts'
import { type Asked, epciAt, type MemberPlace, NOWHERE } from './epci-members.ts'
import { lastWholeDay, nextDaysOf } from './event-days.ts'
import { type Html, html, type Value } from './html.ts'
import { dayShown, eventItem, heading, icon, titleLink } from './parts.ts'
import { urlSet } from './sitemap.ts'
import { withOrdinals } from './text.ts'
import type { Epci } from './town.ts'
import { loadTownNews, type TownNews } from './town-news.ts'
import { Elsewhere, type Page, type Visit } from './visit.ts'

/** An intercommunality (EPCI): the agenda, news and alerts of all its communes, and where each has its pages. */

const EVENTS = 30
/** Weekly markets would fill the page with a year of them. */
const DAYS_AHEAD = 30
const NEWS = 12
/** The types that have a section of their own. */
const ELSEWHERE = ['alerte', 'evenement']

export interface EpciPage {
  readonly clock: Pick<Visit, 'fuseau' | 'now'>
  readonly page: Page & { readonly canonical: string }
  readonly alerts: readonly Publication[]
  /** The communes that it shows. */
  readonly communeIds: readonly string[]
}

/** Five statements, whatever the number of communes: each is walked along its own index. */
export async function epciPage(asked: Asked, named: string): Promise<EpciPage | Elsewhere> {
  const { slow, source, config } = asked
  const { acteurIds } = source
  const found = await epciAt(asked, named)
  if (found instanceof Elsewhere) return found
  const { first, epci, path, members, memberIds } = found
  const fuseau = fuseauOf(first)
  const now = new Date()
  const today = todayIn(fuseau, now)
  const list = async (order: keyof typeof ORDERS, most: number, more: { from?: string; to?: string }) => {
    const page = pageOf({ per_page: most }, ORDERS[order])
    const place = { communeIds: memberIds, acteurIds, acteurId: undefined }
    const filter = {
      place,
      type: undefined,
      from: more.from,
      to: more.to,
      words: undefined,
      withoutActes: true,
    }
    const { rows } = await listVisible({ db: slow, slow }, filter, page)
    return onPage(page, rows, row => listed(row, config))
  }
  const horizon = daysAfter(today, DAYS_AHEAD)
  const [alerts, events, newest] = await Promise.all([
    alertsOf({ db: slow, source, config }, memberIds),
    list('date_debut_asc', EVENTS, { from: today, to: horizon }),
    list('publie_le_desc', 2 * NEWS, {}),
  ])
  const newsIn = await loadTownNews({ db: slow, source }, memberIds, alerts)
  const clock = { today, fuseau, now }
  const view: View = {
    ...clock,
    memberOf: ({ commune_ids }) => members.get(commune_ids.find(id => members.has(id)) ?? '') ?? NOWHERE,
  }
  const news = newest.data.filter(({ type }) => !ELSEWHERE.includes(type.slug)).slice(0, NEWS)
  const { last } = events.next === null ? { last: horizon } : lastWholeDay(events.data, today)
  const body = html`<div class="top"><h1>${epci.nom}</h1><p class="acts"><a class="btn" href="${path}/annuaire">${icon('people')} Annuaire</a></p></div>
${section('alertes', 'Alertes en cours', alertsShown(view, alerts))}
${section('agenda', 'Agenda', agendaShown(view, events.data, last))}
${section('actualites', 'Actualités', newsShown(view, news))}
${section(
  'communes',
  members.size > 1 ? `${members.size} communes ont leur place ici` : 'Une commune a sa place ici',
  townsShown(members, newsIn),
)}`
  return {
    alerts,
    clock,
    communeIds: memberIds,
    page: {
      title: epci.nom,
      description: `${epci.nom} : agenda, actualités et alertes de ses communes.`,
      canonical: path,
      ...(newest.data.length === 0 && { robots: 'noindex,follow' as const }),
      body,
    },
  }
}

interface View extends Pick<Visit, 'today' | 'fuseau' | 'now'> {
  /** The commune under whose address it is shown here. */
  readonly memberOf: (one: Publication) => MemberPlace
}

const section = (id: string, title: string, parts: readonly Value[]): Html | false =>
  parts.length > 0 &&
  html`<section aria-labelledby="${id}"><h2 id="${id}" class="rule">${title}</h2>${parts}</section>`

/** Those where something is published with what is new there, then the names of the others. */
function townsShown(
  members: ReadonlyMap<string, MemberPlace>,
  newsIn: (id: string) => TownNews,
): readonly Value[] {
  const towns = [...members].map(([id, place]) => ({ ...place, ...newsIn(id) }))
  const living = towns.filter(({ isLiving }) => isLiving)
  const quiet = towns.filter(({ isLiving }) => !isLiving)
  return [
    living.length > 0 &&
      html`<ul class="towns">${living.map(({ nom, base, shown }) => html`<li><a href="${base}"><b>${nom}</b></a>${shown}</li>`)}</ul>`,
    quiet.length > 0 &&
      html`<h3>${living.length > 0 ? 'Rien de publié pour l’instant' : 'Leurs horaires et leurs contacts'}</h3><ul class="quiet">${quiet.map(({ nom, base }) => html`<li><a href="${base}">${nom}</a></li>`)}</ul>`,
  ].filter(Boolean)
}

const alertsShown = (view: View, alerts: readonly Publication[]): Html[] =>
  [...Map.groupBy(alerts, view.memberOf)].map(
    ([place, all]) =>
      html`<h3>${place.nom}</h3><ul class="plainlist">${all.map(
        alert =>
          html`<li><b class="level" data-niveau="${alert.niveau ?? ''}">${shapeOf(alert)} ${levelOf(alert)}</b> ${titleLink(place, alert)} <span class="meta">${withOrdinals(stateInWords(alert, view))}</span></li>`,
      )}</ul>`,
  )

function agendaShown(view: View, events: readonly Publication[], last: string): Html[] {
  const days = nextDaysOf(events, view.today, last)
  const items = days.map(({ day, events }) =>
    dayShown(
      day,
      events.map(event => {
        const { nom, base } = view.memberOf(event)
        const lieu = [event.lieu, nom].filter(Boolean).join(', ')
        return eventItem({ base, today: view.today }, event, day, false, { lieu })
      }),
    ),
  )
  return items.length > 0
    ? [html`<ol class="days">${items}</ol><p class="more">L’agenda de chaque commune a la suite.</p>`]
    : []
}

function newsShown(view: View, news: readonly Publication[]): Html[] {
  const items = news.map(one => {
    const place = view.memberOf(one)
    const day = localDay(one.publie_le ?? one.created_at, view.fuseau)
    const words = [place.nom, one.type.nom, shortDay(day, view.today)].filter(Boolean).join('\u00a0· ')
    return html`<li class="story"><div>${heading('h3', titleLink(place, one))}<p class="meta">${withOrdinals(words)}</p></div></li>`
  })
  return items.length > 0 ? [html`<ul class="stories list">${items}</ul>`] : []
}

/** Those of which something is visible. */
export async function epciMap(db: Db, origin: string, communeIds: readonly string[] | null): Promise<string> {
  const isShown = sql`c.epci_code = e.code and c.successor_id is null and ${isOpenPlace(sql`c.id`)}
    ${communeIds ? sql`and c.id = any(${[...communeIds]}::uuid[])` : sql``}`
  const rows = await db.all<Epci & { has_acteurs: boolean }>(sql`
    select e.code, e.nom, exists (
        select from communes c join acteurs a on a.commune_id = c.id and a.active and a.deleted_at is null where ${isShown}) as has_acteurs
    from epcis e where exists (
      select from communes c join publications p on p.commune_id = c.id and p.visible_le <= now() where ${isShown})
    order by e.code`)
  const url = (path: string) => html`<url><loc>${origin}${path}</loc></url>\n`
  return urlSet(
    rows.flatMap(epci => {
      const path = epciPath(epci)
      return epci.has_acteurs ? [url(path), url(`${path}/annuaire`)] : [url(path)]
    }),
  )
}
