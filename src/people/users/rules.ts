import type { Role, UserStatus } from '../../../shared/words/access.ts'
import { Problem } from '../../kernel/refusals/errors.ts'

interface Person {
  readonly status: UserStatus
  readonly roles: readonly Role[]
}

/** An administrator who can sign in must remain. `others`: whether there is another one. */
export function refuseLosingTheLastAdmin(before: Person, after: Person, others: boolean): void {
  const governs = ({ status, roles }: Person) => status === 'active' && roles.includes('admin')
  if (governs(before) && !governs(after) && !others) throw new Problem('last_admin')
}

/** A user with, or invited at, the address that a newcomer has proven. */
export interface Holder {
  readonly id: string
  readonly status: UserStatus
  /** The address is verified, not only invited. */
  readonly current: boolean
  /** The user can sign in. A token printed by an operator does not count. */
  readonly signsIn: boolean
  /** The user has another subject at the newcomer's issuer: the address was given to another person since. */
  readonly signsInHere: boolean
  readonly holdsRights: boolean
}

/**
 * The user to link the newcomer to. An account without any sign-in waits for whoever proves its address, rights
 * included. An account used elsewhere is linked only without rights: a careless issuer must not give away another
 * issuer's rights.
 */
export function whoseAccount(holders: readonly Holder[]): Holder | undefined {
  return (
    holders.find(({ status }) => status === 'suspended') ??
    holders.find(({ signsIn }) => !signsIn) ??
    holders.find(({ signsInHere, holdsRights }) => !signsInHere && !holdsRights)
  )
}
