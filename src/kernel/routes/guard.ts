import type { FastifyRequest } from 'fastify'
import type { Tx } from '../db/db.ts'
import type { Visitor } from '../http/visitor.ts'
import type { ErrorCode } from '../refusals/errors.ts'
import type { Identity } from '../tokens/tokens.ts'

/** Who may call a row. The guard interprets it; this part is what the kernel needs to know. */
export interface Access {
  readonly kind: string
  /**
   * `everybody`: all callers of an app get the same reply, so caches and a replica may serve it. `colleagues`: shared
   * among them, so one may use another's cursor. `oneself`: for the caller only.
   */
  readonly readers: 'everybody' | 'colleagues' | 'oneself'
  /**
   * Unknown parameters are refused where a misspelt filter would return everything, and ignored where links must keep
   * working.
   */
  readonly unknownParameters: 'refuse' | 'ignore'
  readonly document: AccessDocument
}

/** Shown on the API page. */
interface AccessDocument {
  /** A sentence: who may call. */
  readonly who: string
  /** The security schemes by name; one is enough. */
  readonly security: readonly Readonly<Record<string, readonly never[]>>[]
  /** The scope that an API key needs. Not in `security`, where only schemes of OAuth have scopes. */
  readonly keyScope?: string
  /** Codes that the guard may return. */
  readonly errors: readonly ErrorCode[]
}

/** An admitted request. */
export interface Admission {
  readonly visitor: Visitor
  /** Reloads the visitor after a slow step; refuses what `admit` would refuse by now. */
  readonly again: (tx: Tx) => Promise<Visitor>
  /** `again` is called for each write, also for a quick one. */
  readonly eachWrite?: true
  /** The identity in the token, for a stream that outlives the token. */
  readonly identity?: Identity
}

/** Admits or refuses a request, before its body is read. */
export interface Guard<A extends Access = Access> {
  readonly admit: (access: A, request: FastifyRequest) => Promise<Admission>
}
