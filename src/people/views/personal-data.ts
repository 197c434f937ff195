import { sql } from '../../kernel/db/db.ts'
import { contactsOf, type DataSubject, type PersonalData } from '../../kernel/records/personal-data.ts'

/** The address of a view as a search for contacts is typed. */
const READABLE = sql`replace(replace(replace(replace(address, '+', ' '), '%20', ' '), '%40', '@'), '%2B', '+')`
const searchesThem = (subject: DataSubject) => sql`${READABLE} ~* ${contactsOf(subject)}`

/** Names and filters of a user's saved lists; of those of colleagues, what is searched for. */
export const viewData: PersonalData = {
  async export(db, subject) {
    const userId = subject.userId ?? null
    return {
      views: await db.all(sql`
        select id, area, nom, address, shared, created_at from views where user_id = ${userId}
        order by created_at, id`),
      texts_naming_them: await db.all(sql`
        select 'views' as kind, id, area, address, created_at from views
        where user_id is distinct from ${userId} and ${searchesThem(subject)} order by id`),
    }
  },

  async erase(tx, subject) {
    const gone = await tx.run(sql`delete from views where user_id = ${subject.userId ?? null}`)
    // The rest is encoded again as it was read.
    const mended = await tx.run(sql`
      update views set address = replace(replace(regexp_replace(${READABLE}, ${contactsOf(subject)}, '', 'gi'), '+', '%2B'), ' ', '+')
      where ${searchesThem(subject)}`)
    return { views: gone + mended }
  },
  naming: [{ table: 'views', columns: { nom: 'text' } }],
}
