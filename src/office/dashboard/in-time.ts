import type { Db } from '../../kernel/db/db.ts'
import type { ReadContext } from '../../kernel/routes/action.ts'
import { describeError } from '../../kernel/telemetry/log.ts'
import type { Territory } from '../../people/access/territory.ts'
import type { SignedIn } from '../../people/access/visitors.ts'

/** Two rounds of this timeout still give a reply within a second. */
const TIMEOUT_MS = 300

/** The caller, and the communes that the numbers are about. */
export interface Asking {
  readonly callerId: string
  readonly territory: Territory
}
/** A function per number. */
export type Numbers<T = unknown> = Readonly<
  Record<string, { readonly compute: (db: Db, asking: Asking) => Promise<T> }>
>

/** Runs all at once; a number that fails or exceeds the timeout is left out and logged. */
export async function inTime<T>(
  { within, caller, log }: Pick<ReadContext<undefined, undefined>, 'within' | 'log'> & SignedIn,
  numbers: Numbers<T>,
  territory: Territory = null,
): Promise<Record<string, T>> {
  const computed = await Promise.all(
    Object.entries(numbers).map(async ([name, { compute }]) => {
      try {
        return [
          [name, await within(TIMEOUT_MS, db => compute(db, { callerId: caller.id, territory }))] as const,
        ]
      } catch (error) {
        log.warn({ block: name, error: describeError(error) }, 'a number of the dashboard is left out')
        return []
      }
    }),
  )
  return Object.fromEntries(computed.flat())
}
