import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import { INBOUND_SECRET, mail } from '../../../test/fixtures/inbound-mail.ts'
import { type ReceivedMail, readOnce } from '../../letters/support/inbound/read-in-thread.ts'
import { receive } from './receive.ts'

/** A mail that is never read in time is taken at last, so that a person sees it. */

const app = await startApp({
  env: { MAIL_FROM: 'support@essai.fr', INBOUND_MAIL_SECRETS: INBOUND_SECRET, RATE_LIMIT_SCALE: '0' },
})
const office = app.as(await app.user(['operator_support']))
const { db } = app.service
const LATE = { workMs: 600_000, patienceMs: 1 }
const SLOW = '\r\n'.repeat(200_000)

const prepare = (body: ReceivedMail) => receive.prepare?.({ db, body } as never)
const take = (body: ReceivedMail) =>
  db.transaction(tx => receive.run({ tx, body, prepared: undefined, log: { info() {} } } as never))
const threads = async () => (await office.get('/admin/messages/threads')).body.data

test('a mail that is not read in time comes again eight times, then opens its conversation by its beginning', async () => {
  const raw = mail(
    { Subject: 'Long', 'Content-Type': 'multipart/mixed;\r\n boundary=b' },
    `Ma demande.${SLOW}Fin.`,
  )
  const delivered = () => readOnce(Buffer.from(raw), LATE)
  for (let delivery = 0; delivery < 8; delivery++)
    await assert.rejects(async () => prepare(await delivered()), { code: 'unavailable' })
  assert.equal((await threads()).length, 0)

  for (let delivery = 0; delivery < 2; delivery++) {
    const last = await delivered()
    await prepare(last)
    await take(last)
  }
  const [thread, ...others] = await threads()
  assert.deepEqual([others, thread.subject, thread.unread], [[], 'Long', true])
  assert.equal(thread.requester.email, 'camille@example.com')
  const { data } = (await office.get(`/admin/messages/threads/${thread.id}/messages`)).body
  assert.equal(data.length, 1)
  assert.match(data[0].body, /pas pu être lu en entier.*\n\nMa demande\.$/su)

  // A later delivery that is read at last is the same mail.
  await take(await readOnce(Buffer.from(raw), { ...LATE, patienceMs: 600_000 }))
  assert.equal((await threads()).length, 1)
})

test('headers that are no headers are refused for good', async () => {
  const raw = Buffer.from(mail({ 'X-Long': 'x'.repeat(70_000) }, SLOW))
  await assert.rejects(readOnce(raw, LATE), { code: 'invalid_webhook_payload' })
})
