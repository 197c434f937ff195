import { type Db, sql } from '../kernel/db/db.ts'
import { isDatabaseAway } from '../kernel/refusals/db-errors.ts'
import type { Config } from '../kernel/settings/config.ts'
import { slugOf } from '../kernel/texts/texts.ts'
import type { AppSource } from '../people/access/app-sources.ts'
import { alertsOf } from '../publishing/publications/lists/alerts-in-force.ts'
import { isOpenPlace } from '../territory/communes/places/queries.ts'
import { likelyCommunes } from '../territory/communes/queries.ts'
import { searchWithDepartement } from '../territory/communes/rules.ts'
import type { StoredCommune } from '../territory/communes/shapes.ts'
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

/**
 * What la place is, and communes where something is published; or any commune by its name or postal code. The only one found,
 * or the only one of that very name, is opened at once.
 */
export async function communes(
  { db, source, config }: Reading,
  query: URLSearchParams,
): Promise<(Page & { readonly canonical: string }) | Elsewhere> {
  const q = (query.get('q') ?? '').trim().slice(0, LONGEST)
  const { rows, newsOf } = await townsFor({ db, source, config }, q).catch(error => {
    // The search is there while the database is away.
    if (q === '' && isDatabaseAway(error)) return NO_TOWNS
    throw error
  })
  const data = rows.slice(0, MOST)
  const exact = data.length === 1 ? data : data.filter(({ nom }) => slugOf(nom) === slugOf(q))
  const [only, second] = q === '' ? [] : exact
  if (only && !second) return new Elsewhere(communePath(only.slug), 303)
  return {
    title: q === '' ? 'Que se passe-t-il dans votre commune ?' : headingOf(q, data.length),
    description: 'Actualités, agenda, alertes, mairie et collectes de votre commune.',
    canonical: '/place',
    ...(q !== '' && { robots: 'noindex,follow' as const }),
    body: html`<div class="gate"><p class="logo">${LOGO} Parvis</p><h1>Que se <span>passe-t-il</span> chez vous ?</h1><p class="chapo">Nouvelles, agenda, alertes, horaires et collectes, par la mairie, les associations et les commerces de votre commune.</p><form class="inline" action="/place"><label for="c">Votre commune ou son code postal</label><input id="c" name="q" value="${q}" maxlength="${LONGEST}" autocomplete="postal-code"><button>Chercher</button></form>
${
  (q !== '' || data.length > 0) &&
  html`<section aria-labelledby="res"><h2 id="res">${headingOf(q, data.length)}</h2><ul class="towns">${data.map(
    ({ id, slug, nom, departement, codes_postaux: [postal] }) =>
      html`<li><a href="${communePath(slug)}"><b>${nom}</b> <span>${[departement && departementName(departement), postal].filter(Boolean).join(', ')}</span></a>${newsOf(id)}</li>`,
  )}</ul>${rows.length > MOST && html`<p class="meta">Il y en a d’autres : écrivez-en plus, ou le code postal.</p>`}</section>`
}
${end(config)}</div>`,
  }
}

interface Towns {
  readonly rows: readonly StoredCommune[]
  readonly newsOf: (id: string) => Value
}
const NO_TOWNS: Towns = { rows: [], newsOf: () => undefined }

async function townsFor(reading: Reading, q: string): Promise<Towns> {
  const { db, source } = reading
  const living = await livingCommunes(db, source)
  const open = isOpenPlace(sql`communes.id`)
  const first = sql`id = any(${living.slice(0, MOST_SHOWN)}::uuid[])`
  const filter = {
    communeIds: source.communeIds,
    ...searchWithDepartement({ q }),
    also: q === '' ? [open, first] : [open],
  }
  const rows = await likelyCommunes(db, filter, living, MOST + 1)
  return { rows, newsOf: await newsIn(reading, rows) }
}

function headingOf(q: string, found: number): string {
  if (q === '') return 'On y publie en ce moment'
  return found > 0 ? `Communes pour « ${q} »` : `Aucune commune ne correspond à « ${q} »`
}

/** The foot of the page: the legal notice, and the link for people who publish. */
function end({ legalNotice, backoffice, publicUrl }: Config): Value {
  const line = (label: string, words: string) => html`<dt>${label}</dt><dd>${words}</dd>`
  return html`<footer class="meta"><p>Ni compte, ni cookie, ni traceur.${backoffice === 'on' && html` Mairie, association, commerce : <a href="${publicUrl ?? ''}/">publier ici</a>`}</p>${
    legalNotice &&
    html`<details><summary>Mentions légales</summary><dl class="contact">${[
      line('Éditeur', legalNotice.publisher),
      line('Direction de la publication', legalNotice.director),
      line('Hébergeur', legalNotice.host),
    ]}</dl></details>`
  }</footer>`
}

const MOST_SHOWN = 6
/** As many of the newest publications tell where something is published. */
const NEWEST = 300

/** The communes of the newest publications, that with most of them first. */
async function livingCommunes(db: Db, { communeIds, acteurIds }: AppSource): Promise<string[]> {
  if (acteurIds) return []
  const within = communeIds ? sql`and commune_id = any(${[...communeIds]}::uuid[])` : sql``
  const rows = await db.all<{ commune_id: string }>(sql`
    select commune_id from (
      select commune_id, visible_le from publications where visible_le <= now() ${within}
      order by visible_le desc, id desc limit ${NEWEST}) newest
    where commune_id is not null group by 1 order by count(*) desc, max(visible_le) desc, 1 limit ${MOST}`)
  return rows.map(({ commune_id }) => commune_id)
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
