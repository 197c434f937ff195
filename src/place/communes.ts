import { type Db, join, sql } from '../kernel/db/db.ts'
import { isDatabaseAway } from '../kernel/refusals/db-errors.ts'
import type { Config } from '../kernel/settings/config.ts'
import { slugOf } from '../kernel/texts/texts.ts'
import type { AppSource } from '../people/access/app-sources.ts'
import { alertsOf } from '../publishing/publications/lists/alerts-in-force.ts'
import { isOpenPlace } from '../territory/communes/places/queries.ts'
import { type CommuneFilter, idOfCommuneAt, likelyCommunes } from '../territory/communes/queries.ts'
import { namedExactly, searchWithDepartement } from '../territory/communes/rules.ts'
import type { StoredCommune } from '../territory/communes/shapes.ts'
import { communePath } from './addresses.ts'
import { communesMisspelt } from './communes-misspelt.ts'
import { departementName } from './departements.ts'
import { html, type Value } from './html.ts'
import { loadTownNews } from './town-news.ts'
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
  const { rows, newsOf, isGuess, asked } = await townsFor({ db, source, config }, q).catch(error => {
    // The search is there while the database is away.
    if (q === '' && isDatabaseAway(error)) return NO_TOWNS
    throw error
  })
  const data = rows.slice(0, MOST)
  const exact = data.length === 1 ? data : namedExactly(searchWithDepartement({ q: asked }), data)
  const [only, second] = q === '' || isGuess ? [] : exact
  if (only && !second) return new Elsewhere(communePath(only.slug), 303)
  const heading = headingOf(q, isGuess ? 0 : data.length)
  return {
    title: q === '' ? 'Que se passe-t-il dans votre commune ?' : heading,
    description: 'Actualités, agenda, alertes, mairie et collectes de votre commune.',
    canonical: '/place',
    ...(q !== '' && { robots: 'noindex,follow' as const }),
    body: html`<div class="gate"><p class="logo">${LOGO} Parvis</p><h1>Que se <span>passe-t-il</span> chez vous ?</h1><p class="chapo">Nouvelles, agenda, alertes, horaires et collectes, par la mairie, les associations et les commerces de votre commune.</p><form class="inline" action="/place"><label for="c">Votre commune ou son code postal</label><input id="c" name="q" value="${q}" maxlength="${LONGEST}" autocomplete="postal-code"><button>Chercher</button></form>
${
  (q !== '' || data.length > 0) &&
  html`<section aria-labelledby="res"><h2 id="res">${heading}</h2>${isGuess && html`<p>Vouliez-vous dire :</p>`}<ul class="towns">${data.map(
    ({ id, slug, nom, departement, codes_postaux: [postal] }) =>
      html`<li><a href="${communePath(slug)}"><b>${nom}</b> <span>${[departement && departementName(departement), postal].filter(Boolean).join(', ')}</span></a>${newsOf(id)}</li>`,
  )}</ul>${rows.length > MOST && html`<p class="meta">Il y en a d’autres : écrivez-en plus, ou le code postal.</p>`}</section>`
}
${end(config)}</div>`,
  }
}

interface Towns {
  /** What was looked for: a name alone. */
  readonly asked: string
  readonly rows: readonly StoredCommune[]
  readonly newsOf: (id: string) => Value
  /** Nothing has the typed name; these have one like it. */
  readonly isGuess: boolean
}
const NO_TOWNS: Towns = { asked: '', rows: [], newsOf: () => undefined, isGuess: false }

/** `mairie de Meung`, `ville d’Orléans`, `Meung mairie`: what residents type elsewhere to find a commune. */
const WORDS_OF_TOWNS =
  /^(?:(?:la )?(?:mairie|commune)(?:[\s-]+(?:de|du|des))?[\s-]+|(?:ville|village)[\s-]+(?:de|du|des)[\s-]+|(?:(?:la )?(?:mairie|commune)|ville|village)[\s-]+d['’]\s?)(?=[\p{L}\d]{2})|[\s,-]+mairie$/giu

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
  const found = await likelyCommunes(db, filter, living, MOST + 1)
  const merged = filter.names && found.length < MOST ? await mergedFor(reading, filter, found) : []
  const isNone = q !== '' && found.length + merged.length === 0
  const former = isNone ? await renamedFor(reading, q) : []
  const name = q.replaceAll(WORDS_OF_TOWNS, '').trim()
  // Behind the whole text: Ville-d’Avray is a commune.
  if (isNone && former.length === 0 && name !== '' && name !== q) return await townsFor(reading, name)
  const alike = isNone && former.length === 0 ? await communesMisspelt(db, filter) : []
  const rows = [...found, ...former, ...alike]
  const newsIn = await newsOf(reading, rows)
  const partOf = new Map(merged.map(({ id, today }) => [id, today]))
  return {
    asked: q,
    isGuess: alike.length > 0,
    rows: [...rows, ...merged],
    newsOf: id =>
      partOf.has(id) ? html`<span class="meta">fait partie de ${partOf.get(id)}</span>` : newsIn(id),
  }
}

/** A commune that has been renamed is found by its old name, which its old address keeps. */
const renamedFor = ({ db, source: { communeIds } }: Reading, q: string) => {
  const { names = [q] } = searchWithDepartement({ q })
  const former = join(names.map(name => idOfCommuneAt(slugOf(name))))
  const also = [isOpenPlace(sql`communes.id`), sql`id in (${former})`]
  return likelyCommunes(db, { communeIds, ...searchWithDepartement({ q: '' }), also }, [], 1)
}

/** Residents look for the name that their commune had: its address leads to the commune that it became a part of. */
async function mergedFor({ db, source }: Reading, filter: CommuneFilter, rows: readonly StoredCommune[]) {
  const also = [
    isOpenPlace(sql`communes.successor_id`),
    ...(source.communeIds ? [sql`successor_id = any(${[...source.communeIds]}::uuid[])`] : []),
  ]
  const found = await likelyCommunes(
    db,
    { ...filter, communeIds: null, merged: true, also },
    [],
    MOST - rows.length,
  )
  const names = new Set(rows.map(({ nom }) => slugOf(nom)))
  const others = found.filter(({ nom }) => !names.has(slugOf(nom)))
  if (others.length === 0) return []
  const parts = await db.all<{ id: string; nom: string }>(sql`
    select m.id, c.nom from communes m join communes c on c.id = m.successor_id
    where m.id = any(${others.map(({ id }) => id)}::uuid[])`)
  const today = new Map(parts.map(({ id, nom }) => [id, nom]))
  return others.map(one => ({ ...one, today: today.get(one.id) ?? '' }))
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

async function newsOf(reading: Reading, rows: readonly StoredCommune[]) {
  const ids = rows.map(({ id }) => id)
  const newsIn = await loadTownNews(reading, ids, await alertsOf(reading, ids))
  return (id: string): Value => newsIn(id).shown
}
