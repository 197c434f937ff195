import { Data, Id, List, Obj } from '../../../shared/shapes.ts'
import { paged, pageOf } from '../../kernel/lists/paging.ts'
import { found, invalid } from '../../kernel/refusals/errors.ts'
import { read, write } from '../../kernel/routes/action.ts'
import { placeOfCommune } from '../communes/queries.ts'
import * as lists from './lists/admin-list.ts'
import { communal } from './lists/records.ts'
import { CommunalQuery, DefibrillateursInBrief, NationalQuery, SummaryQuery } from './lists/shapes.ts'
import {
  findItem,
  insertCommunal,
  lockCommunal,
  lockMany,
  lockNational,
  type Side,
  saveCommunal,
  saveMany,
  saveNational,
} from './queries.ts'
import { refuseHalfAPosition, refuseNameless, traceOfCommunal, traceOfNational, traceOfNew } from './rules.ts'
import {
  CommunalChanges,
  CommunalDefibrillateur,
  DefibrillateurItem,
  ManyChanged,
  ManyChanges,
  NationalChanges,
  NationalDefibrillateur,
  NewDefibrillateur,
  Synced,
} from './shapes.ts'
import { type LastSync, lastSync, lastSyncOf } from './sync/last-sync.ts'

/** Defibrillators for the back-office: every state, and decisions about them. */

export const ofCommune = read({
  summary: 'Defibrillators of a commune in every state: as shown to the public, and as in the register',
  params: Obj({ id: Id }),
  query: CommunalQuery,
  reply: Synced(CommunalDefibrillateur),
  errors: ['page_too_deep'],
  async run({ db, params, query }) {
    const page = pageOf(query, lists.NEWEST_COMMUNAL)
    const { id } = found(await placeOfCommune(db, params.id))
    const conditions = await lists.communalConditions(db, id, query)
    const rows = lists.listCommunal(db, conditions, page)
    const answer = paged(page, rows, lists.countCommunal(db, conditions), communal)
    return await withSync(answer, lastSyncOf(db, id))
  },
})

export const ofFrance = read({
  summary: 'Defibrillators of France in every state, as in the register',
  query: NationalQuery,
  reply: Synced(NationalDefibrillateur),
  errors: ['page_too_deep'],
  async run({ db, query }) {
    const page = pageOf(query, lists.NEWEST_NATIONAL)
    const conditions = await lists.nationalConditions(db, query)
    const [total, sync] = await Promise.all([lists.countNational(db, conditions), lastSync(db)])
    const rows = lists.listNational(db, conditions, page, total, query.bbox)
    return await withSync(paged(page, rows, total), sync)
  },
})

export const summary = read({
  summary: 'Counts by departement and status, for the map',
  query: SummaryQuery,
  reply: Data(List(DefibrillateursInBrief)),
  run: async ({ slow, query }) => ({
    data: await lists.countByDepartement(slow, await lists.nationalConditions(slow, query)),
  }),
})

export const byId = read({
  summary: 'One device by its national or communal id: the record of the register and the one of the commune',
  params: Obj({ id: Id }),
  reply: Data(DefibrillateurItem),
  run: async ({ db, params }) => ({ data: found(await findItem(db, params.id)) }),
})

async function withSync<P extends { readonly meta: object }>(
  asked: Promise<P>,
  last: Promise<LastSync> | LastSync,
) {
  const [answer, sync] = await Promise.all([asked, last])
  return { ...answer, meta: { ...answer.meta, ...sync } as P['meta'] & LastSync }
}

export const decideNational = write({
  summary: 'Set status and note of a device of the register; they survive syncs',
  params: Obj({ id: Id }),
  body: NationalChanges,
  reply: Data(NationalDefibrillateur),
  versioned: true,
  async run({ tx, params, body, audit, refuseStale }) {
    const before = found(await lockNational(tx, params.id))
    refuseStale(before.version)
    const after = found(await saveNational(tx, { ...before, ...body }))
    audit.record(traceOfNational(before, after))
    return { data: after }
  },
})

export const decideCommunal = write({
  summary: 'Set status, note and corrections of a device of a commune',
  params: Obj({ id: Id }),
  body: CommunalChanges,
  reply: Data(CommunalDefibrillateur),
  versioned: true,
  async run({ tx, params, body, audit, refuseStale }) {
    if (body.overrides) refuseHalfAPosition(body.overrides)
    const before = found(await lockCommunal(tx, params.id))
    refuseStale(before.version)
    if (before.gid === null) refuseNameless(body.overrides ?? before.overrides)
    const after = found(await saveCommunal(tx, { ...before, ...body }))
    audit.record(traceOfCommunal(before, after))
    return { data: after }
  },
})

export const create = write({
  summary: 'Add a device that is missing in the register to a commune',
  params: Obj({ id: Id }),
  body: NewDefibrillateur,
  reply: Data(CommunalDefibrillateur),
  async run({ tx, params, body, audit }) {
    const { overrides, statut = 'actif', note = null } = body
    refuseNameless(overrides)
    refuseHalfAPosition(overrides)
    const made = found(await insertCommunal(tx, params.id, { overrides, statut, note }))
    audit.record(traceOfNew(made))
    return { data: made }
  },
})

/** Records one trace per changed device; an unknown id does not stop the others. */
const decideMany = (side: Side, summary: string) =>
  write({
    summary,
    body: ManyChanges,
    reply: Data(ManyChanged),
    async run({ tx, body, audit }) {
      const { ids, versions, instead_of: seen, ...changes } = body
      if (versions && versions.length !== ids.length)
        throw invalid('versions', 'il en faut une par identifiant', 'one is needed for each id')
      if (Object.keys(changes).length === 0)
        throw invalid('', 'statut ou note est attendu', 'statut or note is expected')
      const before = await lockMany(tx, side, ids)
      const versionOf = new Map(ids.map((id, at) => [id, versions?.[at]]))
      const wanted = before
        .filter(({ statut }) => seen === undefined || statut === seen)
        .map(word => ({ before: word, after: { ...word, ...changes } }))
        .filter(({ before, after }) => before.statut !== after.statut || before.note !== after.note)
      const stale = wanted
        .filter(({ before: { id, version } }) => (versionOf.get(id) ?? version) !== version)
        .map(({ after }) => after.id)
      const moved = wanted.filter(({ after }) => !stale.includes(after.id))
      if (moved.length > 0)
        await saveMany(
          tx,
          side,
          moved.map(({ after }) => after),
        )
      audit.considered()
      for (const { before, after } of moved) audit.record(traceOfNational(before, after))
      const updated = new Set(moved.map(({ after }) => after.id))
      const known = before.map(({ id }) => id)
      return {
        data: {
          updated: [...updated],
          unchanged: known.filter(id => !updated.has(id) && !stale.includes(id)),
          stale,
          missing: ids.filter(id => !known.includes(id)),
        },
      }
    },
  })

export const decideManyNational = decideMany(
  'national',
  'Set status and note of many devices of the register',
)
export const decideManyCommunal = decideMany('communal', 'Set status and note of many devices of communes')
