import { ACTEUR_FIELDS } from '../../shared/fields/acteurs.ts'
import { namesOf } from '../../shared/fields/field.ts'
import { join, raw, sql } from '../kernel/db/db.ts'
import {
  contactsOf,
  isAddressOf,
  isTelephoneOf,
  type PersonalData,
  withoutContacts,
} from '../kernel/personal-data.ts'

const TEXTS = namesOf(ACTEUR_FIELDS).filter(name => ACTEUR_FIELDS[name].erased === 'contacts')

/** People whose own address or telephone is the public contact of an acteur. */
export const acteurData: PersonalData = {
  async export(db, subject) {
    return {
      acteurs_reached_there: await db.all(sql`
        select id, nom, email, telephone, updated_at from acteurs
        where ${isAddressOf(subject, sql`email`)} or ${isTelephoneOf(subject, sql`telephone`)} order by id`),
    }
  },

  /**
   * The telephone beside their address is removed too: whose it is cannot be known, and it is easily entered again. Other
   * texts are the acteur's and stay, without their contacts.
   */
  async erase(tx, subject) {
    const theirs = sql`${isAddressOf(subject, sql`email`)} or ${isTelephoneOf(subject, sql`telephone`)}`
    const acteurs = await tx.run(sql`
      update acteurs set email = case when ${isAddressOf(subject, sql`email`)} then null else email end,
        telephone = case when ${theirs} then null else telephone end,
        ${join(
          TEXTS.map(text => sql`${raw(text)} = ${withoutContacts(subject, raw(text))}`),
          ', ',
        )}
      where ${theirs} or concat_ws(' ', ${raw(TEXTS.join(', '))}) ~* ${contactsOf(subject)}`)
    return { acteurs }
  },
}
