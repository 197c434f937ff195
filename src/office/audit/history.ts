import type { Static } from 'typebox'
import { ACTEUR_FIELDS } from '../../../shared/fields/acteurs.ts'
import { COMMUNE_FIELDS } from '../../../shared/fields/communes.ts'
import { tracedAs } from '../../../shared/fields/field.ts'
import { PLACE_FIELDS } from '../../../shared/fields/places.ts'
import { ANNOUNCED, WRITTEN } from '../../../shared/fields/publications.ts'
import { about, Id, List, Nullable, named, Obj, Optional, Text, Timestamp } from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import { type Sql, sql } from '../../kernel/db/db.ts'
import { highestFirst, readPage } from '../../kernel/lists/orders.ts'
import { Paged, pageOf, pageQuery } from '../../kernel/lists/paging.ts'
import { found } from '../../kernel/refusals/errors.ts'
import { read } from '../../kernel/routes/action.ts'
import { KeyInBrief, keyInBrief, PersonInBrief } from '../../people/access/in-brief.ts'
import { nameAmongColleagues } from '../../people/users/queries.ts'
import { Names } from './named.ts'

/**
 * The history of one item, for the operators of its area: rows of the audit trail without contact details, except the
 * address of a colleague without a name. Of fields not listed here only the change is told, so that new fields stay
 * private by default.
 */

const TOLD = {
  publication: [
    ...tracedAs(WRITTEN, 'value'),
    ...tracedAs(ANNOUNCED, 'value'),
    'acteur_id',
    'assignee_id',
    'epingle',
    'en_avant',
    'featured_until',
    'deleted',
    'moderation_status',
    'valide',
    'publie_le',
    'moderation_by',
    'moderation_reason',
    'moderation_reason_code',
    'reason',
    'told_apart_from',
  ],
  acteur: [
    ...tracedAs(ACTEUR_FIELDS, 'value'),
    'valide',
    'badge',
    'active',
    'can_publish',
    'deleted',
    'role',
    'permissions',
    'merged',
    'merged_into',
    'reason',
  ],
  claim: ['status', 'acteur_id', 'assignee_id', 'role', 'permissions'],
  commune: [
    ...tracedAs(COMMUNE_FIELDS, 'value'),
    ...tracedAs(PLACE_FIELDS, 'value'),
    'elus',
    'collectes',
    'infos',
    'blason',
    'host',
    'merged_le',
  ],
} satisfies Record<string, readonly string[]>
type Entity = keyof typeof TOLD

/** They change each time, or name what nobody can open. */
const UNTOLD = new Set(['id', 'version', 'report_id', 'note_id', 'user_id', 'claimant_user_id'])
/** The reporter is shown with the reports, as long as it is kept. */
const ANONYMOUS = 'publication.reported'

const Anything = (description: string) => Optional(Type.Unsafe<unknown>({ description }))
const Entry = named(
  'HistoryEntry',
  Obj({
    id: Type.Integer({ minimum: 1 }),
    at: Timestamp,
    by: Nullable({
      ...PersonInBrief,
      description:
        'The user, an operator without a name by their address; null for an API key, a command, an import or a report',
    }),
    key: about('The API key, where no person acted', Nullable(KeyInBrief)),
    app_source: Nullable(Text(100)),
    action: Text(100),
    changes: List(
      Obj({
        field: Text(100),
        before: Anything('Absent where only that it moved is kept: texts, contacts'),
        after: Anything('As before'),
      }),
    ),
    names: about('Present names, by id, of colleagues in `changes`', Names),
  }),
)
type Entry = Static<typeof Entry>

const historyOf = (entity: Entity, item: (id: string) => Sql) =>
  read({
    summary: 'History of the record, newest first: time, user, changed fields',
    params: Obj({ id: Id }),
    query: Obj(pageQuery),
    reply: Paged(Entry),
    errors: ['page_too_deep'],
    async run({ db, params: { id }, query }) {
      const page = pageOf(query, NEWEST)
      found(await db.one(item(id)))
      const conditions = [sql`l.entity = ${entity} and l.entity_id = ${id}`]
      return await readPage(db, page, { ...ENTRIES, conditions }, (row: Row) => entryOf(entity, row))
    },
  })

export const ofPublication = historyOf('publication', id => sql`select from publications where id = ${id}`)
export const ofActeur = historyOf('acteur', id => sql`select from acteurs where id = ${id}`)
export const ofClaim = historyOf('claim', id => sql`select from claims where id = ${id}`)
export const ofCommune = historyOf('commune', id => sql`select from communes where id = ${id}`)

interface Row extends Omit<Entry, 'by' | 'changes'> {
  readonly user_id: string | null
  readonly user_nom: string | null
  readonly before: Readonly<Record<string, unknown>> | null
  readonly after: Readonly<Record<string, unknown>> | null
}

const NEWEST = highestFirst(sql`l.id`)

const ENTRIES = {
  columns: sql`
    l.id, l.at, l.app_source, l.action, l.before, l.after, l.user_id,
    ${nameAmongColleagues(sql`u`)} as user_nom, ${keyInBrief(sql`l.key_id`)} as key,
    coalesce((select json_object_agg_strict(c.id, ${nameAmongColleagues(sql`c`)}) from users c where c.id =
      any(array[l.before ->> 'assignee_id', l.after ->> 'assignee_id']::uuid[])), '{}') as names`,
  from: sql`audit_log l left join users u on u.id = l.user_id`,
  counted: sql`audit_log l`,
}

function entryOf(entity: Entity, { user_id, user_nom, before, after, ...row }: Row): Entry {
  const shown: readonly string[] = TOLD[entity]
  const fields = [...new Set([...Object.keys(after ?? {}), ...Object.keys(before ?? {})])]
  return {
    ...row,
    by: user_id !== null && row.action !== ANONYMOUS ? { id: user_id, nom: user_nom } : null,
    changes: fields
      .filter(field => !UNTOLD.has(field))
      .map(field =>
        shown.includes(field)
          ? { field, before: before?.[field] ?? null, after: after?.[field] ?? null }
          : // Of a text, the trail keeps a hash: that it changed.
            { field: field === 'body_sha256' ? 'body' : field },
      ),
  }
}
