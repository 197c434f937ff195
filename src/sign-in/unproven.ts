import { Problem } from '../kernel/refusals/errors.ts'
import { lacksSecondFactor, passkeysOf } from './issuer/accounts.ts'
import type { CurrentSession, SignInParts } from './row.ts'

/**
 * Where a second factor is required, the password alone opens a session that could add another factor, and pass for
 * the person. The owner of a passkey proves it first.
 */
export async function refuseUnproven(
  { config }: SignInParts,
  { user, session }: CurrentSession,
): Promise<void> {
  if (config.secondFactor !== 'required' || !(await lacksSecondFactor(user.id, session.id))) return
  if ((await passkeysOf(user.id)).length > 0) throw new Problem('second_factor_required')
}
