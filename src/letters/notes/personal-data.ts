import { type Sql, sql } from '../../kernel/db/db.ts'
import {
  columnsWithoutContacts,
  contactsOf,
  type DataSubject,
  type PersonalData,
} from '../../kernel/records/personal-data.ts'
import { forgetAnswersAbout } from '../../kernel/routes/idempotency.ts'

/** Notes about a person, their claims and what they wrote, and contacts of the person in other notes. */
const about = ({ userId, addresses }: DataSubject): Sql => sql`(user_id = ${userId ?? null}
  or publication_id in (select id from publications where created_by = ${userId ?? null})
  or claim_id in (select id from claims
    where claimant_user_id = ${userId ?? null} or lower(email) = any(${[...addresses]})))`
const naming = (subject: DataSubject): Sql => sql`body ~* ${contactsOf(subject)}`

export const noteData: PersonalData = {
  async export(db, subject) {
    return {
      notes_about_them: await db.all(sql`
        select id, publication_id, claim_id, body, created_at from notes where ${about(subject)} order by id`),
      notes_naming_them: await db.all(sql`
        select id, acteur_id, publication_id, claim_id, case when user_id is null then body end as body, created_at
        from notes where ${naming(subject)} and not coalesce(${about(subject)}, false) order by id`),
      note_mentions: await db.all(sql`
        select id, created_at, done_at from note_mentions where user_id = ${subject.userId ?? null} order by id`),
    }
  },

  /** Notes that the person wrote about others stay, without the author's name. */
  async erase(tx, subject) {
    // The remembered answers also name those who are mentioned.
    await forgetAnswersAbout(
      tx,
      sql`select id from notes where ${about(subject)} union all
        select coalesce(note_id, support_note_id) from note_mentions where user_id = ${subject.userId ?? null}`,
    )
    const gone = await tx.run(sql`delete from notes where ${about(subject)}`)
    const mended = await tx.run(sql`
      update notes set ${columnsWithoutContacts(subject, ['body'])} where ${naming(subject)}`)
    const note_mentions = await tx.run(
      sql`delete from note_mentions where user_id = ${subject.userId ?? null}`,
    )
    return { notes: gone + mended, note_mentions }
  },
}
