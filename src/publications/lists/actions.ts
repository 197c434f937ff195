import { refuseOutside } from '../../acteurs/actions.ts'
import { findPlaces } from '../../acteurs/queries.ts'
import { placeToShow } from '../../communes/place.ts'
import type { AppSource } from '../../kernel/app-sources.ts'
import type { Db } from '../../kernel/db/db.ts'
import { Problem } from '../../kernel/errors.ts'
import { cut, type Page, pageOf } from '../../kernel/lists/paging.ts'
import { cursorOf, type RunKey } from '../../kernel/lists/runs.ts'
import { read } from '../../kernel/routes/action.ts'
import { Data, Id, Obj } from '../../kernel/routes/shapes.ts'
import { findVisible } from '../queries.ts'
import { record } from '../record.ts'
import { ActeurQuery, CommuneQuery, Publication, PublicPage, PublicQuery } from '../shapes.ts'
import { type ListedRow, listVisible, type Place, type PublicRun, RUNS } from './public-list.ts'
import { datedOn, ONLY_WALK, type Search, searched, type Understood, understand } from './search.ts'

/** What everybody reads, within what the calling app may show. */

const PER_PAGE = 15

export const byId = read({
  summary: 'One publication that is visible now',
  params: Obj({ id: Id }),
  reply: Data(Publication),
  errors: ['scope_violation'],
  async run({ db, params, source }) {
    const row = await findVisible(db, params.id)
    if (!row) throw new Problem('not_found')
    if (!isWithin(source, row)) throw new Problem('scope_violation')
    return { data: record(row) }
  },
})

export const list = read({
  summary: 'What is visible now, newest first; searched, filtered and sorted',
  query: PublicQuery,
  reply: PublicPage,
  asBuilt: true,
  errors: ['page_too_deep', 'scope_violation', 'not_found'],
  run: context => pageFor(context, context.query),
})

export const ofActeur = read({
  summary: 'What an acteur publishes: first what it pinned, then the newest',
  params: Obj({ acteurId: Id }),
  query: ActeurQuery,
  reply: PublicPage,
  asBuilt: true,
  errors: ['page_too_deep', 'scope_violation'],
  run: context => pageFor(context, { ...context.query, acteur_id: context.params.acteurId }, RUNS.pinned),
})

export const ofCommune = read({
  summary: 'What is published for a commune, newest first',
  params: Obj({ communeId: Id }),
  query: CommuneQuery,
  reply: PublicPage,
  asBuilt: true,
  errors: ['page_too_deep', 'scope_violation'],
  run: context => pageFor(context, { ...context.query, commune_id: context.params.communeId }),
})

async function pageFor(
  { db, slow, source }: { readonly db: Db; readonly slow: Db; readonly source: AppSource },
  query: PublicQuery,
  otherwise: readonly PublicRun[] = RUNS.publie_le_desc,
) {
  const [place, words] = await Promise.all([placeOf(db, source, query), understand(db, query.q)])
  const runs = orderOf(query.sort, words, otherwise)
  const page = pageOf<RunKey>(query, PER_PAGE, cursorOf(runs))
  const { type, type_id, from, to } = query
  const isEnough = (shown: readonly ListedRow[]) => isFilled(shown, runs, page)
  const list = (on: Db, search?: Search) =>
    listVisible(
      on,
      {
        place,
        type: type_id !== undefined ? { id: type_id } : type !== undefined ? { slug: type } : undefined,
        from,
        to,
        search,
      },
      runs,
      page,
    )
  // The lists by day walk along the days themselves; an acteur has few publications.
  const byDays = (from ?? to) !== undefined && runs !== RUNS.date_debut_asc && place.acteurId === undefined
  const rows = await (words !== undefined && place.acteurId !== undefined
    ? list(slow, { query: words.query, way: ONLY_WALK, communeIds: null, visible: true })
    : words !== undefined
      ? searched({ db, slow }, words, place.communeIds, list, isEnough)
      : byDays
        ? datedOn({ db, slow }, { from, to }, place.communeIds, list, isEnough)
        : list(db))
  const { data, next } = cut(rows, page, ({ run, key, ...row }) => ({
    item: record(row),
    key: [`${run}`, ...key],
  }))
  return { data, meta: { page: page.number, per_page: page.perPage, has_more: next !== null, next } }
}

/** Without words, nothing is more relevant than what is new. */
const orderOf = (
  sort: PublicQuery['sort'],
  words: Understood | undefined,
  otherwise: readonly PublicRun[],
): readonly PublicRun[] =>
  sort === undefined || (sort === 'relevance' && words === undefined) ? otherwise : RUNS[sort]

/**
 * A walk that broke off knows the beginning of one run: rows of the next one may stand before rows that were not
 * reached. By relevance any hit will do: the window is the list.
 */
function isFilled(rows: readonly ListedRow[], runs: readonly PublicRun[], page: Page<RunKey>): boolean {
  if (runs === RUNS.relevance) return rows.length > 0
  const start = Number(page.after?.[0] ?? 0)
  const walked = runs.findIndex((run, number) => number >= start && !run.few)
  return rows.length > page.perPage && rows.at(-1)?.run === walked
}

/** A list of one commune or acteur: it must exist, and the calling app must be allowed to show it. */
async function placeOf(db: Db, source: AppSource, { commune_id, acteur_id }: PublicQuery): Promise<Place> {
  const commune = commune_id === undefined ? undefined : await placeToShow(db, source, commune_id)
  if (acteur_id !== undefined) {
    const acteur = await findPlaces(db, acteur_id)
    if (!acteur || acteur.deleted) throw new Problem('not_found')
    refuseOutside(source, acteur)
  }
  return {
    communeIds: commune === undefined ? source.communeIds : [commune.id],
    acteurIds: source.acteurIds,
    acteurId: acteur_id,
  }
}

export const isWithin = (
  source: AppSource,
  publication: { acteur_id: string | null; commune_ids: readonly string[] },
) =>
  (source.communeIds === null || publication.commune_ids.some(id => source.communeIds?.includes(id))) &&
  (source.acteurIds === null ||
    (publication.acteur_id !== null && source.acteurIds.includes(publication.acteur_id)))
