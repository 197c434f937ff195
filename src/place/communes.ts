import type { AppSource } from '../access/app-sources.ts'
import { isOpenPlace } from '../communes/places/queries.ts'
import { BY_NAME, listCommunes } from '../communes/queries.ts'
import { searchWithDepartement } from '../communes/rules.ts'
import type { Config } from '../kernel/config.ts'
import { type Db, sql } from '../kernel/db/db.ts'
import { onPage, pageOf } from '../kernel/lists/paging.ts'
import { slugOf } from '../kernel/texts.ts'
import { alertsOf } from '../publications/lists/alerts-in-force.ts'
import { communePath } from './addresses.ts'
import { departementName } from './departements.ts'
import { html, type Value } from './html.ts'
import { Elsewhere, type Page } from './visit.ts'

const MOST = 30
const LONGEST = 100

const LOGO = html`<svg viewBox="0 0 32 32" aria-hidden="true"><path d="M5 26V14a11 11 0 0 1 22 0v12M12 26v-9a4 4 0 0 1 8 0v9M2 26h28"/></svg>`

interface Reading {
  readonly db: Db
  readonly source: AppSource
  readonly config: Config
}

/** Finds any commune by its name or postal code. The only one found, or the only one of that very name, is opened at once. */
export async function communes(
  { db, source, config }: Reading,
  query: URLSearchParams,
): Promise<(Page & { readonly canonical: string }) | Elsewhere> {
  const q = (query.get('q') ?? '').trim().slice(0, LONGEST)
  const page = pageOf({ per_page: MOST }, BY_NAME)
  const rows =
    q === ''
      ? []
      : await listCommunes(
          db,
          {
            communeIds: source.communeIds,
            also: [isOpenPlace(sql`communes.id`)],
            ...searchWithDepartement({ q }),
          },
          page,
        )
  const { data, next } = onPage(page, rows)
  const exact = data.length === 1 ? data : data.filter(({ nom }) => slugOf(nom) === slugOf(q))
  const [only, second] = exact
  if (only && !second) return new Elsewhere(communePath(only.slug), 303)
  const newsOf = await newsIn({ db, source, config }, data)
  return {
    title: 'Que se passe-t-il dans votre commune ?',
    description: 'Actualités, agenda, alertes, mairie et collectes de votre commune.',
    canonical: '/place',
    ...(q !== '' && { robots: 'noindex,follow' as const }),
    body: html`<div class="gate"><p class="logo">${LOGO} Parvis</p><h1>Que se passe-t-il chez vous ?</h1><form class="inline" action="/place"><label for="c">Votre commune ou son code postal</label><input id="c" name="q" value="${q}" maxlength="${LONGEST}" autocomplete="postal-code"><button>Chercher</button></form>
${
  q !== '' &&
  html`<section aria-labelledby="res"><h2 id="res">${data.length > 0 ? `Communes pour « ${q} »` : `Aucune commune ne correspond à « ${q} »`}</h2><ul class="towns">${data.map(
    ({ id, slug, nom, departement, codes_postaux: [postal] }) =>
      html`<li><a href="${communePath(slug)}"><b>${nom}</b> <span>${[departement && departementName(departement), postal].filter(Boolean).join(', ')}</span></a>${newsOf(id)}</li>`,
  )}</ul>${next && html`<p class="meta">Il y en a d’autres : écrivez-en plus, ou le code postal.</p>`}</section>`
}</div>`,
  }
}

/** What is new in these communes: the alerts in force, else how much was published within a week. */
async function newsIn(reading: Reading, communes: readonly { readonly id: string }[]) {
  const { db, source } = reading
  const ids = communes.map(({ id }) => id)
  if (ids.length === 0 || source.acteurIds) return (_id: string): Value => undefined
  const [alerts, rows] = await Promise.all([
    alertsOf(reading, ids),
    db.all<{ id: string; week: number; any: boolean }>(sql`
      select here.id, news.week,
        news.week > 0 or exists (select from publications p where p.commune_id = here.id and p.visible_le <= now())
          or exists (select from publication_communes p where p.commune_id = here.id and p.visible_le <= now()) as any
      from unnest(${ids}::uuid[]) as here(id) cross join lateral (
        select count(*) as week from (
          select from publications p where p.commune_id = here.id and ${OF_THE_WEEK} union all
          select from publication_communes p where p.commune_id = here.id and ${OF_THE_WEEK}) published) news`),
  ])
  const counts = new Map(rows.map(row => [row.id, row]))
  return (id: string): Value => {
    const inForce = alerts.filter(({ commune_ids }) => commune_ids.includes(id)).length
    const { week = 0, any = false } = counts.get(id) ?? {}
    if (inForce > 0)
      return html`<span class="tag bad">${inForce} ${inForce > 1 ? 'alertes' : 'alerte'} en cours</span>`
    if (week === 0) return !any && html`<span class="meta">rien de publié</span>`
    return html`<span class="meta">${week} ${week > 1 ? 'nouvelles' : 'nouvelle'} cette semaine</span>`
  }
}
const OF_THE_WEEK = sql`p.visible_le between now() - interval '7 days' and now()`
