/** The types of a request and its reply, from a table of routes such as `Api`. */

export interface Entry {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: object
  readonly body?: unknown
  readonly reply: unknown
}
/** A table of routes: `'GET /api/v1/me'` and what goes in and out. */
export type Routes<A> = { readonly [R in keyof A]: Entry }

export type Reply<A extends Routes<A>, R extends keyof A> = A[R]['reply']
export type Query<A extends Routes<A>, R extends keyof A> = A[R] extends { query?: infer Q } ? Q : never

export interface Settings {
  /** `If-Match`: refused with 412 if the record has changed since this version. */
  readonly version?: number | undefined
  /** `Idempotency-Key`. Each write of the API gets one; give your own to repeat a write yourself. */
  readonly once?: string | undefined
  /** In place of the client's token: the session token at `/auth`. */
  readonly token?: string | undefined
  readonly signal?: AbortSignal | undefined
  /** The browser sends the request even if its page is closed right after. */
  readonly keepalive?: boolean | undefined
  /** Another form of the reply, such as `text/csv`, for `respond`. */
  readonly accept?: string | undefined
}

/** The parts of a request that the table declares, and settings. */
export type Asked<A extends Routes<A>, R extends keyof A> = Pick<
  A[R],
  Extract<keyof A[R], 'params' | 'query' | 'body'>
> &
  Settings

/** Routes of which every part may be left out. */
export type Bare<A extends Routes<A>> = {
  [R in keyof A & string]: Record<never, never> extends Asked<A, R> ? R : never
}[keyof A & string]

/** Lists with a cursor. */
export type Listing<A extends Routes<A>> = {
  [R in keyof A]: A[R]['reply'] extends Page ? R : never
}[keyof A]
export interface Page<Item = unknown> {
  readonly data: readonly Item[]
  readonly meta: { readonly next: string | null }
}
export type ItemOf<A extends Routes<A>, R extends keyof A> =
  A[R]['reply'] extends Page<infer Item> ? Item : never
