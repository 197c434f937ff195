import { Data, Id, Nullable, named, Obj } from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import type { Db } from '../../kernel/db/db.ts'
import { paged, pageOf } from '../../kernel/lists/paging.ts'
import { found } from '../../kernel/refusals/errors.ts'
import { territoryOf } from '../../people/access/permissions.ts'
import { signedIn } from '../../people/access/visitors.ts'
import { forCaller } from '../../people/teamwork/assignments.ts'
import { addBadges, itemForAdmin } from './badges.ts'
import { Feature } from './decisions.ts'
import { countAll } from './lists/admin-count.ts'
import { planFilter } from './lists/admin-filter.ts'
import { pageForAdmin } from './lists/admin-list.ts'
import { orderFor } from './lists/admin-orders.ts'
import { BY_GROUP, countDuplicates, listDuplicates } from './lists/duplicates-list.ts'
import { loadOfficeSearch } from './lists/office-search.ts'
import { AdminQuery } from './lists/shapes.ts'
import { decideOne } from './moderation/decide.ts'
import { type Planner, planDeletion, planFeature, planRestoration } from './moderation/plans.ts'
import { Moderated } from './moderation/shapes.ts'
import { adminListed } from './office-record.ts'
import { lockPresent, lockPublication } from './queries.ts'
import { record } from './record.ts'
import { Approved, approvedWords } from './revisions.ts'
import { refusePastFeature } from './rules.ts'
import { AdminPage, AdminPublication } from './shapes.ts'

export const list = signedIn.read({
  summary: 'All publications, with every filter; `duplicates=true` groups duplicates',
  query: AdminQuery,
  reply: AdminPage,
  asBuilt: true,
  errors: ['page_too_deep'],
  async run({ db, short, query, config, caller }) {
    const territory = territoryOf(caller, 'moderation')
    const plan = planFilter(
      forCaller(query, caller),
      await loadOfficeSearch(db, query.q, territory),
      territory,
    )
    /** The same in each row. */
    let lists: string | null = null
    if (query.duplicates) {
      const page = pageOf(query, BY_GROUP)
      const rows = listDuplicates(db, plan, page)
      const reply = await paged(page, rows, countDuplicates(db, plan), ({ key, watched_lists, ...row }) => {
        lists = watched_lists
        return record(row, config)
      })
      return await withLists(short, lists, true, reply)
    }
    const page = pageOf(query, await orderFor(short, query))
    const { rows, total, isExact } = await pageForAdmin({ db, short }, plan, page)
    const counted = isExact || !query.exact_total ? total : countAll(db, plan)
    const reply = await paged(page, rows, counted, row => {
      lists = row.watched_lists
      return adminListed(row, config)
    })
    return await withLists(short, lists, isExact || query.exact_total === true, reply)
  },
})

const withLists = async <Meta>(
  db: Db,
  lists: string | null,
  total_exact: boolean,
  { data, meta }: { readonly data: AdminPublication[]; readonly meta: Meta },
) => {
  await addBadges(db, lists, data)
  return { data, meta: { ...meta, total_exact } }
}

/** The record of one publication on the moderators' screen. */
const PublicationItem = named(
  'PublicationItem',
  Obj({
    ...AdminPublication.properties,
    /** The last content that was approved or sent back, if the present one differs. */
    approved: Type.Unsafe<Approved | null>({ ...Nullable(Approved), 'x-extension': true }),
  }),
)

export const byId = signedIn.read({
  summary: 'One publication, in any state',
  params: Obj({ id: Id }),
  reply: Data(PublicationItem),
  async run({ short, params, config, caller }) {
    const data = await itemForAdmin(short, params.id, { caller, config })
    const approved = data.changed_since_approval ? await approvedWords(short, params.id, config) : undefined
    return { data: { ...data, approved: approved ?? null } }
  },
})

export const feature = signedIn.write({
  summary: 'Feature a publication, until a given time or until it is unfeatured',
  params: Obj({ id: Id }),
  body: Feature,
  reply: Moderated,
  versioned: true,
  async run(context) {
    const before = await lockPresent(context.tx, context.params.id)
    context.refuseStale(before.version)
    refusePastFeature(context.body, context.now)
    return await decideOne(context, before, planFeature(context.body))
  },
})

/** An action on a publication that may be deleted already. */
const alsoDeleted = (summary: string, plan: Planner) =>
  signedIn.write({
    summary,
    params: Obj({ id: Id }),
    reply: Moderated,
    versioned: true,
    async run(context) {
      const before = found(await lockPublication(context.tx, context.params.id))
      context.refuseStale(before.version)
      return await decideOne(context, before, plan)
    },
  })

export const remove = alsoDeleted(
  'Delete a publication; it can be restored. Repeating has no effect',
  planDeletion,
)
export const restore = alsoDeleted('Restore a deleted publication', planRestoration)
