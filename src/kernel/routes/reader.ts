import type { ServerResponse } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { clientNetwork } from '../concurrency/client-network.ts'
import { clientLimitReached, unavailable } from '../concurrency/in-flight.ts'
import { NetworkShares } from '../concurrency/network-shares.ts'
import type { PublicDb } from '../db/database.ts'
import type { Db } from '../db/db.ts'
import { prefersToJson } from '../http/accept.ts'
import { languageOf } from '../http/accept-language.ts'
import { isKnown } from '../http/etags.ts'
import { EventStream, STREAM_HEADERS, STREAM_TYPE } from '../http/event-stream.ts'
import { clientAddress } from '../http/server.ts'
import { JSON_TYPE } from '../http/sockets.ts'
import type { Visitor } from '../http/visitor.ts'
import { type AnyRead, Redirect } from './action.ts'
import { type Answers, answerOf } from './answers.ts'
import { paramsReader, presenter, queryReaderOf } from './by-shape.ts'
import { TABLE_TYPE, tableOf, wantsTable } from './csv-exports.ts'
import { isList, opened, sealNext } from './cursors.ts'
import { type GuardedRow, hasTable } from './route.ts'
import type { Admitted, Handler, Services } from './services.ts'

/** Handles a read: parses path and query, runs the action, and lets caches keep public replies. */
export function reader(row: GuardedRow & { action: AnyRead }, services: Services, answers: Answers): Handler {
  const { action, access } = row
  const { alternative } = action
  const readParams = paramsReader(action.params)
  const readQuery = queryReaderOf(action.query, access)
  const write = presenter(action.reply, services.config, action.asBuilt)
  const isPublic = access.readers === 'everybody'
  const paged = isList(action.query)
  const table = hasTable(row) ? tableOf(action.reply) : undefined
  const note = row.personal ? services.log : undefined
  // Only public reads may use the replica: callers must read their own writes.
  const readsOf = (request: FastifyRequest): PublicDb & { readonly short: Db } => {
    const { pool, short } = services.db
    if (!isPublic) return { db: pool, slow: pool, short }
    const { db, slow } = services.db.publicReads(() => clientNetwork(clientAddress(request)))
    return { db, slow, short: db }
  }
  return async (request, reply, visitor, admitted) => {
    const { source, caller } = visitor
    const params = readParams(request.params)
    const ignored: string[] = []
    const query = readQuery(request, ignored)
    const audience = access.readers === 'colleagues' ? '' : `${source.slug} ${caller?.id}`
    const asked = { path: row.path, audience, params, query }
    const language = languageOf(request.headers['accept-language'])
    const tell = () =>
      note?.info(
        { user_id: caller?.id, route: row.path, params, request_id: request.id },
        'contact details were read',
      )
    const contextOf = (page: object) => ({
      ...visitor,
      params,
      query: page,
      body: undefined,
      config: services.config,
      ...readsOf(request),
      database: services.db,
      secrets: services.secrets,
      language,
      now: new Date(),
      door: services.door,
      within: (ms: number, part: (db: Db) => Promise<unknown>) =>
        services.db.readOnlyTransaction(async tx => await part(await tx.withTimeout(ms))),
      log: services.log,
      openStream: () => openStream(services, request, visitor, admitted),
    })
    if (action.streams && request.method === 'HEAD')
      return reply.headers(STREAM_HEADERS).type(STREAM_TYPE).send()
    const run = (page: object) => action.run(contextOf(page))
    if (table && wantsTable(request.headers.accept)) {
      const { page: _, ...whole } = query as { page?: unknown }
      const readPage = async (page: object) => JSON.parse(write(await run({ ...whole, ...page })))
      holdExport(caller?.id ?? request.clientNetwork, reply.raw)
      const lines = await table(readPage, language)
      tell()
      return reply.type(TABLE_TYPE).header('cache-control', 'no-store').send(lines)
    }
    const other =
      alternative && prefersToJson(request.headers.accept, alternative.type)
        ? await alternative.run(contextOf(query as object))
        : undefined
    const result = other ?? (await run(paged ? (opened(asked) as object) : (query as object)))
    if (result instanceof Redirect) {
      reply.header('cache-control', isPublic ? PUBLIC_CACHE : 'no-store')
      return reply.headers({ location: result.location, vary: PUBLIC_VARY }).code(301).send()
    }
    if (result instanceof EventStream) {
      // Where its client has gone meanwhile, `send` destroys it.
      request.answeredAt = performance.now()
      return reply.headers(STREAM_HEADERS).type(STREAM_TYPE).send(result.body)
    }
    if (paged) sealNext(result, asked)
    const text = other ? JSON.stringify(other) : write(result)
    const type = other && alternative ? alternative.type : JSON_TYPE
    reply.type(type)
    tell()
    const unknown = namesIn(ignored)
    if (unknown !== '') reply.header('x-ignored-parameters', unknown)
    if (!isPublic && !action.revalidated) return reply.header('cache-control', 'no-store').send(text)
    // Private replies are not cached in memory.
    const { body, etag } = isPublic
      ? answers.to(`${source.slug} ${type} ${request.raw.url}`, text)
      : answerOf(text)
    const [control, vary] = isPublic ? [PUBLIC_CACHE, PUBLIC_VARY] : [OWN_CACHE, OWN_VARY]
    reply.headers({ etag, 'cache-control': control, vary: alternative ? `${vary}, Accept` : vary })
    if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()
    return reply.send(body)
  }
}

/** In an address served by a service without streams, nobody is told anything: clients ask again now and then. */
function openStream(
  services: Services,
  { headers }: FastifyRequest,
  { caller }: Visitor,
  admitted: Admitted | undefined,
): Promise<EventStream> {
  const { identity } = admitted ?? {}
  if (!services.openStream || !identity || !caller) throw unavailable()
  const after = headers['last-event-id']
  return services.openStream({ identity, caller, after: typeof after === 'string' ? after : undefined })
}

/** A misspelt filter would otherwise look like one that finds everything. */
const namesIn = (ignored: readonly string[]): string =>
  ignored
    .filter(name => name !== '')
    .slice(0, 10)
    .map(name => encodeURIComponent(name.slice(0, 40).toWellFormed()))
    .join(', ')

/** Concurrent exports per user: reading lasts as long as the client takes. */
const MOST_EXPORTS = 2
const exports = new NetworkShares<ServerResponse>()

/** Holds the place until the export has been sent or the client is gone. */
function holdExport(user: string, response: ServerResponse): void {
  // A closed response emits no `close` any more, so its place would never be released.
  if (response.closed || exports.of(user) >= MOST_EXPORTS) throw clientLimitReached()
  exports.add(user, response)
  response.once('close', () => exports.remove(user, response))
}

const PUBLIC_CACHE = 'public, max-age=30, stale-while-revalidate=30'
/** A cache must not serve one app's reply to another. */
const PUBLIC_VARY = 'X-App-Source, Accept-Language, Origin, Accept-Encoding'
/** The caller's browser may store it but must revalidate. */
const OWN_CACHE = 'private, no-cache'
const OWN_VARY = `Authorization, ${PUBLIC_VARY}`
