import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { shortId } from '../../../shared/short-id.ts'
import { startApp, testConfig } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'
import { World } from '../../../test/fixtures/outside-world.ts'
import { pushBrowser, pushService } from '../../../test/fixtures/push-service.ts'
import type { JobContext } from '../../kernel/jobs/jobs.ts'
import { createLog } from '../../kernel/telemetry/log.ts'
import { scopeOfPlace } from '../app.ts'
import { announceNotices, forgetNotices, LOCK, queueNoticeSlice } from './notices.ts'
import { SLICE, takeDue } from './queries.ts'
import { sendPushes } from './send.ts'

const world = await World.open()
after(() => world[Symbol.asyncDispose]())
const service = pushService()
const host = await world.site(service.listener)
const app = await startApp()
const { db, secrets, metrics } = app.service
const context: JobContext = {
  db,
  secrets,
  metrics,
  config: testConfig({ PUBLIC_URL: 'https://parvis.exemple.fr' }),
  door: world.door(),
  log: createLog('silent', { write: () => {} }),
  enqueue: async () => {},
  onStop: () => {},
}
const send = (signal = new AbortController().signal) => sendPushes({}, context, signal)
const source = (await scopeOfPlace(db.pool)) ?? assert.fail()
const announce = (now = new Date()) =>
  announceNotices({ db, source, now, signal: new AbortController().signal })

let made = 0
async function browserOf(commune_id: string, fields = {}) {
  const browser = pushBrowser()
  const path = `/push/${++made}`
  const subscription = { commune_id, endpoint: `https://${host}${path}`, ...browser.keys, ...fields }
  assert.equal((await app.anyone.post('/push-subscriptions', subscription)).status, 201)
  return () =>
    service.received
      .filter(one => one.path === path)
      .map(({ headers, body }) => ({ headers, ...JSON.parse(browser.read(body).toString()) }))
}
async function town(fields = {}) {
  const commune = await make.commune(app, fields)
  const hall = await make.mairie(app, commune)
  await app.owner.query(`update acteurs set nom = 'Mairie d’Œuilly', slug = $2 where id = $1`, [
    hall,
    `mairie-${hall}`,
  ])
  return { commune, hall }
}
/** The last time that it was 18:05 in this zone. */
function lastEvening(fuseau: string): Date {
  const here = Temporal.Now.zonedDateTimeISO(fuseau)
  const evening = here.withPlainTime({ hour: 18, minute: 5 })
  const last = Temporal.ZonedDateTime.compare(evening, here) > 0 ? evening.subtract({ days: 1 }) : evening
  return new Date(last.epochMilliseconds)
}
const before = (moment: Date, hours: number) => new Date(moment.getTime() - hours * 3_600_000)

test('what the town hall publishes reaches those who asked for it at once, and nobody twice', async () => {
  const { commune, hall } = await town()
  const club = await make.acteur(app, commune)
  const [all, alertsOnly] = [await browserOf(commune, { notices: 'each' }), await browserOf(commune)]
  const id = await make.publication(app, hall, commune, { title: 'La médiathèque ferme plus tôt' })
  await make.publication(app, club, commune, { title: 'Loto du club' })
  await send()
  await send()
  const [message, ...more] = all()
  assert.deepEqual([more.length, alertsOnly().length], [0, 0])
  assert.deepEqual(message.notification, {
    title: 'Mairie d’Œuilly',
    body: 'La médiathèque ferme plus tôt',
    tag: hall.replaceAll('-', ''),
    lang: 'fr',
    navigate: `https://parvis.exemple.fr/p/${shortId(id)}`,
  })
  assert.equal(message.web_push, 8030)
  assert.equal(message.headers.urgency, 'normal')
  await make.publication(app, hall, commune, { title: 'Crue', type: 'alerte', niveau: 'danger' })
  await send()
  assert.deepEqual(
    [all(), alertsOnly()].map(messages => messages.filter(({ body }) => body.startsWith('Crue')).length),
    [1, 1],
    'an alert once, and as an alert',
  )
})

test('several at once are one notification; what was withdrawn meanwhile is not named', async () => {
  const { commune, hall } = await town({ slug: 'crest' })
  const browser = await browserOf(commune, { notices: 'each' })
  for (const title of ['Un', 'Deux', 'Trois', 'Quatre', 'Cinq'])
    await make.publication(app, hall, commune, { title })
  await announce()
  await app.owner.query(`update publications set deleted_at = now() where title = 'Trois'`)
  await send()
  const [{ notification }, ...more] = browser()
  assert.equal(more.length, 0)
  assert.equal(notification.title, 'Mairie d’Œuilly · 4 nouvelles publications')
  assert.equal(notification.body, 'Cinq\nQuatre\nDeux\net une autre')
  assert.equal(notification.navigate, `https://parvis.exemple.fr/place/crest/annuaire/mairie-${hall}`)
})

test('once a day, at six in the evening on the clock of the commune', async () => {
  // The tests above may have announced the evening of today.
  await app.owner.query('delete from push_looks')
  const paris = await town()
  const reunion = await town({ departement: '974' })
  const browsers = await Promise.all(
    [paris, reunion].map(({ commune }) => browserOf(commune, { notices: 'daily' })),
  )
  const evening = lastEvening('Europe/Paris')
  for (const { commune, hall } of [paris, reunion])
    await make.publication(app, hall, commune, { title: 'Le matin', publie_le: before(evening, 9) })
  const told = async (now: Date) => {
    await announce(now)
    const { rows } = await app.owner.query(
      `select commune_id from push_notices where commune_id = any($1) order by announced_at`,
      [[paris.commune, reunion.commune]],
    )
    return rows.map(({ commune_id }) => (commune_id === paris.commune ? 'Paris' : 'Réunion'))
  }
  assert.deepEqual(await told(before(evening, 4)), [])
  assert.deepEqual(await told(before(evening, 2)), ['Réunion'])
  assert.deepEqual(await told(evening), ['Réunion', 'Paris'])
  await make.publication(app, paris.hall, paris.commune, { title: 'Tard', publie_le: evening })
  assert.deepEqual(await told(new Date(evening.getTime() + 600_000)), ['Réunion', 'Paris'], 'once')
  await send()
  assert.deepEqual(
    browsers.map(messages => messages().map(({ body }) => body)),
    [['Le matin'], ['Le matin']],
  )
  await app.owner.query(`update push_notices set announced_at = announced_at - interval '1 day'`)
  await app.owner.query(`update push_looks set at = at - interval '1 day'`)
  await announce(new Date(evening.getTime() + 600_000))
  await send()
  assert.deepEqual(
    browsers[0]?.().map(({ body }) => body),
    ['Le matin', 'Tard'],
    'the next day only what is new',
  )
})

test('an acteur is followed, also under the one that it was merged into; its followers get no alerts of others', async () => {
  const { commune, hall } = await town()
  const [choir, other] = [await make.acteur(app, commune), await make.acteur(app, commune)]
  const browser = await browserOf(commune, { acteur_id: choir, notices: 'each' })
  await make.publication(app, hall, commune, { title: 'Danger', type: 'alerte', niveau: 'danger' })
  await make.publication(app, hall, commune, { title: 'De la mairie' })
  await make.publication(app, other, commune, { title: 'D’un autre' })
  await make.publication(app, choir, commune, { title: 'Concert', date_debut: '2031-12-06' })
  await send()
  assert.deepEqual(
    browser().map(({ body }) => body),
    ['Concert\nSamedi 6 décembre 2031'],
  )
  await app.owner.query('update acteurs set merged_into = $2, deleted_at = now() where id = $1', [
    choir,
    other,
  ])
  await make.publication(app, other, commune, { title: 'Ensemble' })
  await send()
  assert.equal(browser()[1].body.includes('Ensemble'), true)
})

test('nothing is told of a place that is closed, of what is not published, or of what is old', async () => {
  const { commune, hall } = await town()
  const browser = await browserOf(commune, { notices: 'each' })
  await make.publication(app, hall, commune, { title: 'Ancien', publie_le: before(new Date(), 7) })
  await make.publication(app, hall, commune, { title: 'Demain', publie_le: before(new Date(), -24) })
  await make.publication(app, hall, commune, {
    title: 'En attente',
    moderation_status: 'pending',
    valide: false,
    publie_le: null,
  })
  await announce()
  await app.owner.query('insert into commune_places (commune_id, ouverte) values ($1, false)', [commune])
  await make.publication(app, hall, commune, { title: 'Fermée' })
  await send()
  assert.deepEqual(browser(), [])
})

test('of two workers that announce at once, the second announces nothing', async () => {
  const { commune, hall } = await town()
  const browser = await browserOf(commune, { notices: 'each' })
  await make.publication(app, hall, commune, { title: 'Une fois' })
  await db.transaction(async tx => {
    await tx.one(LOCK)
    assert.equal(await announce(), 0, 'while another one is at it')
  })
  assert.equal(await announce(), 1)
  assert.equal(await announce(), 0)
  await send()
  assert.equal(browser().length, 1)
})

test('messages of many followers are queued in slices, and alerts are taken before them', async () => {
  const { commune, hall } = await town()
  const { p256dh, auth } = pushBrowser().keys
  await app.owner.query(
    `insert into push_subscriptions (commune_id, notices, endpoint, p256dh, auth)
     select $1, case when n % 2 = 0 then 'each' end, 'https://${host}/many/' || n, $2, $3 from generate_series(1, $4::int) n`,
    [commune, p256dh, auth, 2 * (SLICE + 1)],
  )
  await make.publication(app, hall, commune, { title: 'Pour beaucoup' })
  await announce()
  const queued = async () =>
    (await app.owner.query('select count(*)::int as n from push_messages where notice_id is not null'))
      .rows[0].n
  assert.equal(await db.transaction(queueNoticeSlice), true)
  assert.equal(await queued(), SLICE)
  assert.equal(await db.transaction(queueNoticeSlice), true)
  assert.equal(await queued(), SLICE + 1)
  assert.equal(await db.transaction(queueNoticeSlice), false)
  await app.owner.query('update push_messages set attempts = 2')
  await app.owner.query(
    `insert into push_messages (subscription_id, publication_id, service, attempts)
     select s.id, p.id, s.service, 3 from push_subscriptions s, publications p
     where s.endpoint = 'https://${host}/many/1' and p.title = 'Pour beaucoup'`,
  )
  const [first] = await db.transaction(tx => takeDue(tx, 1))
  assert.ok(first?.endpoint.endsWith('/many/1'), 'the retry of an alert')
  await app.owner.query('delete from push_messages')
})

test('an alert goes out before notices are looked for, also when that fails; then the job fails', async () => {
  const { commune, hall } = await town()
  const browser = await browserOf(commune, { notices: 'each' })
  await make.publication(app, hall, commune, { title: 'Loto' })
  await make.publication(app, hall, commune, { title: 'Crue', type: 'alerte', niveau: 'danger' })
  await app.owner.query('alter table push_looks rename to push_looks_away')
  await assert.rejects(send())
  assert.deepEqual(
    browser().map(({ body }) => body.split('\n')[0]),
    ['Crue'],
  )
  await app.owner.query('alter table push_looks_away rename to push_looks')
  await send()
  assert.equal(browser().at(-1).body, 'Loto')
})

test('what was told is forgotten after a week', async () => {
  const { commune, hall } = await town()
  const browser = await browserOf(commune, { notices: 'each' })
  await make.publication(app, hall, commune, { title: 'Oubliée' })
  await send()
  assert.equal(browser().length, 1)
  await app.owner.query(`update push_notices set announced_at = now() - interval '8 days'`)
  assert.ok((await db.transaction(forgetNotices)) > 0)
  assert.deepEqual((await app.owner.query('select from push_notices')).rows, [])
})
