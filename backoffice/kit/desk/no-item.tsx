import { Refused } from '../api/refused.ts'
import { Empty, Problem } from '../ui/message.tsx'

/** In place of the item: why it cannot be shown, or that none is chosen. */
export function NoItem({
  missing,
  t,
}: {
  /** Why the item of the address could not be loaded. */
  readonly missing: unknown
  readonly t: { readonly gone: string; readonly goneNext?: string; readonly noItem: string }
}) {
  if (missing instanceof Refused && missing.status === 404)
    return <Empty title={t.gone}>{t.goneNext && <p>{t.goneNext}</p>}</Empty>
  return missing ? <Problem error={missing} /> : <Empty title={t.noItem} />
}
