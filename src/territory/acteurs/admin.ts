import { namesOf } from '../../../shared/fields/field.ts'
import { Data, Id, Obj } from '../../../shared/shapes.ts'
import { Paged, paged, pageOf } from '../../kernel/lists/paging.ts'
import { withoutPosition } from '../../kernel/lists/segments.ts'
import { found, invalid, Problem } from '../../kernel/refusals/errors.ts'
import { isPlainName, NO_NAME } from '../../kernel/texts/plain-names.ts'
import { findNamedCommunes, refuseUnknownCommunes } from '../../people/access/named-communes.ts'
import { territoryOf } from '../../people/access/permissions.ts'
import { beyondTerritory, refuseOutsideTerritory } from '../../people/access/territory.ts'
import { signedIn } from '../../people/access/visitors.ts'
import { adminFilter, countActeurs, listForAdmin, ORDERS } from './list.ts'
import {
  findForAdmin,
  insertActeur,
  lockActeur,
  pictureOf,
  saveActeur,
  setDeleted,
  shownActeur,
} from './queries.ts'
import { acteurTrace, NO_FIELDS, slugsFor, withAddress, withClosings, withFields } from './rules.ts'
import { ActeurChanges, AdminActeur, AdminQuery, CommuneQuery, NewActeur } from './shapes.ts'
import { becomeMairie, lockWithoutMairie } from './town-hall.ts'

/** Acteurs for the back-office: list, create, change, delete and restore. */

const known = (path: string) => ({
  code: 'conflict' as const,
  path,
  fr: 'est déjà celui d’un autre acteur, peut-être supprimé',
  en: 'already belongs to another acteur, perhaps a deleted one',
})
const conflicts = {
  acteurs_slug_taken: 'slug_taken',
  acteurs_siret_taken: known('siret'),
  acteurs_rna_taken: known('rna'),
} as const

export const list = signedIn.read({
  summary: 'Acteurs by name, with every filter; `q` searches name, commune, postal code, SIRET and RNA',
  query: AdminQuery,
  reply: Paged(AdminActeur),
  errors: ['page_too_deep'],
  async run({ db, query, config, caller }) {
    const page = pageOf(query, ORDERS[query.sort ?? 'nom_asc'])
    const territory = territoryOf(caller, 'claims')
    const filter = await adminFilter(db, query, territory)
    return await paged(
      page,
      listForAdmin(db, filter, page, territory),
      () => countActeurs(db, filter),
      row => shownActeur(withoutPosition(row), config),
    )
  },
})

export const ofCommune = signedIn.read({
  summary: 'Acteurs of a commune by name, in every state, including those whose zone contains it',
  params: Obj({ id: Id }),
  query: CommuneQuery,
  reply: Paged(AdminActeur),
  errors: ['page_too_deep'],
  async run({ db, params, query, config, caller }) {
    const page = pageOf(query, ORDERS.nom_asc)
    if (!(await findNamedCommunes(db, [params.id])).has(params.id)) throw new Problem('not_found')
    const territory = territoryOf(caller, 'communes')
    const filter = await adminFilter(db, { ...query, commune_id: params.id }, territory)
    return await paged(
      page,
      listForAdmin(db, filter, page, territory),
      () => countActeurs(db, filter),
      row => shownActeur(withoutPosition(row), config),
    )
  },
})

export const byId = signedIn.read({
  summary: 'One acteur, in any state',
  params: Obj({ id: Id }),
  reply: Data(AdminActeur),
  run: async ({ db, params, config, caller }) => ({
    data: shownActeur(found(await findForAdmin(db, params.id, territoryOf(caller, 'claims'))), config),
  }),
})

export const create = signedIn.write({
  summary:
    'Create an acteur: active, without the right to publish; validated if it is the town hall of its commune',
  body: NewActeur,
  reply: Data(AdminActeur),
  conflicts,
  async run({ tx, body, audit, config, caller, now }) {
    const { slug, mairie, ...written } = body
    const acteur = withFields(
      { ...NO_FIELDS, nom: body.nom, type: body.type },
      withAddress(withClosings(written, now)),
    )
    const territory = territoryOf(caller, 'claims')
    refuseOutsideTerritory(territory, 'commune_id', undefined, acteur)
    const communes = await refuseUnknownCommunes(tx, acteur, { mergedToo: true })
    const commune = mairie ? await lockWithoutMairie(tx, caller, body) : undefined
    const candidates = slugsFor(body.nom, communes.get(acteur.commune_id ?? '')?.slug ?? '')
    const id = await insertActeur(tx, acteur, slug === undefined ? { candidates } : { given: slug })
    if (!id) throw new Problem('slug_taken')
    if (commune) await becomeMairie(tx, audit, commune, id)
    const created = found(await findForAdmin(tx, id, territory))
    audit.record(acteurTrace(undefined, created))
    return { data: shownActeur(created, config) }
  },
})

export const update = signedIn.write({
  summary: 'Change an acteur',
  params: Obj({ id: Id }),
  body: ActeurChanges,
  reply: Data(AdminActeur),
  conflicts,
  versioned: true,
  async run({ tx, params, body, audit, refuseStale, config, caller, now }) {
    const territory = territoryOf(caller, 'claims')
    const before = await lockActeur(tx, params.id, territory)
    if (!before || before.deleted_at !== null) throw new Problem('not_found')
    refuseStale(before.version)
    // A name that was saved before this rule may stay when other fields change.
    if (body.nom !== undefined && body.nom !== before.nom && !isPlainName(body.nom))
      throw invalid('nom', ...NO_NAME)
    const image = await pictureOf(tx, before, body.image)
    const after = withFields(before, { ...withAddress(withClosings(body, now)), image })
    refuseOutsideTerritory(territory, 'commune_ids', before, after)
    // Nor does a commune outside leave: the caller would come to govern an acteur by shortening its zone.
    refuseOutsideTerritory(territory, 'commune_ids', after, before)
    if (!before.may.includes('describe') && namesOf(body).some(field => field !== 'commune_ids'))
      throw beyondTerritory()
    if (after.commune_ids.join() !== before.commune_ids.join())
      await refuseUnknownCommunes(tx, after, { mergedToo: true })
    await saveActeur(tx, before, { ...after, slug: body.slug ?? before.slug })
    const saved = found(await findForAdmin(tx, params.id, territory))
    audit.record(acteurTrace(before, saved))
    return { data: shownActeur(saved, config) }
  },
})

export const remove = signedIn.write({
  summary:
    'Delete an acteur; it can be restored. Its publications stay, and its members can no longer write. Repeating has no effect',
  params: Obj({ id: Id }),
  reply: Data(AdminActeur),
  versioned: true,
  run: context => deletion(context, true),
})

export const restore = signedIn.write({
  summary: 'Restore a deleted acteur; to restore a merged one, undo the merge',
  params: Obj({ id: Id }),
  reply: Data(AdminActeur),
  errors: ['conflict'],
  versioned: true,
  run: context => deletion(context, false),
})

type Deletion = Pick<
  Parameters<typeof update.run>[0],
  'tx' | 'params' | 'audit' | 'refuseStale' | 'config' | 'caller'
>

async function deletion({ tx, params, audit, refuseStale, config, caller }: Deletion, deleted: boolean) {
  const territory = territoryOf(caller, 'claims')
  const before = found(await lockActeur(tx, params.id, territory))
  refuseStale(before.version)
  // A merged acteur's content belongs to the other one: undoing the merge brings both back.
  if (!deleted && before.merged_into !== null) throw new Problem('conflict')
  if ((before.deleted_at !== null) !== deleted) await setDeleted(tx, params.id, deleted)
  const after = found(await findForAdmin(tx, params.id, territory))
  audit.record(acteurTrace(before, after))
  return { data: shownActeur(after, config) }
}
