import { ACTEUR_FIELDS } from '../../shared/fields/acteurs.ts'
import { textsWithContacts } from '../../shared/fields/field.ts'
import { sql } from '../kernel/db/db.ts'
import {
  columnsWithoutContacts,
  holdContacts,
  isAddressOf,
  isTelephoneOf,
  type PersonalData,
} from '../kernel/personal-data.ts'

const TEXTS = textsWithContacts(ACTEUR_FIELDS)

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
        ${columnsWithoutContacts(subject, TEXTS)}
      where ${theirs} or ${holdContacts(subject, TEXTS)}`)
    return { acteurs }
  },
}
