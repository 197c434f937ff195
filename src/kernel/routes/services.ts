import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../db/database.ts'
import type { Door } from '../fetch/fetch.ts'
import type { Addresses } from '../http/addresses.ts'
import type { EventStream } from '../http/event-stream.ts'
import type { Identified, Visitor } from '../http/visitor.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Config } from '../settings/config.ts'
import type { Secrets } from '../settings/secrets.ts'
import type { Log } from '../telemetry/log.ts'
import type { Identity } from '../tokens/tokens.ts'
import type { Admission } from './guard.ts'

/** The services that routes are mounted with. */
export interface Services {
  readonly config: Config
  readonly db: Database
  readonly jobs: Jobs
  readonly addresses: Addresses
  readonly secrets: Secrets
  readonly door: Door
  readonly log: Log
  /** Absent in a service without streams. */
  readonly openStream?: (asked: StreamAsked) => Promise<EventStream>
}

/** A request for an event stream. */
export interface StreamAsked {
  readonly identity: Identity
  readonly caller: Identified
  /** `Last-Event-ID`. */
  readonly after: string | undefined
}

/** When the request was admitted, and how to check the caller again. */
export type Admitted = Omit<Admission, 'visitor'> & { readonly at: number }
export type Handler = (
  request: FastifyRequest,
  reply: FastifyReply,
  visitor: Visitor,
  admitted?: Admitted,
) => Promise<unknown>
