import { namesOf } from '../../../shared/fields/field.ts'
import { type Area, ROLES } from '../../../shared/words/access.ts'
import type { KeyScope } from '../../../shared/words/api-keys.ts'
import type { Access } from '../../kernel/routes/guard.ts'
import { API, block, type Outlines } from '../../kernel/routes/route.ts'
import { areasOf } from './permissions.ts'
import type { Acting, Anyone, SignedIn, WithKey } from './visitors.ts'

/** The blocks of the table of routes: who may call, and what an action then knows about the caller. */

/** The audience of a block, which the guard enforces. */
export type Audience = Access &
  (
    | { readonly kind: 'app'; readonly bearer: 'ignored' | 'welcome' }
    /** `scope`: API keys with it are admitted too; elsewhere they are refused. */
    | { readonly kind: 'bearer'; readonly scope?: KeyScope }
    /** Any API key, whatever its scopes; people are refused. */
    | { readonly kind: 'key' }
    /** A member of the acteur in the path, which must be a town hall. */
    | { readonly kind: 'mairie' }
    | { readonly kind: 'admin'; readonly area: Area }
  )

/** Anybody, through a named app. */
export const app = (rows: Outlines<Anyone>) => block(API, EVERYBODY, rows)
/** Anybody; a valid token identifies the user. */
export const anybody = (rows: Outlines<Anyone>) => block(API, ANYBODY, rows)
/** Signed-in users. */
export const bearer = (rows: Outlines<SignedIn>) => block(API, SOMEBODY, rows)
/** Signed-in users, and API keys with this scope. */
export const bearerOrKey = (scope: KeyScope, rows: Outlines<Acting>) => block(API, withKeys(scope), rows)
/** API keys, whatever their scopes. */
export const anyKey = (rows: Outlines<WithKey>) => block(API, ANY_KEY, rows)
/** The members of a town hall, for its own communes. */
export const mairie = (rows: Outlines<SignedIn>) => block(`${API}/mairie`, TOWN_HALL, rows)
/** The back-office: administrators, and the operators of this area. */
export const admin = (area: Area, rows: Outlines<SignedIn>) => block(`${API}/admin`, backOffice(area), rows)

const EVERYBODY: Audience = {
  kind: 'app',
  bearer: 'ignored',
  readers: 'everybody',
  unknownParameters: 'ignore',
  document: {
    who: 'anybody, through an app that names itself.',
    security: [{ app: [] }],
    errors: ['invalid_app_source', 'missing_app_source', 'app_source_off'],
  },
}

const ANYBODY: Audience = {
  ...EVERYBODY,
  bearer: 'welcome',
  document: {
    who: 'anybody; an access token identifies the user.',
    security: [{ app: [] }, { app: [], bearer: [] }],
    errors: [...EVERYBODY.document.errors, 'unauthenticated', 'account_suspended', 'api_key_refused'],
  },
}

const SOMEBODY: Audience = {
  kind: 'bearer',
  readers: 'oneself',
  unknownParameters: 'ignore',
  document: {
    who: 'signed-in users, within the rights of their acteurs and roles.',
    security: [{ bearer: [] }, { app: [], bearer: [] }],
    errors: [
      'invalid_app_source',
      'app_source_off',
      'unauthenticated',
      'account_suspended',
      'api_key_refused',
      'scope_violation',
    ],
  },
}

const NOT_WORKING = ['api_key_expired', 'api_key_revoked', 'api_key_paused'] as const

const withKeys = (scope: KeyScope): Audience => ({
  ...SOMEBODY,
  kind: 'bearer',
  scope,
  document: {
    who: `signed-in users, within the rights of their acteurs and roles; API keys with \`${scope}\`, for the acteurs of their limit.`,
    security: [...SOMEBODY.document.security, { key: [] }],
    keyScope: scope,
    errors: [...SOMEBODY.document.errors, ...NOT_WORKING, 'api_key_scope'],
  },
})

const ANY_KEY: Audience = {
  kind: 'key',
  readers: 'oneself',
  unknownParameters: 'ignore',
  document: {
    who: 'API keys, whatever their scopes; a user is refused with `forbidden`.',
    security: [{ key: [] }],
    errors: [
      'invalid_app_source',
      'app_source_off',
      'unauthenticated',
      'account_suspended',
      'forbidden',
      ...NOT_WORKING,
    ],
  },
}

const TOWN_HALL: Audience = {
  kind: 'mairie',
  readers: 'oneself',
  unknownParameters: 'refuse',
  document: {
    who: 'members of this acteur, which must be the town hall of a commune.',
    security: [{ app: [], bearer: [] }],
    errors: [...ANYBODY.document.errors, 'scope_violation'],
  },
}

function backOffice(area: Area): Audience {
  const operators = namesOf(ROLES).filter(role => role !== 'admin' && areasOf([role]).includes(area))
  const who = ['administrators', ...operators.map(role => `\`${role}\``)].join(', ')
  return {
    kind: 'admin',
    area,
    readers: 'colleagues',
    unknownParameters: 'refuse',
    document: {
      who: `${who}.`,
      security: [{ backoffice: [], bearer: [] }],
      errors: [...TOWN_HALL.document.errors, 'admin_required', 'second_factor_required'],
    },
  }
}
