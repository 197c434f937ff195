import type { Static } from 'typebox'
import {
  about,
  Data,
  Id,
  named,
  Obj,
  Optional,
  Patch,
  Text,
  Timestamp,
  Version,
} from '../../../../shared/shapes.ts'
import { sql, type Tx } from '../../../kernel/db/db.ts'
import { equal } from '../../../kernel/lists/list-filters.ts'
import { oldestFirst, readPage } from '../../../kernel/lists/orders.ts'
import { Paged, pageOf, pageQuery } from '../../../kernel/lists/paging.ts'
import { found } from '../../../kernel/refusals/errors.ts'
import { read, write } from '../../../kernel/routes/action.ts'
import { ReasonCode } from '../shapes.ts'

/** Prepared refusal texts of the town, by reason, shared by all moderators. */

const fields = {
  reason_code: ReasonCode,
  body: about('The text for the author', Text(1_000)),
}
const RefusalPreset = named(
  'RefusalPreset',
  Obj({ id: Id, ...fields, version: Version, created_at: Timestamp, updated_at: Timestamp }),
)
type RefusalPreset = Static<typeof RefusalPreset>
const NewPreset = named('NewRefusalPreset', Obj(fields), {
  reason_code: 'off_topic',
  body: 'Cette page est réservée à la vie de la commune : les annonces personnelles ont leur place au marché.',
})
const PresetChanges = named('RefusalPresetChanges', Patch(fields), { reason_code: 'other' })

const PRESET = sql`id, reason_code, body, version, created_at, updated_at`
const OLDEST_FIRST = oldestFirst(sql`id`)

const byId = Obj({ id: Id })
const conflicts = {
  refusal_presets_said_already: {
    code: 'conflict',
    path: 'body',
    fr: 'Cette phrase existe déjà pour ce motif.',
    en: 'These words exist already for this reason.',
  },
} as const

export const list = read({
  summary: 'Prepared texts for refusals, oldest first',
  query: Obj({ ...pageQuery, reason_code: Optional(about('Only texts for this reason', ReasonCode)) }),
  reply: Paged(RefusalPreset),
  errors: ['page_too_deep'],
  async run({ db, query }) {
    const conditions = equal(sql`reason_code`, query.reason_code)
    const listed = { columns: PRESET, from: sql`refusal_presets`, conditions }
    return await readPage<RefusalPreset>(db, pageOf(query, OLDEST_FIRST), listed)
  },
})

export const create = write({
  summary: 'Create a prepared text for refusals with this reason',
  body: NewPreset,
  reply: Data(RefusalPreset),
  conflicts,
  async run({ tx, body, audit }) {
    const made = found(
      await tx.one<RefusalPreset>(sql`
        insert into refusal_presets (reason_code, body) values (${body.reason_code}, ${body.body}) returning ${PRESET}`),
    )
    audit.record({ id: made.id, after: { reason_code: made.reason_code } })
    return { data: made }
  },
})

const lock = async (tx: Tx, id: string) =>
  found(await tx.one<RefusalPreset>(sql`select ${PRESET} from refusal_presets where id = ${id} for update`))

export const update = write({
  summary: 'Change a prepared text',
  params: byId,
  body: PresetChanges,
  reply: Data(RefusalPreset),
  versioned: true,
  conflicts,
  async run({ tx, params, body, audit, refuseStale }) {
    const before = await lock(tx, params.id)
    refuseStale(before.version)
    const to = { ...before, ...body }
    const after = found(
      await tx.one<RefusalPreset>(sql`
        update refusal_presets set reason_code = ${to.reason_code}, body = ${to.body}
        where id = ${before.id} returning ${PRESET}`),
    )
    const traced = ({ reason_code, version }: RefusalPreset) => ({ reason_code, version })
    audit.record({ id: before.id, before: traced(before), after: traced(after) })
    return { data: after }
  },
})

export const remove = write({
  summary: 'Delete a prepared text',
  params: byId,
  reply: Data(RefusalPreset),
  versioned: true,
  async run({ tx, params, audit, refuseStale }) {
    const before = await lock(tx, params.id)
    refuseStale(before.version)
    await tx.run(sql`delete from refusal_presets where id = ${before.id}`)
    audit.record({ id: before.id, before: { reason_code: before.reason_code }, after: { deleted: true } })
    return { data: before }
  },
})
