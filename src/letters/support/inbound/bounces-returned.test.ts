/** Bounces of mails that are not answers of the support. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { startApp, testConfig } from '../../../../test/app.ts'
import { deliver, INBOUND_SECRET, mail, report } from '../../../../test/fixtures/inbound-mail.ts'
import { markSent, takeLease } from '../../mail/leases.ts'
import { stopDigestPage } from '../../mail/links.ts'
import { type Mail, queueMail } from '../../mail/outbox.ts'
import type { MailContent } from '../../mail/templates/all.ts'
import { weekMessageId } from '../../weekly-mail/subscribers.ts'

const lines: string[] = []
const app = await startApp({
  env: { MAIL_FROM: 'support@essai.fr', INBOUND_MAIL_SECRETS: INBOUND_SECRET },
  log: line => lines.push(line),
})
const rows = async (query: string, ...values: unknown[]) => (await app.owner.query(query, values)).rows
const rowOf = async (id: string) => (await rows('select * from mails where id = $1', id))[0]

const CONFIG = testConfig({ MAIL_FROM: 'support@essai.fr' })
const LETTERS = {
  notice: { template: 'password-changed', data: { at: new Date() } },
  link: { template: 'reset-password', data: { link: 'https://essai.fr/x', minutes: 60 } },
} satisfies Record<string, MailContent>

/** A queued mail, sent unless it still waits. */
async function sent(kind: keyof typeof LETTERS = 'notice', waits = false, more: Partial<Mail> = {}) {
  const { db } = app.service
  const letter: Mail = {
    ...LETTERS[kind],
    to: { email: 'camille@example.com' },
    language: 'fr',
    ...(more as object),
  }
  const made = await db.transaction(tx => queueMail({ tx, config: CONFIG, enqueue: async () => {} }, letter))
  if (!waits) {
    const job = randomUUID()
    const claimed = await takeLease(db.pool, made.id, job)
    assert.ok(claimed && (await markSent(db.pool, claimed, job)))
  }
  const { id, message_id } = await rowOf(made.id)
  return { id: id as string, messageId: message_id as string }
}

test('a bounced mail has failed with the server’s words, and stays recorded as sent', async () => {
  const { id, messageId } = await sent()
  lines.length = 0
  assert.equal((await deliver(app, report(messageId))).status, 200)
  const { status, error, sent_at, bounced_at, attempts } = await rowOf(id)
  assert.deepEqual([status, error, attempts], ['failed', '550 5.1.1 <…>: User unknown', 1])
  assert.ok(sent_at !== null && bounced_at !== null)
  assert.ok(lines.some(line => line.includes('mail bounced') && line.includes(id)))
  for (const trace of ['camille', 'User unknown', messageId])
    assert.ok(!lines.join('').includes(trace), trace)
  assert.deepEqual(await rows('select from support_threads'), [])
})

test('a second bounce does not replace the first, and a delay changes nothing', async () => {
  const { id, messageId } = await sent()
  await deliver(app, report(messageId, { action: 'delayed', said: 'smtp; 451 4.4.1 timeout' }))
  assert.equal((await rowOf(id)).status, 'sent')
  await deliver(app, report(messageId, { said: 'smtp; 552 5.2.2 mailbox full' }))
  const first = await rowOf(id)
  assert.equal(first.error, '552 5.2.2 mailbox full')
  await Promise.all(Array.from({ length: 8 }, () => deliver(app, report(messageId))))
  assert.deepEqual(await rowOf(id), first)
})

test('several concurrent bounces of a mail count once', async () => {
  const { id, messageId } = await sent()
  lines.length = 0
  await Promise.all(Array.from({ length: 12 }, () => deliver(app, report(messageId))))
  assert.equal((await rowOf(id)).status, 'failed')
  assert.equal(lines.filter(line => line.includes('mail bounced')).length, 1)
})

test('a mail that bounced before its sending was recorded is not sent again, and loses its link', async () => {
  const { id, messageId } = await sent('link', true)
  const job = randomUUID()
  const claimed = await takeLease(app.service.db.pool, id, job)
  await deliver(app, report(messageId))
  const { status, text, html, sent_at } = await rowOf(id)
  assert.deepEqual([status, text, html, sent_at], ['failed', null, null, null])
  assert.equal(await takeLease(app.service.db.pool, id, randomUUID()), undefined)
  assert.ok(claimed && !(await markSent(app.service.db.pool, claimed, job)), 'nor does it count as sent')
})

test('a bounce does not bring a forgotten mail back', async () => {
  const { id, messageId } = await sent()
  await app.owner.query(
    `update mails set recipient_email = null, subject = null, text = null where id = $1`,
    [id],
  )
  await deliver(app, report(messageId))
  const { status, error } = await rowOf(id)
  assert.deepEqual([status, error], ['failed', null])
})

test('a bounce with several quoted mails is about the last one', async () => {
  const [older, newer, other] = [await sent(), await sent(), await sent()]
  await deliver(
    app,
    mail(
      {
        From: 'MAILER-DAEMON@mx.example.net',
        'Return-Path': '<>',
        Subject: 'Undelivered Mail Returned to Sender',
      },
      `550 5.1.1 unknown\r\n\r\nMessage-ID: ${newer.messageId}\r\nReferences: ${older.messageId}`,
    ),
  )
  const statuses = await Promise.all([older, newer, other].map(async ({ id }) => (await rowOf(id)).status))
  assert.deepEqual(statuses, ['sent', 'failed', 'sent'])
})

test('a bounce of a foreign mail is ignored', async () => {
  const key = async () =>
    (await rows('select outcome from support_receipts order by received_at desc limit 1'))[0].outcome
  await deliver(app, report('<some-other-mail@essai.fr>'))
  assert.equal(await key(), 'left out')
  const { messageId } = await sent()
  await deliver(app, report(messageId))
  assert.equal(await key(), 'bounce')
})

test('a person who quotes one of our mails does not mark it as failed', async () => {
  const { id, messageId } = await sent()
  await deliver(app, mail({ 'In-Reply-To': messageId, Subject: 'Merci' }))
  assert.equal((await rowOf(id)).status, 'sent')
})

/** A provider's report that a recipient called a mail spam; the address is blacked out. */
const complaint = (messageId: string, { kind = 'abuse', original = 'message/rfc822' } = {}) =>
  mail(
    {
      From: 'feedback@mx.example.net',
      Subject: 'FW: La semaine',
      'Content-Type': 'multipart/report; report-type=feedback-report; boundary="b1"',
      'Content-Transfer-Encoding': undefined,
    },
    [
      '--b1\r\nContent-Type: text/plain\r\n\r\nThis is an email abuse report.',
      `--b1\r\nContent-Type: message/feedback-report\r\n\r\nFeedback-Type: ${kind}\r\nVersion: 1\r\nUser-Agent: x/1`,
      `--b1\r\nContent-Type: ${original}\r\n\r\nMessage-ID: ${messageId}\r\nSubject: La semaine\r\n\r\nBonjour\r\n--b1--`,
    ].join('\r\n'),
  )

test('a spam complaint stops what its mail can be stopped from, and opens no conversation', async () => {
  const { id: user } = await app.user(['operator_moderation'])
  const digest = async () => (await rows('select frequency, alerts from digests where user_id = $1', user))[0]
  const [{ token, alerts_token }] = await rows(
    `insert into digests (user_id, frequency, next_at, alerts) values ($1, 'daily', now() + interval '1 day', true)
     returning token, alerts_token`,
    user,
  )
  const [{ id: commune }] = await rows(
    `insert into communes (slug, nom) values ('plainte', 'Plainte') returning id`,
  )
  const [{ id: subscriber }] = await rows(
    `insert into weekly_mail_subscribers (commune_id, address_sealed, address_hash)
     values ($1, '-', rpad('plainte', 43, '-')) returning id`,
    commune,
  )
  const subscribed = async () =>
    (await rows('select from weekly_mail_subscribers where id = $1', subscriber)).length === 1
  const daily = await sent('notice', false, { unsubscribeUrl: stopDigestPage(CONFIG, token) })
  const alert = await sent('notice', false, { unsubscribeUrl: stopDigestPage(CONFIG, alerts_token) })
  const week = await sent('notice', false, { messageId: weekMessageId(subscriber, '2026-11-27', 'essai.fr') })
  const other = await sent()

  for (const { messageId } of [daily, alert, week])
    await deliver(app, complaint(messageId, { kind: 'not-spam' }))
  await deliver(app, complaint(other.messageId))
  await deliver(app, complaint('<some-other-mail@essai.fr>'))
  assert.deepEqual([await digest(), await subscribed()], [{ frequency: 'daily', alerts: true }, true])

  await deliver(app, complaint(daily.messageId))
  assert.deepEqual(await digest(), { frequency: 'none', alerts: true })
  await deliver(app, complaint(alert.messageId, { original: 'text/rfc822-headers' }))
  assert.deepEqual(await digest(), { frequency: 'none', alerts: false })
  await deliver(app, complaint(week.messageId))
  assert.equal(await subscribed(), false)
  assert.equal((await rowOf(week.id)).status, 'sent', 'it arrived')
  assert.deepEqual(await rows(`select from support_threads where requester_email like 'feedback@%'`), [])
})
