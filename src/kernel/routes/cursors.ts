import { hash } from 'node:crypto'
import type { TObject } from 'typebox'
import { invalid } from '../refusals/errors.ts'

/**
 * A cursor is valid only for its own list: same path, audience, filters and order. Elsewhere its row has no position.
 */
interface AskedPage {
  readonly path: string
  readonly audience: string
  readonly params: unknown
  readonly query: unknown
}

const LETTERS = 10

/** Identifies the list, independent of the page size. */
function questionOf({ path, audience, params, query }: AskedPage): string {
  const asked = Object.entries(query as object)
    .filter(([name]) => name !== 'after' && name !== 'page' && name !== 'per_page')
    .sort(([one], [other]) => (one < other ? -1 : 1))
  return hash('sha1', JSON.stringify([path, audience, params, asked]), 'base64url').slice(0, LETTERS)
}

export const isList = (query: TObject | undefined) => query?.properties.after !== undefined

/** Accepted instead of a cursor by lists of changes, which then begin with the next change. Other lists refuse it. */
export const NOW = 'now'

/** Checks the cursor's list and returns the query with the bare cursor. */
export function opened(asked: AskedPage): unknown {
  const { after } = asked.query as { readonly after?: string }
  if (after === undefined || after === NOW) return asked.query
  if (after.slice(0, LETTERS) === questionOf(asked))
    return { ...(asked.query as object), after: after.slice(LETTERS) }
  throw invalid(
    'after',
    'n’est pas une valeur de meta.next de cette liste, avec ces filtres et cet ordre',
    'is not a value of meta.next of this list, with these filters and this order',
  )
}

/** Puts the hash of the list in front of the reply's cursor. */
export function sealNext(answer: unknown, asked: AskedPage): void {
  const { meta } = answer as { readonly meta: { next: string | null } }
  if (meta.next !== null) meta.next = questionOf(asked) + meta.next
}
