import type { SignedIn } from '../access/visitors.ts'
import type { Db } from '../kernel/db/db.ts'
import { describeError } from '../kernel/log.ts'
import type { ReadContext } from '../kernel/routes/action.ts'

/** Two rounds of numbers that wait for a lock still make an answer within a second. */
const PATIENCE_MS = 300

/** What computes each; a number of the caller's own is told who that is. */
export type Numbers<T = unknown> = Readonly<
  Record<string, { readonly compute: (db: Db, callerId: string) => Promise<T> }>
>

/** Each on its own: one that cannot be computed in time is left out, and the log says which. */
export async function inTime<T>(
  { within, caller, log }: Pick<ReadContext<undefined, undefined>, 'within' | 'log'> & SignedIn,
  numbers: Numbers<T>,
): Promise<Record<string, T>> {
  const computed = await Promise.all(
    Object.entries(numbers).map(async ([name, { compute }]) => {
      try {
        return [[name, await within(PATIENCE_MS, db => compute(db, caller.id))] as const]
      } catch (error) {
        log.warn({ block: name, error: describeError(error) }, 'a block of the dashboard is left out')
        return []
      }
    }),
  )
  return Object.fromEntries(computed.flat())
}
