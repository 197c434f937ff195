import { ACTEUR_FIELDS } from '../../../shared/fields/acteurs.ts'
import { textsWithContacts } from '../../../shared/fields/field.ts'
import { sql } from '../../kernel/db/db.ts'
import {
  columnsWithoutContacts,
  holdContacts,
  isAddressOf,
  isTelephoneOf,
  type PersonalData,
  withoutContacts,
} from '../../kernel/records/personal-data.ts'

const { fermetures: _closings, ...fields } = ACTEUR_FIELDS
const TEXTS = textsWithContacts(fields)

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
        fermetures = ${withoutContacts(subject, sql`fermetures::text`)}::jsonb,
        ${columnsWithoutContacts(subject, TEXTS)}
      where ${theirs} or ${holdContacts(subject, [...TEXTS, 'fermetures'])}`)
    return { acteurs }
  },
}
