import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import { ask } from '../../../test/ask.ts'
import * as make from '../../../test/factories.ts'
import { forgetUnconfirmed } from '../../letters/weekly-mail/subscribers.ts'
import { honeypotWith } from '../forms/honeypot.ts'

const app = await startApp({ env: { SMTP_URL: 'smtp://127.0.0.1:9' } })
const town = await make.commune(app, { nom: 'Le <Mesnil>', slug: 'le-mesnil' })
const form = `${app.url}/place/le-mesnil/suivre/courriel`
const request = (email: string, commune = town) =>
  app.anyone.post(`/communes/${commune}/weekly-mail`, { email })
const subscribers = async () =>
  (await app.owner.query('select * from weekly_mail_subscribers order by id')).rows
const mailsTo = async (email: string) =>
  (
    await app.owner.query(
      `select subject, text, html from mails where recipient_email = $1 and template = 'week-confirmation'`,
      [email],
    )
  ).rows
const linkTo = async (email: string) => {
  const [mail] = await mailsTo(email)
  return app.url + (/\/auth\/confirm-week\/\w+/.exec(mail.text)?.[0] ?? '')
}
const html = (url: string, method = 'GET') =>
  ask(url, {
    method,
    headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
    ...(method === 'POST' && { body: 'List-Unsubscribe=One-Click' }),
  })

test('an address is subscribed once its owner has pressed the button of the link, and erased by another', async () => {
  const email = 'Anne@Example.org'
  // Where nothing is published, the front page offers no mail.
  await make.publication(app, null, town)
  for (const page of ['', '/suivre'])
    assert.match(await (await fetch(`${app.url}/place/le-mesnil${page}`)).text(), /suivre\/courriel/)
  assert.match(await (await fetch(form)).text(), /<form method="post".*name="email" type="email"/s)
  const [, opened = ''] =
    /name="depuis" value="([^"]*)"/.exec(
      honeypotWith(app.service.secrets)
        .fields(new Date(Date.now() - 10_000))
        .toString(),
    ) ?? []
  const sent = await fetch(form, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ depuis: opened, email }),
  })
  assert.deepEqual(
    [sent.status, sent.headers.get('location')],
    [303, '/place/le-mesnil/verifiez?page=%2Fsuivre'],
  )
  assert.match(await (await fetch(`${app.url}/place/le-mesnil/verifiez`)).text(), /Regardez vos courriels/)

  const [asked] = await subscribers()
  assert.doesNotMatch(JSON.stringify(asked), /anne|example/i)
  assert.equal(app.service.secrets.open(asked.address_sealed), 'anne@example.org')
  assert.equal(asked.confirmed_le, null)
  const [mail] = await mailsTo(email)
  assert.match(mail.subject, /^Confirmez votre adresse pour « La semaine au <Mesnil> »$/)
  assert.match(mail.html, /&lt;Mesnil&gt;/)

  // A mail program that opens every link confirms nothing.
  const link = await linkTo(email)
  const page = await html(link)
  assert.deepEqual([page.status, /<form method="post">/.test(page.text)], [200, true])
  const way = /<b dir="auto">Le &lt;Mesnil&gt;<\/b><a href="http:\/\/parvis\.test\/place\/le-mesnil">/
  assert.match(page.text, way)
  assert.equal((await subscribers())[0].confirmed_le, null)
  for (const _ of [1, 2]) {
    const done = await html(link, 'POST')
    assert.equal(done.status, 200)
    assert.match(done.text, way)
  }
  const [confirmed] = await subscribers()
  assert.ok(confirmed.confirmed_le)
  assert.equal(confirmed.asked_le, null)

  // The answer is that of an unknown address.
  const again = await request('anne@example.org')
  const other = await request('autre@example.org')
  assert.deepEqual([again.status, again.body], [other.status, other.body])
  assert.equal((await mailsTo(email)).length + (await mailsTo('anne@example.org')).length, 1)

  const stop = `${app.url}/auth/stop-week/${confirmed.token}`
  assert.match((await html(stop)).text, /<form method="post">/)
  assert.equal((await subscribers()).length, 2)
  for (const _ of [1, 2]) assert.equal((await html(stop, 'POST')).status, 200)
  assert.equal((await subscribers()).length, 1)
  for (const url of [stop, link]) assert.equal((await html(url)).status, 400)
})

test('of concurrent requests for a commune one sends a mail', async () => {
  const answers = await Promise.all(Array.from({ length: 6 }, () => request('double@example.org')))
  assert.deepEqual(
    answers.map(({ status }) => status),
    answers.map(() => 201),
  )
  assert.equal((await mailsTo('double@example.org')).length, 1)
})

test('a link is valid for 48 hours, then the request is removed', async () => {
  await request('tard@example.org')
  await app.owner.query(
    `update weekly_mail_subscribers set asked_le = now() - interval '49 hours' where asked_le is not null`,
  )
  const link = await linkTo('tard@example.org')
  assert.equal((await html(link)).status, 400)
  assert.equal((await html(link, 'POST')).status, 400)
  await app.service.db.transaction(forgetUnconfirmed)
  assert.deepEqual(await subscribers(), [])
})

test('a commune whose pages are closed takes no address', async () => {
  const closed = await make.commune(app)
  await app.owner.query('insert into commune_places (commune_id, ouverte) values ($1, false)', [closed])
  assert.equal((await request('ferme@example.org', closed)).status, 404)
  assert.deepEqual(await mailsTo('ferme@example.org'), [])
})

test('what is not exactly one address is refused', async () => {
  const before = (await app.owner.query('select count(*) from mails')).rows
  for (const email of [
    'a@example.org, b@example.org',
    'a@example.org\r\nBcc: b@example.org',
    '<script>@example.org',
    '"a b"@example.org',
    'a@example',
    `${'a'.repeat(65)}@example.org`,
  ])
    assert.equal((await request(email)).status, 422, email)
  assert.equal((await request('a@example.org', crypto.randomUUID())).status, 404)
  assert.deepEqual((await app.owner.query('select count(*) from mails')).rows, before)
})
