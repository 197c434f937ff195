import type { IncomingHttpHeaders } from 'node:http'
import type { ByteRange } from './store.ts'

/**
 * The byte range requested (RFC 9110, 14). Undefined for the whole file: no range, another version, or an unsupported
 * form (several ranges).
 */
export function rangeOf(
  { range, 'if-range': ifRange }: IncomingHttpHeaders,
  etag: string,
  size: number,
): ByteRange | 'unsatisfiable' | undefined {
  if (range === undefined || (ifRange !== undefined && ifRange !== etag)) return undefined
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(range.replaceAll(/\s/g, '')) ?? []
  if (from === '' && to === '') return undefined
  // A suffix range: the last bytes.
  if (from === '')
    return Number(to) === 0 ? 'unsatisfiable' : { first: Math.max(0, size - Number(to)), last: size - 1 }
  const [first, last] = [Number(from), to === '' ? size - 1 : Math.min(Number(to), size - 1)]
  if (to !== '' && Number(to) < first) return undefined
  return first >= size ? 'unsatisfiable' : { first, last }
}
