import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { startApp } from '../../../../test/app.ts'
import { waitingForLocks } from '../../../../test/databases.ts'
import { eventually } from '../../../../test/eventually.ts'
import { deliver, INBOUND_SECRET, mail, report } from '../../../../test/fixtures/inbound-mail.ts'

const app = await startApp({ env: { MAIL_FROM: 'support@essai.fr', INBOUND_MAIL_SECRETS: INBOUND_SECRET } })
const office = app.as(await app.user(['operator_support']))
const rows = async (query: string, ...values: unknown[]) => (await app.owner.query(query, values)).rows

async function answered() {
  const { body } = await app.anyone.post('/messages', {
    subject: 'S',
    body: 'B',
    nom: 'Camille',
    email: 'camille@example.com',
  })
  const { id } = body.data
  await office.post(`/admin/messages/threads/${id}/reply`, { body: 'Voilà.', close: true })
  await app.owner.query(
    `update mails set status = 'sent', sent_at = now(), attempts = 1 where status = 'queued'`,
  )
  const [{ message_id, reply_token }] = await rows(
    `select m.message_id, t.reply_token from support_messages m join support_threads t on t.id = m.thread_id
     where t.id = $1 and direction = 'outbound'`,
    id,
  )
  return { id, messageId: message_id as string, token: reply_token as string }
}
const deliveryOf = async (id: string) =>
  (await office.get(`/admin/messages/threads/${id}/messages`)).body.data[1].delivery
const threadOf = async (id: string) =>
  (await rows('select status, unread, messages_count from support_threads where id = $1', id))[0]
const DAEMON = { From: 'MAILER-DAEMON@mx.example.net (Mail Delivery System)', 'In-Reply-To': undefined }

/** Delivery reports of different mail servers. */
const FAILED: Record<string, readonly [(id: string) => string, words: RegExp]> = {
  'a report': [id => report(id), /^550 5\.1\.1 <…>: User unknown$/],
  'a report whose words go over two lines': [
    id => report(id, { said: 'smtp; 550-5.1.1 The account does not exist.\r\n 550 5.1.1 Learn more' }),
    /^550-5\.1\.1 The account does not exist\. 550 5\.1\.1 Learn more$/,
  ],
  'a report without a diagnosis': [id => report(id).replace(/Diagnostic-Code: .*\r\n/, ''), /^5\.1\.1$/],
  'a report with the whole mail': [
    id =>
      report(id)
        .replace('text/rfc822-headers', 'message/rfc822')
        .replace('Subject: Re: Question', 'Subject: x\r\n\r\nBonjour'),
    /User unknown/,
  ],
  'a report with the mail in base64': [
    id =>
      report(id).replace(
        /Content-Type: text\/rfc822-headers\r\n\r\nMessage-ID: .*\r\nSubject.*/,
        `Content-Type: message/rfc822\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(`Message-ID: ${id}\r\n\r\nx`).toString('base64')}`,
      ),
    /User unknown/,
  ],
  'Exim’s words': [
    id =>
      mail(
        {
          ...DAEMON,
          Subject: 'Mail delivery failed: returning message to sender',
          'X-Failed-Recipients': 'camille@example.com',
        },
        `This message was created automatically.\r\n\r\n  camille@example.com\r\n    host mx.example.com [192.0.2.7]\r\n    SMTP error: 550 5.7.1 camille@example.com: refused by policy\r\n\r\n------ This is a copy of the message ------\r\nMessage-ID: ${id}\r\nSubject: x`,
      ),
    /^550 5\.7\.1 <…>: refused by policy$/,
  ],
  'qmail’s words': [
    id =>
      mail(
        { ...DAEMON, 'Return-Path': '<>', Subject: 'failure notice' },
        `Hi. This is the qmail-send program.\r\n<camille@example.com>:\r\nSorry, no mailbox here by that name. (#5.1.1)\r\n\r\n--- Below this line is a copy.\r\nMessage-ID: ${id}`,
      ),
    /^Sorry, no mailbox here by that name\. \(#5\.1\.1\)$/,
  ],
  'words in French, without a code': [
    id =>
      mail(
        { ...DAEMON, Subject: 'Non remis : Re: Question', 'In-Reply-To': id },
        'Le destinataire est inconnu.',
      ),
    /^The mail came back\.$/,
  ],
}
for (const [name, [make, words]] of Object.entries(FAILED))
  test(`the answer came back, by ${name}`, async () => {
    const { id, messageId } = await answered()
    assert.equal((await deliver(app, make(messageId))).status, 200)
    const { status, error, attempts, sent_at } = await deliveryOf(id)
    assert.equal(status, 'failed')
    assert.match(error, words)
    assert.ok(attempts === 1 && sent_at !== null)
    assert.deepEqual(await threadOf(id), { status: 'closed', unread: true, messages_count: 2 })
    assert.equal(
      (
        await rows(
          'select count(*)::int as n from support_threads where requester_email ilike $1',
          '%daemon%',
        )
      )[0].n,
      0,
    )
  })

test('a report with only the thread’s address is about its last answer', async () => {
  const { id, token } = await answered()
  await deliver(app, report('<lost@elsewhere.fr>', { to: `support+${token}@essai.fr` }))
  assert.equal((await deliveryOf(id)).status, 'failed')
})

for (const From of [
  '<>',
  '"Mail Delivery System" <>',
  'MAILER-DAEMON',
  '<MAILER-DAEMON>',
  'Mail Delivery Subsystem <MAILER-DAEMON>',
  'MAILER-DAEMON (Mail Delivery System)',
])
  test(`the answer came back, from ${From}`, async () => {
    for (const make of [
      (id: string) => report(id).replace(/^Return-Path: .*\r\nFrom: .*/m, `From: ${From}`),
      (id: string) =>
        mail({ From, Subject: 'Undelivered Mail' }, `550 5.1.1 unknown\r\n\r\nMessage-ID: ${id}`),
    ]) {
      const { id, messageId } = await answered()
      assert.equal((await deliver(app, make(messageId))).status, 200)
      assert.equal((await deliveryOf(id)).status, 'failed')
    }
  })

const NOT_FAILED: Record<string, (id: string) => string> = {
  'a delay': id => report(id, { action: 'delayed', said: 'smtp; 451 4.4.1 timeout' }),
  'a receipt': id => report(id, { action: 'delivered', said: 'smtp; 250 ok' }),
  'a warning in words': id =>
    mail(
      { ...DAEMON, Subject: 'Warning: message delayed 24 hours; delivery incomplete' },
      `Message-ID: ${id}`,
    ),
}
for (const [name, make] of Object.entries(NOT_FAILED))
  test(`${name} says nothing is lost`, async () => {
    const { id, messageId } = await answered()
    assert.equal((await deliver(app, make(messageId))).status, 200)
    assert.equal((await deliveryOf(id)).status, 'sent')
    assert.deepEqual(await threadOf(id), { status: 'closed', unread: false, messages_count: 2 })
  })

test('a bounce of a foreign mail neither opens nor fails anything', async () => {
  const { id } = await answered()
  const count = async () => (await rows('select count(*)::int as n from support_threads'))[0].n
  const before = await count()
  await deliver(app, report('<some-other-mail@essai.fr>'))
  await deliver(app, report(''))
  assert.deepEqual([(await deliveryOf(id)).status, await count()], ['sent', before])
})

test('a person who writes about a bounce is treated as a person', async () => {
  const { id, messageId } = await answered()
  const forwarded = mail(
    {
      From: 'camille@example.com',
      Subject: 'Fwd: Undelivered Mail Returned to Sender',
      'In-Reply-To': messageId,
      'Content-Type': 'multipart/mixed; boundary="m"',
    },
    [
      '--m',
      'Content-Type: text/plain',
      '',
      'Voyez ce que je reçois',
      '--m',
      'Content-Type: message/rfc822',
      '',
      report(messageId),
      '--m--',
    ].join('\r\n'),
  )
  await deliver(app, forwarded)
  assert.equal((await deliveryOf(id)).status, 'sent')
  assert.deepEqual(await threadOf(id), { status: 'open', unread: true, messages_count: 3 })
})

test('a bounce locks the thread before the answer, in the same order as an erasure', async () => {
  const { id, messageId } = await answered()
  const holder = new pg.Client(app.connection)
  await holder.connect()
  try {
    await holder.query('begin')
    await holder.query('select from support_threads where id = $1 for update', [id])
    const bouncing = deliver(app, report(messageId))
    await eventually(async () => (await waitingForLocks(app.connection.database ?? '')) > 0, 'it waits')
    // If the bounce held the thread's lock, this would be a deadlock.
    await holder.query('select from support_messages where thread_id = $1 for update nowait', [id])
    await holder.query('commit')
    assert.equal((await bouncing).status, 200)
  } finally {
    await holder.end()
  }
  assert.equal((await deliveryOf(id)).status, 'failed')
})
