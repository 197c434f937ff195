import { placeOfCommune } from '../communes/queries.ts'
import { found } from '../kernel/errors.ts'
import { cut, paged, pageOf } from '../kernel/lists/paging.ts'
import { read, write } from '../kernel/routes/action.ts'
import { Data, Id, isId, Obj } from '../kernel/routes/shapes.ts'
import * as lists from './lists/admin-list.ts'
import { communal } from './lists/layers.ts'
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

const PER_PAGE = 20

export const ofCommune = read({
  summary: 'The defibrillators of a commune in every state, as they are shown and as the register has them',
  params: Obj({ id: Id }),
  query: CommunalQuery,
  reply: Synced(CommunalDefibrillateur),
  errors: ['page_too_deep'],
  async run({ db, params, query }) {
    const page = pageOf<[string]>(query, PER_PAGE, [isId])
    const { id } = found(await placeOfCommune(db, params.id))
    const conditions = await lists.narrowCommunal(db, id, query)
    const [rows, total, sync] = await Promise.all([
      lists.listCommunal(db, conditions, page),
      lists.countCommunal(db, conditions),
      lastSyncOf(db, id),
    ])
    const part = cut(rows, page, row => ({ item: communal(row), key: [row.id] }))
    return withSync(paged(part, page, total), sync)
  },
})

export const ofFrance = read({
  summary: 'The national catalogue in every state, as the register has it',
  query: NationalQuery,
  reply: Synced(NationalDefibrillateur),
  errors: ['page_too_deep'],
  async run({ db, query }) {
    const page = pageOf<[string]>(query, PER_PAGE, [isId])
    const conditions = await lists.narrowNational(db, query)
    const [total, sync] = await Promise.all([lists.countNational(db, conditions), lastSync(db)])
    const rows = await lists.listNational(db, conditions, page, total)
    const part = cut(rows, page, item => ({ item, key: [item.id] }))
    return withSync(paged(part, page, total), sync)
  },
})

const withSync = <P extends { readonly meta: object }>(answer: P, sync: LastSync) => ({
  ...answer,
  meta: { ...answer.meta, ...sync } as P['meta'] & LastSync,
})

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
