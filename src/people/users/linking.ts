import type { Database } from '../../kernel/db/database.ts'
import { sql, type Tx } from '../../kernel/db/db.ts'
import { recordOne, type Signature } from '../../kernel/records/audit.ts'
import { Problem } from '../../kernel/refusals/errors.ts'
import { isPlainName } from '../../kernel/texts/plain-names.ts'
import { firstLetters, storableLine } from '../../kernel/texts/texts.ts'
import type { Identity, Newcomer } from '../../kernel/tokens/tokens.ts'
import { hasAccess } from './expected.ts'
import { heldAddress } from './held-address.ts'
import { type Account, addIdentity } from './queries.ts'
import { type Holder, whoseAccount } from './rules.ts'

/** A person whom an issuer has authenticated. */
interface Person {
  readonly issuer: string
  readonly subject: string
  /** The e-mail address, only if the issuer says that it is verified. */
  readonly verifiedEmail?: string | undefined
  readonly nom?: string | null | undefined
}

type Visit = Partial<Pick<Signature, 'source' | 'requestId' | 'ipHash'>>

/** Retries: other requests may create the same person at the same time. */
const LOOKS = 5

/**
 * The user of an identity: the linked one, else the one with the verified address if linking is safe, else a new one
 * without rights. For a suspended user with that address nothing is linked or created.
 */
export async function personFor(tx: Tx, person: Person, visit: Visit = {}): Promise<Account> {
  const folded = person.verifiedEmail === undefined ? null : foldedAddress(person.verifiedEmail)
  const address = folded && (await heldAddress(tx, folded))
  const nom = nameFrom(person.nom)
  for (let look = 0; look < LOOKS; look++) {
    const holders = address === null ? [] : await lockHolders(tx, address, person.issuer)
    // Read again after the lock: the request that held it may have been for the same person.
    const known = await findByIdentity(tx, person)
    if (known) return known
    const found = whoseAccount(holders)
    if (found?.status === 'suspended') return found
    const account =
      found ?? (await insertUser(tx, holders.some(({ current }) => current) ? null : address, nom))
    if (!account) continue
    if (!(await addIdentity(tx, person, account.id))) {
      if (!found) await tx.run(sql`delete from users where id = ${account.id}`)
      continue
    }
    if (found && address !== null) await confirm(tx, found.id, address, nom)
    await leaveTrace(tx, account.id, person.issuer, found ? 'user.identity_linked' : 'user.created', visit)
    return account
  }
  throw new Problem('unavailable')
}

/** For the guard: the user of an outside issuer's token at the first request. */
export const welcomeTo =
  (db: Database) =>
  ({ issuer, subject, newcomer }: Identity & { newcomer: Newcomer }, visit: Visit): Promise<Account> =>
    db.transaction(tx => personFor(tx, { issuer, subject, ...newcomer }, visit))

const findByIdentity = (tx: Tx, { issuer, subject }: Person) =>
  tx.one<Account>(sql`
    select u.id, u.status from user_identities i join users u on u.id = i.user_id
    where i.issuer = ${issuer} and i.subject = ${subject}`)

/**
 * Users with the address, or invited at it, with what linking depends on. Locking the rows delays grants of roles and
 * memberships.
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

/** Undefined when another request has taken the address meanwhile. */
const insertUser = (tx: Tx, email: string | null, nom: string | null) =>
  tx.one<Account>(sql`
    insert into users (email, nom) values (${email}, ${nom})
    on conflict (email) do nothing returning id, status`)

/** The invited address becomes the user's, unless another user has it. */
const confirm = (tx: Tx, id: string, address: string, nom: string | null) =>
  tx.run(sql`
    update users set nom = coalesce(nom, ${nom}),
      email = case when email is null and not exists (select from users o where o.email = ${address})
                   then ${address} else email end,
      invited_email = case when invited_email = ${address} then null else invited_email end
    where id = ${id}`)

/** Without contact details. */
const leaveTrace = (tx: Tx, id: string, issuer: string, action: string, visit: Visit): Promise<void> =>
  recordOne(
    tx,
    { userId: id, source: visit.source, requestId: visit.requestId ?? 'sign-in', ipHash: visit.ipHash },
    action,
    { id, after: action === 'user.created' ? { issuer, roles: [] } : { issuer } },
  )

/**
 * The address as in `users.email`. Ignores addresses that lower-casing turns into other ASCII letters (the Kelvin sign
 * becomes k): they would match another person's address.
 */
function foldedAddress(email: string): string | null {
  const strange = [...email].some(letter => letter > '\x7f' && /[a-z]/.test(letter.toLowerCase()))
  return strange || !email.isWellFormed() ? null : email.toLowerCase()
}

function nameFrom(text: string | null | undefined): string | null {
  const name = firstLetters(storableLine(text ?? ''), 200)
  return isPlainName(name) ? name || null : null
}
