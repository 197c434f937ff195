import { hash } from 'node:crypto'
import type { TObject } from 'typebox'
import { invalid } from '../errors.ts'

/**
 * A cursor goes on with the question that it came from: the same list of the same place, for the same audience, with
 * the same filters in the same order. Elsewhere the row it stands behind is nowhere in particular.
 */
export interface Asked {
  readonly path: string
  readonly audience: string
  readonly params: unknown
  readonly query: unknown
}

const LETTERS = 10

/** Whatever the size of the page. */
function questionOf({ path, audience, params, query }: Asked): string {
  const asked = Object.entries(query as object)
    .filter(([name]) => name !== 'after' && name !== 'page' && name !== 'per_page')
    .sort(([one], [other]) => (one < other ? -1 : 1))
  return hash('sha1', JSON.stringify([path, audience, params, asked]), 'base64url').slice(0, LETTERS)
}

export const isList = (query: TObject | undefined) => query?.properties.after !== undefined

/** The query as the action reads it: its cursor without the question, once it is the same. */
export function opened(asked: Asked): unknown {
  const { after } = asked.query as { readonly after?: string }
  if (after === undefined) return asked.query
  if (after.slice(0, LETTERS) === questionOf(asked))
    return { ...(asked.query as object), after: after.slice(LETTERS) }
  throw invalid(
    'after',
    "n'est pas une valeur de meta.next de cette liste, avec ces filtres et cet ordre",
    'is not a value of meta.next of this list, with these filters and this order',
  )
}

/** The cursor of an answer, with its question in front. */
export function sealNext(answer: unknown, asked: Asked): void {
  const { meta } = answer as { readonly meta: { next: string | null } }
  if (meta.next !== null) meta.next = questionOf(asked) + meta.next
}
