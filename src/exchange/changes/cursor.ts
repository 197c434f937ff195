import { hash } from 'node:crypto'
import { isId } from '../../../shared/shapes.ts'
import { invalid } from '../../kernel/refusals/errors.ts'
import type { AppSource } from '../../people/access/app-sources.ts'
import { RECORD_KINDS, type RecordKind } from './kinds.ts'

/**
 * How far a mirror is. A cursor names a row of `changes` by its number and time, so that one from before a restored backup or a
 * failover that lost commits is found to be void, and the scope that its app had.
 */
export interface Cursor {
  readonly seq: number
  /** Microseconds since 1970. */
  readonly at: number
  /** While the records that exist are listed: the next kind, and the last id of it. */
  readonly listing: { readonly kind: RecordKind; readonly after: string } | undefined
}

export const FIRST_ID = '00000000-0000-0000-0000-000000000000'

export function writeCursor({ seq, at, listing }: Cursor, source: AppSource): string {
  const parts = [seq, at, scopeOf(source), ...(listing ? [listing.kind, listing.after] : [])]
  return Buffer.from(JSON.stringify(parts)).toString('base64url')
}

/** Undefined if the app had another scope. */
export function readCursor(text: string, source: AppSource): Cursor | undefined {
  const parts = parse(text)
  if (Array.isArray(parts)) {
    const [seq, at, scope, kind, after] = parts
    const isWhole = [seq, at].every(one => Number.isSafeInteger(one) && one >= 0) && typeof scope === 'string'
    const isListing = RECORD_KINDS.includes(kind) && typeof after === 'string' && isId(after)
    if (isWhole && (parts.length === 3 || (parts.length === 5 && isListing)))
      return scope === scopeOf(source)
        ? { seq, at, listing: isListing ? { kind, after } : undefined }
        : undefined
  }
  throw invalid('after', 'n’est pas une valeur de meta.next', 'is not a value of meta.next')
}

const scopeOf = ({ communeIds, acteurIds }: AppSource): string =>
  hash('sha1', JSON.stringify([communeIds, acteurIds].map(ids => ids?.toSorted())), 'base64url').slice(0, 10)

function parse(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    return undefined
  }
}
