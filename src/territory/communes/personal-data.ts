import { COLLECTE_FIELDS, INFO_FIELDS } from '../../../shared/fields/communes.ts'
import { textsWithContacts } from '../../../shared/fields/field.ts'
import { PLACE_FIELDS } from '../../../shared/fields/places.ts'
import { sql } from '../../kernel/db/db.ts'
import {
  columnsWithoutContacts,
  holdContacts,
  isAddressOf,
  isTelephoneOf,
  type PersonalData,
} from '../../kernel/records/personal-data.ts'

/** The mention is what a source's licence requires; it comes with the directory. */
const INFO_TEXTS = [...textsWithContacts(INFO_FIELDS), 'mention']
const COLLECTE_TEXTS = textsWithContacts(COLLECTE_FIELDS)
const PLACE_TEXTS = textsWithContacts(PLACE_FIELDS)

/** Finds and erases a person's address or telephone in the contacts and texts of communes. */
export const communeData: PersonalData = {
  async export(db, subject) {
    return {
      communes_reached_there: await db.all(sql`
        select i.id, c.nom as commune, i.libelle, i.email, i.telephone
        from commune_infos i join communes c on c.id = i.commune_id
        where ${isAddressOf(subject, sql`i.email`)} or ${isTelephoneOf(subject, sql`i.telephone`)} order by i.id`),
    }
  },

  async erase(tx, subject) {
    const theirs = sql`${isAddressOf(subject, sql`email`)} or ${isTelephoneOf(subject, sql`telephone`)}`
    // Marked as edited, or the next load of the directory would bring it back.
    const infos = await tx.all<{ commune_id: string }>(sql`
      update commune_infos set modifie = true,
        email = case when ${isAddressOf(subject, sql`email`)} then null else email end,
        telephone = case when ${theirs} then null else telephone end,
        ${columnsWithoutContacts(subject, INFO_TEXTS)}
      where ${theirs} or ${holdContacts(subject, INFO_TEXTS)}
      returning commune_id`)
    const collectes = await tx.all<{ commune_id: string }>(sql`
      update collectes set ${columnsWithoutContacts(subject, COLLECTE_TEXTS)}
      where ${holdContacts(subject, COLLECTE_TEXTS)} returning commune_id`)
    const places = await tx.run(sql`
      update commune_places set ${columnsWithoutContacts(subject, PLACE_TEXTS)}
      where ${holdContacts(subject, PLACE_TEXTS)}`)
    await tx.run(sql`delete from town_hall_readings where emails && ${[...subject.addresses]}::text[]`)
    await tx.run(sql`
      update town_hall_readings set telephone = null where ${isTelephoneOf(subject, sql`telephone`)}`)
    const idsOf = (rows: readonly { readonly commune_id: string }[]) =>
      rows.map(({ commune_id }) => commune_id)
    await tx.run(sql`
      update communes set infos_version = infos_version + (id = any(${idsOf(infos)}::uuid[]))::int,
        collectes_version = collectes_version + (id = any(${idsOf(collectes)}::uuid[]))::int
      where id = any(${[...idsOf(infos), ...idsOf(collectes)]}::uuid[])`)
    return { communes: infos.length + collectes.length + places }
  },
}
