import { isVersionConflict } from '../api/refused.ts'

/** A page has a few forms and switches of one record; colleagues rarely save it more often within a second. */
const MOST_RETRIES = 3

/**
 * Sends a change together with the version of its record. After a version conflict it reads the record again and sends the
 * change on top of it, unless the newer record changed the same fields: then it answers that record as `theirs`.
 */
export async function sendOnNewest<B, R>(
  record: B,
  {
    send,
    reread,
    follow,
  }: {
    send(record: B): Promise<R>
    /** Absent, or without a record: the version conflict is a failure like others. */
    readonly reread?: (() => Promise<B | null | undefined>) | undefined
    /** Takes over what the newer record changed. Answers false where it changed the same fields. */
    follow(now: B, before: B): boolean
  },
): Promise<{ readonly reply: R } | { readonly theirs: B }> {
  let base = record
  for (let retries = 0; ; retries += 1) {
    try {
      return { reply: await send(base) }
    } catch (error) {
      const now = isVersionConflict(error) && reread ? await reread().catch(() => null) : null
      if (!now) throw error
      if (!follow(now, base)) return { theirs: now }
      if (retries === MOST_RETRIES) throw error
      base = now
    }
  }
}
