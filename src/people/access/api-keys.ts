import { hash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { KeyScope } from '../../../shared/words/api-keys.ts'
import { type Db, type Sql, sql, type Tx } from '../../kernel/db/db.ts'
import { Problem } from '../../kernel/refusals/errors.ts'
import type { KeyCaller } from './permissions.ts'

/** API keys: their form, and the caller of a request that carries one. */

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const BEGINNING = 'pk_parvis_'
const RANDOM = 32
const CHECK = 6
/** The characters of a key that lists show. */
const SHOWN = BEGINNING.length + 4

/** Also anywhere in an address. */
const KEY = new RegExp(`${BEGINNING}[0-9A-Za-z]{${RANDOM + CHECK}}`)
const WHOLE = new RegExp(`^${KEY.source}$`)

/** A checksum, so that secret scanners report no false keys, and a mistyped key needs no look-up. */
function checkOf(random: string): string {
  let rest = crc32(random)
  let check = ''
  for (let at = 0; at < CHECK; at++) {
    check = (LETTERS[rest % LETTERS.length] ?? '') + check
    rest = Math.floor(rest / LETTERS.length)
  }
  return check
}

interface NewSecret {
  readonly secret: string
  readonly hash: Buffer
  readonly prefix: string
}

export function newSecret(): NewSecret {
  const random = Array.from({ length: RANDOM }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  const secret = `${BEGINNING}${random}${checkOf(random)}`
  return { secret, hash: hashOf(secret), prefix: secret.slice(0, SHOWN) }
}

const hashOf = (secret: string): Buffer => hash('sha256', secret, 'buffer')

export const looksLikeKey = (token: string): boolean => token.startsWith(BEGINNING)

const isWellFormed = (token: string): boolean =>
  WHOLE.test(token) && checkOf(token.slice(BEGINNING.length, -CHECK)) === token.slice(-CHECK)

/** Addresses stand in logs and histories: a key in one is refused, whatever the parameter is called. */
export function refuseKeyInAddress(address: string): void {
  if (!KEY.test(address)) return
  throw new Problem('invalid_request', {
    details: [
      {
        path: 'Authorization',
        fr: 'La clé d’API se met dans cet en-tête (Bearer), jamais dans l’adresse : révoquez celle-ci.',
        en: 'Send the API key in this header (Bearer), never in the address: revoke this one.',
      },
    ],
  })
}

////////////////////////////////////////////////////////////////////////////// whether it works

/** Whether the creator of key `k` still has the right by which it was made, and its acteur is open. */
export const IN_FORCE: Sql = sql`
  (k.granted_to = 'operator' or exists (
    select from users u where u.id = k.created_by and u.status = 'active' and case k.granted_to
      when 'admin' then exists (select from user_roles r where r.user_id = u.id and r.role = 'admin')
      else exists (select from actor_users m
        where m.user_id = u.id and m.acteur_id = k.acteur_id and m.role = 'owner') end))
  and (k.acteur_id is null
    or exists (select from acteurs a where a.id = k.acteur_id and a.active and a.deleted_at is null))`

/** Why key `k` is not in force. */
export const PAUSED_FOR: Sql = sql`
  coalesce((select case when a.merged_into is not null then 'acteur_merged' when a.deleted_at is not null then 'acteur_deleted'
      when not a.active then 'acteur_closed' end
    from acteurs a where a.id = k.acteur_id), 'creator')`

interface Found {
  readonly id: string
  readonly scopes: readonly KeyScope[]
  readonly acteur_id: string | null
  readonly commune_ids: readonly string[] | null
  readonly revoked: boolean
  readonly expired: boolean
  readonly in_force: boolean
  readonly unseen: boolean
}

/** The key is found by its hash, which tells nothing about the key by how long the look-up takes. */
const findByHash = (db: Db, digest: Buffer) =>
  db.one<Found>(sql`
    select k.id, k.scopes, k.acteur_id,
      case when k.acteur_id is null then array(
        select c.id from communes c where c.id = any(k.commune_ids) or c.epci_code = any(k.epci_codes)) end as commune_ids,
      k.revoked_at is not null as revoked, k.expires_at <= now() as expired, ${IN_FORCE} as in_force,
      k.last_used_at is null or k.last_used_at < now() - interval '1 minute' as unseen
    from api_keys k where k.hash = ${digest}`)

/** A program cannot sign in: the sentence of `unauthenticated` alone would not help it. */
const unknownKey = () =>
  new Problem('unauthenticated', {
    headers: {
      'www-authenticate': 'Bearer error="invalid_token", error_description="No API key is spelt like this"',
    },
    details: [
      {
        path: 'Authorization',
        fr: 'aucune clé d’API ne s’écrit ainsi : est-elle copiée en entier ?',
        en: 'no API key is spelt like this: was it copied whole?',
      },
    ],
  })

/** Read at every request, so that a revocation applies at once on all nodes. */
export async function callerOfKey(db: Db, token: string): Promise<KeyCaller & { readonly unseen: boolean }> {
  const key = isWellFormed(token) ? await findByHash(db, hashOf(token)) : undefined
  if (!key) throw unknownKey()
  if (key.revoked) throw new Problem('api_key_revoked')
  if (key.expired) throw new Problem('api_key_expired')
  if (!key.in_force) throw new Problem('api_key_paused')
  const { id, scopes, acteur_id, commune_ids, unseen } = key
  const limit = acteur_id === null ? { communeIds: commune_ids ?? [] } : { acteurId: acteur_id }
  return { kind: 'key', id, scopes, limit, unseen }
}

/** One of several concurrent requests writes, and none within a minute of the last. */
export const noteKeyUse = (db: Db, id: string) =>
  db.run(sql`
    update api_keys set last_used_at = now()
    where id = ${id} and (last_used_at is null or last_used_at < now() - interval '1 minute')`)

/**
 * A revocation waits for the writes of the key that have begun: after its answer none is committed. The lock is
 * advisory because its queue is fair: with row locks, a busy key would hold up its revocation for ever.
 */
export const lockAgainstRevocation = (tx: Tx, id: string) =>
  tx.run(sql`select pg_advisory_xact_lock_shared(${lockOf(id)})`)
export const lockForRevocation = (tx: Tx, id: string) =>
  tx.run(sql`select pg_advisory_xact_lock(${lockOf(id)})`)
/** A suspension waits likewise for the writes of the keys that the person made. Taken before any row, so that none deadlocks. */
export const lockForSuspension = (tx: Tx, userId: string) =>
  tx.run(sql`
    select pg_advisory_xact_lock(hashtextextended('api_key ' || k.id, 0))
    from (select id from api_keys where created_by = ${userId} and revoked_at is null order by id) k`)

const lockOf = (id: string) => sql`hashtextextended(${`api_key ${id}`}, 0)`
