import type { Role, UserStatus } from '../access/permissions.ts'
import { Problem } from '../kernel/errors.ts'

interface Person {
  readonly status: UserStatus
  readonly roles: readonly Role[]
}

/** The installation must keep an administrator who can come in. `others`: somebody else is one. */
export function refuseLosingTheLastAdmin(before: Person, after: Person, others: boolean): void {
  const governs = ({ status, roles }: Person) => status === 'active' && roles.includes('admin')
  if (governs(before) && !governs(after) && !others) throw new Problem('last_admin')
}

/** Somebody who holds, or was invited at, the address that a newcomer has proven. */
export interface Holder {
  readonly id: string
  readonly status: UserStatus
  /** The address is theirs, not one that they were only invited at. */
  readonly current: boolean
  /** There is a way in for them already. A token that an operator printed is none. */
  readonly signsIn: boolean
  /** At the newcomer's own issuer, as another subject: an address that was given to somebody else since. */
  readonly signsInHere: boolean
  readonly holdsRights: boolean
}

/**
 * Which of them the newcomer is. An account nobody could ever enter waits for whoever proves its address, rights
 * included. One that somebody enters elsewhere is only shared where nothing can be won by it: an issuer that is careless
 * with addresses must not hand out another one's rights.
 */
export function whoseAccount(holders: readonly Holder[]): Holder | undefined {
  return (
    holders.find(({ status }) => status === 'suspended') ??
    holders.find(({ signsIn }) => !signsIn) ??
    holders.find(({ signsInHere, holdsRights }) => !signsInHere && !holdsRights)
  )
}
