import type { FastifyRequest } from 'fastify'
import type { ErrorCode } from '../errors.ts'
import type { Visitor } from '../http/visitor.ts'

/** Who may come in: what it means is the guard's own affair, and this is what follows from it for everything else. */
export interface Access {
  readonly kind: string
  /**
   * `everybody`: the same for all who come through one app, so that caches keep it and a replica may answer.
   * `colleagues`: the same for all of them, so that one goes on with another's cursor. `oneself`: for the caller alone.
   */
  readonly readers: 'everybody' | 'colleagues' | 'oneself'
  /** Refused where a misspelt filter would return everything, ignored where links from anywhere must go on working. */
  readonly unknownParameters: 'refuse' | 'ignore'
  readonly document: AccessDocument
}

/** On the API page. */
export interface AccessDocument {
  /** A sentence: who may come in. */
  readonly who: string
  /** By the names of the security schemes; of several, one is enough. */
  readonly security: readonly Readonly<Record<string, readonly never[]>>[]
  /** What the guard may answer. */
  readonly errors: readonly ErrorCode[]
}

/** Lets a request in or refuses it, before anything is read of what it sends. */
export interface Guard<A extends Access = Access> {
  readonly admit: (access: A, request: FastifyRequest) => Promise<Visitor>
}
