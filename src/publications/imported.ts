import { type Sql, sql } from '../kernel/db/db.ts'

/**
 * What an import writes of publications, as parts of its statements: each reads the rows it is given from `given`, a
 * `with` of the import's, whose other half writes down in the same statement which item became which publication.
 */

export const insertGiven = (sourceId: string): Sql => sql`
      insert into publications (id, title, body, acteur_id, type_id, commune_id, commune_ids, date_debut, date_fin,
        lieu, image_url, source_url, moderation_status, valide, publie_le, moderation_by, import_source_id,
        duplicate_key, duplicate_reason)
      select id, title, body, acteur_id, type_id, commune_id, array[commune_id], date_debut, date_fin, lieu,
        image_url, source_url, moderation_status, valide, publie_le, moderation_by, ${sourceId}, duplicate_key,
        duplicate_reason
      from given returning id, edited_at`

/** The words and where they stand; pinned, featured and scheduled stay as they are. */
export const rewriteGiven: Sql = sql`
      update publications p set title = g.title, body = g.body, date_debut = g.date_debut, date_fin = g.date_fin,
        lieu = g.lieu, image_url = g.image_url, source_url = g.source_url, moderation_status = g.moderation_status,
        valide = g.valide, publie_le = coalesce(p.publie_le, g.publie_le), moderation_by = g.moderation_by,
        moderation_reason = g.moderation_reason, moderation_reason_code = g.moderation_reason_code,
        duplicate_key = g.duplicate_key, duplicate_reason = g.duplicate_reason, edited_at = now(),
        edited_by = null
      from given g where p.id = g.id returning p.id, p.edited_at`

/** Its words stay: a moderator may still want to show them. */
export const callOffGiven: Sql = sql`
      update publications p set moderation_status = g.moderation_status, valide = g.valide,
        moderation_by = g.moderation_by, moderation_reason = g.moderation_reason,
        moderation_reason_code = g.moderation_reason_code
      from given g where p.id = g.id returning p.id`
