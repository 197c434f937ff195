import { type Sql, sql } from '../kernel/db/db.ts'
import { contactsOf, type DataSubject, type PersonalData, withoutContacts } from '../kernel/personal-data.ts'
import { forgetAnswersAbout } from '../kernel/routes/idempotency.ts'

/** Notes about a person, and contacts of the person in other notes. */
const about = ({ userId }: DataSubject): Sql => sql`user_id = ${userId ?? null}`
const naming = (subject: DataSubject): Sql => sql`body ~* ${contactsOf(subject)}`

export const noteData: PersonalData = {
  async export(db, subject) {
    return {
      notes_about_them: await db.all(sql`
        select id, body, created_at from notes where ${about(subject)} order by id`),
      notes_naming_them: await db.all(sql`
        select id, acteur_id, case when acteur_id is not null then body end as body, created_at from notes
        where ${naming(subject)} and user_id is distinct from ${subject.userId ?? null} order by id`),
    }
  },

  /** Notes that the person wrote about others stay, without the author's name. */
  async erase(tx, subject) {
    await forgetAnswersAbout(tx, sql`select id from notes where ${about(subject)}`)
    const gone = await tx.run(sql`delete from notes where ${about(subject)}`)
    const mended = await tx.run(sql`
      update notes set body = left(${withoutContacts(subject, sql`body`)}, 5000) where ${naming(subject)}`)
    return { notes: gone + mended }
  },
}
