import { type Db, sql, type Tx } from '../../kernel/db/db.ts'
import { recordOne } from '../../kernel/records/audit.ts'

/** The present owners of an acteur answer by a link of their mail, without signing in. The last answer counts. */

/** The token of the links in the owner’s mail. */
export const askOwner = async (tx: Tx, claimId: string, userId: string): Promise<string> => {
  const row = await tx.one<{ token: string }>(sql`
    insert into claim_owner_answers (claim_id, user_id) values (${claimId}, ${userId})
    on conflict (claim_id, user_id) do update set user_id = excluded.user_id returning token`)
  if (!row) throw new Error('An owner who was asked has no token.')
  return row.token
}

/** Only while the claim waits, and for those who are owners still. */
const OPEN = sql`
  exists (select from claims c join actor_users m on m.acteur_id = c.acteur_id and m.user_id = o.user_id and m.role = 'owner'
          where c.id = o.claim_id and c.status = 'pending')`

export const mayAnswer = async (db: Db, token: string): Promise<boolean> =>
  (await db.one(sql`select from claim_owner_answers o where o.token = ${token} and ${OPEN}`)) !== undefined

export async function saveAnswer(tx: Tx, token: string, agrees: boolean, requestId: string): Promise<void> {
  const saved = await tx.one<{ claim_id: string; user_id: string }>(sql`
    update claim_owner_answers o set agrees = ${agrees}, answered_at = now()
    where o.token = ${token} and ${OPEN} and o.agrees is distinct from ${agrees} returning o.claim_id, o.user_id`)
  if (!saved) return
  const signature = { userId: saved.user_id, source: 'auth', requestId, ipHash: undefined }
  await recordOne(tx, signature, 'claim.owner_answered', { id: saved.claim_id, after: { agrees } })
}
