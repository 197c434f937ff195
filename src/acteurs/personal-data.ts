import { sql } from '../kernel/db/db.ts'
import {
  contactsOf,
  isAddressOf,
  isTelephoneOf,
  type PersonalData,
  withoutContacts,
} from '../kernel/personal-data.ts'

/** Whoever is the public contact of an acteur by their own address or telephone. */
export const acteurData: PersonalData = {
  async export(db, subject) {
    return {
      acteurs_reached_there: await db.all(sql`
        select id, nom, email, telephone, updated_at from acteurs
        where ${isAddressOf(subject, sql`email`)} or ${isTelephoneOf(subject, sql`telephone`)} order by id`),
    }
  },

  /**
   * The telephone beside their address goes with it: whose it is cannot be told, and a number is sooner given again than
   * taken back. What else is said of the acteur is the acteur's, without the ways to reach them.
   */
  async erase(tx, subject) {
    const theirs = sql`${isAddressOf(subject, sql`email`)} or ${isTelephoneOf(subject, sql`telephone`)}`
    const acteurs = await tx.run(sql`
      update acteurs set email = case when ${isAddressOf(subject, sql`email`)} then null else email end,
        telephone = case when ${theirs} then null else telephone end,
        description = ${withoutContacts(subject, sql`description`)},
        adresse = ${withoutContacts(subject, sql`adresse`)}
      where ${theirs} or concat_ws(' ', description, adresse) ~* ${contactsOf(subject)}`)
    return { acteurs }
  },
}
