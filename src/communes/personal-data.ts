import { sql } from '../kernel/db/db.ts'
import {
  contactsOf,
  isAddressOf,
  isTelephoneOf,
  type PersonalData,
  withoutContacts,
} from '../kernel/personal-data.ts'

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
    const contacts = contactsOf(subject)
    const theirs = sql`${isAddressOf(subject, sql`email`)} or ${isTelephoneOf(subject, sql`telephone`)}`
    // Marked as edited, or the next load of the directory would bring it back.
    const infos = await tx.all<{ commune_id: string }>(sql`
      update commune_infos set modifie = true,
        email = case when ${isAddressOf(subject, sql`email`)} then null else email end,
        telephone = case when ${theirs} then null else telephone end,
        libelle = ${withoutContacts(subject, sql`libelle`)}, adresse = ${withoutContacts(subject, sql`adresse`)},
        horaires = ${withoutContacts(subject, sql`horaires`)}, mention = ${withoutContacts(subject, sql`mention`)}
      where ${theirs} or concat_ws(' ', libelle, adresse, horaires, mention) ~* ${contacts}
      returning commune_id`)
    const collectes = await tx.all<{ commune_id: string }>(sql`
      update collectes set libelle = ${withoutContacts(subject, sql`libelle`)},
        zone = ${withoutContacts(subject, sql`zone`)}, notes = ${withoutContacts(subject, sql`notes`)}
      where concat_ws(' ', libelle, zone, notes) ~* ${contacts} returning commune_id`)
    const idsOf = (rows: readonly { readonly commune_id: string }[]) =>
      rows.map(({ commune_id }) => commune_id)
    await tx.run(sql`
      update communes set infos_version = infos_version + (id = any(${idsOf(infos)}::uuid[]))::int,
        collectes_version = collectes_version + (id = any(${idsOf(collectes)}::uuid[]))::int
      where id = any(${[...idsOf(infos), ...idsOf(collectes)]}::uuid[])`)
    return { communes: infos.length + collectes.length }
  },
}
