import { Id, isId, Obj } from '../../../../shared/shapes.ts'
import { countRows, type Db, sql, where } from '../../../kernel/db/db.ts'
import {
  cursorCondition,
  type IndexOrder,
  orderAndLimit,
  timestampPart,
} from '../../../kernel/lists/orders.ts'
import { Paged, paged, pageOf, pageQuery } from '../../../kernel/lists/paging.ts'
import { found, invalid, Problem } from '../../../kernel/refusals/errors.ts'
import { territoryOf } from '../../../people/access/permissions.ts'
import { isInside, meetsTerritory } from '../../../people/access/territory.ts'
import { unknownId } from '../../../people/access/unknown-ids.ts'
import { signedIn } from '../../../people/access/visitors.ts'
import { itemForAdmin } from '../badges.ts'
import { type AdminRow, officeColumns } from '../office-record.ts'
import { type Locked, lockPublications } from '../queries.ts'
import { record, relations } from '../record.ts'
import { isToldApartFrom, tellApart } from '../told-apart.ts'
import { bulkOutcome } from './bulk.ts'
import { decide } from './decide.ts'
import { openOperation } from './operations.ts'
import { planModeration } from './plans.ts'
import { asRead, lockSelected } from './selection.ts'
import { Alike, BulkOutcome, KeepOne, Moderated, TellApart } from './shapes.ts'

/** Duplicates of a publication: listed, marked as different, or rejected in favour of one of them. */

export const ofPublication = signedIn.read({
  summary: 'Duplicates of this publication, newest first; without deleted ones',
  params: Obj({ id: Id }),
  query: Obj(pageQuery),
  reply: Paged(Alike),
  errors: ['page_too_deep'],
  async run({ db, params, query, config, caller }) {
    const page = pageOf(query, NEWEST)
    const one = found(await keyOf(db, params.id))
    const territory = territoryOf(caller, 'moderation')
    const others = [
      sql`p.duplicate_key = ${one.duplicate_key}`,
      sql`p.deleted_at is null`,
      sql`p.id <> ${params.id}`,
      ...meetsTerritory(sql`p.commune_ids`, territory),
    ]
    const rows = db.all<AlikeRow>(sql`
      select shown.*, array[picked.created_at::text, picked.id::text] as key from (
        select p.id, p.created_at from publications p ${where([...others, ...cursorCondition(page)])} ${orderAndLimit(page)}) as picked
      cross join lateral (
        select ${officeColumns(territory)}, ${isToldApartFrom(sql`${params.id}::uuid`)} as told_apart
        from publications p ${relations} where p.id = picked.id offset 0) shown
      order by picked.created_at desc, picked.id desc`)
    const total = countRows(db, sql`publications p ${where(others)}`)
    return await paged(page, rows, total, ({ key, watched_lists, ...row }) => record(row, config))
  },
})

type AlikeRow = AdminRow & { readonly told_apart: boolean; readonly key: readonly string[] }
const NEWEST: IndexOrder<AlikeRow> = {
  by: sql`p.created_at desc, p.id desc`,
  rowsAfter: ([at, id]) => sql`(p.created_at, p.id) < (${at}::timestamptz, ${id}::uuid)`,
  checks: [timestampPart, isId],
  keyOf: row => row.key,
}

const keyOf = (db: Db, id: string) =>
  db.one<{ duplicate_key: string }>(sql`select duplicate_key from publications where id = ${id}`)

export const dismiss = signedIn.write({
  summary: 'Mark two publications as different, so that they no longer count as duplicates',
  params: Obj({ id: Id }),
  body: TellApart,
  reply: Moderated,
  async run({ tx, params, body, caller, audit, config }) {
    const rows = await lockPublications(tx, [params.id, body.other_id])
    const [one, other] = [params.id, body.other_id].map(id =>
      rows.find(row => row.id === id && row.deleted_at === null),
    )
    if (!one) throw new Problem('not_found')
    if (!other || !isInside(territoryOf(caller, 'moderation'), other.commune_ids))
      throw unknownId('other_id', 'publication')
    if (!isAlike(one, other)) throw different('other_id')
    audit.considered()
    const known = await tx.one(sql`
      select from publications p where p.id = ${one.id} and ${isToldApartFrom(sql`${other.id}::uuid`)}`)
    const pair = known ? [] : [one, other]
    const answered = pair.map(({ id }) => id)
    const operation_id = await openOperation(
      tx,
      caller.id,
      { changed: [], answered },
      { action: 'tell_apart' },
    )
    if (!known) await tellApart(tx, one, other, operation_id)
    for (const { id } of pair) {
      const from = id === one.id ? other.id : one.id
      audit.record({ id, before: { told_apart_from: null }, after: { told_apart_from: from } })
    }
    return {
      data: await itemForAdmin(tx, one.id, { caller, config }),
      meta: { operation_id, mail: null },
    }
  },
})

export const keep = signedIn.write({
  summary: 'Keep this publication and reject its duplicates, as one operation',
  params: Obj({ id: Id }),
  body: KeepOne,
  reply: BulkOutcome,
  versioned: true,
  async run(context) {
    const { tx, params, body, now, language, refuseStale, caller } = context
    const { other_ids, versions, reason = null } = body
    const { locked, skipped } = await lockSelected(
      tx,
      [{ id: params.id }, ...asRead(other_ids, versions)],
      { action: 'moderate' },
      territoryOf(caller, 'moderation'),
    )
    const [one, ...alike] = locked
    if (one?.id !== params.id) throw new Problem('not_found')
    refuseStale(one.version)
    // If this publication was itself just rejected as a duplicate, keeping it would leave none.
    if (one.moderation_status === 'rejected') throw new Problem('stale_version')
    if (!alike.every(row => isAlike(one, row))) throw different('other_ids')
    const decision = { moderation_status: 'rejected', reason_code: 'duplicate', reason } as const
    const decided = await decide(context, alike, planModeration(decision, 'backoffice', now))
    return bulkOutcome(decided, skipped, language)
  },
})

const isAlike = (one: Locked, other: Locked) =>
  one.id !== other.id && one.duplicate_key === other.duplicate_key

const different = (path: string) => invalid(path, 'ne dit pas la même chose', 'does not say the same')
