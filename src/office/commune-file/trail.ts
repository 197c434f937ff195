import { ACTEUR_FIELDS } from '../../../shared/fields/acteurs.ts'
import { COMMUNE_FIELDS } from '../../../shared/fields/communes.ts'
import { PLACE_FIELDS } from '../../../shared/fields/places.ts'
import { ANNOUNCED, WRITTEN } from '../../../shared/fields/publications.ts'
import { type Db, sql } from '../../kernel/db/db.ts'
import type { Manifest, TrailLine } from './shapes.ts'

/** The extract of the audit trail: what happened to the commune, its acteurs and publications. No person, key or address. */

/** What a row may say. Everything else (people, roles, counts of their data) stays here. */
const SAID: ReadonlySet<string> = new Set([
  ...[WRITTEN, ANNOUNCED, ACTEUR_FIELDS, COMMUNE_FIELDS, PLACE_FIELDS].flatMap(fields => Object.keys(fields)),
  'body_sha256',
  'annule_motif_sha256',
  'captions_sha256',
  'images',
  'documents',
  'image',
  'blason',
  'acteur_id',
  'moderation_status',
  'valide',
  'publie_le',
  'epingle',
  'en_avant',
  'featured_until',
  'badge',
  'active',
  'can_publish',
  'deleted',
  'deleted_at',
  'elus',
  'collectes',
  'infos',
  'host',
  'rows',
])

interface Row extends Omit<TrailLine, 'by'> {
  readonly by: TrailLine['by']
}

export const trailToFile = async (
  db: Db,
  of: { readonly commune: string; readonly acteurs: readonly string[] },
  after: number,
  most: number,
): Promise<TrailLine[]> =>
  (
    await db.all<Row>(sql`
      select id, to_jsonb(at) #>> '{}' as at, action, entity, entity_id, before, after,
        case when user_id is not null then 'person' when key_id is not null then 'key'
          when app_source = 'command' then 'operator' else 'program' end as by
      from audit_log l
      where id > ${after} and (
        (entity = 'commune' and entity_id = ${of.commune})
        or (entity = 'acteur' and entity_id = any(${[...of.acteurs]}::text[]))
        or (entity = 'publication' and entity_id in (
          select id::text from publications where commune_id = ${of.commune} and deleted_at is null)))
      order by id limit ${most}`)
  ).map(row => ({ ...row, before: onlySaid(row.before), after: onlySaid(row.after) }))

const onlySaid = (fields: Record<string, unknown> | null) =>
  fields && Object.fromEntries(Object.entries(fields).filter(([name]) => SAID.has(name)))

export const newestSeal = async (db: Db): Promise<Manifest['seal']> =>
  (await db.one<NonNullable<Manifest['seal']>>(sql`
    select number, last_id, encode(hash, 'hex') as hash from audit_seals order by number desc limit 1`)) ??
  null
