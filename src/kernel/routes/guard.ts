import type { FastifyRequest } from 'fastify'
import type { Tx } from '../db/db.ts'
import type { ErrorCode } from '../errors.ts'
import type { Visitor } from '../http/visitor.ts'

/** Who may call a row. The guard decides what that means; this is what the rest of the kernel needs to know of it. */
export interface Access {
  readonly kind: string
  /**
   * `everybody`: the answer is the same for all callers of one app, so caches may keep it and a replica may give it.
   * `colleagues`: the same for all of them, so one may use another's cursor. `oneself`: for the caller alone.
   */
  readonly readers: 'everybody' | 'colleagues' | 'oneself'
  /**
   * Unknown parameters: refused where a misspelt filter would return everything, ignored where links must go on working.
   */
  readonly unknownParameters: 'refuse' | 'ignore'
  readonly document: AccessDocument
}

/** On the API page. */
export interface AccessDocument {
  /** A sentence: who may call. */
  readonly who: string
  /** The security schemes by name; of several, one is enough. */
  readonly security: readonly Readonly<Record<string, readonly never[]>>[]
  /** What the guard may answer. */
  readonly errors: readonly ErrorCode[]
}

/** A request that was admitted. */
export interface Admission {
  readonly visitor: Visitor
  /** The visitor as the database has them now, after a slow step; refuses what `admit` would refuse by now. */
  readonly again: (tx: Tx) => Promise<Visitor>
}

/** Admits or refuses a request, before its body is read. */
export interface Guard<A extends Access = Access> {
  readonly admit: (access: A, request: FastifyRequest) => Promise<Admission>
}
