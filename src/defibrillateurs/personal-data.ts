import { sql } from '../kernel/db/db.ts'
import { contactsOf, isTelephoneOf, type PersonalData, withoutContacts } from '../kernel/personal-data.ts'

/** Whoever is named, by how they are reached, in what is said of a device. */
export const defibrillateurData: PersonalData = {
  export: async () => ({}),

  async erase(tx, subject) {
    const contacts = contactsOf(subject)
    // What a commune says of a device. What the register says comes again every night: that is for the register to erase.
    const named = isTelephoneOf(subject, sql`overrides ->> 'telephone'`)
    const said = sql`(case when ${named} then overrides - 'telephone' else overrides end)::text`
    const communal = await tx.run(sql`
      update commune_defibrillateurs set overrides = ${withoutContacts(subject, said)}::jsonb,
        note = ${withoutContacts(subject, sql`note`)}
      where ${named} or concat_ws(' ', overrides::text, note) ~* ${contacts}`)
    const national = await tx.run(sql`
      update defibrillateurs set note = ${withoutContacts(subject, sql`note`)} where note ~* ${contacts}`)
    return { defibrillateurs: communal + national }
  },
}
