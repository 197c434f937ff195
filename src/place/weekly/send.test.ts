import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, testConfig } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'
import { deliver, INBOUND_SECRET, report } from '../../../test/fixtures/inbound-mail.ts'
import { createLog } from '../../kernel/telemetry/log.ts'
import { markSent, takeLease } from '../../letters/mail/leases.ts'
import { confirmSubscription, requestSubscription } from '../../letters/weekly-mail/subscribers.ts'
import { daysAfter, longDay } from '../days.ts'
import { lastFriday, sendDueMails } from './send.ts'

const SMTP = { SMTP_URL: 'smtp://127.0.0.1:9' }
const app = await startApp({
  env: { ...SMTP, MAIL_FROM: 'support@essai.fr', INBOUND_MAIL_SECRETS: INBOUND_SECRET },
})
const { db, secrets } = app.service
const lines: string[] = []
const log = createLog('warn', { write: line => lines.push(line) })
const PARIS = 'Europe/Paris'
/** A Friday in the last two days or the next five: what is published now is news of its week. */
const { day: friday, due } = lastFriday(PARIS, new Date(Date.now() + 5 * 86_400_000))
const at = (minutes: number) => new Date(due.getTime() + minutes * 60_000)
const send = (now = at(5), env = {}, failing?: string) =>
  sendDueMails(
    {
      db: failing === undefined ? db : without(failing),
      secrets,
      log,
      config: testConfig({ ...SMTP, ...env }),
      enqueue: async () => {},
    },
    new AbortController().signal,
    now,
  )
/** Reading the pages of this commune fails. */
const without = (failing: string): typeof db => ({
  ...db,
  pool: db.pool,
  transaction: db.transaction.bind(db),
  publicReads(of) {
    const reads = db.publicReads(of)
    const one: typeof reads.db.one = async statement => {
      if (JSON.stringify(statement).includes(failing)) throw new Error('no such page')
      return await reads.db.one(statement)
    }
    return { ...reads, db: { ...reads.db, one } }
  },
})

async function subscribe(communeId: string, email: string) {
  await db.transaction(async tx => {
    const token = await requestSubscription({ tx, config: testConfig(), secrets }, { communeId, email })
    await confirmSubscription(tx, token ?? '')
  })
  await app.owner.query('update weekly_mail_subscribers set confirmed_le = $2 where commune_id = $1', [
    communeId,
    at(-60),
  ])
}
const mailsTo = async (email: string) =>
  (
    await app.owner.query(
      `select id, message_id, subject, text, html, unsubscribe_url, give_up_at from mails where recipient_email = $1 and template = 'week'`,
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
  await event('Ce matin', { date_debut: friday, heure_debut: '10:00' })
  await event('Cet après-midi', { date_debut: friday, heure_debut: '14:00', heure_fin: '18:30' })
  await event('Ce soir', { date_debut: friday, heure_debut: '20:30', lieu: 'Salle des fêtes' })
  await event('Dans un mois', { date_debut: daysAfter(friday, 30), publie_le: at(-60 * 24 * 8) })
  const later = daysAfter(friday, 20)
  await event('Repas des aînés', { date_debut: later, heure_debut: '12:00' })
  await make.publication(app, hall, town, { title: hostile })
  await make.publication(app, hall, town, { title: 'Ancienne', publie_le: at(-60 * 24 * 8) })
  await make.publication(app, hall, town, {
    title: 'Après l’autre courriel',
    publie_le: at(-60 * 24 * 7 + 90),
  })
  await make.publication(app, hall, town, { title: 'Cachée', moderation_status: 'pending', valide: false })
  await make.publication(app, hall, town, {
    title: 'Verglas',
    type: 'alerte',
    date_fin: daysAfter(friday, 14),
  })
  await app.owner.query(
    `insert into collectes (commune_id, type, frequence, jours) values ($1, 'verre', 'hebdomadaire', '{1,3,5}')`,
    [town],
  )
  await subscribe(town, 'anne@example.org')
  await send(at(-1))
  await send(at(60 * 25))
  assert.deepEqual(await mailsTo('anne@example.org'), [], 'before five, and a day too late')
  await send(at(120))
  const [mail, ...more] = await mailsTo('anne@example.org')
  assert.deepEqual(more, [])
  assert.equal(mail.subject, 'La semaine à Œuilly')
  assert.match(
    mail.text,
    /Samedi .*, 10\sh, Place du marché\nMarché de Noël\nhttp:\/\/parvis\.test\/place\/oeuilly\/p\//,
  )
  assert.match(mail.text, /Vendredi .*, 20\sh\s30, Salle des fêtes\nCe soir\n/)
  const [, day = ''] = /^(.+) à 12\sh, .+\nRepas des aînés\n/m.exec(mail.text) ?? []
  const plain = (text: string) => text.toLowerCase().replaceAll(/\s/g, ' ')
  assert.equal(plain(day), plain(longDay(later, friday)), 'an event among the news has its day')
  assert.match(mail.text, /Verglas/)
  assert.match(mail.text, /Après l’autre courriel/)
  const [, collections = ''] = /^.*Verre.*\u00a0: (.+)$/m.exec(mail.text) ?? []
  assert.deepEqual(
    collections.split(', '),
    [3, 5, 7].map(days => longDay(daysAfter(friday, days), friday)),
  )
  assert.deepEqual(mail.give_up_at, at(60 * 24))
  assert.doesNotMatch(mail.text, /Ce matin|Cet après-midi|Dans un mois|Ancienne|Cachée|http:\/\/piege/)
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

test('mails that a provider defers hold up nobody; a full outbox ends the run', async () => {
  const [town, quiet] = [await make.commune(app), await make.commune(app)]
  await make.publication(app, await make.mairie(app, town), town)
  await app.owner.query(`update mails set status = 'sent', sent_at = now() where status = 'queued'`)
  await app.owner.query(
    `insert into mails (message_id, thread, template, language, recipient_email, subject, text, next_try_at, give_up_at)
     select '<' || n || '@deferred.test>', n, 'week', 'fr', 'differe@example.org', '-', '-', now(), now() + interval '1 day'
     from generate_series(1, 200) n`,
  )
  await subscribe(town, 'prompte@example.org')
  await subscribe(quiet, 'calme@example.net')
  await send()
  assert.deepEqual([await sentWeeks(town), await sentWeeks(quiet)], [[null], [null]])
  await app.owner.query(
    `update mails set next_try_at = now() + interval '1 hour' where recipient_email = 'differe@example.org'`,
  )
  await send()
  assert.equal((await mailsTo('prompte@example.org')).length, 1)
  assert.deepEqual(await sentWeeks(quiet), [friday])
})

test('a commune or an address that cannot be read stops no other', async () => {
  const towns = await make.several(2, () => make.commune(app))
  for (const town of towns) {
    await make.publication(app, await make.mairie(app, town), town)
    await subscribe(town, `${town}@example.org`)
    await app.owner.query(
      `insert into weekly_mail_subscribers (commune_id, address_sealed, address_hash, asked_le, confirmed_le)
       values ($1, 'unreadable', $2, null, $3)`,
      [town, town.padEnd(43, '-'), at(-60)],
    )
  }
  const failing = [...towns].sort()[0] ?? ''
  lines.length = 0
  await send(at(5), {}, failing)
  const said = lines.map(line => JSON.parse(line))
  assert.deepEqual(
    said.map(({ msg }) => msg),
    ['the weekly mail of a commune failed', 'the address of a subscriber could not be read'],
  )
  assert.equal(said[0].commune, failing)
  assert.doesNotMatch(lines.join(''), /example\.org/)
  assert.deepEqual(
    await Promise.all([...towns].sort().map(async town => (await mailsTo(`${town}@example.org`)).length)),
    [0, 1],
  )
  await send()
  assert.equal((await mailsTo(`${failing}@example.org`)).length, 1)
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

test('an address that does not exist any more loses its subscription when the mail comes back, a full mailbox does not', async () => {
  const town = await make.commune(app)
  await make.publication(app, await make.mairie(app, town), town)
  const answers = {
    'pleine@example.org': '552 5.2.2 mailbox full',
    'lente@example.org': '550 5.4.7 delivery time expired',
    'refusee@example.org': '550 5.1.8 bad sender',
    'partie@example.org': '550 5.1.1 User unknown',
  }
  for (const email of Object.keys(answers)) await subscribe(town, email)
  await send()
  for (const [email, said] of Object.entries(answers)) {
    const [mail] = await mailsTo(email)
    await app.owner.query(
      `update mails set status = 'sent', sent_at = now(), recipient_email = null where id = $1`,
      [mail.id],
    )
    const returned = report(mail.message_id, { said: `smtp; ${said}` })
    const status = / (5\.\d\.\d)/.exec(said)?.[1] ?? ''
    assert.equal((await deliver(app, returned.replace(/^Status: .*$/m, `Status: ${status}`))).status, 200)
  }
  const { rows } = await app.owner.query(
    'select address_sealed from weekly_mail_subscribers where commune_id = $1',
    [town],
  )
  assert.deepEqual(
    rows.map(row => secrets.open(row.address_sealed)).sort(),
    Object.keys(answers)
      .filter(email => email !== 'partie@example.org')
      .sort(),
  )
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
