import type { Static } from 'typebox'
import { about, Data, Id, Nullable, named, Obj, Optional } from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import { type Db, type Sql, sql, type Tx } from '../../kernel/db/db.ts'
import { found, invalid, Problem } from '../../kernel/refusals/errors.ts'
import { write } from '../../kernel/routes/action.ts'
import type { Caller } from '../access/permissions.ts'
import { PersonInBrief } from '../users/shapes.ts'
import { AREA_OF, isNobodys, type Shared, whoRead } from './colleagues.ts'

/** The colleague who follows a publication or a claim. Threads hold theirs in their own row. */

type Kind = Extract<Shared, 'publications' | 'claims'>
const TABLES: Readonly<Record<Kind, { readonly column: Sql; readonly table: Sql }>> = {
  publications: { column: sql`publication_id`, table: sql`publications` },
  claims: { column: sql`claim_id`, table: sql`claims` },
}

type Person = Static<typeof PersonInBrief>
export const Assignee = Type.Unsafe<Person | null>({
  ...Nullable(PersonInBrief),
  description: 'The colleague it is assigned to',
  'x-extension': true,
})

/** The assignee of the record with this id, as a column. */
export const assigneeOf = (kind: Kind, id: Sql): Sql => sql`(
  select json_build_object('id', u.id, 'nom', u.nom) from assignments s join users u on u.id = s.assignee_id
  where s.${TABLES[kind].column} = ${id})`

const Assign = named(
  'AssignRecord',
  Obj({
    assignee_id: about('Null: nobody', Nullable(Id)),
    instead_of: Optional(
      about('The assignee that the caller has seen: if another one is assigned by now, 412', Nullable(Id)),
    ),
  }),
  { assignee_id: null },
)

export const assign = (kind: Kind) =>
  write({
    summary: 'Assign it to a colleague, or to nobody',
    params: Obj({ id: Id }),
    body: Assign,
    reply: Data(Obj({ assignee: Nullable(PersonInBrief) })),
    errors: ['stale_version'],
    async run({ tx, params: { id }, body, audit }) {
      audit.considered()
      const { assignee_id: to, instead_of: seen } = body
      const before = await lockAssignee(tx, kind, id)
      if (to !== before) {
        if (seen !== undefined && seen !== before) throw new Problem('stale_version')
        if (to !== null) await refuseAssigning(tx, kind, id, to)
        const { column } = TABLES[kind]
        await tx.run(
          sql`update assignments set assignee_id = ${to}, assigned_at = now() where ${column} = ${id}`,
        )
        audit.record({ id, before: { assignee_id: before }, after: { assignee_id: to } })
      }
      const row = await tx.one<{ assignee: Person | null }>(
        sql`select ${assigneeOf(kind, sql`${id}::uuid`)} as assignee`,
      )
      return { data: found(row) }
    },
  })

/** Creates the assignment or locks it, in one statement: of two simultaneous changes the second sees the first. */
async function lockAssignee(tx: Tx, kind: Kind, id: string): Promise<string | null> {
  const { column, table } = TABLES[kind]
  found(await tx.one(sql`select from ${table} where id = ${id} for key share`))
  const row = await tx.one<{ assignee_id: string | null }>(sql`
    insert into assignments (${column}) values (${id})
    on conflict (${column}) do update set assignee_id = assignments.assignee_id
    returning assignee_id`)
  return found(row).assignee_id
}

/** Refuses an assignee who could not open the record. */
export async function refuseAssigning(db: Db, kind: Shared, recordId: string, userId: string): Promise<void> {
  if (!(await whoRead(db, kind, recordId, [userId])).has(userId))
    throw invalid(
      'assignee_id',
      'cette personne ne peut pas l’ouvrir : elle n’a pas ce rôle, ou pas ce territoire',
      'this person cannot open it: they lack the role, or the territory',
    )
}

////////////////////////////////////////////////////////////////////////////// the filter of lists

const UUID = '[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}'
export const AssignedTo = Type.String({
  pattern: `^(me|nobody|${UUID})$`,
  description:
    'Only those assigned to this colleague: an id, `me`, or `nobody` (includes those of colleagues who lost access)',
  'x-extension': true,
})

/** A filter whose `me` is the id of the caller. */
export const forCaller = <Filter extends { readonly assigned_to?: string }>(
  filter: Filter,
  { id }: Pick<Caller, 'id'>,
): Filter => (filter.assigned_to === 'me' ? { ...filter, assigned_to: id } : filter)

/** The ids of the records assigned to a colleague. */
export const assignedTo = (kind: Kind, userId: string): Sql =>
  sql`select ${TABLES[kind].column} from assignments where assignee_id = ${userId} and ${TABLES[kind].column} is not null`

/** Whether the record with this id is assigned to nobody who could follow it. */
export const isUnassigned = (kind: Kind, id: Sql): Sql => sql`not exists (
  select from assignments s
  where s.${TABLES[kind].column} = ${id} and not ${isNobodys(sql`s.assignee_id`, AREA_OF[kind])})`
