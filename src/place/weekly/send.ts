import { Temporal } from 'temporal-polyfill'
import { countRows, type Db, sql, type Tx } from '../../kernel/db/db.ts'
import type { JobContext } from '../../kernel/jobs/jobs.ts'
import { describeError } from '../../kernel/telemetry/log.ts'
import { installationOf } from '../../letters/mail/addresses.ts'
import { stopWeekPage } from '../../letters/mail/links.ts'
import { queueMail } from '../../letters/mail/outbox.ts'
import {
  communesWithSubscribers,
  type DueSubscriber,
  takeDueSubscribers,
  weekMessageId,
} from '../../letters/weekly-mail/subscribers.ts'
import { fuseauOf } from '../../territory/communes/collectes/zones.ts'
import { scopeOfPlace } from '../app.ts'
import { isWeeklyMailOffered } from './offered.ts'
import { type Week, weekOf } from './week.ts'

type Context = Pick<JobContext, 'db' | 'config' | 'secrets' | 'enqueue' | 'log'>

/** Other mails, such as a link for a new password, wait for no more than these. Deferred ones hold up nobody. */
const MOST_QUEUED = 200
const AT_ONCE = 50
const MARKED_AT_ONCE = 10_000

/** Sends the weekly mails that are due. */
export const sendWeeklyMails = (_data: unknown, context: Context, signal: AbortSignal): Promise<void> =>
  sendDueMails(context, signal, new Date())

/**
 * On Friday from 17:00 on the clock of the commune. Subscribers are marked and their mails queued in one transaction: a
 * crash or a second worker sends none twice. (A crash of the delivery itself may send one mail a second time, with the
 * same Message-ID: see mail/leases.ts.) A commune without news sends nothing that week.
 */
export async function sendDueMails(context: Context, signal: AbortSignal, now: Date): Promise<void> {
  const { db, config } = context
  const earliest = lastFriday(EARLIEST_ZONE, now)
  if (!isWeeklyMailOffered(config) || now.getTime() - earliest.due.getTime() > LATEST_ANYWHERE_MS) return
  const communes = await communesWithSubscribers(db.pool, earliest.day)
  const source = communes.length > 0 ? await scopeOfPlace(db.pool) : undefined
  if (!source) return
  for (const { id, since, ...place } of communes) {
    const fuseau = fuseauOf(place)
    const { day: friday, due } = lastFriday(fuseau, now)
    if (new Date(since) > due || now.getTime() - due.getTime() > LATEST_MS) continue
    if (signal.aborted || (await roomNow(db.pool)) <= 0) return
    try {
      const published = { since: lastFriday(fuseau, new Date(due.getTime() - 1)).due }
      const week = await weekOf(context, { communeId: id, source, fuseau, now, ...published })
      if (!week) continue
      const commune = { communeId: id, friday, due }
      while (!signal.aborted && (await db.transaction(tx => sendSome(tx, context, commune, week))));
    } catch (error) {
      context.log.warn({ commune: id, error: describeError(error) }, 'the weekly mail of a commune failed')
    }
  }
}

async function sendSome(
  tx: Tx,
  { config, secrets, enqueue, log }: Context,
  commune: { readonly communeId: string; readonly friday: string; readonly due: Date },
  week: Week,
): Promise<boolean> {
  const room = await roomNow(tx)
  if (week.hasNews && room <= 0) return false
  const most = week.hasNews ? Math.min(room, AT_ONCE) : MARKED_AT_ONCE
  const subscribers = await takeDueSubscribers(tx, commune, most)
  if (week.hasNews) for (const one of subscribers) await sendTo(one)
  return subscribers.length > 0

  async function sendTo({ id, address_sealed, token }: DueSubscriber): Promise<void> {
    const email = addressOf(id, address_sealed)
    if (email === undefined) return
    const stop = stopWeekPage(config, token)
    await queueMail(
      { tx, config, enqueue: (job, data, after) => enqueue(tx, job, data, after) },
      {
        template: 'week',
        data: { ...week.shown, stop },
        to: { email },
        language: 'fr',
        unsubscribeUrl: stop,
        messageId: weekMessageId(id, commune.friday, installationOf(config).domain),
        until: new Date(commune.due.getTime() + LATEST_MS),
      },
    )
  }

  function addressOf(subscriber: string, sealed: string): string | undefined {
    try {
      return secrets.open(sealed)
    } catch (error) {
      log.warn({ subscriber, error: describeError(error) }, 'the address of a subscriber could not be read')
      return undefined
    }
  }
}

const roomNow = async (db: Db): Promise<number> =>
  MOST_QUEUED -
  (await countRows(db, sql`mails where status = 'queued' and template = 'week' and next_try_at <= now()`))

const FRIDAY = 5
const HOUR = 17
/** Nothing is sent later than on Saturday afternoon: the mail is about the days ahead. */
const LATEST_MS = 24 * 3_600_000
/** Friday begins there first, and 22 hours later in Tahiti. */
const EARLIEST_ZONE = 'Pacific/Wallis'
const LATEST_ANYWHERE_MS = LATEST_MS + 22 * 3_600_000

/** The last Friday at 17:00 there, at this moment or before. */
export function lastFriday(fuseau: string, now: Date): { readonly day: string; readonly due: Date } {
  const here = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(fuseau)
  const moment = here.subtract({ days: (here.dayOfWeek - FRIDAY + 7) % 7 }).withPlainTime({ hour: HOUR })
  const last = Temporal.ZonedDateTime.compare(moment, here) > 0 ? moment.subtract({ weeks: 1 }) : moment
  return { day: last.toPlainDate().toString(), due: new Date(last.epochMilliseconds) }
}
