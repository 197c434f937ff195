import type { FastifyRequest } from 'fastify'
import { isId } from '../../../shared/shapes.ts'
import type { Area } from '../../../shared/words/access.ts'
import type { KeyScope } from '../../../shared/words/api-keys.ts'
import { type Db, sql } from '../../kernel/db/db.ts'
import { Problem } from '../../kernel/refusals/errors.ts'
import type { Admission, Guard } from '../../kernel/routes/guard.ts'
import type { Config } from '../../kernel/settings/config.ts'
import type { Identity, Newcomer, Tokens } from '../../kernel/tokens/tokens.ts'
import {
  callerOfKey,
  lockAgainstRevocation,
  looksLikeKey,
  noteKeyUse,
  refuseKeyInAddress,
} from './api-keys.ts'
import type { AppSource, AppSources } from './app-sources.ts'
import type { Audience } from './blocks.ts'
import { type Caller, can, type KeyCaller, territoryOf } from './permissions.ts'
import { callerOf, type Seen } from './seen.ts'
import { beyondTerritory, governanceOf, reachOf } from './territory.ts'
import type { Acting, SignedIn } from './visitors.ts'

interface Keepers {
  readonly sources: AppSources
  readonly tokens: Tokens
  readonly db: Db
  /** The caller is looked up before anything else behind a bearer. */
  readonly short: Db
  readonly secondFactor: Config['secondFactor']
  /** Finds or creates the user of an identity at its first request. Absent without an outside issuer. */
  readonly welcome?: (
    identity: Identity & { readonly newcomer: Newcomer },
    visit: { readonly source: string; readonly requestId: string },
  ) => Promise<Pick<Caller, 'status'>>
}

/** Routes with a bearer do not need `X-App-Source`; the public app is the default. */
const NO_APP: AppSource = { slug: 'public', communeIds: null, acteurIds: null }

export const guardWith = (keepers: Keepers): Guard<Audience> => ({
  admit: (audience, request) => admit(audience, request, keepers),
})

/** The order is part of the interface: app, token, suspension, role, back-office. */
async function admit(audience: Audience, request: FastifyRequest, keepers: Keepers): Promise<Admission> {
  refuseKeyInAddress(request.raw.url ?? '')
  const header = (request.headers['x-app-source'] as string | undefined) || undefined
  if (audience.kind === 'app') {
    const anonymous = audience.bearer === 'ignored' || request.headers.authorization === undefined
    if (anonymous) {
      const source = await keepers.sources.resolve(header)
      const visit = async () => ({ source: await keepers.sources.resolve(header), caller: undefined })
      return { visitor: { source, caller: undefined }, again: visit }
    }
  }

  const optional = ['bearer', 'key'].includes(audience.kind) && header === undefined
  const sourceNow = () => (optional ? NO_APP : keepers.sources.resolve(header))
  const source = await sourceNow()
  const token = tokenOf(request)
  if (token !== undefined && looksLikeKey(token)) return await admitKey(token, sourceNow, audience, keepers)
  const identity = await identify(token, keepers)
  const seen =
    (await callerOf(keepers.short, identity, keepers)) ??
    (await firstVisit(identity, request, source, keepers))
  const { session } = identity
  const visitor = { ...(await admitted(seen, source, audience, request, keepers.db)), session }
  const { id } = visitor.caller
  // Not awaited: a failure only leaves a date that is a few minutes old. An erased user gets none.
  if (seen?.unseen)
    void keepers.db
      .run(sql`update users set last_seen_at = now() where id = ${id} and status = 'active'`)
      .catch(() => {})
  return {
    visitor,
    identity,
    // Checks the session, not the token, which may expire while its request is running.
    async again(tx) {
      const source = await sourceNow()
      const now = await callerOf(tx, identity, keepers)
      const known = now?.id === id ? now : undefined
      const visitorNow = await admitted(known, source, audience, request, tx)
      return { ...visitorNow, ...(session !== undefined && { session }) }
    },
  }
}

async function admitted(
  seen: Seen | undefined,
  source: AppSource,
  audience: Audience,
  request: FastifyRequest,
  db: Db,
): Promise<SignedIn> {
  if (!seen) throw refusedToken()
  const { unseen: _, provenTwice, ...known } = seen
  request.seenUserId = known.id
  if (known.status === 'suspended') throw new Problem('account_suspended')
  // Without the second factor that is required, a person is what they are without their roles.
  const caller = provenTwice || audience.kind === 'admin' ? known : { ...known, roles: [], territories: {} }
  if (audience.kind === 'admin') {
    const verdict = can(caller, { action: 'administer', area: audience.area })
    if (verdict !== 'allowed') throw new Problem(verdict)
    if (source.slug !== 'backoffice') throw notTheOffice()
    if (!provenTwice) throw new Problem('second_factor_required')
    const territory = territoryOf(caller, audience.area)
    if (territory !== null) await refuseRecordOutside(db, caller, territory, audience.area, request)
  }
  if (audience.kind === 'key') throw new Problem('forbidden')
  if (audience.kind === 'mairie') await refuseOutsiders(db, caller, request)
  return { source, caller }
}

const notTheOffice = () =>
  new Problem('scope_violation', {
    details: [
      { path: 'X-App-Source', fr: 'doit être `backoffice` à cette adresse', en: 'must be `backoffice` here' },
    ],
  })

/** Lists keep to the territory themselves; a record is looked at here, before its action runs. */
async function refuseRecordOutside(
  db: Db,
  caller: Caller,
  territory: readonly string[],
  area: Area,
  { method, routeOptions, params }: FastifyRequest,
): Promise<void> {
  const verb = method === 'HEAD' ? 'GET' : method
  const reach = reachOf(verb, routeOptions.url ?? '')
  if (reach === 'narrowed') return
  if (typeof reach !== 'function') throw new Problem('scope_violation')
  const { id = '' } = params as { id?: string }
  const governs = governanceOf(verb, routeOptions.url ?? '')
  const asked = { id: caller.id, territory }
  const seen = isId(id)
    ? await db.one<{ governed: boolean }>(sql`
        select ${governs?.(sql`${id}::uuid`, asked) ?? sql`true`} as governed where ${reach(sql`${id}::uuid`, asked)}`)
    : undefined
  const verdict = can(caller, { action: 'administer', area, outside: seen === undefined })
  if (verdict !== 'allowed') throw new Problem(verdict)
  if (!seen?.governed) throw beyondTerritory()
}

/**
 * One refusal whether the acteur does not exist, is no town hall or has other members, so that outsiders learn
 * nothing.
 */
async function refuseOutsiders(db: Db, caller: Caller, request: FastifyRequest): Promise<void> {
  const { acteurId = '' } = request.params as { acteurId?: string }
  if (!isId(acteurId)) throw new Problem('not_found')
  const member = await db.one(sql`
    select from actor_users m join acteurs a on a.id = m.acteur_id
    where m.user_id = ${caller.id} and m.acteur_id = ${acteurId} and a.active and a.deleted_at is null
      and exists (select from communes where mairie_actor_id = m.acteur_id)`)
  if (!member) throw new Problem('scope_violation')
}

/** Routes for users only refuse every key without a look-up, so that the answer does not reveal whether a key exists. */
async function admitKey(
  token: string,
  sourceNow: () => AppSource | Promise<AppSource>,
  audience: Audience,
  { short, db }: Keepers,
): Promise<Admission> {
  const scope = audience.kind === 'bearer' ? audience.scope : undefined
  if (scope === undefined && audience.kind !== 'key') throw new Problem('api_key_refused')
  const visit = async (reader: Db): Promise<Acting & { caller: KeyCaller & { unseen: boolean } }> => {
    const caller = await callerOfKey(reader, token)
    if (scope !== undefined && !caller.scopes.includes(scope)) throw lacksScope(scope)
    return { source: await sourceNow(), caller }
  }
  const visitor = await visit(short)
  // Not awaited: a failure only leaves a date that is a minute old.
  if (visitor.caller.unseen) void noteKeyUse(db, visitor.caller.id).catch(() => {})
  return {
    visitor,
    eachWrite: true,
    async again(tx) {
      await lockAgainstRevocation(tx, visitor.caller.id)
      return await visit(tx)
    },
  }
}

const lacksScope = (scope: KeyScope) =>
  new Problem('api_key_scope', {
    details: [{ path: 'scopes', fr: `il faut \`${scope}\``, en: `\`${scope}\` is needed` }],
  })

const tokenOf = ({ headers }: FastifyRequest): string | undefined =>
  /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]

async function identify(token: string | undefined, { tokens }: Keepers): Promise<Identity> {
  // Only valid tokens are looked up in the database.
  if (token === undefined) throw new Problem('unauthenticated')
  const identity = await tokens.verify(token)
  if (!identity) throw refusedToken()
  return identity
}
/** RFC 6750: a program learns that it has to renew its token. */
const refusedToken = () =>
  new Problem('unauthenticated', {
    headers: {
      'www-authenticate':
        'Bearer error="invalid_token", error_description="The access token has expired, or is none (a session token is not)"',
    },
  })

async function firstVisit(
  { newcomer, ...identity }: Identity,
  { id: requestId }: FastifyRequest,
  { slug }: AppSource,
  keepers: Keepers,
): Promise<Seen | undefined> {
  const { welcome, short } = keepers
  if (!newcomer || !welcome) return undefined
  const { status } = await welcome({ ...identity, newcomer }, { source: slug, requestId })
  // The address belongs to a suspended user, so the identity has no user.
  if (status === 'suspended') throw new Problem('account_suspended')
  return await callerOf(short, identity, keepers)
}
