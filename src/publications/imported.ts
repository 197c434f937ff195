import { each, having } from '../../shared/fields/field.ts'
import { WRITTEN } from '../../shared/fields/publications.ts'
import { assignedFrom, columnsOf } from '../kernel/db/columns.ts'
import { type Sql, sql } from '../kernel/db/db.ts'
import { DUPLICATE_KEY } from './duplicates.ts'
import { MODERATION } from './rules.ts'

/**
 * What an import writes of publications, as parts of its statements. Each reads its rows from `given`, a `with` of the import,
 * which notes in the same statement which item became which publication.
 */

/** The fields that follow the source. Type and communes are set once, with the new publication. */
export const IMPORTED = having(WRITTEN, 'imported')
const { publie_le, moderation_reason: _, moderation_reason_code: _code, ...firstModeration } = MODERATION
/** The columns of `given` for new publications, with their types. */
export const NEW_GIVEN = {
  ...each(IMPORTED, 'column'),
  ...{ acteur_id: 'uuid', type_id: 'uuid', commune_id: 'uuid', publie_le },
  ...firstModeration,
  ...DUPLICATE_KEY,
}
/** For publications that are there. */
export const CHANGED_GIVEN = { ...each(IMPORTED, 'column'), ...MODERATION, ...DUPLICATE_KEY }

export const insertGiven = (sourceId: string): Sql => sql`
      insert into publications (id, commune_ids, import_source_id, ${columnsOf(NEW_GIVEN)})
      select id, array[commune_id], ${sourceId}, ${columnsOf(NEW_GIVEN)} from given returning id, edited_at`

const { publie_le: _first, ...changed } = CHANGED_GIVEN
/** Pinned, featured and scheduled stay as they are. */
export const rewriteGiven: Sql = sql`
      update publications p set ${assignedFrom(changed, 'g')}, publie_le = coalesce(p.publie_le, g.publie_le),
        edited_at = now(), edited_by = null
      from given g where p.id = g.id returning p.id, p.edited_at`

const { publie_le: _time, ...decided } = MODERATION
export const CANCELLED_GIVEN = decided
/** The text stays: a moderator may still want to show it. */
export const callOffGiven: Sql = sql`
      update publications p set ${assignedFrom(CANCELLED_GIVEN, 'g')}
      from given g where p.id = g.id returning p.id`
