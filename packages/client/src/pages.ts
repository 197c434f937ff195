import type { Api } from './contract.ts'
import type { Asked, Bare, ItemOf, Listing, Reply, Routes } from './routes.ts'
import type { Client } from './sender.ts'

/** The parts of a list's request; optional if all parts are. */
type Asking<A extends Routes<A>, R extends keyof A> =
  R extends Bare<A> ? [asked?: Asked<A, R>] : [asked: Asked<A, R>]

/** The pages of a list by its cursor, each fetched when it is asked for. */
export async function* pages<R extends Listing<A> & string, A extends Routes<A> = Api>(
  client: Client<A>,
  route: R,
  ...[asked]: Asking<A, R>
): AsyncGenerator<Reply<A, R>, void, undefined> {
  let after: string | null | undefined
  do {
    const { query, ...rest } = (asked ?? {}) as { readonly query?: object }
    const next = after ? { ...rest, query: { ...query, page: undefined, after } } : { ...rest, query }
    const page = await client.send(route, next as unknown as Asked<A, R>)
    yield page
    after = (page as { meta: { next: string | null } }).meta.next
  } while (after)
}

/** The rows of a list, of all its pages: `for await (const commune of items(client, 'GET /api/v1/communes'))`. */
export async function* items<R extends Listing<A> & string, A extends Routes<A> = Api>(
  client: Client<A>,
  route: R,
  ...asking: Asking<A, R>
): AsyncGenerator<ItemOf<A, R>, void, undefined> {
  for await (const page of pages<R, A>(client, route, ...asking))
    yield* (page as { data: ItemOf<A, R>[] }).data
}
