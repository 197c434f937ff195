import { placeOfCommune } from '../communes/queries.ts'
import { found } from '../kernel/errors.ts'
import { paged, pageOf } from '../kernel/lists/paging.ts'
import { read, write } from '../kernel/routes/action.ts'
import { Data, Id, Obj } from '../kernel/routes/shapes.ts'
import * as lists from './lists/admin-list.ts'
import { communal } from './lists/public-record.ts'
import { lockCommunal, lockNational, saveCommunal, saveNational } from './queries.ts'
import { refuseHalfAPosition, traceOfCommunal, traceOfNational } from './rules.ts'
import {
  CommunalChanges,
  CommunalDefibrillateur,
  CommunalQuery,
  NationalChanges,
  NationalDefibrillateur,
  NationalQuery,
  Synced,
} from './shapes.ts'
import { type LastSync, lastSync, lastSyncOf } from './sync/last-sync.ts'

/** The back-office's defibrillators: every state, and the decisions about them. */

export const ofCommune = read({
  summary: 'The defibrillators of a commune in every state, as they are shown and as the register has them',
  params: Obj({ id: Id }),
  query: CommunalQuery,
  reply: Synced(CommunalDefibrillateur),
  errors: ['page_too_deep'],
  async run({ db, params, query }) {
    const page = pageOf(query, lists.NEWEST_COMMUNAL)
    const { id } = found(await placeOfCommune(db, params.id))
    const conditions = await lists.narrowCommunal(db, id, query)
    const rows = lists.listCommunal(db, conditions, page)
    const answer = paged(page, rows, lists.countCommunal(db, conditions), communal)
    return await withSync(answer, lastSyncOf(db, id))
  },
})

export const ofFrance = read({
  summary: 'The national catalogue in every state, as the register has it',
  query: NationalQuery,
  reply: Synced(NationalDefibrillateur),
  errors: ['page_too_deep'],
  async run({ db, query }) {
    const page = pageOf(query, lists.NEWEST_NATIONAL)
    const conditions = await lists.narrowNational(db, query)
    const [total, sync] = await Promise.all([lists.countNational(db, conditions), lastSync(db)])
    return await withSync(paged(page, lists.listNational(db, conditions, page, total), total), sync)
  },
})

async function withSync<P extends { readonly meta: object }>(
  asked: Promise<P>,
  last: Promise<LastSync> | LastSync,
) {
  const [answer, sync] = await Promise.all([asked, last])
  return { ...answer, meta: { ...answer.meta, ...sync } as P['meta'] & LastSync }
}

export const decideNational = write({
  summary: 'Say whether a device of the register is shown, and note why; no sync touches it',
  params: Obj({ id: Id }),
  body: NationalChanges,
  reply: Data(NationalDefibrillateur),
  async run({ tx, params, body, audit }) {
    const before = found(await lockNational(tx, params.id))
    const after = found(await saveNational(tx, { ...before, ...body }))
    audit.record(traceOfNational(before, after))
    return { data: after }
  },
})

export const decideCommunal = write({
  summary: 'Say whether a device of a commune is shown, note why, and correct what the register says',
  params: Obj({ id: Id }),
  body: CommunalChanges,
  reply: Data(CommunalDefibrillateur),
  async run({ tx, params, body, audit }) {
    if (body.overrides) refuseHalfAPosition(body.overrides)
    const before = found(await lockCommunal(tx, params.id))
    const after = found(await saveCommunal(tx, { ...before, ...body }))
    audit.record(traceOfCommunal(before, after))
    return { data: after }
  },
})
