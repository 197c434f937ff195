import { client } from '../api/queries.ts'

/** Changes an item wherever it is cached: a list is not loaded again while somebody works in it. */
export function patchCached(held: readonly string[], id: string, change: object): void {
  interface Row {
    readonly id: string
  }
  const patched = (row: Row): Row => (row.id === id ? { ...row, ...change } : row)
  client.setQueriesData<{ readonly data: Row | readonly Row[] }>(
    { predicate: ({ queryKey: [route] }) => held.includes(`${route}`) },
    reply =>
      reply && {
        ...reply,
        data: Array.isArray(reply.data) ? reply.data.map(patched) : patched(reply.data as Row),
      },
  )
}
