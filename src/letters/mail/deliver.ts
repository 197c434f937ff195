import { setTimeout as sleep } from 'node:timers/promises'
import type { Tx } from '../../kernel/db/db.ts'
import type { JobContext } from '../../kernel/jobs/jobs.ts'
import { inSpan } from '../../kernel/tracing/active.ts'
import { unsubscribeGone } from '../weekly-mail/subscribers.ts'
import { mailFigures } from './figures.ts'
import {
  type LeasedMail,
  markFailed,
  markSent,
  postpone,
  secondsToWait,
  takeLease,
  takeOverdue,
  waitsUntil,
} from './leases.ts'
import type { Mailer } from './mailer.ts'
import { SEND_JOB } from './outbox.ts'
import { isAddressGone, type SendResult, TOO_LATE } from './smtp-answers.ts'

/** One mailer per node: its connections to the mail server are shared by all jobs, and closed when the node stops. */
const mailers = new WeakMap<JobContext, Promise<Mailer>>()

function mailerOf(context: JobContext): Promise<Mailer> {
  let mailer = mailers.get(context)
  if (!mailer) {
    mailer = openMailer(context)
    mailers.set(context, mailer)
  }
  return mailer
}

/** The mail library is loaded with the first mail, which keeps the start fast. */
async function openMailer(context: JobContext): Promise<Mailer> {
  const { createMailer } = await import('./mailer.ts')
  const mailer = createMailer(context.config)
  context.onStop(mailer.close)
  return mailer
}

const LONGEST_WAIT = 1_800
/** 1, 2, 4, 8 … seconds, then every half hour. The jitter keeps mails from being retried all at once. */
export const secondsBefore = (attempt: number, chance = Math.random()) =>
  Math.round(Math.min(LONGEST_WAIT, 2 ** (attempt - 1)) * (1 + chance / 5))

/**
 * Sends one mail. If it cannot be sent now, a later job is queued in the transaction that changes the row; the queue's
 * own retries are for errors that are not about the mail (the database is away).
 */
export async function deliverMail(
  { mail: id }: { mail: string },
  context: JobContext,
  signal: AbortSignal,
  job: string,
): Promise<void> {
  const { db, log } = context
  const mail = await takeLease(db.pool, id, job)
  if (!mail) {
    const seconds = await secondsToWait(db.pool, id)
    if (seconds !== undefined)
      await db.transaction(async tx => {
        await waitsUntil(tx, id, seconds)
        await context.enqueue(tx, SEND_JOB, { mail: id }, seconds)
      })
    return
  }
  const about = { mail: id, template: mail.template, attempt: mail.attempts }
  // With a clock that is far ahead every queued mail looks expired: none is sent or given up until the clock is
  // right.
  const outcome: SendResult = mail.expired
    ? {
        kind: mail.clock_credible ? 'refused' : 'delayed',
        words: mail.error ?? TOO_LATE,
        code: mail.clock_credible ? 'too late' : 'clock in doubt',
      }
    : await sent(mail, await mailerOf(context), signal)

  const figures = mailFigures(context.metrics)
  figures.tried(outcome.kind === 'delayed' ? 'later' : outcome.kind)
  if (outcome.kind === 'sent') {
    figures.delay((Date.now() - Date.parse(mail.created_at)) / 1_000)
    const recorded = await insist(() => markSent(db.pool, mail, job))
    if (!recorded) log.warn(about, 'mail sent, but another worker had taken it over')
    else if (outcome.file) log.info({ ...about, file: outcome.file }, 'mail written to a folder: no SMTP_URL')
    else log.info(about, 'mail sent')
  } else if (outcome.kind === 'refused') {
    await insist(() => markFailed(db.pool, mail, job, outcome.words))
    if (isAddressGone(outcome.words)) await unsubscribeGone(db.pool, mail.message_id)
    log.warn({ ...about, reason: outcome.code }, 'mail failed')
  } else {
    const { code, advice } = outcome
    await later(context, mail, job, outcome.words, { ...about, reason: code, ...(advice && { advice }) })
  }
}

const sent = (mail: LeasedMail, mailer: Mailer, signal: AbortSignal): Promise<SendResult> =>
  inSpan(
    `mail ${mail.template}`,
    'client',
    { 'parvis.mail.template': mail.template, 'parvis.mail.attempt': mail.attempts },
    async span => {
      const result = await mailer.send(mail, signal)
      span?.set({ 'parvis.mail.outcome': result.kind })
      if (result.kind !== 'sent') span?.fail(result.code)
      return result
    },
  )

async function later(context: JobContext, mail: LeasedMail, job: string, words: string, about: object) {
  const { db, log } = context
  const seconds = secondsBefore(mail.attempts)
  const queued = await db.transaction(async tx => {
    const still = await postpone(tx, mail, job, words, seconds)
    if (still) await context.enqueue(tx, SEND_JOB, { mail: mail.id }, seconds)
    return still
  })
  if (queued) log.warn({ ...about, seconds }, 'mail could not be sent yet')
  else if (queued === false) log.warn(about, 'mail failed: retries used up')
}

/** Repeats the write: the server has the mail, and losing that to a database restart would send it again. */
async function insist(record: () => Promise<boolean>): Promise<boolean> {
  for (let wait = 250; ; wait *= 2) {
    try {
      return await record()
    } catch (error) {
      if (wait > 8_000) throw error
      await sleep(wait)
    }
  }
}

/** Queues a job for each mail whose job was lost. */
export async function resumeOverdueMails(tx: Tx, _data: unknown, context: JobContext): Promise<void> {
  const overdue = await takeOverdue(tx)
  for (const { id } of overdue) await context.enqueue(tx, SEND_JOB, { mail: id })
  if (overdue.length > 0)
    context.log.warn({ mails: overdue.length }, 'queued new jobs for mails whose job was lost')
}
