/** A whole conversation over a real mail server. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import { eventually } from '../../../test/eventually.ts'
import { deliver, INBOUND_SECRET, mail, report } from '../../../test/fixtures/inbound-mail.ts'
import { startMailServer } from '../../../test/fixtures/mail-server.ts'
import { jobs } from '../../jobs.ts'

const server = await startMailServer()
after(() => server.stop())
const lines: string[] = []
const app = await startApp({
  env: {
    PROCESS: 'all',
    SMTP_URL: server.url,
    MAIL_FROM: 'Ville d’Essai <support@essai.fr>',
    PARVIS_MAILS_AT_ONCE: '1',
    INBOUND_MAIL_SECRETS: INBOUND_SECRET,
  },
  jobs: { 'mail.send': jobs['mail.send'] },
  log: line => lines.push(line),
})
const operator = await app.user(['operator_support'])
await app.owner.query(`update users set nom = 'Anne Le Goff' where id = $1`, [operator.id])
const office = app.as(operator)

const threadsOf = async (query = '') => (await office.get(`/admin/messages/threads${query}`)).body.data
const messagesOf = async (id: string) =>
  (await office.get(`/admin/messages/threads/${id}/messages`)).body.data
const threadOf = async (id: string) => (await threadsOf()).find((one: { id: string }) => one.id === id)
const arrived = (to: string, count = 1) =>
  eventually(async () => {
    const all = server.acceptedFor(to)
    return all.length >= count && all
  }, `${count} mails for ${to}`)
const headerOf = (
  delivery: { parsed: { headers: { key: string; value: string }[] } } | undefined,
  name: string,
) => delivery?.parsed.headers.find(one => one.key === name)?.value

test('a question and its answers by mail form one thread; absence notes and bounces are recognised', async () => {
  const who = 'camille@canari.example.com'
  const first = '<CAF1@mail.example.com>'
  const asked = await deliver(
    app,
    mail(
      {
        From: `=?UTF-8?Q?Camille_Durand?= <${who}>`,
        Subject: '=?UTF-8?Q?Probl=C3=A8me_de_r=C3=A9clamation?=',
        'Message-ID': first,
      },
      'Bonjour,\r\n\r\nMa réclamation canari-question est bloquée.',
    ),
  )
  assert.deepEqual([asked.status, asked.body], [200, { data: { received: true } }])
  const [thread] = await threadsOf('?q=probleme')
  assert.deepEqual(
    [thread.subject, thread.status, thread.unread, thread.flag, thread.messages_count, thread.requester],
    ['Problème de réclamation', 'open', true, null, 1, { nom: 'Camille Durand', email: who, user_id: null }],
  )

  const answer = await office.post(`/admin/messages/threads/${thread.id}/reply`, {
    body: "Bonjour,\n\nC'est débloqué : canari-reponse.\nÀ bientôt <b>",
    close: true,
  })
  assert.equal(answer.status, 201)
  const { id, direction, author, body, delivery, automatic } = answer.body.data
  assert.deepEqual(
    { direction, automatic, author, body, delivery },
    {
      direction: 'outbound',
      automatic: false,
      author: { nom: 'Anne Le Goff', email: operator.email },
      body: "Bonjour,\n\nC'est débloqué : canari-reponse.\nÀ bientôt <b>",
      delivery: { status: 'queued', attempts: 0, error: null, sent_at: null, known: false },
    },
  )
  const [sent] = await arrived(who)
  assert.ok(sent)
  assert.equal(sent.parsed.subject, 'Re: Problème de réclamation')
  assert.deepEqual(sent.parsed.to, [{ name: '', address: who }], 'a name that was typed is not proven')
  assert.deepEqual(sent.parsed.from, { name: 'Ville d’Essai', address: 'support@essai.fr' })
  assert.equal(headerOf(sent, 'in-reply-to'), first)
  assert.equal(headerOf(sent, 'references'), first)
  assert.equal(headerOf(sent, 'auto-submitted'), undefined, 'a person wrote it')
  const own = sent.parsed.messageId ?? ''
  assert.match(own, /^<[0-9a-f-]{36}@essai\.fr>$/)
  const token = /^support\+([0-9a-f]{32})@essai\.fr$/.exec(sent.parsed.replyTo?.[0]?.address ?? '')?.[1]
  assert.ok(token, 'the way back has a token')
  assert.match(sent.parsed.text ?? '', /C'est débloqué : canari-reponse\.\nÀ bientôt <b>\n/)
  assert.match(sent.parsed.html ?? '', /canari-reponse\.<br>\nÀ bientôt &lt;b&gt;/)
  assert.match(sent.parsed.text ?? '', /répondez simplement à ce message/)
  const done = await eventually(async () => {
    const one = (await messagesOf(thread.id)).find((message: { id: string }) => message.id === id)
    return one.delivery.status === 'sent' && one
  }, 'the answer is known to be sent')
  assert.equal(done.delivery.attempts, 1)
  assert.match(done.delivery.sent_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  assert.deepEqual((({ status, unread }) => [status, unread])(await threadOf(thread.id)), ['closed', false])

  // An absence note arrives first: it neither reopens the thread nor gets a reply.
  const absence = { From: who, Subject: 'Réponse automatique : Absence', 'In-Reply-To': own }
  await deliver(
    app,
    mail({ ...absence, 'Auto-Submitted': 'auto-replied', Precedence: 'auto_reply' }, 'Je suis absente.'),
  )
  assert.deepEqual(
    (({ status, unread, messages_count }) => [status, unread, messages_count])(await threadOf(thread.id)),
    ['closed', false, 3],
  )

  // Then a real answer, whose program has rewritten the subject.
  const back = mail(
    {
      From: who,
      To: `support+${token}@essai.fr`,
      Subject: '=?UTF-8?Q?RE=C2=A0=3A_tout_autre_chose?=',
      'In-Reply-To': own,
      References: `${first}\r\n ${own}`,
      'Message-ID': '<CAF2@mail.example.com>',
    },
    'Merci !\r\n\r\nLe lun. 5 janv. 2026, Support a écrit :\r\n> Bonjour,\r\n>\r\n> C’est débloqué.',
  )
  assert.equal((await deliver(app, back)).status, 200)
  assert.deepEqual(
    (({ status, unread, messages_count }) => [status, unread, messages_count])(await threadOf(thread.id)),
    ['open', true, 4],
  )
  const all = await messagesOf(thread.id)
  assert.deepEqual(
    all.map((one: { direction: string; automatic: boolean }) => [one.direction, one.automatic]),
    [
      ['inbound', false],
      ['outbound', false],
      ['inbound', true],
      ['inbound', false],
    ],
  )
  assert.equal(
    all[3].body,
    'Merci !\n\nLe lun. 5 janv. 2026, Support a écrit :\n> Bonjour,\n>\n> C’est débloqué.',
    'kept as it was sent',
  )
  assert.equal(all[3].delivery, null)

  // A second answer refers to the last message that a person wrote.
  const next = await office.post(`/admin/messages/threads/${thread.id}/reply`, { body: 'Avec plaisir.' })
  const [, second] = await arrived(who, 2)
  assert.equal(headerOf(second, 'in-reply-to'), '<CAF2@mail.example.com>')
  assert.equal(headerOf(second, 'references'), `${first} ${own} <CAF2@mail.example.com>`)

  // The answer bounces: it is marked as failed with the server's words, and the thread needs attention.
  const bounce = report(second?.parsed.messageId ?? '')
  assert.equal((await deliver(app, bounce)).status, 200)
  const failed = (await messagesOf(thread.id)).at(-1)
  assert.equal(failed.id, next.body.data.id)
  assert.deepEqual([failed.delivery.status, failed.delivery.error], ['failed', '550 5.1.1 <…>: User unknown'])
  assert.deepEqual(
    (({ unread, messages_count }) => [unread, messages_count])(await threadOf(thread.id)),
    [true, 5],
    'a bounce is no message, and nobody overlooks it',
  )
  assert.equal(server.deliveries.filter(one => one.to === who).length, 2, 'no program was answered')

  const log = lines.join('')
  for (const trace of ['canari', who, token, 'Durand', operator.email])
    assert.ok(!log.includes(trace), `${trace} stands in the log`)
  const audit = await app.owner.query(
    `select action, after from audit_log where entity_id = $1 order by id`,
    [thread.id],
  )
  assert.deepEqual(audit.rows, [
    { action: 'thread.replied', after: { message_id: id, status: 'closed' } },
    { action: 'thread.replied', after: { message_id: next.body.data.id } },
  ])
})

test('answers sent at the same moment leave in order, each referring to the one before', async () => {
  const who = 'ordre@canari.fr'
  const asked = await app.anyone.post('/messages', {
    subject: 'Ordre',
    body: 'Alors ?',
    nom: 'Zoé',
    email: who,
  })
  assert.equal(asked.status, 201)
  const { id } = asked.body.data
  // The first mail is deferred twice; the later ones of the thread wait for it.
  server.behaviours.set(who, { rcpt: nth => (nth <= 2 ? '451 4.7.1 later' : undefined) })
  const replies = await Promise.all(
    ['a', 'b', 'c', 'd', 'e'].map(body => office.post(`/admin/messages/threads/${id}/reply`, { body })),
  )
  assert.deepEqual(
    replies.map(({ status }) => status),
    [201, 201, 201, 201, 201],
  )
  const sent = await arrived(who, 5)
  const messages = (await messagesOf(id)).filter((one: { direction: string }) => one.direction === 'outbound')
  assert.deepEqual(
    sent.map(({ parsed }) => parsed.text?.split('\n')[2]),
    messages.map((one: { body: string }) => one.body),
  )
  for (const [at, { parsed }] of sent.entries()) {
    const before = sent.slice(0, at).map(one => one.parsed.messageId)
    assert.equal(parsed.inReplyTo, before.at(-1))
    assert.equal(parsed.references, before.length > 0 ? before.join(' ') : undefined)
  }
  assert.equal((await threadOf(id)).messages_count, 6)
})

test('an answer refused for good is marked as failed with the server’s words', async () => {
  const who = 'inconnu@canari.fr'
  server.behaviours.set(who, { rcpt: () => `550 5.1.1 <${who}>: no such user` })
  const { body } = await app.anyone.post('/messages', { subject: 'S', body: 'B', nom: 'N', email: who })
  await office.post(`/admin/messages/threads/${body.data.id}/reply`, { body: 'Réponse' })
  const { delivery } = await eventually(async () => {
    const [, one] = await messagesOf(body.data.id)
    return one.delivery.status === 'failed' && one
  }, 'the refusal is known')
  assert.deepEqual(delivery, {
    status: 'failed',
    attempts: 1,
    error: '550 5.1.1 <…>: no such user',
    sent_at: null,
    known: false,
  })
})

test('a question in English is answered in English', async () => {
  const who = 'jane@canari.fr'
  const asked = await app.anyone.post(
    '/messages',
    { subject: 'Opening hours', body: 'When?', nom: 'Jane', email: who },
    { headers: { 'accept-language': 'en' } },
  )
  await office.post(`/admin/messages/threads/${asked.body.data.id}/reply`, { body: 'At nine.' })
  const [sent] = await arrived(who)
  assert.match(
    sent?.parsed.text ?? '',
    /You receive this message because you wrote to Ville d’Essai\.\nTo go on/,
  )
})
