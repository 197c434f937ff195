import type { Static } from 'typebox'
import { namesOf } from '../../../shared/fields/field.ts'
import { List, Nullable, named, Obj, Timestamp, WordOf } from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import { DECIDERS, MODERATION_REASONS, type ReasonCode } from '../../../shared/words/moderation.ts'
import { type Sql, sql } from '../../kernel/db/db.ts'
import {
  CommuneInBrief,
  KeyInBrief,
  keyInBrief,
  PersonInBrief,
  personInBrief,
} from '../../people/access/in-brief.ts'
import type { Territory } from '../../people/access/territory.ts'
import { Assignee, assigneeOf } from '../../people/teamwork/assignments.ts'
import { countOfAlike, MOST_COUNTED } from './told-apart.ts'

/** Adds names to the ids of a publication, so that clients need no further requests. */

const extension = { 'x-extension': true } as const

const Count = Type.Integer({ minimum: 0 })
const OpenReports = named(
  'OpenReports',
  Obj({
    count: Count,
    /** The number of open reports by reason. */
    reasons: Type.Partial(
      Obj(
        Object.fromEntries(namesOf(MODERATION_REASONS).map(code => [code, Count])) as Record<
          ReasonCode,
          typeof Count
        >,
      ),
      { additionalProperties: false },
    ),
    last_at: Timestamp,
  }),
)
type OpenReports = Static<typeof OpenReports>
type Person = Static<typeof PersonInBrief>

/** Who decided last. */
export const Decider = named('Decider', WordOf(DECIDERS))

/** Shown to members too. */
export const besideOwn = {
  communes: Type.Unsafe<Static<typeof CommuneInBrief>[]>({
    ...List(CommuneInBrief),
    description: 'The communes of `commune_ids`, in the same order',
    ...extension,
  }),
  moderation_by: Type.Unsafe<Static<typeof Decider>>({ ...Decider, ...extension }),
}
/** Shown in the back-office only. */
export const besideAdmin = {
  author: Type.Unsafe<Person | null>({ ...Nullable(PersonInBrief), ...extension }),
  api_key: Type.Unsafe<Static<typeof KeyInBrief> | null>({
    ...Nullable(KeyInBrief),
    description: 'The API key that created it, in place of an author',
    ...extension,
  }),
  moderator: Type.Unsafe<Person | null>({ ...Nullable(PersonInBrief), ...extension }),
  duplicates_count: Type.Integer({
    minimum: 0,
    maximum: MOST_COUNTED,
    description:
      'The number of its duplicates, without those that are deleted, rejected as duplicates or marked as different; 99 at most',
    ...extension,
  }),
  waits_since: Type.Unsafe<string | null>({
    ...Nullable(Timestamp),
    description: 'Since when it waits for a decision; null if it does not',
    ...extension,
  }),
  assignee: Assignee,
  notes_count: Type.Integer({
    minimum: 0,
    description: 'How many notes colleagues wrote about it',
    ...extension,
  }),
  /** Null when there are no open reports. */
  reports: Type.Unsafe<OpenReports | null>({ ...Nullable(OpenReports), ...extension }),
}

////////////////////////////////////////////////////////////////////////////// SQL, for a publication `p`

export const ownBeside = sql`
  (select json_agg(json_build_object('id', c.id, 'nom', c.nom, 'departement', c.departement) order by each.place)
   from unnest(p.commune_ids) with ordinality as each(id, place) join communes c on c.id = each.id) as communes,
  p.moderation_by`

export const adminBeside = (territory: Territory): Sql => sql`
  ${personInBrief(sql`p.created_by`)} as author, ${keyInBrief(sql`p.created_by_key`)} as api_key, ${personInBrief(sql`p.moderated_by`)} as moderator,
  case when p.moderation_status = 'pending' and p.deleted_at is null
    then greatest(p.edited_at, p.moderated_at) end as waits_since,
  ${countOfAlike(territory)} as duplicates_count, ${assigneeOf('publications', sql`p.id`)} as assignee,
  (select count(*) from notes n where n.publication_id = p.id) as notes_count,
  case when p.reports_count > 0 then (
    select json_build_object('count', sum(n), 'reasons', json_object_agg(reason, n),
      'last_at', to_char(max(last) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    from (select reason, count(*) as n, max(created_at) as last from publication_reports r
          where r.publication_id = p.id and r.closed_at is null group by reason) each having count(*) > 0) end as reports`
