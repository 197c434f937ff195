import type { Config } from '../settings/config.ts'
import type { AnyRead, AnyWrite, Exchange, Forgotten } from './action.ts'
import { isList } from './cursors.ts'
import type { Access } from './guard.ts'
import type { Limit } from './limits.ts'

/** A webhook: instead of a guard, a signature in `header` under one of the secrets. */
export interface SignedBy {
  readonly header: string
  readonly secrets: (config: Config) => readonly string[]
  /** Content type for the API page; the request's header is ignored. */
  readonly type: string
  readonly bodyLimit: number
  /** Parses the body; throws a refusal when it is unusable. */
  readonly read: (bytes: Buffer) => unknown
}

/** A write names its audit action, or the reason for having none. */
export type Posture = {
  readonly limit?: readonly Limit[]
  /**
   * Runs one at a time per node, for long work on rows that others may lock: a few such requests waiting for locks
   * would hold every connection.
   */
  readonly oneAtATime?: true
  /** The answer holds a secret: it is not stored for `Idempotency-Key`. */
  readonly secretAnswer?: true
  /** In bytes, when much smaller than the default. */
  readonly bodyLimit?: number
} & ({ readonly audit: string } | { readonly silent: string })

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

interface Outline {
  readonly method: Method
  readonly path: string
  /** 201 for a row that creates, 202 for one that queues, 200 for the rest. */
  readonly status: 200 | 201 | 202
  /** Not part of the given interface; marked `x-extension` on the API page. */
  readonly extension: boolean
  /** Shows contact details: reads are logged with the user. */
  readonly personal?: true
}
type ReadOutline<Visit = unknown> = Outline & { readonly action: AnyRead<Visit> }
type WriteOutline<Visit = unknown> = Outline & {
  readonly action: AnyWrite<Visit>
  readonly posture: Posture
}

/** A row behind the guard. The type ensures that the guard provides what the action needs about the caller. */
export type GuardedRow<A extends Access = Access> = (ReadOutline<Forgotten> | WriteOutline<Forgotten>) & {
  readonly access: A
}
export interface Signed extends SignedBy {
  readonly kind: 'signed'
}
export type SignedRow = WriteOutline & { readonly access: Signed }
export type Row<A extends Access = Access> = GuardedRow<A> | SignedRow
/** The exchange checks access itself, and its limits may count by fields of the body. */
export type ExchangeRow = Outline & {
  readonly method: 'GET' | 'POST'
  readonly action: Exchange
  readonly access: Access
  readonly posture: { readonly limit?: readonly (Omit<Limit, 'by'> & { readonly by: string })[] | undefined }
}
export type AnyRow = Row | ExchangeRow
export const isExchange = (row: AnyRow): row is ExchangeRow => row.action.kind === 'exchange'

/** Accepts `Idempotency-Key`: a repeated write would create, mail or decide twice. */
export const takesKey = (row: AnyRow): boolean =>
  !isSigned(row) && !isExchange(row) && 'posture' in row && !row.posture.secretAnswer

/** A list that can be exported with `Accept: text/csv`. */
export const hasTable = (row: AnyRow): boolean =>
  row.action.kind === 'read' &&
  !isSigned(row) &&
  row.access.readers === 'colleagues' &&
  isList(row.action.query)

export const isSigned = (row: AnyRow): row is SignedRow => row.access.kind === 'signed'

const outline = (method: Method, path: string, status: Outline['status']): Outline => ({
  method,
  path,
  status,
  extension: false,
})

export const get = <V>(path: string, action: AnyRead<V>): ReadOutline<V> => ({
  ...outline('GET', path, 200),
  action,
})
/** Acts on an existing record (200), where `post` creates (201). */
export const act = <V>(path: string, action: AnyWrite<V>, posture: Posture): WriteOutline<V> => ({
  ...outline('POST', path, 200),
  action,
  posture,
})
/** Queues work (202). */
export const queue = <V>(path: string, action: AnyWrite<V>, posture: Posture): WriteOutline<V> => ({
  ...outline('POST', path, 202),
  action,
  posture,
})
/** Creates something. */
export const post = <V>(path: string, action: AnyWrite<V>, posture: Posture): WriteOutline<V> => ({
  ...outline('POST', path, 201),
  action,
  posture,
})
/** For work that is queued when too large for one request: 202, or 200 from an action with `mayBeDone`. */
export const patchOrQueue = <V>(path: string, action: AnyWrite<V>, posture: Posture): WriteOutline<V> => ({
  ...outline('PATCH', path, 202),
  action,
  posture,
})
export const patch = <V>(path: string, action: AnyWrite<V>, posture: Posture): WriteOutline<V> => ({
  ...outline('PATCH', path, 200),
  action,
  posture,
})
export const put = <V>(path: string, action: AnyWrite<V>, posture: Posture): WriteOutline<V> => ({
  ...outline('PUT', path, 200),
  action,
  posture,
})
export const remove = <V>(path: string, action: AnyWrite<V>, posture: Posture): WriteOutline<V> => ({
  ...outline('DELETE', path, 200),
  action,
  posture,
})
export const extension = <T extends Outline>(row: T): T => ({ ...row, extension: true })
/** Marks a row that shows contact details: the log records who read which. */
export const personal = <T extends Outline>(row: T): T => ({ ...row, personal: true })

/** Rows whose actions need only `Visit` about the caller. */
export type Outlines<Visit> = readonly (ReadOutline<Visit> | WriteOutline<Visit>)[]

export const API = '/api/v1'

/** Rows below one path with the same access. */
export const block = <Visit, A extends Access>(
  prefix: string,
  access: A,
  rows: Outlines<Visit>,
): GuardedRow<A>[] => rows.map(row => ({ ...row, path: prefix + row.path, access }))

/** Webhooks, for senders that hold the secret. */
export const signed = (by: SignedBy, rows: readonly WriteOutline[]): SignedRow[] =>
  rows.map(row => ({ ...row, path: API + row.path, access: { kind: 'signed', ...by } }))
