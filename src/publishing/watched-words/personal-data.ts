import { sql } from '../../kernel/db/db.ts'
import { contactsOf, type DataSubject, type PersonalData } from '../../kernel/records/personal-data.ts'

const isNaming = (subject: DataSubject) => sql`word ~* ${contactsOf(subject)}`

/** Contacts of a person that moderators look for. An expression that names them is removed: another text would be looked for. */
export const watchedWordsData: PersonalData = {
  async export(db, subject) {
    return {
      texts_naming_them: await db.all(sql`
        select 'watched_words' as kind, id, word from watched_words, unnest(words) word where ${isNaming(subject)} order by id, word`),
    }
  },

  async erase(tx, subject) {
    const kept = sql`array(select word from unnest(words) with ordinality as of (word, place)
      where not ${isNaming(subject)} order by place)`
    const naming = sql`exists (select from unnest(words) word where ${isNaming(subject)})`
    // A list has a word at least.
    const gone = await tx.run(sql`delete from watched_words where ${naming} and cardinality(${kept}) = 0`)
    const mended = await tx.run(sql`update watched_words set words = ${kept} where ${naming}`)
    return { texts_naming_them: gone + mended }
  },
  naming: [{ table: 'watched_words', columns: { nom: 'name' } }],
}
