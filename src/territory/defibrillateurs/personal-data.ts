import { sql } from '../../kernel/db/db.ts'
import {
  contactsOf,
  isTelephoneOf,
  type PersonalData,
  withoutContacts,
} from '../../kernel/records/personal-data.ts'

/** Finds and erases a person's address or telephone in the communal records of devices. */
export const defibrillateurData: PersonalData = {
  export: async () => ({}),

  async erase(tx, subject) {
    const contacts = contactsOf(subject)
    // Communal records only: the national register restores its own values every night, and must erase them itself.
    const named = isTelephoneOf(subject, sql`overrides ->> 'telephone'`)
    const kept = sql`(case when ${named} then overrides - 'telephone' else overrides end)::text`
    const communal = await tx.run(sql`
      update commune_defibrillateurs set overrides = ${withoutContacts(subject, kept)}::jsonb,
        note = ${withoutContacts(subject, sql`note`)}
      where ${named} or concat_ws(' ', overrides::text, note) ~* ${contacts}`)
    const national = await tx.run(sql`
      update defibrillateurs set note = ${withoutContacts(subject, sql`note`)} where note ~* ${contacts}`)
    return { defibrillateurs: communal + national }
  },
}
