import { signedIn } from '../access/visitors.ts'
import { found, invalid, Problem } from '../kernel/errors.ts'
import { Paged, paged, pageOf } from '../kernel/lists/paging.ts'
import { withoutPlace } from '../kernel/lists/stretches.ts'
import { read } from '../kernel/routes/action.ts'
import { Data, Id, Obj } from '../kernel/routes/shapes.ts'
import { countForAdmin, listForAdmin, narrow } from './lists/admin-list.ts'
import { ORDERS } from './lists/admin-orders.ts'
import { BY_GROUP, countDuplicates, listDuplicates } from './lists/duplicates-list.ts'
import { understand } from './lists/search.ts'
import { AdminQuery } from './lists/shapes.ts'
import { PublicationItem } from './moderation/item.ts'
import { openOperation } from './moderation/operations.ts'
import { bringBack, removeReported } from './moderation/removal.ts'
import { approvedWords } from './moderation/revisions.ts'
import { Feature, Moderated } from './moderation/shapes.ts'
import { findForAdmin, lockPublication, setFeatured } from './queries.ts'
import { adminRecord, record } from './record.ts'
import { AdminPublication } from './shapes.ts'

export const list = read({
  summary: 'The stock, with every filter; `duplicates=true` groups what says the same',
  query: AdminQuery,
  reply: Paged(AdminPublication),
  errors: ['page_too_deep'],
  async run({ db, query }) {
    const narrowed = narrow(query, await understand(db, query.q))
    if (query.duplicates) {
      const page = pageOf(query, BY_GROUP)
      const rows = listDuplicates(db, narrowed, page)
      return await paged(page, rows, countDuplicates(db, narrowed), ({ key: _, ...row }) => record(row))
    }
    const page = pageOf(query, ORDERS[query.sort ?? 'created_at_desc'])
    const total = await countForAdmin(db, narrowed)
    const rows = listForAdmin(db, narrowed, page, total)
    return await paged(page, rows, total, row => adminRecord(withoutPlace(row)))
  },
})

export const byId = read({
  summary: 'One publication, in whatever state',
  params: Obj({ id: Id }),
  reply: Data(PublicationItem),
  async run({ db, params }) {
    const data = adminRecord(found(await findForAdmin(db, params.id)))
    const approved = data.changed_since_approval ? await approvedWords(db, params.id) : undefined
    return { data: { ...data, approved: approved ?? null } }
  },
})

export const feature = signedIn.write({
  summary: 'Put in front, until a time or until taken back',
  params: Obj({ id: Id }),
  body: Feature,
  reply: Moderated,
  versioned: true,
  async run(context) {
    const { tx, params, body, now, audit, caller, refuseStale } = context
    const before = await lockPublication(tx, params.id)
    if (!before || before.deleted_at !== null) throw new Problem('not_found')
    refuseStale(before.version)
    const until = body.en_avant ? (body.featured_until ?? null) : null
    if (until !== null && new Date(until) <= now)
      throw invalid('featured_until', 'est déjà passé', 'is in the past')
    const same = before.en_avant === body.en_avant && isSameTime(before.featured_until, until)
    const operation_id = await openOperation(
      tx,
      caller.id,
      { changed: same ? [] : [before.id] },
      { action: 'feature' },
    )
    if (!same) await setFeatured(tx, params.id, body.en_avant, until)
    const after = adminRecord(found(await findForAdmin(tx, params.id)))
    const trace = ({ en_avant, featured_until }: Pick<AdminPublication, 'en_avant' | 'featured_until'>) => ({
      en_avant,
      featured_until,
    })
    audit.record({ id: params.id, before: trace(before), after: trace(after) })
    return { data: after, meta: { operation_id, mail: null } }
  },
})

const isSameTime = (one: string | null, other: string | null) =>
  one === other || (one !== null && other !== null && Date.parse(one) === Date.parse(other))

export const remove = signedIn.write({
  summary: 'Delete; it can be restored. Deleting again changes nothing',
  params: Obj({ id: Id }),
  reply: Moderated,
  versioned: true,
  async run(context) {
    const { tx, params, refuseStale } = context
    const before = found(await lockPublication(tx, params.id))
    refuseStale(before.version)
    const meta = await removeReported(context, before)
    return { data: adminRecord(found(await findForAdmin(tx, params.id))), meta }
  },
})

export const restore = signedIn.write({
  summary: 'Bring back what was deleted, as it was',
  params: Obj({ id: Id }),
  reply: Moderated,
  versioned: true,
  async run(context) {
    const { tx, params, refuseStale } = context
    const before = found(await lockPublication(tx, params.id))
    refuseStale(before.version)
    const meta = await bringBack(context, before)
    return { data: adminRecord(found(await findForAdmin(tx, params.id))), meta }
  },
})
