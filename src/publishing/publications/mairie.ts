import { Data, Id, Obj } from '../../../shared/shapes.ts'
import type { Db } from '../../kernel/db/db.ts'
import { Paged, paged, pageOf } from '../../kernel/lists/paging.ts'
import { found, invalid, Problem } from '../../kernel/refusals/errors.ts'
import { isWithin } from '../../people/access/app-sources.ts'
import { publishesAtOnce } from '../../people/access/permissions.ts'
import { signedIn } from '../../people/access/visitors.ts'
import { refuseOutside } from '../../territory/acteurs/actions.ts'
import { prepareActe, transmitActe } from '../actes/publish.ts'
import { ACTE_TYPE } from '../actes/rules.ts'
import { Transmission } from '../actes/shapes.ts'
import { Decision } from './decisions.ts'
import { countOwn, countStates, listOwn, ownConditions, shownTo, whatMairieSees } from './lists/own-lists.ts'
import { ORDERS } from './lists/own-orders.ts'
import { MairieCountsQuery, MairieQuery, OwnCounts } from './lists/shapes.ts'
import { decideByMember } from './members.ts'
import { ownRecord } from './own-record.ts'
import { communesOfMairie, findOwn, lockPresent } from './queries.ts'
import { NewMairiePublication, OwnPublication } from './shapes.ts'
import { readStanding, standingIn } from './standing.ts'
import { createPublication } from './write.ts'

/** A town hall publishes like any acteur, and can hold publications that others attach to its communes. */

export const list = signedIn.read({
  summary: 'Publications of the town hall, of other acteurs in its communes, or both',
  params: Obj({ acteurId: Id }),
  query: MairieQuery,
  reply: Paged(OwnPublication),
  errors: ['page_too_deep'],
  async run({ db, params, query, caller, source, config }) {
    const id = params.acteurId
    refuseOutside(source, await townHall(db, id))
    const standing = found(await readStanding(db, id, caller))
    const page = pageOf(query, ORDERS[query.sort ?? 'created_at_desc'])
    const seen = whatMairieSees({ source, acteurId: id, scope: query.scope ?? 'own' })
    const conditions = [...seen, ...(await ownConditions(db, query))]
    const rows = listOwn(db, caller, conditions, page)
    return await paged(page, rows, countOwn(db, conditions), shownTo(caller, config, { id, standing }))
  },
})

export const counted = signedIn.read({
  summary: 'Counts of these publications by state',
  params: Obj({ acteurId: Id }),
  query: MairieCountsQuery,
  reply: Data(OwnCounts),
  async run({ db, params, query, source }) {
    const id = params.acteurId
    refuseOutside(source, await townHall(db, id))
    return {
      data: await countStates(db, whatMairieSees({ source, acteurId: id, scope: query.scope ?? 'own' })),
    }
  },
})

export const create = signedIn.write({
  summary: 'Create a publication of the town hall, for its commune unless another one is given',
  params: Obj({ acteurId: Id }),
  body: NewMairiePublication,
  description:
    'With `acte` it is an act that takes effect by its publication: its only document is the PDF, and nothing of it changes any more.',
  reply: Data(OwnPublication),
  errors: ['forbidden', 'conflict'],
  async prepare(context) {
    const { params, body, db, caller } = context
    if (body.acte === undefined) return undefined
    const standing = found(await readStanding(db.pool, params.acteurId, caller))
    if (!publishesAtOnce(caller, standing)) throw new Problem('forbidden')
    return await prepareActe(context, params.acteurId, body)
  },
  async run(context) {
    const { params, prepared } = context
    const { acte: _, ...body } = context.body
    const commune_id = body.commune_id ?? (await onlyCommune(context.tx, params.acteurId))
    const publication = { ...body, acteur_id: params.acteurId, commune_id }
    return { data: await createPublication(context, publication, prepared) }
  },
})

/** The communes of the town hall, to check them against the scope of the app. */
const townHall = async (db: Db, acteurId: string) => ({
  id: acteurId,
  commune_ids: await communesOfMairie(db, acteurId),
})

/** A town hall of several communes must name the commune. */
export async function onlyCommune(tx: Db, acteurId: string): Promise<string> {
  const [first, ...others] = await communesOfMairie(tx, acteurId)
  if (first !== undefined && others.length === 0) return first
  throw invalid(
    'commune_id',
    'est obligatoire : cette mairie a plusieurs communes',
    'is required: this town hall has several communes',
  )
}

export const moderate = signedIn.write({
  summary: 'Decide a publication of the town hall, or hold one of another acteur for the back-office',
  params: Obj({ acteurId: Id, publicationId: Id }),
  body: Decision,
  reply: Data(OwnPublication),
  errors: ['no_author'],
  versioned: true,
  async run(context) {
    const { tx, params, caller, source } = context
    refuseOutside(source, await townHall(tx, params.acteurId))
    const before = await lockPresent(tx, params.publicationId)
    const communes = await communesOfMairie(tx, params.acteurId)
    const own = before.acteur_id === params.acteurId
    if (!own && !before.commune_ids.some(id => communes.includes(id))) throw new Problem('scope_violation')
    const standing = found(await standingIn(tx, params.acteurId, caller))
    await decideByMember(context, before, standing, own ? 'moderate' : 'hold')
    const hall = { id: params.acteurId, standing }
    return { data: ownRecord(caller, context.config, hall)(found(await findOwn(tx, caller, before.id))) }
  },
})

export const transmit = signedIn.write({
  summary: 'Say on which day an act was sent to the State, once',
  params: Obj({ acteurId: Id, publicationId: Id }),
  body: Transmission,
  reply: Data(OwnPublication),
  errors: ['forbidden'],
  async run(context) {
    const { tx, params, body, caller, source, now, audit } = context
    refuseOutside(source, await townHall(tx, params.acteurId))
    const acte = await lockPresent(tx, params.publicationId)
    const isOwn = acte.acteur_id === params.acteurId && acte.type_id === ACTE_TYPE
    const standing = found(await standingIn(tx, params.acteurId, caller))
    if (!isOwn || !isWithin(source, acte)) throw new Problem('scope_violation')
    if (!publishesAtOnce(caller, standing)) throw new Problem('forbidden')
    await transmitActe(tx, acte.id, body.transmis_le, now)
    audit.record({ id: acte.id, before: { transmis_le: null }, after: body })
    const hall = { id: params.acteurId, standing }
    return { data: ownRecord(caller, context.config, hall)(found(await findOwn(tx, caller, acte.id))) }
  },
})
