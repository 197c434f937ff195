import { each } from '../../../shared/fields/field.ts'
import { IMPORTED } from '../../../shared/fields/publications.ts'
import { assignedFrom, columnsOf } from '../../kernel/db/columns.ts'
import { type Sql, sql } from '../../kernel/db/db.ts'
import { DUPLICATE_KEY } from './duplicates.ts'
import { MODERATION } from './rules.ts'

/**
 * Parts of the statements by which an import writes publications. Each reads its rows from the import's `with given`.
 */

const { publie_le, moderation_reason: _, moderation_reason_code: _code, ...firstModeration } = MODERATION
/** The columns of `given` for new publications, with their types. */
export const NEW_GIVEN = {
  ...each(IMPORTED, 'column'),
  acteur_id: 'uuid',
  type_id: 'uuid',
  commune_id: 'uuid',
  commune_ids: 'uuid[]',
  publie_le,
  ...firstModeration,
  ...DUPLICATE_KEY,
}
/** The columns of `given` for changed publications. */
export const CHANGED_GIVEN = {
  ...each(IMPORTED, 'column'),
  images: 'jsonb',
  documents: 'jsonb',
  ...MODERATION,
  ...DUPLICATE_KEY,
} as const

export const insertGiven = (sourceId: string): Sql => sql`
      insert into publications (id, import_source_id, ${columnsOf(NEW_GIVEN)})
      select id, ${sourceId}, ${columnsOf(NEW_GIVEN)} from given returning id, edited_at`

const { publie_le: _first, ...changed } = CHANGED_GIVEN
/** Keeps whether the publication is pinned, featured or scheduled. */
export const rewriteGiven: Sql = sql`
      update publications p set ${assignedFrom(changed, 'g')}, publie_le = coalesce(p.publie_le, g.publie_le),
        edited_at = now(), edited_by = null, written_by_key = null
      from given g where p.id = g.id returning p.id, p.edited_at`

/** The source cancelled them, or no longer does: no edit. `annule_le` is null for the latter. */
export const announceGiven: Sql = sql`
      update publications p set annule_le = g.annule_le, annule_motif = case when g.annule_le is not null then p.annule_motif end
      from given g where p.id = g.id returning p.id`

/** They are shown in further communes, with the same text: no edit. */
export const spreadGiven: Sql = sql`
      update publications p set commune_ids = g.commune_ids from given g where p.id = g.id`
