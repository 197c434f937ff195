import type { Static } from 'typebox'
import {
  about,
  Data,
  Formed,
  ID_PATTERN,
  Id,
  Nullable,
  named,
  Obj,
  Optional,
} from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import { type Db, type Sql, sql, type Tx } from '../../kernel/db/db.ts'
import { found, invalid, Problem } from '../../kernel/refusals/errors.ts'
import { write } from '../../kernel/routes/action.ts'
import { PersonInBrief } from '../access/in-brief.ts'
import type { Caller } from '../access/permissions.ts'
import { nameAmongColleagues } from '../users/queries.ts'
import { AREA_OF, isNobodys, type Shared, whoRead } from './colleagues.ts'

/** The colleague who follows a publication, a claim or an appeal. Threads hold theirs in their own row. */

/** Those whose area is that of all its records. */
type Read = Extract<Shared, 'publications' | 'claims'>
type Kind = Read | 'appeals'
const TABLES: Readonly<Record<Kind, { readonly column: Sql; readonly table: Sql }>> = {
  publications: { column: sql`publication_id`, table: sql`publications` },
  claims: { column: sql`claim_id`, table: sql`claims` },
  appeals: { column: sql`appeal_id`, table: sql`appeals` },
}

type Person = Static<typeof PersonInBrief>
export const Assignee = Type.Unsafe<Person | null>({
  ...Nullable(PersonInBrief),
  description: 'The colleague it is assigned to',
  'x-extension': true,
})

/** The assignee of the record with this id, as a column. */
export const assigneeOf = (kind: Kind, id: Sql): Sql => sql`(
  select json_build_object('id', u.id, 'nom', ${nameAmongColleagues(sql`u`)}) from assignments s join users u on u.id = s.assignee_id
  where s.${TABLES[kind].column} = ${id})`

export const Assign = named(
  'AssignRecord',
  Obj({
    assignee_id: about('Null: nobody', Nullable(Id)),
    instead_of: Optional(
      about('The assignee that the caller has seen: if another one is assigned by now, 412', Nullable(Id)),
    ),
  }),
  { assignee_id: null },
)

export const assign = (kind: Read) =>
  write({
    summary: 'Assign it to a colleague, or to nobody',
    params: Obj({ id: Id }),
    body: Assign,
    reply: Data(Obj({ assignee: Nullable(PersonInBrief) })),
    errors: ['stale_version'],
    async run({ tx, params: { id }, body, audit }) {
      audit.considered()
      const changed = await reassign(tx, kind, id, body, to => whoRead(tx, kind, id, [to]))
      if (changed) audit.record({ id, ...changed })
      const row = await tx.one<{ assignee: Person | null }>(
        sql`select ${assigneeOf(kind, sql`${id}::uuid`)} as assignee`,
      )
      return { data: found(row) }
    },
  })

/** Returns the change, unless it was already assigned so. `readers`: that person, if they can open the record. */
export async function reassign(
  tx: Tx,
  kind: Kind,
  id: string,
  { assignee_id: to, instead_of: seen }: Static<typeof Assign>,
  readers: (userId: string) => Promise<ReadonlySet<string>>,
) {
  const before = await lockAssignee(tx, kind, id)
  if (to === before) return undefined
  if (seen !== undefined && seen !== before) throw new Problem('stale_version')
  if (to !== null && !(await readers(to)).has(to)) throw cannotOpen()
  const { column } = TABLES[kind]
  await tx.run(sql`update assignments set assignee_id = ${to}, assigned_at = now() where ${column} = ${id}`)
  return { before: { assignee_id: before }, after: { assignee_id: to } }
}

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
  if (!(await whoRead(db, kind, recordId, [userId])).has(userId)) throw cannotOpen()
}

const cannotOpen = () =>
  invalid(
    'assignee_id',
    'cette personne ne peut pas l’ouvrir : elle n’a pas ce rôle, ou pas ce territoire',
    'this person cannot open it: they lack the role, or the territory',
  )

////////////////////////////////////////////////////////////////////////////// the filter of lists

export const AssignedTo = Formed(
  `^(me|nobody|${ID_PATTERN})$`,
  ['attend un identifiant, « me » ou « nobody »', 'takes an id, “me” or “nobody”'],
  {
    description:
      'Only those assigned to this colleague: an id, `me`, or `nobody` (includes those of colleagues who may no longer open it)',
    'x-extension': true,
  },
)

/** A filter whose `me` is the id of the caller. */
export const forCaller = <Filter extends { readonly assigned_to?: string }>(
  filter: Filter,
  { id }: Pick<Caller, 'id'>,
): Filter => (filter.assigned_to === 'me' ? { ...filter, assigned_to: id } : filter)

/** The ids of the records assigned to a colleague. */
export const assignedTo = (kind: Kind, userId: string): Sql =>
  sql`select ${TABLES[kind].column} from assignments where assignee_id = ${userId} and ${TABLES[kind].column} is not null`

/** Whether the record with this id lies in these communes. */
const MEETS: Readonly<Record<Read, (id: Sql, communes: Sql) => Sql>> = {
  publications: (id, communes) =>
    sql`exists (select from publications one where one.id = ${id} and one.commune_ids && ${communes})`,
  claims: (id, communes) => sql`exists (
    select from claims one join acteurs a on a.id = one.acteur_id
    where one.id = ${id} and (a.commune_id = any(${communes}) or exists (
      select from acteur_communes z where z.acteur_id = a.id and z.commune_id = any(${communes}))))`,
}

/** Whether the record with this id is assigned to nobody who could follow it. */
export const isUnassigned = (kind: Read, id: Sql): Sql => sql`not exists (
  select from assignments s where s.${TABLES[kind].column} = ${id}
    and not ${isNobodys(sql`s.assignee_id`, AREA_OF[kind], communes => MEETS[kind](id, communes))})`
