import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { mutex } from '../concurrency/semaphore.ts'
import type { Tx } from '../db/db.ts'
import type { SendWithCommit } from '../db/transaction.ts'
import { languageOf } from '../http/accept-language.ts'
import type { ReceivedFile } from '../http/received-files.ts'
import { clientAddress, refuse } from '../http/server.ts'
import { JSON_TYPE } from '../http/sockets.ts'
import { userOrKey, type Visitor } from '../http/visitor.ts'
import { AuditTrail, type Signature } from '../records/audit.ts'
import { constraintOf, isReadOnlyError } from '../refusals/db-errors.ts'
import { Problem } from '../refusals/errors.ts'
import { AlreadyDone, type AnyWrite, type Conflicts } from './action.ts'
import { bodyReader, paramsReader, presenter, queryReaderOf } from './by-shape.ts'
import {
  type RememberedAnswer,
  type Request,
  readKey,
  recall,
  remembering,
  requestHash,
} from './idempotency.ts'
import { isSigned, type Posture, type Row, takesKey } from './route.ts'
import type { Handler, Services } from './services.ts'

type WriteRow = Row & { readonly action: AnyWrite; readonly posture: Posture }

/**
 * When this much time passed since admission (slow step, body, queue, connection), the caller is checked again: one who
 * was suspended, signed out or lost the role meanwhile writes nothing.
 */
const STALE_MS = 1_000

/**
 * Handles a write: parses the request, runs one transaction with its audit rows, and replies. A repeat with the same
 * idempotency key gets the first reply.
 */
export function writer(row: WriteRow, services: Services): Handler {
  const { action } = row
  const readParams = paramsReader(action.params)
  // The query string of a webhook is not signed, so it is ignored.
  const readQuery = isSigned(row) ? () => ({}) : queryReaderOf(action.query, row.access)
  const readBody = isSigned(row) ? row.access.read : action.receives ? asItCame : bodyReader(action.body)
  const write = presenter(action.reply, services.config)
  const queued = row.posture.oneAtATime ? mutex() : <T>(work: () => Promise<T>) => work()
  const promised = 'audit' in row.posture ? row.posture.audit : undefined
  const isSlow = action.prepare !== undefined || row.posture.oneAtATime === true

  return async (request, reply, visitor, admitted) => {
    const { source, caller } = visitor
    const params = readParams(request.params)
    const query = readQuery(request)
    const body = await readBody(request.body as Buffer)
    const known = action.versioned ? knownVersion(request.headers['if-match']) : undefined
    const now = new Date()
    const ipHash = await services.addresses.hash(clientAddress(request), now)
    const signature: Signature = {
      ...userOrKey(caller),
      source: source.slug,
      requestId: request.id,
      ipHash,
    }
    const once = onceOnly(row, request, body, caller?.id ?? ipHash)

    const prepare = async () => {
      if (!action.prepare) return undefined
      if (once && (await services.db.transaction(tx => recall(tx, once)))) return undefined
      const { config, db, door, secrets, log } = services
      return await action.prepare({ ...visitor, params, query, body, now, config, db, door, secrets, log })
    }
    const prepared = await prepare()

    const attempt = async (tx: Tx, last: SendWithCommit): Promise<Outcome | Problem> => {
      const isStale = admitted && (admitted.eachWrite || isSlow || performance.now() - admitted.at > STALE_MS)
      const visitorNow = isStale ? await admitted.again(tx) : visitor
      const before = once && (await recall(tx, once))
      if (before) return { ...before, replayed: true }
      const trail = new AuditTrail(promised ?? '')
      const result = await action.run({
        ...visitorNow,
        params,
        query,
        body,
        prepared,
        tx,
        now,
        audit: trail,
        addressHash: ipHash,
        language: languageOf(request.headers['accept-language']),
        refuseStale(current: number) {
          if (known !== undefined && known !== current) throw staleVersion(current)
        },
        config: services.config,
        secrets: services.secrets,
        log: services.log,
        enqueue: (job: string, data: object, after?: number) => services.jobs.enqueue(tx, job, data, after),
      })
      if (result instanceof Problem) {
        // A returned refusal is committed with its audit rows; without any there is nothing to commit.
        if (trail.isEmpty) throw result
        last(trail.rows(signature))
        // Stored too, so that a repeat gets the same refusal and adds no audit row.
        const body = JSON.stringify(result.body(languageOf(request.headers['accept-language']), request.id))
        if (once) last(remembering(once, { status: result.status, body }))
        return result
      }
      if (promised && !trail.isConsidered && !(result instanceof AlreadyDone))
        throw new Error(`${row.method} ${row.path} promised ${promised}, left no trace`)
      if (!trail.isEmpty) last(trail.rows(signature))
      const answer =
        result instanceof AlreadyDone
          ? { status: 200, body: write(result.reply) }
          : { status: row.status, body: write(result) }
      if (once) last(remembering(once, answer))
      return answer
    }

    const release = async () => {
      if (prepared === undefined) return
      const { config, db, log } = services
      await action
        .release?.(prepared, { config, db })
        .catch((error: unknown) => log.warn({ error, path: row.path }, 'release after a write failed'))
    }
    const answer = await queued(() => services.db.transaction(attempt))
      .catch(error => {
        if (answersAnyway(action, error)) return { status: row.status, body: write(action.whileReadOnly) }
        throw ownRefusal(error, action.conflicts)
      })
      .finally(release)
    const early = (action.noSoonerThanMs ?? 0) - (Date.now() - now.getTime())
    if (early > 0) await sleep(early)
    reply.header('cache-control', 'no-store')
    if (answer instanceof Problem) return refuse(answer, request, reply)
    if ('replayed' in answer) reply.header('idempotent-replayed', 'true')
    return reply.code(answer.status).type(JSON_TYPE).send(answer.body)
  }
}

/** `replayed`: the answer of an earlier request with the same idempotency key. */
type Outcome = RememberedAnswer & { readonly replayed?: true }

const staleVersion = (current: number) =>
  new Problem('stale_version', {
    details: [
      {
        path: 'If-Match',
        fr: `la version est maintenant la ${current} : relisez avant d’enregistrer`,
        en: `the version is now ${current}: read again before you save`,
      },
    ],
  })

/** The action's `admit` step before the body is read; undefined for most. */
export function admission(row: WriteRow, { config, db, door, secrets, log }: Services) {
  const { admit, params, query } = row.action
  if (!admit || isSigned(row)) return undefined
  const readParams = paramsReader(params)
  const readQuery = queryReaderOf(query, row.access)
  return async (request: FastifyRequest, visitor: Visitor): Promise<void> => {
    const asked = { params: readParams(request.params), query: readQuery(request), body: undefined }
    const announced = Number(request.headers['content-length'] ?? 0)
    await admit({ ...visitor, ...asked, announced, now: new Date(), config, db, door, secrets, log })
  }
}

const asItCame = (body: unknown) => body

export const answersAnyway = (action: Row['action'], error: unknown) =>
  action.kind === 'write' && action.whileReadOnly !== undefined && isReadOnlyError(error)

/** Maps a violated constraint to the action's own refusal: `slug_taken` tells more than `conflict`. */
function ownRefusal(error: unknown, conflicts: Conflicts = {}): unknown {
  const constraint = error instanceof Problem ? constraintOf(error) : undefined
  const refusal = constraint === undefined ? undefined : conflicts[constraint]
  if (!refusal) return error
  return typeof refusal === 'string'
    ? new Problem(refusal, { cause: error })
    : new Problem(refusal.code, { cause: error, details: [refusal] })
}

function onceOnly(
  row: WriteRow,
  request: FastifyRequest,
  body: unknown,
  caller: string,
): Request | undefined {
  if (!takesKey(row)) return undefined
  const key = readKey(request.headers['idempotency-key'] as string | undefined)
  if (key === undefined) return undefined
  return { caller, key, hash: requestHash(request.method, request.raw.url ?? '', comparable(row, body)) }
}

/** Compares files by content and name, not by their temporary path. */
function comparable(row: WriteRow, body: unknown): unknown {
  if (!row.action.receives) return body
  const { bytes, sha256, name } = body as ReceivedFile
  return { bytes, sha256, name }
}

/**
 * Parses `If-Match: "3"`, or `*` for any version. A malformed value (no quotes, an ETag, a list) is 400, not 412: after
 * a 412 a client would reload and send the same header again, forever.
 */
function knownVersion(header: string | undefined): number | undefined {
  if (header === undefined || header.trim() === '*') return undefined
  const version = /^"([1-9]\d{0,9})"$/.exec(header.trim())?.[1]
  if (version === undefined) throw new Problem('invalid_if_match')
  return Number(version)
}
