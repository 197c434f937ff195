import { linkOf, withHttp } from '../../../shared/typed/link.ts'

/** The address of a source as people give it: without scheme, or as "S'abonner" copies it (`webcal:`, `feed:`). */

/** The limit of the column. */
const LONGEST = 2000

/** The http(s) address that a typed one means; anything else stays as it is, and is refused. */
export function sourceAddress(typed: string): string {
  const text = typed.trim()
  const address = linkOf(withHttp(text))
  return address.length > LONGEST ? text : address
}
