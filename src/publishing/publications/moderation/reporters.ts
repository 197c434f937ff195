import { Data, Id, Obj } from '../../../../shared/shapes.ts'
import { Type } from '../../../../shared/type.ts'
import { retention } from '../../../foundation/retention.ts'
import { type Db, type Sql, sql, type Tx, where } from '../../../kernel/db/db.ts'
import { isOver } from '../../../kernel/records/retention.ts'
import { Problem } from '../../../kernel/refusals/errors.ts'
import { type Caller, territoryOf } from '../../../people/access/permissions.ts'
import { beyondTerritory, meetsTerritory, type Territory } from '../../../people/access/territory.ts'
import { signedIn } from '../../../people/access/visitors.ts'

/** Those who report: what became of their reports, and the suspension of one who floods. */

/**
 * The record of the reporter of `publication_reports r`, from what lies in the territory. Null for old reports: reporters
 * are forgotten after six months.
 */
export const recordOf = (territory: Territory): Sql => sql`case when r.reporter is not null then (
  select json_build_object(
    'removed', count(*) filter (where d.outcome = 'removed'), 'decided', count(*),
    'muted_until', (select to_char(m.until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from report_mutes m
                    where m.reporter = r.reporter and m.until > now()))
  from publication_reports d ${where([
    sql`d.reporter = r.reporter and d.outcome is not null`,
    ...meetsTerritory(sql`p.commune_ids`, territory).map(
      inside => sql`exists (select from publications p where p.id = d.publication_id and ${inside})`,
    ),
  ])}) end`

export const isMuted = async (db: Db, reporter: string): Promise<boolean> =>
  (await db.one(sql`select from report_mutes where reporter = ${reporter} and until > now()`)) !== undefined

const params = Obj({ id: Id, reportId: Id })
const reply = Data(Obj({ muted: Type.Boolean() }))

/**
 * The reporter of this report; 404 once it is forgotten. A suspension is for all communes: a limited caller decides about
 * those who reported in the territory alone.
 */
async function reporterOf(
  db: Db,
  caller: Caller,
  { id, reportId }: { readonly id: string; readonly reportId: string },
): Promise<string> {
  const row = await db.one<{ reporter: string | null }>(
    sql`select reporter from publication_reports where id = ${reportId} and publication_id = ${id}`,
  )
  if (!row?.reporter) throw new Problem('not_found')
  const [inside] = meetsTerritory(sql`p.commune_ids`, territoryOf(caller, 'moderation'))
  const elsewhere =
    inside &&
    (await db.one(sql`
      select from publication_reports r join publications p on p.id = r.publication_id
      where r.reporter = ${row.reporter} and not ${inside} limit 1`))
  if (elsewhere) throw beyondTerritory()
  return row.reporter
}

export const mute = signedIn.write({
  summary: 'Refuse the reports of this reporter for thirty days; they are told so when they report',
  params,
  reply,
  async run({ tx, params, caller, audit }) {
    const reporter = await reporterOf(tx, caller, params)
    await tx.run(sql`
      insert into report_mutes (reporter, until, muted_by)
      values (${reporter}, now() + ${retention.mutedReporters.kept}::interval, ${caller.id})
      on conflict (reporter) do update set until = excluded.until, muted_by = excluded.muted_by, created_at = now()`)
    audit.record({ id: params.id, after: { report_id: params.reportId } })
    return { data: { muted: true } }
  },
})

export const unmute = signedIn.write({
  summary: 'Take reports of this reporter again',
  params,
  reply,
  async run({ tx, params, caller, audit }) {
    const reporter = await reporterOf(tx, caller, params)
    await tx.run(sql`delete from report_mutes where reporter = ${reporter}`)
    audit.record({ id: params.id, after: { report_id: params.reportId } })
    return { data: { muted: false } }
  },
})

export const forgetMutes = (tx: Tx): Promise<number> =>
  tx.run(sql`delete from report_mutes where ${isOver(sql`until`)}`)
