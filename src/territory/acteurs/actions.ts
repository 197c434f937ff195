import { Data, Id, isId, Obj } from '../../../shared/shapes.ts'
import type { Db } from '../../kernel/db/db.ts'
import { Paged, PER_PAGE_OF_APPS, paged, pageOf } from '../../kernel/lists/paging.ts'
import { withoutPosition } from '../../kernel/lists/segments.ts'
import { found, Problem } from '../../kernel/refusals/errors.ts'
import { Redirect } from '../../kernel/routes/action.ts'
import { type AppSource, refuseOutsideCommunes } from '../../people/access/app-sources.ts'
import { findNamedCommunes } from '../../people/access/named-communes.ts'
import { anyone } from '../../people/access/visitors.ts'
import { countActeurs, countTypes, listOpen, ORDERS, openIn } from './list.ts'
import { findOpen, findOpenAt, shownActeur } from './queries.ts'
import { Acteur, ActeurCounts, CommuneQuery, CountsQuery, IdOrSlug } from './shapes.ts'

/** The public acteurs, within the scope of the calling app. */

export const byId = anyone.read({
  summary: 'One acteur by id; a slug or the id of a merged acteur redirects. 404 if inactive or deleted',
  params: Obj({ id: IdOrSlug }),
  reply: Data(Acteur),
  errors: ['scope_violation'],
  redirects: true,
  async run({ db, params, source, config }) {
    const itself = isId(params.id) ? await findOpen(db, params.id) : undefined
    const acteur = itself ?? found(await findOpenAt(db, params.id))
    refuseOutside(source, acteur)
    return itself ? { data: shownActeur(itself, config) } : new Redirect(`/api/v1/acteurs/${acteur.id}`)
  },
})

export const ofCommune = anyone.read({
  summary: 'Acteurs of a commune by name, including those whose zone contains it',
  params: Obj({ id: Id }),
  query: CommuneQuery,
  reply: Paged(Acteur),
  errors: ['page_too_deep', 'scope_violation'],
  async run({ db, params, query, source, config }) {
    const page = pageOf(query, ORDERS.nom_asc, PER_PAGE_OF_APPS)
    await refuseUnlessShown(db, source, params.id)
    const filter = await openIn(db, params.id, { ...query, acteurIds: source.acteurIds })
    return await paged(page, listOpen(db, filter, page), countActeurs(db, filter), row =>
      shownActeur(withoutPosition(row), config),
    )
  },
})

export const counts = anyone.read({
  summary: 'How many acteurs the list of a commune has of each type',
  params: Obj({ id: Id }),
  query: CountsQuery,
  reply: Data(ActeurCounts),
  errors: ['scope_violation'],
  async run({ db, params, query, source }) {
    await refuseUnlessShown(db, source, params.id)
    const filter = await openIn(db, params.id, { ...query, acteurIds: source.acteurIds })
    return { data: await countTypes(db, filter) }
  },
})

/** Refuses an unknown commune, and one outside the scope of the app. */
async function refuseUnlessShown(db: Db, source: AppSource, communeId: string): Promise<void> {
  if (!(await findNamedCommunes(db, [communeId])).has(communeId)) throw new Problem('not_found')
  refuseOutsideCommunes(source, communeId)
}

/** Refuses acteurs outside the communes or acteurs that the app may show. */
export function refuseOutside(
  source: AppSource,
  { id, commune_ids }: Pick<Acteur, 'id' | 'commune_ids'>,
): void {
  if (source.acteurIds && !source.acteurIds.includes(id)) throw new Problem('scope_violation')
  if (source.communeIds && !commune_ids.some(one => source.communeIds?.includes(one)))
    throw new Problem('scope_violation')
}
