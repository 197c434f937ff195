import { Data, Id, Obj } from '../../../shared/shapes.ts'
import type { Db } from '../../kernel/db/db.ts'
import { Paged, paged, pageOf } from '../../kernel/lists/paging.ts'
import { found, Problem } from '../../kernel/refusals/errors.ts'
import type { AppSource } from '../../people/access/app-sources.ts'
import { isWithin } from '../../people/access/app-sources.ts'
import { can, isAdministrator, type Standing, type UserOrKey } from '../../people/access/permissions.ts'
import { acting, signedIn } from '../../people/access/visitors.ts'
import { refuseOutside } from '../../territory/acteurs/actions.ts'
import { findPlaces } from '../../territory/acteurs/queries.ts'
import { countViewsOfWeek } from '../page-views/queries.ts'
import { Decision } from './decisions.ts'
import {
  countOwn,
  countStates,
  findMine,
  listOwn,
  ownConditions,
  shownTo,
  whatIsMine,
} from './lists/own-lists.ts'
import { ORDERS } from './lists/own-orders.ts'
import { MineCounts, MineCountsQuery, MineQuery } from './lists/shapes.ts'
import { decide } from './moderation/decide.ts'
import type { DecisionContext } from './moderation/operations.ts'
import { planDeletion, planModeration } from './moderation/plans.ts'
import { ownRecord } from './own-record.ts'
import { findOwn, type Locked, lockPresent, lockPublication } from './queries.ts'
import { refuseNoAuthor, refuseUnfitDecision } from './rules.ts'
import { NewPublication, OwnPublication, PublicationChanges } from './shapes.ts'
import { standingFor } from './standing.ts'
import { createPublication, editPublication } from './write.ts'

/** Actions of members on the publications of their acteurs. */

export const create = acting.write({
  summary: 'Create a publication: visible at once, or submitted for review (`pending`)',
  body: NewPublication,
  reply: Data(OwnPublication),
  errors: ['forbidden'],
  run: async context => ({ data: await createPublication(context, context.body) }),
})

export const update = acting.write({
  summary:
    'Edit or pin a publication; an edited approved one is reviewed again, unless its author publishes without review',
  description:
    'While it is reviewed again it is offline. Where `edit_needs_review` of `GET /me/publications/{id}` is true, a change of its content does that; a pin does not.',
  params: Obj({ id: Id }),
  body: PublicationChanges,
  reply: Data(OwnPublication),
  errors: ['forbidden'],
  versioned: true,
  async run(context) {
    const { tx, params, body, caller, refuseStale } = context
    const before = await lockPresent(tx, params.id)
    await editPublication(context, before, body)
    refuseStale(before.version)
    return { data: ownRecord(caller, context.config)(found(await findOwn(tx, caller, params.id))) }
  },
})

export const remove = acting.write({
  summary: 'Delete a publication; repeating has no effect',
  params: Obj({ id: Id }),
  reply: Data(OwnPublication),
  errors: ['forbidden'],
  versioned: true,
  async run(context) {
    const { tx, params, caller, source, refuseStale } = context
    const before = found(await lockPublication(tx, params.id))
    const standing = found(await standingFor(tx, before, caller))
    const verdict = can(caller, { action: 'delete', standing })
    if (verdict !== 'allowed') throw new Problem(verdict)
    if (!isWithin(source, before)) throw new Problem('scope_violation')
    refuseStale(before.version)
    await decide(context, [before], planDeletion)
    return { data: ownRecord(caller, context.config)(found(await findOwn(tx, caller, params.id))) }
  },
})

export const moderate = signedIn.write({
  summary: 'Decide a publication of one of the caller’s acteurs; administrators may decide any',
  params: Obj({ id: Id }),
  body: Decision,
  reply: Data(OwnPublication),
  errors: ['no_author'],
  versioned: true,
  async run(context) {
    const { tx, params, caller } = context
    const before = await lockPresent(tx, params.id)
    const standing = found(await standingFor(tx, before, caller))
    await decideByMember(context, before, standing, 'moderate')
    return { data: ownRecord(caller, context.config)(found(await findOwn(tx, caller, params.id))) }
  },
})

interface Deciding extends DecisionContext {
  readonly caller: UserOrKey
  readonly body: Decision
  readonly source: AppSource
  refuseStale(version: number): void
}

/** `hold`: a town hall decides about a publication that another acteur attached to its communes. */
export async function decideByMember(
  context: Deciding,
  before: Locked,
  standing: Standing,
  action: 'moderate' | 'hold',
): Promise<void> {
  const { body, caller, source, now, refuseStale } = context
  const right = { action, standing, to: body.moderation_status, decidedBy: before.moderation_by }
  const verdict = can(caller, right)
  if (verdict !== 'allowed') throw new Problem(verdict)
  if (!isWithin(source, before)) throw new Problem('scope_violation')
  refuseUnfitDecision(body)
  refuseStale(before.version)
  refuseNoAuthor(before, body)
  const by = isAdministrator(caller) ? 'backoffice' : action === 'hold' ? 'mairie' : 'member'
  await decide(context, [before], planModeration(body, by, now))
}

export const mine = acting.read({
  summary:
    'Publications of the caller’s acteurs in every state, and those the caller wrote as an administrator',
  query: MineQuery,
  reply: Paged(OwnPublication),
  errors: ['page_too_deep', 'scope_violation'],
  async run({ db, query, caller, source, config }) {
    const page = pageOf(query, ORDERS[query.sort ?? 'created_at_desc'])
    await refuseActeurOutside(db, source, query.acteur_id)
    const whose = whatIsMine(caller, { source, acteurId: query.acteur_id })
    const conditions = [...whose, ...(await ownConditions(db, query))]
    const rows = listOwn(db, caller, conditions, page)
    return await paged(page, rows, countOwn(db, conditions), shownTo(caller, config))
  },
})

export const mineCounted = acting.read({
  summary: 'Counts of the caller’s publications by state, and how often they were read this week',
  query: MineCountsQuery,
  reply: Data(MineCounts),
  errors: ['scope_violation'],
  async run({ db, query, caller, source }) {
    await refuseActeurOutside(db, source, query.acteur_id)
    const mine = whatIsMine(caller, { source, acteurId: query.acteur_id })
    const [states, vues_semaine] = await Promise.all([countStates(db, mine), countViewsOfWeek(db, mine)])
    return { data: { ...states, vues_semaine } }
  },
})

async function refuseActeurOutside(db: Db, source: AppSource, id: string | undefined): Promise<void> {
  const acteur = id === undefined ? undefined : await findPlaces(db, id)
  if (acteur) refuseOutside(source, acteur)
}

export const mineById = acting.read({
  summary: 'One of the caller’s publications',
  params: Obj({ id: Id }),
  reply: Data(OwnPublication),
  errors: ['scope_violation'],
  async run({ db, params, caller, source, config }) {
    const row = found(await findMine(db, caller, params.id))
    if (!isWithin(source, row)) throw new Problem('scope_violation')
    return { data: ownRecord(caller, config)(row) }
  },
})
