import { Data, List } from '../../../shared/shapes.ts'
import { type Db, type Sql, sql, type Tx } from '../../kernel/db/db.ts'
import { communeInBrief } from '../../people/access/in-brief.ts'
import { signedIn } from '../../people/access/visitors.ts'
import { exchangeOf, lockUndecided, type Undecided } from './queries.ts'
import { MOST_ATTEMPTS, MOST_MINE, MyClaim } from './shapes.ts'

/** The claims of the caller: of their account, and those made with their address before they had one. */

export const mine = signedIn.read({
  summary: 'The caller’s claims, newest first: their state, and what is asked of the caller',
  description: 'Also those made with the caller’s verified address before the account.',
  reply: Data(List(MyClaim, MOST_MINE)),
  run: async ({ db, caller }) => ({ data: await listMine(db, isMine(caller.id)) }),
})

export const findMine = async (db: Db, userId: string, id: string) =>
  (await listMine(db, sql`c.id = ${id} and ${isMine(userId)}`))[0]

async function listMine(db: Db, condition: Sql): Promise<MyClaim[]> {
  return await db.all<MyClaim>(sql`
    select ${COLUMNS} ${FROM} where ${condition} order by c.created_at desc, c.id desc limit ${MOST_MINE}`)
}

/** The claim of a caller, locked with its acteur as for a decision. */
export async function lockMine(tx: Tx, id: string, userId: string): Promise<Undecided | undefined> {
  const mine = await tx.one(sql`select from claims c where c.id = ${id} and ${isMine(userId)}`)
  return mine === undefined ? undefined : await lockUndecided(tx, id)
}

/** Two indexes: by the account, and by the address. */
export const isMine = (userId: string): Sql => sql`
  c.id in (
    select id from claims where claimant_user_id = ${userId}
    union all
    select id from claims where claimant_user_id is null
      and lower(email) = (select email from users where id = ${userId} and email is not null))`

const COLUMNS = sql`c.id, c.status, c.message, c.created_at, c.expires_at, c.decided_at, c.reason,
  ${exchangeOf(sql`c`)} as exchange,
  json_build_object('id', a.id, 'nom', a.nom, 'commune',
    ${communeInBrief(sql`a.commune_id`)}) as acteur,
  (select json_build_object('sent_to', l.sent_to, 'issued_at', l.issued_at, 'expires_at', l.expires_at, 'confirmed_at', l.confirmed_at,
     'attempts_left', case when l.expires_at > now() then ${MOST_ATTEMPTS} - l.attempts else 0 end)
   from claim_letters l where l.claim_id = c.id) as letter,
  case when c.status = 'pending' and a.type = 'mairie' then a.commune_id end as town_hall_of,
  case when c.status = 'pending' then
    (select json_build_object('at', a.answered_at, 'answer', a.answer) from appeals a
     where coalesce(a.claim_id, a.report_id, a.publication_id) = c.id and a.status = 'overturned'
     order by a.answered_at desc limit 1) end as overturned`
const FROM = sql`from claims c join acteurs a on a.id = c.acteur_id`
