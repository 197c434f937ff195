import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, testConfig } from '../../test/app.ts'
import { createLog } from '../kernel/log.ts'
import { openService } from '../service.ts'
import { verifyPassword } from '../users/passwords.ts'
import { ofOneAfternoon, play } from './demo.ts'
import { serveAgenda } from './outside.ts'
import { textOf } from './texts.ts'

const app = await startApp()
await using agenda = await serveAgenda()
const config = ofOneAfternoon({ ...testConfig(), publicUrl: undefined, port: 3999 }, agenda)
const service = await openService({
  config,
  log: createLog('silent'),
  secret: config.secret ?? '',
  connection: app.connection,
  jobs: {},
})
const password = 'la fanfare répète le jeudi'
const played = await play({ service, url: await service.listen(), config, agenda, password }, 92)
await service.stop()
const rows = async (sql: string) => (await app.owner.query(sql)).rows
const count = async (sql: string) => Number((await rows(`select count(*) as n ${sql}`))[0].n)

test('a month has every moderation state, decided by two named moderators', async () => {
  assert.deepEqual([played.publications, await count('from publications')], [92, 92])
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
  assert.deepEqual(await rows('select status, created from import_runs'), [
    { status: 'succeeded', created: 6 },
  ])
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

test('the texts are deterministic', () => {
  assert.deepEqual(textOf(37), textOf(37))
  assert.deepEqual(textOf(17), textOf(16))
})
