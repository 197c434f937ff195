import type { Config } from '../config.ts'
import type { AnyRead, AnyWrite, Exchange, Forgotten } from './action.ts'
import { isList } from './cursors.ts'
import type { Access } from './guard.ts'
import type { Limit } from './limits.ts'

/** A webhook: no guard, but a signature in `header` under one of the secrets. */
export interface SignedBy {
  readonly header: string
  readonly secrets: (config: Config) => readonly string[]
  /** The content type, for the API page only: the header of the request is not looked at. */
  readonly type: string
  readonly bodyLimit: number
  /** Parses the bytes for the action; throws a refusal when they cannot be used. */
  readonly read: (bytes: Buffer) => unknown
}

/** A write names its audit trace, or the reason for none. */
export type Posture = {
  readonly limit?: readonly Limit[]
  /**
   * For long work on rows that others may have locked: one at a time on each node. A handful of such requests waiting for
   * each other's locks would hold every connection, and all others would get 503.
   */
  readonly oneAtATime?: true
  /** In bytes, where the usual limit is far more than a body can need. */
  readonly bodyLimit?: number
} & ({ readonly audit: string } | { readonly silent: string })

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

interface Outline {
  readonly method: Method
  readonly path: string
  /** 201 for a row that creates, 202 for one that queues, 200 for the rest. */
  readonly status: 200 | 201 | 202
  /** Not in the given interface: marked `x-extension` on the API page. */
  readonly extension: boolean
  /** Shows contact details: who read them is logged. */
  readonly personal?: true
}
export type ReadOutline<Visit = unknown> = Outline & { readonly action: AnyRead<Visit> }
export type WriteOutline<Visit = unknown> = Outline & {
  readonly action: AnyWrite<Visit>
  readonly posture: Posture
}

/** A row behind the guard; the type ensures that the guard knows what its action needs about the caller. */
export type GuardedRow<A extends Access = Access> = (ReadOutline<Forgotten> | WriteOutline<Forgotten>) & {
  readonly access: A
}
export interface Signed extends SignedBy {
  readonly kind: 'signed'
}
export type SignedRow = WriteOutline & { readonly access: Signed }
export type Row<A extends Access = Access> = GuardedRow<A> | SignedRow
/** Its access is checked within the exchange, and its limits may count what the body names. */
export type ExchangeRow = Outline & {
  readonly method: 'GET' | 'POST'
  readonly action: Exchange
  readonly access: Access
  readonly posture: { readonly limit?: readonly (Omit<Limit, 'by'> & { readonly by: string })[] | undefined }
}
export type AnyRow = Row | ExchangeRow
export const isExchange = (row: AnyRow): row is ExchangeRow => row.action.kind === 'exchange'

/** A repeat would make or queue a second one: `Idempotency-Key` is taken. */
export const takesKey = (row: AnyRow): boolean =>
  !isSigned(row) && !isExchange(row) && 'posture' in row && (row.method === 'POST' || row.status === 202)

/** A list for those who work on it: `Accept: text/csv` answers all of it. */
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
/** Acts on an existing record: 200, where `post` creates with 201. */
export const act = <V>(path: string, action: AnyWrite<V>, posture: Posture): WriteOutline<V> => ({
  ...outline('POST', path, 200),
  action,
  posture,
})
/** Asks for work that is done later: 202. */
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
/** For what is queued where it is too much for one request: 202, or 200 from an action that `mayBeDone`. */
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
/** Shows contact details: the log keeps who read them, and of what. */
export const personal = <T extends Outline>(row: T): T => ({ ...row, personal: true })

/** Rows whose actions need no more about the caller than `Visit`. */
export type Outlines<Visit> = readonly (ReadOutline<Visit> | WriteOutline<Visit>)[]

export const API = '/api/v1'

/** Rows below one path, for the same callers. */
export const block = <Visit, A extends Access>(
  prefix: string,
  access: A,
  rows: Outlines<Visit>,
): GuardedRow<A>[] => rows.map(row => ({ ...row, path: prefix + row.path, access }))

/** Webhooks: whoever holds the secret. */
export const signed = (by: SignedBy, rows: readonly WriteOutline[]): SignedRow[] =>
  rows.map(row => ({ ...row, path: API + row.path, access: { kind: 'signed', ...by } }))
