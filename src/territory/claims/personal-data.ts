import { type Sql, sql } from '../../kernel/db/db.ts'
import { type DataSubject, isAddressOf, type PersonalData } from '../../kernel/records/personal-data.ts'
import { personalColumns, withoutPersonal } from './queries.ts'

const claimsOf = ({ userId, addresses }: DataSubject): Sql => sql`
  select id from claims where claimant_user_id = ${userId ?? null} or lower(email) = any(${[...addresses]})`

/** Erases message, contacts and note of the claimant, and the call; the claim and its decision stay. */
export const claimData: PersonalData = {
  async export(db, subject) {
    return {
      claims: await db.all(sql`
        select id, acteur_id, status, ${personalColumns}, created_at, decided_at
        from claims where id in (${claimsOf(subject)}) order by created_at, id`),
      claim_calls: await db.all(sql`
        select claim_id, number, outcome, answered_by, note, called_at from claim_calls
        where claim_id in (${claimsOf(subject)}) order by claim_id`),
    }
  },

  /** A pending claim expires, which frees the acteur. */
  async erase(tx, subject) {
    await tx.run(sql`delete from claim_letters where ${isAddressOf(subject, sql`sent_to`)}`)
    await tx.run(sql`
      delete from town_hall_codes where user_id = ${subject.userId ?? null} or ${isAddressOf(subject, sql`sent_to`)}`)
    const claim_calls = await tx.run(sql`delete from claim_calls where claim_id in (${claimsOf(subject)})`)
    const claims = await tx.run(sql`
      update claims set ${withoutPersonal}, claimant_user_id = null,
        expires_at = case when status = 'pending' then now() else expires_at end,
        status = case when status = 'pending' then 'expired' else status end
      where id in (${claimsOf(subject)})`)
    return { claims, claim_calls }
  },

  naming: [
    { table: 'claims', columns: { note: 'text', reason: 'text' } },
    { table: 'claim_calls', key: 'claim_id', columns: { answered_by: 'text', note: 'text' } },
  ],
}
