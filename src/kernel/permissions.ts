/** Every right in the system, in one pure function. It reads nothing: what it needs to know is passed in. */

export const ROLES = [
  'admin',
  'operator_moderation',
  'operator_claims',
  'operator_support',
  'operator_communes',
  'operator_imports',
] as const
export type Role = (typeof ROLES)[number]

/** What an editor of an acteur may hold; its owner holds both. */
export const MEMBER_PERMISSIONS = ['manage_publications', 'publish_publications'] as const

/** The parts of the back-office. `reserved` is for administrators alone: users, roles, subscriptions, audit. */
export type Area = 'moderation' | 'claims' | 'support' | 'communes' | 'imports' | 'dashboard' | 'reserved'

const OPERATOR_AREAS: Readonly<Record<Exclude<Role, 'admin'>, Area>> = {
  operator_moderation: 'moderation',
  operator_claims: 'claims',
  operator_support: 'support',
  operator_communes: 'communes',
  operator_imports: 'imports',
}

/** Somebody whose token is good. Roles and status are read from the database at every request. */
export interface Caller {
  readonly id: string
  readonly status: 'active' | 'suspended'
  readonly roles: readonly Role[]
}

export type Right = { readonly action: 'administer'; readonly area: Area }
export type Verdict = 'allowed' | 'account_suspended' | 'admin_required' | 'scope_violation' | 'forbidden'

export function can(caller: Caller, right: Right): Verdict {
  if (caller.status === 'suspended') return 'account_suspended'
  return areasOf(caller.roles).includes(right.area) ? 'allowed' : 'admin_required'
}

const ALL_AREAS: readonly Area[] = [...Object.values(OPERATOR_AREAS), 'dashboard', 'reserved']

/** Any operator sees the dashboard besides its own areas; an administrator sees everything. */
export function areasOf(roles: readonly Role[]): readonly Area[] {
  if (roles.includes('admin')) return ALL_AREAS
  const own = roles.flatMap(role => (role === 'admin' ? [] : OPERATOR_AREAS[role]))
  return own.length > 0 ? [...own, 'dashboard'] : []
}
