import { hash } from 'node:crypto'
import build from 'fast-json-stringify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TObject, TSchema } from 'typebox'
import { admit, type Visitor } from '../access.ts'
import { AuditTrail, type Signature } from '../audit.ts'
import type { Config } from '../config.ts'
import { takeOne } from '../crowds/limits.ts'
import { oneAfterTheOther } from '../crowds/turns.ts'
import type { PublicDb } from '../db/database.ts'
import type { Tx } from '../db/db.ts'
import { constraintOf, takesNoWrites } from '../db/db-errors.ts'
import { languageOf, Problem } from '../errors.ts'
import { household } from '../http/addresses.ts'
import { isKnown } from '../http/etags.ts'
import { refuseOtherMethods } from '../http/other-methods.ts'
import { queryReader } from '../http/query-string.ts'
import { clientAddress, refuse } from '../http/server.ts'
import { JSON_TYPE } from '../http/sockets.ts'
import { isList, opened, sealNext } from '../lists/cursors.ts'
import { AlreadyThere, type AnyRead, type AnyWrite, type Conflicts, Moved } from './action.ts'
import { type Answer, type Request, readKey, recall, remember, requestHash } from './idempotency.ts'
import { isIntake, takeIn } from './intake.ts'
import type { Posture, Row } from './route.ts'
import type { Handler, Services } from './services.ts'
import { checkFor, isId } from './shapes.ts'
import { mountSigned } from './signed.ts'

/**
 * Every row of the table becomes a route, and every route takes the same way:
 * guard → limit → shapes → transaction → trace → reply. The first two come before the body is read.
 */
export function mount(server: FastifyInstance, rows: readonly Row[], services: Services): void {
  for (const row of rows) {
    if (isIntake(row)) {
      const take = takeIn(row, services, presenter(row.action.reply, services.config))
      mountSigned(server, row, row.access, services, take)
      continue
    }
    const handle = 'posture' in row ? writer(row.action, row, services) : reader(row.action, row, services)
    const { access } = row
    if (access.kind === 'signed') {
      mountSigned(server, row, access, services, handle)
      continue
    }
    const limits = 'posture' in row ? (row.posture.limit ?? []) : []
    server.route({
      method: row.method,
      url: row.path,
      onRequest: async (request, reply) => {
        if (row.retiring) announceEnd(reply, row.retiring)
        const visitor = await admit(access, request, services.keepers)
        request.visitor = visitor
        if (services.config.rateLimitScale > 0) {
          for (const limit of limits) {
            const subject =
              limit.by === 'user' && visitor.caller
                ? visitor.caller.id
                : await services.addresses.hash(clientAddress(request), new Date())
            await takeOne(services.db.pool, limit, subject, services.config.rateLimitScale).catch(error => {
              if (!answersAnyway(row.action, error)) throw error
            })
          }
        }
      },
      handler: (request, reply) => handle(request, reply, request.visitor as Visitor),
    })
  }
  refuseOtherMethods(server, rows)
}

function reader(action: AnyRead, row: Row, services: Services): Handler {
  const readParams = paramsReader(action.params)
  const readQuery = queryOf(action.query, row)
  const write = presenter(action.reply, services.config, action.asBuilt)
  const isPublic = row.access.kind === 'app'
  const isOffice = row.access.kind === 'admin'
  const paged = isList(action.query)
  const note = row.personal ? services.log : undefined
  // What a caller just wrote must be there when it reads: only public reads may come from a replica.
  const readsOf = (request: FastifyRequest): PublicDb =>
    isPublic
      ? services.db.publicly(() => household(clientAddress(request)))
      : { db: services.db.pool, slow: services.db.pool }
  return async (request, reply, { source, caller }) => {
    const params = readParams(request.params)
    const query = readQuery(request)
    const asked = { path: row.path, audience: isOffice ? '' : `${source.slug} ${caller?.id}`, params, query }
    const result = await action.run({
      params,
      query: paged ? opened(asked) : query,
      body: undefined,
      source,
      caller,
      ...readsOf(request),
      now: new Date(),
      briefly: (ms, part) => services.db.transaction(async tx => await part(await tx.patient(ms))),
      log: services.log,
    })
    if (result instanceof Moved) {
      reply.header('cache-control', isPublic ? PUBLIC_CACHE : 'no-store')
      return reply.headers({ location: result.location, vary: PUBLIC_VARY }).code(301).send()
    }
    if (paged) sealNext(result, asked)
    // Encoded once, for the ETag and for the wire.
    const body = Buffer.from(write(result))
    reply.type(JSON_TYPE)
    note?.info(
      { user_id: caller?.id, route: row.path, params, request_id: request.id },
      'contact details were read',
    )
    if (!isPublic && !action.revalidated) return reply.header('cache-control', 'no-store').send(body)
    const etag = `W/"${hash('sha1', body, 'base64url')}"`
    const [control, vary] = isPublic ? [PUBLIC_CACHE, PUBLIC_VARY] : [OWN_CACHE, OWN_VARY]
    reply.headers({ etag, 'cache-control': control, vary })
    return isKnown(request.headers['if-none-match'], etag) ? reply.code(304).send() : reply.send(body)
  }
}

const PUBLIC_CACHE = 'public, max-age=30, stale-while-revalidate=30'
/** A cache must never serve one town's scope to another. */
const PUBLIC_VARY = 'X-App-Source, Accept-Language, Origin, Accept-Encoding'
/** Kept by the caller's own browser, which asks each time whether it still holds. */
const OWN_CACHE = 'private, no-cache'
const OWN_VARY = `Authorization, ${PUBLIC_VARY}`

function writer(action: AnyWrite, row: Row & { posture: Posture }, services: Services): Handler {
  const readParams = paramsReader(action.params)
  // What a webhook's sender puts behind its address is not signed, and means nothing.
  const readQuery = row.access.kind === 'signed' ? () => ({}) : queryOf(action.query, row)
  const readBody = row.access.kind === 'signed' ? row.access.read : bodyReader(action.body)
  const write = presenter(action.reply, services.config)
  const takeTurn = row.posture.inTurn ? oneAfterTheOther() : <T>(work: () => Promise<T>) => work()
  const promised = 'audit' in row.posture ? row.posture.audit : undefined

  return async (request, reply, { source, caller }) => {
    const params = readParams(request.params)
    const query = readQuery(request)
    const body = await readBody(request.body as Buffer)
    const known = action.versioned ? knownVersion(request.headers['if-match']) : undefined
    const now = new Date()
    const ipHash = await services.addresses.hash(clientAddress(request), now)
    const signature: Signature = { userId: caller?.id, source: source.slug, requestId: request.id, ipHash }
    const once = onceOnly(row, request, body, caller?.id ?? ipHash)

    const prepare = async () => {
      if (!action.before) return undefined
      if (once && (await services.db.transaction(tx => recall(tx, once)))) return undefined
      const { config, db, door, secrets, log } = services
      return await action.before({ params, query, body, source, caller, now, config, db, door, secrets, log })
    }
    const prepared = await prepare()

    const attempt = async (tx: Tx): Promise<Answer | Problem> => {
      const before = once && (await recall(tx, once))
      if (before) return before
      const trail = new AuditTrail(promised ?? '')
      const result = await action.run({
        params,
        query,
        body,
        source,
        caller,
        prepared,
        tx,
        now,
        audit: trail,
        addressHash: ipHash,
        language: languageOf(request.headers['accept-language']),
        refuseStale(current: number) {
          if (known !== undefined && known !== current) throw new Problem('stale_version')
        },
        config: services.config,
        secrets: services.secrets,
        log: services.log,
        enqueue: (job: string, data: object) => services.jobs.enqueue(tx, job, data),
      })
      if (result instanceof Problem) {
        // Returned, a refusal is kept for the record; without a record there is nothing to keep.
        if (trail.isEmpty) throw result
        await trail.save(tx, signature)
        // Sent again under its key, it is the same refusal and leaves no second trace.
        const body = JSON.stringify(result.body(languageOf(request.headers['accept-language']), request.id))
        if (once) await remember(tx, once, { status: result.status, body })
        return result
      }
      if (promised && !trail.kept && !(result instanceof AlreadyThere))
        throw new Error(`${row.method} ${row.path} promised ${promised}, left no trace`)
      await trail.save(tx, signature)
      const answer =
        result instanceof AlreadyThere
          ? { status: 200, body: write(result.reply) }
          : { status: row.status, body: write(result) }
      if (once) await remember(tx, once, answer)
      return answer
    }

    const answer = await takeTurn(() => services.db.transaction(attempt)).catch(error => {
      if (answersAnyway(action, error)) return { status: row.status, body: write(action.whileReadOnly) }
      throw ownRefusal(error, action.conflicts)
    })
    reply.header('cache-control', 'no-store')
    if (answer instanceof Problem) return refuse(answer, request, reply)
    return reply.code(answer.status).type(JSON_TYPE).send(answer.body)
  }
}

const answersAnyway = (action: Row['action'], error: unknown) =>
  action.kind === 'write' && action.whileReadOnly !== undefined && takesNoWrites(error)

/** `slug_taken` says more than `conflict`: the unique index that was hit has a name. */
function ownRefusal(error: unknown, conflicts: Conflicts = {}): unknown {
  const constraint = error instanceof Problem ? constraintOf(error) : undefined
  const refusal = constraint === undefined ? undefined : conflicts[constraint]
  if (!refusal) return error
  return typeof refusal === 'string'
    ? new Problem(refusal, { cause: error })
    : new Problem(refusal.code, { cause: error, details: [refusal] })
}

function onceOnly(row: Row, request: FastifyRequest, body: unknown, caller: string): Request | undefined {
  if (row.method !== 'POST' || row.access.kind === 'signed') return undefined
  const key = readKey(request.headers['idempotency-key'] as string | undefined)
  if (key === undefined) return undefined
  return { caller, key, hash: requestHash(request.method, request.raw.url ?? '', body) }
}

/**
 * `If-Match: "3"`, or `*` for any. What can be no version of ours (without quotes, an ETag, a list) is no record that
 * has changed: whoever is told so reads it again, sends the same again, and never gets anywhere.
 */
function knownVersion(header: string | undefined): number | undefined {
  if (header === undefined || header.trim() === '*') return undefined
  const version = /^"([1-9]\d{0,9})"$/.exec(header.trim())?.[1]
  if (version === undefined) throw new Problem('invalid_if_match')
  return Number(version)
}

/** A malformed id is an address where nothing is: 404, like any other. */
export function paramsReader(
  shape: TObject | undefined,
): (params: unknown) => Record<string, string> | undefined {
  if (!shape) return () => undefined
  const check = checkFor(shape)
  return params => {
    const values = Object.entries(params as Record<string, string>).map(
      ([name, value]) => [name, isId(value) ? value.toLowerCase() : value] as const,
    )
    const named = Object.fromEntries(values)
    if (check(named).length > 0) throw new Problem('not_found')
    return named
  }
}

function queryOf(shape: TObject | undefined, row: Row): (request: FastifyRequest) => unknown {
  const unknown = row.access.kind === 'admin' || row.access.kind === 'mairie' ? 'refuse' : 'ignore'
  const read = queryReader(shape ?? NO_PARAMETERS, unknown)
  return request => {
    const url = request.raw.url ?? ''
    const at = url.indexOf('?')
    return read(at === -1 ? '' : url.slice(at + 1))
  }
}
const NO_PARAMETERS = { type: 'object', properties: {} } as unknown as TObject

export function bodyReader(shape: TSchema | undefined): (body: unknown) => unknown {
  const check = checkFor(shape ?? NO_BODY)
  return body => {
    const value = body ?? {}
    const details = check(value)
    if (details.length > 0) throw new Problem('validation_failed', { details })
    return value
  }
}
/** A POST or DELETE without a body may still say `{}`. */
const NO_BODY = { type: 'object', additionalProperties: false } as unknown as TSchema

/** Only what the shape declares leaves the service. In test runs, a reply that drifts from its shape fails. */
export function presenter(shape: TSchema, config: Config, asBuilt = false): (reply: unknown) => string {
  const stringify = asBuilt ? JSON.stringify : build(shape as object as Parameters<typeof build>[0])
  if (!config.strictReplies) return stringify
  const check = checkFor(shape)
  return reply => {
    const details = check(JSON.parse(JSON.stringify(reply)))
    if (details.length === 0) return stringify(reply)
    throw new Error(`The reply is not what was declared: ${details.map(d => `${d.path} ${d.en}`).join(', ')}`)
  }
}

function announceEnd(reply: FastifyReply, { since, sunset }: { since: string; sunset: string }): void {
  reply.headers({
    deprecation: `@${Date.parse(since) / 1000}`,
    sunset: new Date(sunset).toUTCString(),
  })
}
