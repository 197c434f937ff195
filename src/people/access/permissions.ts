import { namesOf } from '../../../shared/fields/field.ts'
import {
  AREAS,
  type Area,
  type MemberPermission,
  type MemberRole,
  type Role,
  type UserStatus,
} from '../../../shared/words/access.ts'
import type { KeyScope } from '../../../shared/words/api-keys.ts'
import type { Deciders, ModerationStatus } from '../../../shared/words/moderation.ts'
import { type Identified, userOrKey } from '../../kernel/http/visitor.ts'
import type { Territory } from './territory.ts'

/** Every right in the system, in one pure function: everything it needs is passed in. */

/** A user with a valid token. Roles and status are read from the database at every request. */
export interface Caller {
  readonly kind?: 'user'
  readonly id: string
  readonly status: UserStatus
  readonly roles: readonly Role[]
  /** The communes of roles that are limited to some; the other roles apply everywhere. */
  readonly territories: Readonly<Partial<Record<Role, readonly string[]>>>
}

/** A program with an API key. It acts for the acteurs of its limit, and has no rights of a person. */
export interface KeyCaller {
  readonly kind: 'key'
  readonly id: string
  readonly scopes: readonly KeyScope[]
  readonly limit: { readonly acteurId: string } | { readonly communeIds: readonly string[] }
}
export type UserOrKey = Caller | KeyCaller

/** For columns that name a person, and for those that name a key. */
export const userIdOf = (caller: Identified): string | null => userOrKey(caller).userId ?? null
export const keyIdOf = (caller: Identified): string | null => userOrKey(caller).keyId ?? null

/** The role of a caller in an acteur, and the rights of the acteur itself. */
export interface Standing {
  /** Undefined for a user who is no member. A key is an editor of the acteurs of its limit. */
  readonly role: MemberRole | undefined
  readonly permissions: readonly MemberPermission[]
  /** Active and not deleted. */
  readonly open: boolean
  /** Its publications need no review. */
  readonly can_publish: boolean
}

export type Right =
  /** `outside`: the record lies outside of the caller's territory. */
  | { readonly action: 'administer'; readonly area: Area; readonly outside?: boolean }
  /** `inZone`: every commune is the acteur's own or in its zone. */
  | {
      readonly action: 'create'
      readonly standing: Standing
      readonly inZone: boolean
      readonly pin: boolean
    }
  | {
      readonly action: 'edit'
      readonly standing: Standing
      readonly inZone: boolean
      /** Whether the edit changes the content. */
      readonly content: boolean
      readonly pin: boolean
    }
  | { readonly action: 'delete'; readonly standing: Standing }
  /** `decidedBy`: who decided last. */
  | {
      readonly action: 'moderate'
      readonly standing: Standing
      readonly to: ModerationStatus
      readonly decidedBy: Deciders
    }
  /** Publications that others attached to the communes of a town hall; `standing` is the one in the town hall. */
  | {
      readonly action: 'hold'
      readonly standing: Standing
      readonly to: ModerationStatus
      readonly decidedBy: Deciders
    }
  /** Reading the acteur's pages, as any member. */
  | { readonly action: 'visit'; readonly standing: Standing }
  /** Editing the acteur's description or, for a town hall, its commune's. */
  | { readonly action: 'describe'; readonly standing: Standing }
  /** Managing the members of the acteur and their rights. */
  | { readonly action: 'lead'; readonly standing: Standing }
type Verdict =
  | 'allowed'
  | 'account_suspended'
  | 'api_key_refused'
  | 'api_key_scope'
  | 'admin_required'
  | 'scope_violation'
  | 'forbidden'
  | 'not_found'

/** The scopes of which a key needs one. Rights that are not named are never a key's. */
const SCOPES_FOR: Readonly<Partial<Record<Right['action'], readonly KeyScope[]>>> = {
  create: ['publications:write'],
  edit: ['publications:write'],
  delete: ['publications:write'],
  visit: ['acteurs:read', 'acteurs:write'],
  describe: ['acteurs:write'],
}

export function can(caller: UserOrKey, right: Right): Verdict {
  if (caller.kind === 'key') {
    const scopes = SCOPES_FOR[right.action]
    if (!scopes || right.action === 'administer') return 'api_key_refused'
    if (!scopes.some(scope => caller.scopes.includes(scope))) return 'api_key_scope'
    return canInActeur(right)
  }
  if (caller.status === 'suspended') return 'account_suspended'
  if (right.action === 'administer') {
    if (!areasOf(caller.roles).includes(right.area)) return 'admin_required'
    return right.outside ? 'not_found' : 'allowed'
  }
  return isAdministrator(caller) ? 'allowed' : canInActeur(right)
}

function canInActeur(right: Exclude<Right, { action: 'administer' }>): Verdict {
  const { standing } = right
  // Members cannot write for an inactive or deleted acteur.
  if (!standing.open) return 'scope_violation'
  const manages = holds(standing, 'manage_publications')
  const publishes = holds(standing, 'publish_publications')
  switch (right.action) {
    case 'create':
      if (!manages || !right.inZone) return 'scope_violation'
      return right.pin && !publishes ? 'forbidden' : 'allowed'
    case 'edit':
      if (standing.role === undefined) return 'scope_violation'
      if ((right.content && !manages) || (right.pin && !publishes)) return 'forbidden'
      return right.inZone ? 'allowed' : 'scope_violation'
    case 'delete':
      if (standing.role === undefined) return 'scope_violation'
      return manages ? 'allowed' : 'forbidden'
    case 'visit':
      return standing.role === undefined ? 'scope_violation' : 'allowed'
    case 'describe':
      if (standing.role === undefined) return 'scope_violation'
      return manages ? 'allowed' : 'forbidden'
    case 'lead':
      if (standing.role === undefined) return 'scope_violation'
      return standing.role === 'owner' ? 'allowed' : 'forbidden'
    case 'moderate':
      return manages && publishes && mayDecide(right) && right.decidedBy !== 'mairie'
        ? 'allowed'
        : 'scope_violation'
    case 'hold':
      return manages && publishes && right.to === 'pending' && right.decidedBy !== 'backoffice'
        ? 'allowed'
        : 'scope_violation'
  }
}

/**
 * Members decide about publications of their acteur unless the back-office has decided; only the back-office may set
 * `approved`.
 */
function mayDecide({ standing, to, decidedBy }: Extract<Right, { action: 'moderate' }>): boolean {
  if (decidedBy === 'backoffice') return false
  if (to === 'published') return standing.can_publish
  return to === 'pending' || to === 'rejected'
}

/** The interface calls it `platform_admin`. */
export const isAdministrator = (caller: Pick<Caller, 'roles'> | KeyCaller) =>
  'roles' in caller && caller.roles.includes('admin')

const holds = ({ role, permissions }: Standing, permission: MemberPermission) =>
  role === 'owner' || (role === 'editor' && permissions.includes(permission))

/** If both the acteur and the caller may publish, publications are visible at once, without review. */
export const publishesAtOnce = (caller: Pick<Caller, 'roles'> | KeyCaller, standing: Standing): boolean =>
  standing.open &&
  standing.can_publish &&
  (isAdministrator(caller) || holds(standing, 'publish_publications'))

/** A moderator's edit needs no review. */
export const editsAtOnce = (caller: UserOrKey, standing: Standing): boolean =>
  isAdministrator(caller) || publishesAtOnce(caller, standing)

/** Operators see the dashboard besides their own areas; administrators see everything. */
export function areasOf(roles: readonly Role[]): readonly Area[] {
  if (roles.includes('admin')) return namesOf(AREAS)
  const own = namesOf(AREAS).filter(area => area !== 'dashboard' && roles.includes(AREAS[area].role))
  return own.length > 0 ? [...own, 'dashboard'] : []
}

/** The communes that an API key is limited to; null for a person, and for the key of one acteur. */
export const territoryOfKey = (caller: UserOrKey): Territory =>
  caller.kind === 'key' && 'communeIds' in caller.limit ? caller.limit.communeIds : null

/** The communes that an area is limited to. The dashboard, and what all areas share, has those of all roles together. */
export function territoryOf({ roles, territories }: Caller, area: Area): Territory {
  const held = roles.filter(role => area === 'dashboard' || role === 'admin' || role === AREAS[area].role)
  const limits = held.map(role => (role === 'admin' ? undefined : territories[role]))
  return limits.includes(undefined) ? null : [...new Set(limits.flatMap(limit => limit ?? []))]
}
