import { Problem } from '../kernel/errors.ts'
import type { Role } from '../kernel/permissions.ts'

interface Person {
  readonly status: 'active' | 'suspended'
  readonly roles: readonly Role[]
}

/** The installation must keep an administrator who can come in. `others`: somebody else is one. */
export function refuseLosingTheLastAdmin(before: Person, after: Person, others: boolean): void {
  const governs = ({ status, roles }: Person) => status === 'active' && roles.includes('admin')
  if (governs(before) && !governs(after) && !others) throw new Problem('last_admin')
}
