import { sql } from '../../kernel/db/db.ts'
import type { PersonalData } from '../../kernel/records/personal-data.ts'

/** As the index `publications_with_reason` has it. */
const REASONED = sql`moderation_reason is not null`

/** Publications belong to the acteur and stay; reports lose their reporter. */
export const publicationData: PersonalData = {
  async export(db, { userId, addresses }) {
    return {
      // Without content that others have edited since.
      publications: await db.all(sql`
        select id, acteur_id, case when own_words then title end as title, case when own_words then body end as body,
          moderation_status, created_at, deleted_at
        from (
          select *, not exists (
              select from audit_log a where a.entity = 'publication' and a.entity_id = p.id::text
                and a.action in ('publication.updated', 'publication.alert')
                and a.user_id is distinct from p.created_by) as own_words
          from publications p where created_by = ${userId ?? null}) p
        order by created_at, id`),
      // Why they cancelled an event, unless it was said otherwise since.
      publication_cancellations: await db.all(sql`
        select p.id as publication_id, p.annule_le, p.annule_motif from publications p
        where p.annule_motif is not null and p.id in (
          select a.entity_id::uuid from audit_log a where a.user_id = ${userId ?? null} and a.entity = 'publication'
            and a.after ->> 'annule_motif_sha256' = encode(sha256(convert_to(p.annule_motif, 'UTF8')), 'hex'))
        order by p.id`),
      // Earlier revisions that the person wrote.
      publication_revisions: await db.all(sql`
        select publication_id, title, body, written_at, approved_at, sent_back_at from publication_revisions
        where written_by = ${userId ?? null} order by publication_id, kept_at`),
      publication_reports: await db.all(sql`
        select id, publication_id, reason, message, email, created_at, closed_at, outcome
        from publication_reports
        where reporter = ${`user:${userId ?? ''}`} or lower(email) = any(${[...addresses]}) order by id`),
    }
  },

  async erase(tx, { userId, addresses }) {
    const publication_reports = await tx.run(sql`
      update publication_reports set email = null, message = null, reporter = null
      where reporter = ${`user:${userId ?? ''}`} or lower(email) = any(${[...addresses]})`)
    await tx.run(sql`delete from report_mutes where reporter = ${`user:${userId ?? ''}`}`)
    return { publication_reports }
  },

  /** Reasons of moderators, and their letters that wait. */
  naming: [
    { table: 'publications', columns: { moderation_reason: 'text' }, among: REASONED },
    {
      table: 'moderation_operation_items',
      key: 'publication_id',
      among: REASONED,
      columns: { moderation_reason: 'text' },
    },
    {
      table: 'publication_revisions',
      columns: { sent_back_reason: 'text' },
      among: sql`sent_back_reason is not null`,
    },
    { table: 'moderation_operations', columns: { request: 'jsonb' }, among: sql`request is not null` },
    { table: 'moderation_letters', key: 'mail_id', columns: { data: 'jsonb' } },
    { table: 'refusal_presets', columns: { body: 'text' } },
  ],
}
