import { Refused } from '../api/refused.ts'
import { Empty, Problem } from '../ui/message.tsx'

/** In place of the item: why it cannot be shown, or that none is chosen. Nothing for an empty list, which says so itself. */
export function NoItem({
  missing,
  gone,
  goneNext,
  none,
  total,
}: {
  /** Why the item of the address could not be loaded. */
  readonly missing: unknown
  /** The texts: it is no longer there, and what to do; nothing is chosen. */
  readonly gone: string
  readonly goneNext?: string
  readonly none: string
  /** How many items the list has. */
  readonly total: number
}) {
  if (missing instanceof Refused && missing.status === 404)
    return <Empty title={gone}>{goneNext && <p>{goneNext}</p>}</Empty>
  return missing ? <Problem error={missing} /> : total > 0 && <Empty title={none} />
}
