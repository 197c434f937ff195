import { namesOf } from '../../../shared/fields/field.ts'
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

/**
 * Sends the new values of a few fields, whatever else a colleague changed on the record meanwhile, and answers the record as it
 * is then. Where the colleague gave these fields the same values, nothing more is sent; where others, the conflict is a failure.
 */
export async function changeOnNewest<R extends { readonly version: number }, B extends Partial<R>>(
  record: R,
  body: B,
  {
    send,
    reread,
  }: {
    send(change: { readonly body: B; readonly version: number }): Promise<{ readonly data: R }>
    reread(): Promise<R | undefined>
  },
): Promise<R> {
  const wanted: Partial<R> = body
  const has = (one: R, values: Partial<R>) => namesOf(wanted).every(name => one[name] === values[name])
  const outcome = await sendOnNewest(record, {
    send: ({ version }) => send({ body, version }),
    async reread() {
      const now = await reread()
      return now && (has(now, record) || has(now, wanted)) ? now : undefined
    },
    follow: now => !has(now, wanted),
  })
  return 'theirs' in outcome ? outcome.theirs : outcome.reply.data
}
