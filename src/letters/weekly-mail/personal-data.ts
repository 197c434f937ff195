import { sql } from '../../kernel/db/db.ts'
import type { DataSubject, PersonalData } from '../../kernel/records/personal-data.ts'
import type { Secrets } from '../../kernel/settings/secrets.ts'
import { addressHashes } from './address-hash.ts'

/** The communes whose week the addresses get by mail. */
export const weeklyMailData: PersonalData = {
  async export(db, subject, secrets) {
    const rows = await db.all<{ sealed: string }>(sql`
      select address_sealed as sealed, commune_id, asked_le, confirmed_le, sent_week from weekly_mail_subscribers
      where address_hash = any(${hashesOf(subject, secrets)}) order by id`)
    return {
      weekly_mails: rows.map(({ sealed, ...row }) => ({ email: secrets.open(sealed), ...row })),
    }
  },

  async erase(tx, subject, secrets) {
    const weekly_mails = await tx.run(
      sql`delete from weekly_mail_subscribers where address_hash = any(${hashesOf(subject, secrets)})`,
    )
    return { weekly_mails }
  },
}

const hashesOf = ({ addresses }: DataSubject, secrets: Secrets) =>
  addresses.flatMap(address => addressHashes(secrets, address))
