import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, testConfig } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'
import { markSent, takeLease } from '../../mail/leases.ts'
import { confirmSubscription, requestSubscription } from '../../weekly-mail/subscribers.ts'
import { daysAfter } from '../days.ts'
import { lastFriday, sendDueMails } from './send.ts'

const SMTP = { SMTP_URL: 'smtp://127.0.0.1:9' }
const app = await startApp({ env: SMTP })
const { db, secrets } = app.service
const PARIS = 'Europe/Paris'
/** A Friday in the last two days or the next five: what is published now is news of its week. */
const { day: friday, due } = lastFriday(PARIS, new Date(Date.now() + 5 * 86_400_000))
const at = (minutes: number) => new Date(due.getTime() + minutes * 60_000)
const send = (now = at(5), env = {}) =>
  sendDueMails(
    { db, secrets, config: testConfig({ ...SMTP, ...env }), enqueue: async () => {} },
    new AbortController().signal,
    now,
  )

async function subscribe(communeId: string, email: string) {
  await db.transaction(async tx => {
    const token = await requestSubscription(tx, secrets, { communeId, email })
    await confirmSubscription(tx, token ?? '')
  })
  await app.owner.query('update weekly_mail_subscribers set confirmed_le = $2 where commune_id = $1', [
    ...[communeId, at(-60)],
  ])
}
const mailsTo = async (email: string) =>
  (
    await app.owner.query(
      `select id, subject, text, html, unsubscribe_url from mails where recipient_email = $1 and template = 'week'`,
      [email],
    )
  ).rows
const sentWeeks = async (commune: string) =>
  (
    await app.owner.query(
      `select distinct sent_week::text as week from weekly_mail_subscribers where commune_id = $1`,
      [commune],
    )
  ).rows.map(({ week }) => week)

test('the mail has alerts, the agenda of the week, news and collections, with links to the pages', async () => {
  const town = await make.commune(app, { nom: 'Œuilly', slug: 'oeuilly' })
  const hall = await make.mairie(app, town)
  const saturday = daysAfter(friday, 1)
  const event = (title: string, fields: object) =>
    make.publication(app, hall, town, { title, type: 'evenement', ...fields })
  const hostile = '<img src=x onerror=alert(1)> http://piege.example'
  await event('Marché de Noël', { date_debut: saturday, heure_debut: '10:00', lieu: 'Place du marché' })
  await event('Dans un mois', { date_debut: daysAfter(friday, 30), publie_le: at(-60 * 24 * 8) })
  await make.publication(app, hall, town, { title: hostile })
  await make.publication(app, hall, town, { title: 'Ancienne', publie_le: at(-60 * 24 * 8) })
  await make.publication(app, hall, town, { title: 'Cachée', moderation_status: 'pending', valide: false })
  await make.publication(app, hall, town, {
    ...{ title: 'Verglas', type: 'alerte', date_fin: daysAfter(friday, 14) },
  })
  await app.owner.query(
    `insert into collectes (commune_id, type, frequence, jours) values ($1, 'verre', 'hebdomadaire', '{1}')`,
    [town],
  )
  await subscribe(town, 'anne@example.org')
  await send(at(-1))
  await send(at(60 * 25))
  assert.deepEqual(await mailsTo('anne@example.org'), [], 'before five, and a day too late')
  await send()
  const [mail, ...more] = await mailsTo('anne@example.org')
  assert.deepEqual(more, [])
  assert.equal(mail.subject, 'La semaine à Œuilly')
  assert.match(
    mail.text,
    /Samedi .*, 10\sh, Place du marché\nMarché de Noël\nhttp:\/\/parvis\.test\/place\/oeuilly\/p\//,
  )
  assert.match(mail.text, /Verglas/)
  assert.match(mail.text, /Verre.*\u00a0: lundi /)
  assert.doesNotMatch(mail.text, /Dans un mois|Ancienne|Cachée|http:\/\/piege/)
  assert.doesNotMatch(mail.html, /<img/)
  assert.match(mail.unsubscribe_url, /^http:\/\/parvis\.test\/auth\/stop-week\/\w{64}$/)
  await send()
  assert.equal((await mailsTo('anne@example.org')).length, 1, 'once a week')
  assert.deepEqual(await sentWeeks(town), [friday])

  // Once it was sent, the outbox knows neither recipient nor text.
  const job = crypto.randomUUID()
  const lease = await takeLease(db.pool, mail.id, job)
  assert.ok(lease && (await markSent(db.pool, lease, job)))
  const { rows } = await app.owner.query('select * from mails where id = $1', [mail.id])
  assert.doesNotMatch(JSON.stringify(rows), /anne@|stop-week|Marché/)
})

test('several workers at once send each subscriber one mail', async () => {
  const town = await make.commune(app)
  await make.publication(app, await make.mairie(app, town), town)
  const all = Array.from({ length: 120 }, (_, index) => `habitant${index}@example.org`)
  for (const email of all) await subscribe(town, email)
  await Promise.all([send(), send(), send(), send()])
  const { rows } = await app.owner.query(
    `select recipient_email as email, count(*)::int as n from mails
     where template = 'week' and recipient_email like 'habitant%' group by 1`,
  )
  assert.equal(rows.length, all.length)
  assert.deepEqual(
    rows.filter(({ n }) => n !== 1),
    [],
  )
})

test('no more mails are queued than the outbox sends soon', async () => {
  const town = await make.commune(app)
  await make.publication(app, await make.mairie(app, town), town)
  await app.owner.query(`update mails set status = 'sent', sent_at = now() where template = 'week'`)
  await app.owner.query(
    `insert into weekly_mail_subscribers (commune_id, address_sealed, address_hash, asked_le, confirmed_le)
     select $1, $2, rpad(n::text, 43, '-'), null, $3 from generate_series(1, 230) n`,
    [town, secrets.seal('foule@example.org'), at(-60)],
  )
  await send()
  assert.equal((await mailsTo('foule@example.org')).length, 200)
  await app.owner.query(`update mails set status = 'sent', sent_at = now() where template = 'week'`)
  await send()
  assert.equal((await mailsTo('foule@example.org')).length, 230)
})

test('without news nothing is sent that week, nor to who came after five', async () => {
  const town = await make.commune(app)
  await app.owner.query(
    `insert into collectes (commune_id, type, frequence, jours) values ($1, 'verre', 'hebdomadaire', '{1}')`,
    [town],
  )
  await subscribe(town, 'calme@example.org')
  await send()
  await make.publication(app, await make.mairie(app, town), town)
  await send(at(10))
  assert.deepEqual(await mailsTo('calme@example.org'), [])
  assert.deepEqual(await sentWeeks(town), [friday])
  await subscribe(town, 'tard@example.org')
  await app.owner.query(
    `update weekly_mail_subscribers set confirmed_le = $2 where commune_id = $1 and sent_week is null`,
    [town, at(6)],
  )
  await send(at(10))
  assert.deepEqual(await mailsTo('tard@example.org'), [])
})

test('a commune whose pages nobody can read sends nothing, nor a service without mail server', async () => {
  const town = await make.commune(app)
  await make.publication(app, await make.mairie(app, town), town)
  await subscribe(town, 'ferme@example.org')
  await send(at(5), { PLACE: 'off' })
  await app.owner.query('insert into commune_places (commune_id, ouverte) values ($1, false)', [town])
  await send()
  await app.owner.query('delete from commune_places where commune_id = $1', [town])
  await app.owner.query(
    `insert into app_sources (slug, active) values ('place', false)
     on conflict (slug) do update set active = false`,
  )
  await send()
  await app.owner.query(`update app_sources set active = true where slug = 'place'`)
  assert.deepEqual(await sentWeeks(town), [null])
  assert.deepEqual(await mailsTo('ferme@example.org'), [])
})

test('Friday at five is that of the commune', () => {
  const on = (fuseau: string, now: string) => {
    const { day, due: moment } = lastFriday(fuseau, new Date(now))
    return [day, moment.toISOString()]
  }
  assert.deepEqual(on(PARIS, '2026-11-27T15:59:59Z'), ['2026-11-20', '2026-11-20T16:00:00.000Z'])
  assert.deepEqual(on(PARIS, '2026-11-27T16:00:00Z'), ['2026-11-27', '2026-11-27T16:00:00.000Z'])
  assert.deepEqual(on(PARIS, '2026-11-26T16:00:00Z'), ['2026-11-20', '2026-11-20T16:00:00.000Z'])
  // The clock went back on Sunday the 25th of October.
  assert.deepEqual(on(PARIS, '2026-10-25T12:00:00Z'), ['2026-10-23', '2026-10-23T15:00:00.000Z'])
  assert.deepEqual(on('Indian/Reunion', '2026-11-27T13:30:00Z'), ['2026-11-27', '2026-11-27T13:00:00.000Z'])
  assert.deepEqual(on('Pacific/Wallis', '2026-11-27T05:00:00Z'), ['2026-11-27', '2026-11-27T05:00:00.000Z'])
  assert.deepEqual(on('Pacific/Tahiti', '2026-11-28T02:59:00Z'), ['2026-11-20', '2026-11-21T03:00:00.000Z'])
})
