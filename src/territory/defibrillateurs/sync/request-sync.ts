import { Data, Id, named, Obj, Optional, Word } from '../../../../shared/shapes.ts'
import { Type } from '../../../../shared/type.ts'
import { type Db, sql } from '../../../kernel/db/db.ts'
import { Problem } from '../../../kernel/refusals/errors.ts'
import type { WriteContext } from '../../../kernel/routes/action.ts'
import { type SignedIn, signedIn } from '../../../people/access/visitors.ts'
import { insertSync, SYNC } from './runs.ts'

const Force = named('SyncRequest', Obj({ force: Optional(Type.Boolean()) }), { force: true })
const Queued = Data(Obj({ id: Id, status: Word(['queued'], { queued: 'waits in the queue' }) }))
const conflicts = { defibrillateur_syncs_one_at_a_time: 'run_in_progress' } as const

export const national = signedIn.write({
  summary: 'Sync with the national register of defibrillators; `{"force": true}` runs a held sync anyway',
  body: Force,
  reply: Queued,
  errors: ['run_in_progress'],
  conflicts,
  run: context => request(context, null),
})

export const ofCommune = signedIn.write({
  summary: 'Sync one commune with the national register; `{"force": true}` runs a held sync anyway',
  params: Obj({ id: Id }),
  body: Force,
  reply: Queued,
  errors: ['not_found', 'run_in_progress'],
  conflicts,
  async run(context) {
    const { tx, params } = context
    if (!(await isCommune(tx, params.id))) throw new Problem('not_found')
    return await request(context, params.id)
  },
})

type Request = SignedIn &
  Pick<WriteContext<undefined, undefined, typeof Force>, 'tx' | 'body' | 'audit' | 'enqueue'>

async function request(context: Request, commune_id: string | null) {
  const { tx, body, caller, audit, enqueue } = context
  const forced = body.force === true
  const run = await insertSync(tx, {
    commune_id,
    trigger: 'manual',
    forced,
    requested_by: caller.id,
  })
  if (!run) throw new Problem('run_in_progress')
  await enqueue(SYNC, { sync: run.id })
  audit.record({ id: run.id, after: { commune_id, forced } })
  return { data: { id: run.id, status: 'queued' as const } }
}

/** A commune that merged into another one no longer has devices of its own. */
const isCommune = async (db: Db, id: string) =>
  (await db.one(sql`select from communes where id = ${id} and successor_id is null for key share`)) !==
  undefined
