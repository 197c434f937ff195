import type { Role, UserStatus } from '../access/permissions.ts'
import { Problem } from '../kernel/errors.ts'

interface Person {
  readonly status: UserStatus
  readonly roles: readonly Role[]
}

/** There must always be an administrator who can sign in. `others`: there is another one. */
export function refuseLosingTheLastAdmin(before: Person, after: Person, others: boolean): void {
  const governs = ({ status, roles }: Person) => status === 'active' && roles.includes('admin')
  if (governs(before) && !governs(after) && !others) throw new Problem('last_admin')
}

/** A user who has, or was invited at, the address that a newcomer has proven. */
export interface Holder {
  readonly id: string
  readonly status: UserStatus
  /** The address is verified, not only invited. */
  readonly current: boolean
  /** They can sign in already. A token that an operator printed does not count. */
  readonly signsIn: boolean
  /** They have another subject at the newcomer's issuer: the address was given to another person since. */
  readonly signsInHere: boolean
  readonly holdsRights: boolean
}

/**
 * Which of these users the newcomer is linked to. An account that could never be signed in to waits for whoever proves its
 * address, rights included. An account that is used elsewhere is linked only when it has no rights: an issuer that is
 * careless with addresses must not give away another issuer's rights.
 */
export function whoseAccount(holders: readonly Holder[]): Holder | undefined {
  return (
    holders.find(({ status }) => status === 'suspended') ??
    holders.find(({ signsIn }) => !signsIn) ??
    holders.find(({ signsInHere, holdsRights }) => !signsInHere && !holdsRights)
  )
}
