import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../../test/app.ts'
import { deliver, INBOUND_SECRET, mail, signatureOf } from '../../../../test/fixtures/inbound-mail.ts'

const app = await startApp({
  env: { MAIL_FROM: 'support@essai.fr', INBOUND_MAIL_SECRETS: `other secret of theirs,${INBOUND_SECRET}` },
})
const office = app.as(await app.user(['operator_support']))
const rows = async (query: string, ...values: unknown[]) => (await app.owner.query(query, values)).rows
const [CAMILLE, EVE] = ['camille@example.com', 'eve@example.net']

let asked = 0
/** An answered thread of Camille's, with what she can know of it. */
async function answered(email = CAMILLE) {
  const first = `<first-${++asked}@mail.example.com>`
  await deliver(app, mail({ From: email, 'Message-ID': first, Subject: `Fil ${asked}` }))
  const [{ id, reply_token: token }] = await rows(
    `select t.id, t.reply_token from support_threads t join support_messages m on m.thread_id = t.id where m.message_id = $1`,
    first,
  )
  await office.post(`/admin/messages/threads/${id}/reply`, { body: 'Voilà.', close: true })
  const [{ message_id: answer }] = await rows(
    `select message_id from support_messages where thread_id = $1 and direction = 'outbound'`,
    id,
  )
  return { id, token, first, answer }
}
const state = async (id: string) => {
  const [row] = await rows('select status, unread, messages_count from support_threads where id = $1', id)
  return `${row.status} ${row.unread ? 'unread' : 'read'} ${row.messages_count}`
}
const count = async () => (await rows('select count(*)::int as n from support_threads'))[0].n
const UNTOUCHED = 'closed read 2'
const ADDED = 'open unread 3'

type Known = Awaited<ReturnType<typeof answered>>
const to = ({ token }: Known) => `Support <support+${token}@essai.fr>`

/** How a mail refers to its thread, and whether it gets there. */
const FOUND: Record<string, (known: Known) => Record<string, string>> = {
  'our answer in In-Reply-To': ({ answer }) => ({ From: CAMILLE, 'In-Reply-To': answer }),
  'her own first mail in In-Reply-To': ({ first }) => ({ From: CAMILLE, 'In-Reply-To': first }),
  'her address in other letters': ({ answer }) => ({ From: 'Camille@Example.COM', 'In-Reply-To': answer }),
  'comments around the id': ({ answer }) => ({
    From: CAMILLE,
    'In-Reply-To': `Your message of Monday ${answer}`,
  }),
  'References alone': ({ first, answer }) => ({ From: CAMILLE, References: `${first} ${answer}` }),
  'an In-Reply-To that nobody knows, then References': ({ answer }) => ({
    From: CAMILLE,
    'In-Reply-To': '<unknown@mail.example.com>',
    References: `<other@x.fr> ${answer} <unknown@mail.example.com>`,
  }),
  'folded References': ({ first, answer }) => ({ From: CAMILLE, References: `${first}\r\n\t${answer}` }),
  'the token alone, from any address': known => ({ From: EVE, To: to(known) }),
  'the token in a copy': known => ({ From: EVE, Cc: `x@y.fr, ${to(known)}` }),
  'the token in what the server adds': known => ({
    From: EVE,
    'Delivered-To': `SUPPORT+${known.token.toUpperCase()}@essai.fr`,
  }),
  'our answer and its token, from any address': known => ({
    From: EVE,
    'In-Reply-To': known.answer,
    To: to(known),
  }),
}
const NOT_FOUND: Record<string, (known: Known) => Record<string, string>> = {
  'the same subject': () => ({ From: CAMILLE, Subject: `Re: Fil ${asked}` }),
  'the id of our answer, from somebody else': ({ answer }) => ({
    From: EVE,
    'In-Reply-To': answer,
    References: answer,
  }),
  'the id of her mail, from somebody else': ({ first }) => ({ From: EVE, 'In-Reply-To': first }),
  'her name before another address': ({ answer }) => ({
    From: `"${CAMILLE}" <${EVE}>`,
    'In-Reply-To': answer,
  }),
  'her address as Reply-To alone': ({ answer }) => ({
    From: EVE,
    'Reply-To': CAMILLE,
    'In-Reply-To': answer,
  }),
  'a token that is cut': known => ({ From: EVE, To: `support+${known.token.slice(1)}@essai.fr` }),
  'a token in the subject': known => ({ From: EVE, Subject: `support+${known.token}@essai.fr` }),
  'a pattern for a token': () => ({ From: EVE, To: `support+${'%'.repeat(32)}@essai.fr` }),
}
for (const [name, headers] of Object.entries(FOUND))
  test(`a mail finds its thread by ${name}`, async () => {
    const known = await answered()
    const before = await count()
    assert.equal((await deliver(app, mail(headers(known)))).status, 200)
    assert.deepEqual([await state(known.id), await count()], [ADDED, before])
  })
for (const [name, headers] of Object.entries(NOT_FOUND))
  test(`a mail begins a new thread in spite of ${name}`, async () => {
    const known = await answered()
    const before = await count()
    assert.equal((await deliver(app, mail(headers(known)))).status, 200)
    assert.deepEqual([await state(known.id), await count()], [UNTOUCHED, before + 1])
  })

test('the order is In-Reply-To, the last of References, then the token', async () => {
  const [a, b, c] = [await answered(), await answered(), await answered()]
  const all = { From: CAMILLE, 'In-Reply-To': a.answer, References: `${c.answer} ${b.answer}`, To: to(c) }
  await deliver(app, mail(all))
  assert.deepEqual([await state(a.id), await state(b.id), await state(c.id)], [ADDED, UNTOUCHED, UNTOUCHED])
  await deliver(app, mail({ ...all, 'In-Reply-To': '<nobody@knows.fr>' }))
  assert.deepEqual([await state(b.id), await state(c.id)], [ADDED, UNTOUCHED])
  // Another person's Message-ID does not override the token of one's own thread.
  const eve = await answered(EVE)
  await deliver(app, mail({ From: EVE, 'In-Reply-To': c.answer, To: to(eve) }))
  assert.deepEqual([await state(c.id), await state(eve.id)], [UNTOUCHED, ADDED])
})

test('a mail with a foreign Message-ID attracts no answers', async () => {
  const known = await answered()
  await deliver(app, mail({ From: EVE, 'Message-ID': known.answer }))
  await deliver(app, mail({ From: CAMILLE, 'In-Reply-To': known.answer }))
  assert.equal(await state(known.id), ADDED)
})

test('one Message-ID received three times is one message', async () => {
  const known = await answered()
  const twice = mail({ From: CAMILLE, 'In-Reply-To': known.answer, 'Message-ID': '<twice@mail.example.com>' })
  const answers = await Promise.all([deliver(app, twice), deliver(app, twice), deliver(app, twice)])
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200],
  )
  await deliver(app, twice.replace('Merci', 'Autre texte'))
  assert.equal(await state(known.id), ADDED)

  const before = await count()
  const fresh = mail({ From: CAMILLE, 'Message-ID': '<fresh@mail.example.com>' })
  await Promise.all([deliver(app, fresh), deliver(app, fresh), deliver(app, fresh)])
  assert.equal(await count(), before + 1)
  // Without a Message-ID, the same bytes are the same mail.
  const bare = mail({ From: CAMILLE, 'Message-ID': undefined })
  await deliver(app, bare)
  await deliver(app, bare)
  assert.equal(await count(), before + 2)
  // Knowing a Message-ID is not enough to replace the mail that bears it.
  await deliver(app, mail({ From: EVE, 'Message-ID': '<awaited@mail.example.com>' }))
  await deliver(app, mail({ From: CAMILLE, 'Message-ID': '<awaited@mail.example.com>' }))
  assert.equal(await count(), before + 4)
})

const AUTOMATIC: Record<string, Record<string, string>> = {
  'Auto-Submitted: auto-replied': { 'Auto-Submitted': 'auto-replied' },
  'Auto-Submitted: auto-generated': { 'Auto-Submitted': 'Auto-Generated (by us)' },
  'Precedence: auto_reply': { Precedence: 'auto_reply' },
  'Precedence: bulk': { Precedence: 'bulk' },
  'Precedence: list': { Precedence: 'List' },
  'Precedence: junk': { Precedence: 'junk' },
  'X-Auto-Response-Suppress': { 'X-Auto-Response-Suppress': 'All' },
  'X-Autoreply': { 'X-Autoreply': 'yes' },
  'an empty Return-Path': { 'Return-Path': '<>' },
  'a list': { 'List-Id': '<nouvelles.example.com>' },
}
for (const [name, headers] of Object.entries(AUTOMATIC))
  test(`${name}: kept in the thread, which neither opens nor becomes unread`, async () => {
    const known = await answered()
    const mails = (await rows('select count(*)::int as n from mails'))[0].n
    await deliver(app, mail({ From: CAMILLE, 'In-Reply-To': known.answer, ...headers }))
    assert.equal(await state(known.id), 'closed read 3')
    const { data } = (await office.get(`/admin/messages/threads/${known.id}/messages`)).body
    assert.equal(data.at(-1).automatic, true)
    assert.equal((await rows('select count(*)::int as n from mails'))[0].n, mails, 'nobody is answered')
  })

test('an automatic answer to a foreign mail is ignored; a newsletter is not', async () => {
  const before = await count()
  for (const headers of [
    { 'Auto-Submitted': 'auto-replied' },
    { 'Return-Path': '<>' },
    { Precedence: 'auto_reply' },
  ])
    await deliver(app, mail({ From: CAMILLE, ...headers }))
  assert.equal(await count(), before)
  await deliver(
    app,
    mail({
      From: 'formulaire@ville.fr',
      'Auto-Submitted': 'auto-generated',
      'Reply-To': 'Jo <jo@example.org>',
    }),
  )
  const [thread] = (await office.get('/admin/messages/threads?per_page=1')).body.data
  assert.deepEqual(
    [await count(), thread.unread, thread.requester],
    [before + 1, true, { nom: 'Jo', email: 'jo@example.org', user_id: null }],
  )
  await deliver(app, mail({ From: CAMILLE, 'Auto-Submitted': 'no', 'Return-Path': `<${CAMILLE}>` }))
  assert.equal(await count(), before + 2)
})

test('the language of an answer is that of the mail', async () => {
  for (const [headers, language] of [
    [{ 'Content-Language': 'en-GB' }, 'en'],
    [{ 'Accept-Language': 'en-US, fr;q=0.5' }, 'en'],
    [{ 'Content-Language': 'de' }, 'fr'],
    [{}, 'fr'],
  ] as const) {
    await deliver(app, mail({ From: CAMILLE, ...headers }))
    const [row] = await rows('select language from support_threads order by id desc limit 1')
    assert.equal(row.language, language)
  }
})

test('incoming mails need a valid signature', async () => {
  const raw = mail({})
  const before = await count()
  for (const signature of [
    '',
    signatureOf(raw, { secret: 'not one of the secrets' }),
    signatureOf(`${raw} `),
    signatureOf(raw, { at: Math.floor(Date.now() / 1000) - 400 }),
  ]) {
    const { status, body } = await deliver(app, raw, { 'inbound-signature': signature })
    assert.equal(`${status} ${body.error}`, '400 invalid_webhook_signature')
  }
  const token = (await app.user(['admin'])).token
  const admin = await deliver(app, raw, { 'inbound-signature': '', authorization: `Bearer ${token}` })
  assert.equal(admin.status, 400)
  assert.equal(await count(), before)
  assert.equal(
    (await deliver(app, raw, { 'inbound-signature': signatureOf(raw, { secret: 'other secret of theirs' }) }))
      .status,
    200,
  )

  const closed = await startApp()
  const refused = await deliver(closed, raw)
  assert.equal(`${refused.status} ${refused.body.error}`, '400 invalid_webhook_signature')
})
