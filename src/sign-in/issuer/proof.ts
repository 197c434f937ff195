import { sql, type Tx } from '../../kernel/db/db.ts'
import { type Change, recordOne } from '../../kernel/records/audit.ts'
import { Problem } from '../../kernel/refusals/errors.ts'
import { userBehind } from './accounts.ts'
import { currentExchange } from './exchange.ts'
import { verifyOnce } from './hashing.ts'

/** What users prove before they change their own account, and the record of it. */

/** A user without a password here must have signed in this recently. */
const FRESH_MS = 10 * 60_000

/** The id of the signed-in user. Throws when the user was erased after the session was checked. */
export async function stillThere({ id }: { readonly id: string }): Promise<string> {
  const somebody = await userBehind(id)
  if (!somebody) throw new Problem('unauthenticated')
  return somebody.id
}

/** By the password in the body. */
export async function prove(
  account: { readonly id: string },
  { createdAt }: { readonly createdAt: Date | string },
): Promise<void> {
  const exchange = currentExchange()
  const own = await exchange.reads().one<{ password: string }>(sql`
    select password from auth_accounts
    where user_id = ${account.id} and provider_id = 'credential' and password is not null`)
  const { password } = exchange.body
  if (!own) {
    await stillThere(account)
    if (Date.now() - new Date(createdAt).getTime() > FRESH_MS) throw new Problem('sign_in_again')
  } else if (typeof password !== 'string' || !(await verifyOnce(own.password, password)))
    throw new Problem('invalid_password')
}

export const record = (tx: Tx, userId: string, { action, ...change }: Change & { readonly action: string }) =>
  recordOne(
    tx,
    { userId, source: 'auth', requestId: currentExchange().requestId, ipHash: undefined },
    action,
    change,
  )
