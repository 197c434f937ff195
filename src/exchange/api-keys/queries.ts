import type { KeyGrant } from '../../../shared/words/api-keys.ts'
import { countRows, type Db, type Sql, sql, type Tx, where } from '../../kernel/db/db.ts'
import { newestFirst, readPage } from '../../kernel/lists/orders.ts'
import { type PageQuery, pageOf } from '../../kernel/lists/paging.ts'
import type { Trail } from '../../kernel/records/audit.ts'
import { found, invalid } from '../../kernel/refusals/errors.ts'
import { IN_FORCE, lockForRevocation, newSecret, PAUSED_FOR } from '../../people/access/api-keys.ts'
import { acteurInBrief, communesInBrief, epcisInBrief, personInBrief } from '../../people/access/in-brief.ts'
import { findNamedCommunes } from '../../people/access/named-communes.ts'
import { unknownId } from '../../people/access/unknown-ids.ts'
import type { ApiKey, NewApiKey, NewOwnApiKey, OwnKey } from './shapes.ts'

/** The rows of API keys. They are never deleted: the audit trail and publications name them. */

const STATE = sql`
  case when k.revoked_at is not null then 'revoked' when k.expires_at <= now() then 'expired'
    when ${IN_FORCE} then 'active' else 'paused' end`

const COLUMNS = sql`k.id, k.nom, k.prefix, k.scopes, ${STATE} as state,
  case ${STATE} when 'paused' then ${PAUSED_FOR} end as paused_for,
  ${acteurInBrief(sql`k.acteur_id`)} as acteur, ${communesInBrief(sql`k.commune_ids`)} as communes,
  ${epcisInBrief(sql`k.epci_codes`)} as epcis,
  k.granted_to, ${personInBrief(sql`k.created_by`)} as created_by, k.created_at, k.expires_at, k.last_used_at, k.revoked_at`

const NEWEST = newestFirst(sql`k.id`)
export const ofActeur = (id: string) => sql`k.acteur_id = ${id}`
export const countWorkingKeys = (db: Db, acteurId: string): Promise<number> =>
  countRows(db, sql`api_keys k where ${ofActeur(acteurId)} and ${STATE} = 'active'`)

export const pageOfKeys = (db: Db, query: PageQuery, conditions: readonly Sql[] = []) =>
  readPage<ApiKey>(db, pageOf(query, NEWEST), { columns: COLUMNS, from: sql`api_keys k`, conditions })

export const allKeys = (db: Db, conditions: readonly Sql[]) =>
  db.all<ApiKey>(sql`select ${COLUMNS} from api_keys k ${where(conditions)} order by k.id`)

const findKey = async (db: Db, id: string) =>
  found(await db.one<ApiKey>(sql`select ${COLUMNS} from api_keys k where k.id = ${id}`))

/** A key as its own program sees it, with these communes. */
export const findOwnKey = async (db: Db, id: string, communeIds: readonly string[]) =>
  found(
    await db.one<OwnKey>(sql`
      select k.id, k.nom, k.scopes,
        (select json_build_object('id', a.id, 'nom', a.nom, 'slug', a.slug)
          from acteurs a where a.id = k.acteur_id) as acteur,
        ${communesInBrief(sql`${[...communeIds]}::uuid[]`)} as communes, k.expires_at
      from api_keys k where k.id = ${id}`),
  )

interface Making {
  readonly tx: Tx
  readonly audit: Trail
}
interface Grant {
  readonly granted_to: KeyGrant
  readonly created_by: string | null
}
type Limits = Pick<NewApiKey, 'acteur_id' | 'commune_ids' | 'epci_codes'>

export async function createKey(
  { tx, audit }: Making,
  { nom, scopes, days, acteur_id, commune_ids, epci_codes }: NewOwnApiKey & Limits,
  { granted_to, created_by }: Grant,
) {
  const { secret, hash, prefix } = newSecret()
  const { id } = found(
    await tx.one<{ id: string }>(sql`
      insert into api_keys
        (nom, hash, prefix, scopes, acteur_id, commune_ids, epci_codes, granted_to, created_by, expires_at)
      values (${nom}, ${hash}, ${prefix}, ${[...scopes]}::text[], ${acteur_id ?? null},
        ${commune_ids ? [...commune_ids] : null}::uuid[], ${epci_codes ? [...epci_codes] : null}::text[], ${granted_to},
        ${created_by}, now() + make_interval(days => ${days}))
      returning id`),
  )
  const key = await findKey(tx, id)
  const { expires_at } = key
  audit.record({
    id,
    after: {
      scopes,
      expires_at,
      ...(acteur_id && { acteur_id }),
      ...(commune_ids && { commune_ids }),
      ...(epci_codes && { epci_codes }),
    },
  })
  return { ...key, secret }
}

/** Again without effect. `conditions`: keys that the caller may revoke. */
export async function revokeKey(
  { tx, audit }: Making,
  id: string,
  by: string | null,
  conditions: readonly Sql[] = [],
): Promise<ApiKey> {
  await lockForRevocation(tx, id)
  const { revoked } = found(
    await tx.one<{ revoked: boolean }>(sql`
      select k.revoked_at is not null as revoked from api_keys k
      ${where([sql`k.id = ${id}`, ...conditions])} for update`),
  )
  audit.considered()
  if (!revoked) {
    await tx.run(sql`update api_keys set revoked_at = now(), revoked_by = ${by} where id = ${id}`)
    audit.record({ id, before: { revoked: false }, after: { revoked: true } })
  }
  return await findKey(tx, id)
}

/** Refuses limits that are not exactly one, or name what does not exist. */
export async function refuseUnfitLimits(tx: Tx, limits: Limits): Promise<void> {
  const { acteur_id, commune_ids, epci_codes } = limits
  if ([acteur_id, commune_ids, epci_codes].filter(one => one !== undefined).length !== 1)
    throw invalid(
      'acteur_id',
      'choisissez un acteur, des communes ou des intercommunalités, et un seul des trois',
      'choose an acteur, communes or intercommunalities, and only one of the three',
    )
  if (acteur_id && !(await tx.one(sql`select from acteurs where id = ${acteur_id} and deleted_at is null`)))
    throw unknownId('acteur_id', 'acteur')
  const known = await findNamedCommunes(tx, commune_ids ?? [])
  if (commune_ids?.some(id => known.get(id)?.merged !== false)) throw unknownId('commune_ids', 'commune')
  const epcis = await tx.all(sql`select from epcis where code = any(${[...(epci_codes ?? [])]}::text[])`)
  if (epcis.length < (epci_codes?.length ?? 0))
    throw invalid(
      'epci_codes',
      'n’est le code d’aucune intercommunalité',
      'is not the code of any intercommunality',
    )
}
