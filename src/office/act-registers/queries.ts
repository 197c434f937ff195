import type { LeftOut, Nature, WhyStopped } from '../../../shared/words/actes.ts'
import { retention } from '../../foundation/retention.ts'
import { type Db, sql, type Tx } from '../../kernel/db/db.ts'
import { olderThan } from '../../kernel/records/retention.ts'
import { type ActRegister, MOST_SHOWN } from './shapes.ts'

/**
 * Registers of acts that town halls take over. The states of `act_registers.state`:
 *
 *   (none) → running:    insertRegister, asked for, with its job
 *   running → running:   takeRegister, by a worker: attempts + 1, due again in ten minutes
 *   running → running:   saveStep, some acts were brought: due at once
 *   running → running:   putOff, another import of a commune is running, or the worker stops: due in half a minute
 *   running → done:      saveStep, each line was taken over or left out
 *   running → stopped:   stopRegister, the person lost the right, there is no room, or it failed six times in a row
 *
 * One of a town hall at a time (`act_registers_one_at_a_time`). Lease: `due_at`. Fence: `attempts`, compared by whatever
 * is written. Crash: acts that were brought are found by their number and date, counted, and not brought again. Retry: once
 * the lease is over. End: the text is deleted.
 */

export interface LeftLine {
  readonly line: number
  readonly numero: string | null
  readonly why: LeftOut
}

interface NewRegister {
  readonly acteur_id: string
  readonly commune_id: string
  readonly user_id: string
  readonly nature: Nature
  readonly text: string
  readonly total: number
  readonly known: number
  readonly left: readonly LeftLine[]
}

const shown = sql`state, why, total, taken, known, jsonb_array_length(left_out) as left,
  coalesce((select jsonb_agg(one order by at) from jsonb_array_elements(left_out) with ordinality l(one, at)
    where at <= ${MOST_SHOWN}), '[]') as lines, created_at, ended_at`
type Stored = Omit<ActRegister, 'sample'>

export const insertRegister = (tx: Tx, { left, ...register }: NewRegister) =>
  tx.one<Stored & { id: string }>(sql`
    insert into act_registers (acteur_id, commune_id, user_id, nature, text, total, known, left_out)
    values (${register.acteur_id}, ${register.commune_id}, ${register.user_id}, ${register.nature}, ${register.text},
      ${register.total}, ${register.known}, ${JSON.stringify(left)}::jsonb)
    returning id, ${shown}`)

export const newestRegister = (db: Db, acteurId: string) =>
  db.one<Stored>(
    sql`select ${shown} from act_registers where acteur_id = ${acteurId} order by id desc limit 1`,
  )

export interface Taken {
  readonly id: string
  readonly acteur_id: string
  readonly commune_id: string
  readonly user_id: string | null
  readonly nature: Nature
  readonly text: string
  readonly attempts: number
  readonly failures: number
  /** Lines that were left out before. */
  readonly left: readonly number[]
}

/** The one that waits longest. */
export const takeRegister = (db: Db) =>
  db.one<Taken>(sql`
    update act_registers r
    set attempts = attempts + 1, failures = failures + 1, due_at = now() + interval '10 minutes'
    where id = (select id from act_registers where state = 'running' and due_at <= now()
      order by due_at, id limit 1 for update skip locked)
    returning id, acteur_id, commune_id, user_id, nature, text, attempts, failures,
      array(select (one->>'line')::int from jsonb_array_elements(left_out) one) as left`)

const fenced = ({ id, attempts }: Pick<Taken, 'id' | 'attempts'>) =>
  sql`id = ${id} and attempts = ${attempts} and state = 'running'`

interface Step {
  /** The acts that are not here yet: those that a killed worker brought count as taken over too. */
  readonly away: number
  /** Left out in this step. */
  readonly left: readonly LeftLine[]
  readonly ended: boolean
}

export const saveStep = (db: Db, register: Taken, { away, left, ended }: Step) =>
  db.run(sql`
    update act_registers set taken = greatest(taken, total - ${away}), left_out = left_out || ${JSON.stringify(left)}::jsonb,
      failures = 0, due_at = now(), state = case when ${ended} then 'done' else state end,
      text = case when ${ended} then null else text end, ended_at = case when ${ended} then now() end
    where ${fenced(register)}`)

export const putOff = (db: Db, register: Taken) =>
  db.run(sql`
    update act_registers set failures = failures - 1, due_at = now() + interval '30 seconds' where ${fenced(register)}`)

export const stopRegister = (db: Db, register: Taken, why: WhyStopped) =>
  db.run(sql`
    update act_registers set state = 'stopped', why = ${why}, text = null, ended_at = now() where ${fenced(register)}`)

export const forgetRegisters = (db: Db) =>
  db.run(sql`
    delete from act_registers
    where ${olderThan(retention.actRegisters.kept, sql`created_at`)} and state <> 'running'`)
