import { AuditTrail, type Signature } from '../kernel/audit.ts'
import type { Database } from '../kernel/db/database.ts'
import { sql, type Tx } from '../kernel/db/db.ts'
import { Problem } from '../kernel/errors.ts'
import type { Identity, Newcomer } from '../kernel/tokens/tokens.ts'
import { normalized } from '../kernel/unicode.ts'
import { hasAccess } from './expected.ts'
import type { Account } from './queries.ts'
import { type Holder, whoseAccount } from './rules.ts'

/** Somebody who has proven to an issuer who they are. */
export interface Person {
  readonly issuer: string
  readonly subject: string
  /** Only when the issuer says that it was verified. */
  readonly verifiedEmail?: string | undefined
  readonly nom?: string | null | undefined
}

type Visit = Partial<Pick<Signature, 'source' | 'requestId' | 'ipHash'>>

/** Others may be doing the same for the same person: what they did is seen at the second look, or the third. */
const LOOKS = 5

/**
 * The user behind an identity: the one it belongs to, else the one whose address was proven, where that is safe, else a
 * new one without rights. Whoever holds the address and is suspended is answered as they are: nothing is linked to them,
 * nor may they come again as somebody new.
 */
export async function personFor(tx: Tx, person: Person, visit: Visit = {}): Promise<Account> {
  const address = person.verifiedEmail === undefined ? null : foldedAddress(person.verifiedEmail)
  const nom = nameFrom(person.nom)
  for (let look = 0; look < LOOKS; look++) {
    const holders = address === null ? [] : await lockHolders(tx, address, person.issuer)
    // After the lock: whoever held it may have been this very person.
    const known = await findByIdentity(tx, person)
    if (known) return known
    const found = whoseAccount(holders)
    if (found?.status === 'suspended') return found
    const account =
      found ?? (await insertUser(tx, holders.some(({ current }) => current) ? null : address, nom))
    if (!account) continue
    if (!(await insertIdentity(tx, person, account.id))) {
      if (!found) await tx.run(sql`delete from users where id = ${account.id}`)
      continue
    }
    if (found && address !== null) await confirm(tx, found.id, address, nom)
    await leaveTrace(tx, account.id, person.issuer, found ? 'user.identity_linked' : 'user.created', visit)
    return account
  }
  throw new Problem('unavailable')
}

/** For the door: whoever comes with a good token of an outside issuer for the first time. */
export const welcomeTo =
  (db: Database) =>
  ({ issuer, subject, newcomer }: Identity & { newcomer: Newcomer }, visit: Visit): Promise<Account> =>
    db.transaction(tx => personFor(tx, { issuer, subject, ...newcomer }, visit))

const findByIdentity = (tx: Tx, { issuer, subject }: Person) =>
  tx.one<Account>(sql`
    select u.id, u.status from user_identities i join users u on u.id = i.user_id
    where i.issuer = ${issuer} and i.subject = ${subject}`)

/**
 * Those who hold the address or were invited at it, and what decides whether one of them is who comes. Their rows are
 * locked: giving a role or membership refers to the row, and waits.
 */
async function lockHolders(tx: Tx, address: string, issuer: string): Promise<Holder[]> {
  const locked = await tx.all<{ id: string }>(sql`
    select id from users where email = ${address} or invited_email = ${address} order by id for update`)
  if (locked.length === 0) return []
  return await tx.all<Holder>(sql`
    select u.id, u.status, u.email is not distinct from ${address} as current,
      ${hasAccess} as "signsIn",
      exists (select from user_identities i where i.user_id = u.id and i.issuer = ${issuer}
        and i.subject not like 'token:%') as "signsInHere",
      exists (select from user_roles r where r.user_id = u.id)
        or exists (select from actor_users m where m.user_id = u.id) as "holdsRights"
    from users u where u.id = any(${locked.map(({ id }) => id)}::uuid[]) order by current desc, u.id`)
}

/** None when somebody else has taken the address meanwhile: this statement waited for them. */
const insertUser = (tx: Tx, email: string | null, nom: string | null) =>
  tx.one<Account>(sql`
    insert into users (email, nom) values (${email}, ${nom})
    on conflict (email) do nothing returning id, status`)

const insertIdentity = async (tx: Tx, { issuer, subject }: Person, userId: string) =>
  (await tx.run(sql`
    insert into user_identities (issuer, subject, user_id) values (${issuer}, ${subject}, ${userId})
    on conflict do nothing`)) > 0

/** An address that somebody was invited at is theirs now, unless it has become another's. */
const confirm = (tx: Tx, id: string, address: string, nom: string | null) =>
  tx.run(sql`
    update users set nom = coalesce(nom, ${nom}),
      email = case when email is null and not exists (select from users o where o.email = ${address})
                   then ${address} else email end,
      invited_email = case when invited_email = ${address} then null else invited_email end
    where id = ${id}`)

/** Which issuer it was, and nothing that could be written to or called by. */
async function leaveTrace(tx: Tx, id: string, issuer: string, action: string, visit: Visit): Promise<void> {
  const trail = new AuditTrail(action)
  trail.record({ id, after: action === 'user.created' ? { issuer, roles: [] } : { issuer } })
  await trail.save(tx, {
    userId: id,
    source: visit.source,
    requestId: visit.requestId ?? 'sign-in',
    ipHash: visit.ipHash,
  })
}

/**
 * As `users.email` holds it. A letter that case folding turns into an ASCII one (the Kelvin sign is a k) would make the
 * address somebody else's: such an address counts for nothing.
 */
function foldedAddress(email: string): string | null {
  const strange = [...email].some(letter => letter > '\x7f' && /[a-z]/.test(letter.toLowerCase()))
  return strange || !email.isWellFormed() ? null : email.toLowerCase()
}

function nameFrom(text: string | null | undefined): string | null {
  const line = normalized((text ?? '').toWellFormed().replaceAll(/\p{Cc}+/gu, ' ')).trim()
  return [...line].slice(0, 200).join('') || null
}
