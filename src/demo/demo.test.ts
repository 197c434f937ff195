import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, testConfig } from '../../test/app.ts'
import { createLog } from '../kernel/telemetry/log.ts'
import { verifyPassword } from '../people/users/passwords.ts'
import { ACTE_TYPE } from '../publishing/actes/rules.ts'
import { openService } from '../service.ts'
import { hasCommunes } from '../territory/communes/registers/load.ts'
import { ofOneAfternoon, play } from './demo.ts'
import { agendaFrom, serveAgenda } from './outside.ts'
import { todayAt } from './play.ts'

const app = await startApp()
await using agenda = await serveAgenda(agendaFrom(todayAt(new Date())))
const config = ofOneAfternoon({ ...testConfig(), publicUrl: undefined, port: 3999 }, agenda)
const service = await openService({
  config,
  log: createLog('silent'),
  secret: config.secret ?? '',
  connection: app.connection,
  jobs: {},
})
const password = 'la fanfare répète le jeudi'
const WANTED = 140
const played = await play(
  { service, url: await service.listen(), config, agenda, password },
  { publications: WANTED, hostile: true },
)
await service.stop()
const rows = async (sql: string) => (await app.owner.query(sql)).rows
const count = async (sql: string) => Number((await rows(`select count(*) as n ${sql}`))[0].n)

test('a month has every moderation state, decided by two named moderators', async () => {
  assert.deepEqual(
    [played.publications, await count(`from publications where type_id <> '${ACTE_TYPE}'`)],
    [WANTED, WANTED],
  )
  const states = {
    pending: `moderation_status = 'pending' and deleted_at is null`,
    published: `moderation_status = 'published' and visible_le <= now()`,
    rejected: `moderation_status = 'rejected' and moderation_reason is not null`,
    scheduled: `moderation_status = 'approved' and publie_le > now()`,
    'approved without a time': `moderation_status = 'approved' and publie_le is null`,
    deleted: 'deleted_at is not null',
    featured: 'en_avant',
    imported: 'import_source_id is not null',
    reported: 'reports_count > 0',
    'reported by several': 'reports_count > 1',
    long: 'length(body) = 20000',
    'right to left': `title ~ '[\u0590-\u08ff]'`,
    markup: `title like '<script>%'`,
    'without width': `title like '%\u200b%'`,
    'of another commune': 'commune_id <> (select commune_id from publications order by id limit 1)',
    'weeks old': `created_at < now() - interval '20 days'`,
  }
  for (const [state, condition] of Object.entries(states))
    assert.ok((await count(`from publications where ${condition}`)) > 0, state)
  for (const reason of ['source_url', 'signature'])
    assert.ok(
      (await count(`from (select from publications where duplicate_reason = '${reason}' and deleted_at is null
         and moderation_status = 'pending' group by duplicate_key having count(*) > 1) alike`)) > 0,
      reason,
    )
  assert.equal(await count('from users where nom is null'), 0)
  const deciders = await rows(
    `select distinct u.nom from publications p join users u on u.id = p.moderated_by`,
  )
  assert.ok(deciders.length >= 2)
  assert.ok((await count('from (select distinct reason from publication_reports) each')) >= 3)
  assert.ok((await count('from (select distinct created_at::date from publication_reports) each')) >= 3)
  assert.equal(
    await count(
      'from publication_reports r join publications p on p.id = r.publication_id where r.created_at < p.publie_le',
    ),
    0,
  )
})

test('and around it: claims, conversations, subscriptions in several states, an import that succeeded', async () => {
  assert.ok((await count(`from claims where status = 'pending'`)) >= 3)
  assert.ok((await count(`from support_threads where status = 'closed'`)) > 0)
  assert.ok((await count(`from support_threads where unread`)) > 0)
  assert.ok((await count('from (select distinct status from subscriptions) each')) >= 3)
  assert.deepEqual(await rows('select status, created, error from import_runs'), [
    { status: 'succeeded', created: 6, error: null },
  ])
  // The worker of a service that runs meanwhile may not read the address of the demo: its run would fail.
  assert.equal(await count(`from pgboss.job where name = 'imports.run'`), 0)
})

test('appeals wait, are upheld and overturned; defibrillators are shown, to be checked and out of order', async () => {
  const contested = await rows('select distinct kind, status from appeals order by kind, status')
  assert.deepEqual(
    contested.map(({ kind, status }) => `${kind} ${status}`),
    ['claim pending', 'publication overturned', 'publication pending', 'publication upheld'],
  )
  assert.equal(await count('from (select distinct statut from commune_defibrillateurs) each'), 3)
})

test('links in mails lead to the service of the operator, not to the one of the demo', async () => {
  const links = (await rows('select text from mails')).flatMap(
    ({ text }) => text.match(/https?:\/\/[^/\s]+/g) ?? [],
  )
  assert.deepEqual([...new Set(links)], ['http://127.0.0.1:3999'])
})

test('the communes of France are still to come', async () =>
  assert.equal(await hasCommunes(app.service.db.pool), false))

test('every demo user signs in with the printed password', async () => {
  const entered = await rows(
    'select email, password from auth_users a join auth_accounts c on c.user_id = a.id order by email',
  )
  assert.deepEqual(
    entered.map(({ email }) => email),
    played.people.toSorted(),
  )
  assert.ok(await verifyPassword(entered[0].password, password))
})

test('the town: 55 pages, an alert in force and one that is over, a cancelled event, a series, and a merged commune', async () => {
  const { body: town } = await app.anyone.get(`/communes/${played.slug}`)
  const inTown = `commune_id = '${town.data.id}'`
  assert.equal(await count(`from acteurs where ${inTown} and type <> 'mairie' and valide`), 55)
  const { body: alerts } = await app.anyone.get(`/communes/${town.data.id}/publications?type=alerte`)
  assert.deepEqual(alerts.data.map(({ en_vigueur }: { en_vigueur: boolean }) => en_vigueur).toSorted(), [
    false,
    true,
  ])
  for (const state of ['leve_le is not null', 'annule_le is not null', 'cardinality(dates) > 5', 'epingle'])
    assert.ok((await count(`from publications where ${inTown} and ${state}`)) > 0, state)
  assert.equal(await count(`from publications where leve_le < created_at or annule_le < created_at`), 0)
  const { rows: merged } = await app.owner.query(
    `select nom, merged_le::text from communes where successor_id = $1`,
    [town.data.id],
  )
  assert.deepEqual(merged, [{ nom: 'Port-au-Loup', merged_le: '2025-01-01' }])
  const { body: near } = await app.anyone.get(`/communes/${town.data.id}/defibrillateurs`)
  assert.equal(near.defibrillateurs.length, 5)
})

test('what the town shows was published on many days of three weeks', async () => {
  const [spread] = await rows(`
    select count(distinct publie_le::date)::int as days, max(now() - publie_le) > interval '19 days' as old,
      min(now() - publie_le) < interval '3 days' as new from publications p join acteurs a on a.id = p.acteur_id
    where publie_le <= now() and a.commune_id = (select id from communes where slug = '${played.slug}')`)
  assert.ok(spread.days >= 14 && spread.old && spread.new, JSON.stringify(spread))
})

test('the shop to claim has one waiting claim, and no import is in failure', async () => {
  assert.deepEqual(
    await rows(`select c.status, count(m)::int as members from claims c join acteurs a on a.id = c.acteur_id
      left join actor_users m on m.acteur_id = a.id where a.nom = 'Librairie L’Échappée' group by c.status`),
    [{ status: 'pending', members: 0 }],
  )
  assert.equal(await count(`from import_sources where schedule <> 'manual' or consecutive_failures > 0`), 0)
})
