/** Upgrades from earlier releases, and the previous release on the current schema. */
// Of a release: it takes minutes.
// A process of its own: it starts services from trees of their own, which go at the end.
import assert from 'node:assert/strict'
import fs from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { verifyAudit } from '../../src/foundation/audit-seal.ts'
import { withOwner } from '../../src/foundation/command-line.ts'
import { queues } from '../../src/foundation/queues.ts'
import { connect } from '../../src/kernel/db/database.ts'
import { queuesOf } from '../../src/kernel/jobs/jobs.ts'
import { migrate } from '../../src/kernel/migrations/migrate.ts'
import { readConfig } from '../../src/kernel/settings/config.ts'
import { secretsFrom } from '../../src/kernel/settings/secrets.ts'
import { ownVersion } from '../../src/kernel/settings/version.ts'
import { embeddedTokens } from '../../src/kernel/tokens/tokens.ts'
import { findUserByEmail, subjectForToken } from '../../src/people/users/queries.ts'
import { addressOf } from '../databases.ts'
import { eventually, PATIENCE_MS } from '../eventually.ts'
import { emptyDatabase, restore } from '../fixtures/backups.ts'
import {
  adminHeaders,
  command,
  commandAlone,
  freshFolder,
  freshTree,
  ofOwnSources,
  type Running,
  start,
} from '../fixtures/service-process.ts'
import { feedServer } from '../imports/feed-server.ts'
import { backupOf, besideOf, programOf, RELEASES } from './release.ts'

const NEWEST = RELEASES.at(-1)
const programs = new Map<string, string>()
/** Unpacked and compiled once. */
function programIn(version: string): string {
  const tree = programs.get(version) ?? ofOwnSources(programOf(version, join(freshFolder(), 'parvis')))
  programs.set(version, tree)
  return tree
}

// Nothing can be upgraded without `parvis migrate --adopt` before a release with these migrations left its fixture.
if (NEWEST === undefined)
  test('no release has this baseline yet: 0.4.0 will be the first to leave a fixture', () => {
    assert.equal(ownVersion(), '0.4.0-dev', 'a release leaves a fixture: npm run release-fixture')
  })
else
  test(`the program of ${NEWEST} goes on working when this Parvis has migrated its database`, () =>
    goesOn(NEWEST))

interface Header {
  readonly secret: string
  readonly migrations: readonly unknown[]
}
const linesOf = (version: string) =>
  gunzipSync(fs.readFileSync(backupOf(version)))
    .toString()
    .split('\n')
const headerOf = (version: string): Header => JSON.parse(linesOf(version)[0] ?? '')
const rowsOf = (version: string): Record<string, number> => JSON.parse(linesOf(version).at(-2) ?? '').rows
const sealOf = (version: string) => {
  const lines = linesOf(version)
  const rows = lines.slice(lines.indexOf('{"table":"public.audit_seals"}') + 1)
  return /\\x([0-9a-f]{64})/.exec(rows[rows.indexOf('\\.') - 1] ?? '')?.[1] ?? ''
}

for (const version of RELEASES) {
  test(`a backup of ${version} is restored: every row, and the sealed trail as it was`, async () => {
    const into = await emptyDatabase()
    await restore(backupOf(version), into, headerOf(version).secret)
    const db = connect(into)
    const client = new pg.Client(into)
    await client.connect()
    try {
      for (const [table, kept] of Object.entries(rowsOf(version))) {
        if (table.startsWith('pgboss.')) continue
        const { rows } = await client.query(`select count(*)::int as count from ${table}`)
        assert.ok(rows[0].count >= kept, `${table}: ${rows[0].count} of ${kept}`)
      }
      assert.deepEqual((await verifyAudit(db.pool, sealOf(version))).broken, [])
    } finally {
      await client.end()
      await db.close()
    }
  })

  test(`the data folder of ${version}: a newer Parvis starts on it, everything is there, and what waited goes`, async () => {
    const old = programIn(version)
    const data = join(old, '.data')
    // The program has run in another test, and sent the same mails.
    fs.rmSync(data, { recursive: true, force: true })
    const restored = await commandAlone(old, ['restore', backupOf(version)])
    assert.equal(restored.code, 0, restored.stderr)
    besideOf(version, data)
    const tree = freshTree()
    fs.renameSync(data, join(tree, '.data'))
    const env = { DATA_DIR: join(tree, '.data') }
    const waiting = await withOwner(readConfig(env), async ({ connection }) => {
      const client = new pg.Client(connection)
      await client.connect()
      // Data is as old as the release: moves queued work to now.
      const { rows } = await client.query<{ id: string }>(
        `update mails set give_up_at = now() + interval '1 day', next_try_at = now() where status = 'queued'
         returning substring(message_id from '<(.*)@') as id`,
      )
      await client.end()
      return rows.map(({ id }) => id)
    })
    assert.ok(waiting.length > 0)

    const service = await start(tree)
    const password = fs.readFileSync(join(tree, '.data/first-admin-password'), 'utf8').trim()
    const signedIn = await fetch(`${service.url}/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'admin@parvis.localhost', password }),
    })
    assert.equal(signedIn.status, 200)
    const shown = await answered(service, '/publications?q=conseil', undefined)
    assert.ok(shown.data.length > 0, 'the words of its publications are found')
    for (const { images } of (await answered(service, '/publications?per_page=50', undefined)).data)
      for (const { url } of images) assert.equal((await fetch(url)).status, 200, url)
    await eventually(
      async () => {
        const gone = fs.readdirSync(join(tree, '.data/outbox'))
        return waiting.every(id => gone.some(name => name.includes(id)))
      },
      `${waiting.length} mails that waited go`,
      PATIENCE_MS,
    )
    const verified = await command(tree, ['audit', 'verify', '--head', sealOf(version)], { env: service.env })
    assert.equal(verified.code, 0, verified.stdout + verified.stderr)
    await service.stop()
  })
}

// biome-ignore lint/suspicious/noExplicitAny: answers of many routes, of any release
type Any = any

async function answered(
  { url }: Running,
  path: string,
  token: string | undefined,
  body?: object,
  method = body ? 'POST' : 'GET',
): Promise<Any> {
  const source = path.startsWith('/admin/') ? 'backoffice' : 'public'
  const response = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: token
      ? { ...adminHeaders(token), 'x-app-source': source, 'idempotency-key': crypto.randomUUID() }
      : { 'x-app-source': source, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  assert.ok(response.ok, `${method} ${path}: ${response.status} ${text}`)
  return text === '' ? undefined : JSON.parse(text)
}

async function goesOn(version: string): Promise<void> {
  const connection = (await emptyDatabase()) as pg.ClientConfig
  const feed = await feedServer()
  const env = {
    DATABASE_URL: addressOf(connection),
    PARVIS_SECRET: headerOf(version).secret,
    IMPORT_ALLOW_PRIVATE: feed.pair,
    PARVIS_MAILS_AT_ONCE: '1',
  }
  const tree = programIn(version)
  const restored = await commandAlone(tree, ['restore', backupOf(version)], { env })
  assert.equal(restored.code, 0, restored.stderr)
  const old = await start(tree, { env })
  const db = connect(connection)
  const tokens = await embeddedTokens(db.pool, secretsFrom(env.PARVIS_SECRET), () => old.url)
  const tokenOf = async (email: string) => {
    const user = await findUserByEmail(db.pool, email)
    const subject = await db.transaction(tx => subjectForToken(tx, user?.id ?? ''))
    return await tokens.sign(subject ?? '', 3_600)
  }
  const admin = await tokenOf('zoe.delaunay@example.org')
  const clerk = await tokenOf('secretariat@example.org')
  await db.close()

  await migrate(connection, queuesOf(queues))

  // Every list and page that the release describes, with existing ids.
  const { paths } = (await (await fetch(`${old.url}/openapi.json`)).json()) as Any
  const client = new pg.Client(connection)
  await client.connect()
  const { rows } = await client.query(`select (select id from publications limit 1) as publications,
    (select id from acteurs limit 1) as acteurs, (select id from communes where slug = 'sainte-oeuvre-sur-loire') as communes, (select id from claims limit 1) as claims,
    (select id from users limit 1) as users, (select id from support_threads limit 1) as threads`)
  const ids: Record<string, string> = rows[0]
  const gets = Object.entries<Any>(paths).flatMap(([path, methods]) =>
    methods.get && path.startsWith('/api/v1') ? [path] : [],
  )
  assert.ok(gets.length > 80, `${gets.length} addresses are read`)
  for (const path of gets) {
    const asked = path.replaceAll(
      /\/(\w+)\/\{\w+\}/g,
      (_all, name) => `/${name}/${ids[name] ?? ids.publications}`,
    )
    const { status } = await fetch(old.url + asked, {
      headers: {
        ...adminHeaders(admin),
        'x-app-source': asked.includes('/admin/') ? 'backoffice' : 'public',
      },
    })
    assert.ok(status < 500, `${asked}: ${status}`)
  }

  // Writes, decides, undoes, asks, answers and imports.
  const { data: own } = await answered(old, '/me/publications', clerk)
  const text = {
    title: 'Écrit sur le nouveau schéma',
    body: 'Place de la mairie.',
    acteur_id: own[0].acteur_id,
    commune_id: ids.communes,
  }
  const { data: made } = await answered(old, '/publications', clerk, text)
  await answered(old, `/publications/${made.id}`, clerk, { body: 'Devant la mairie.' }, 'PATCH')
  await answered(old, `/publications/${made.id}/report`, undefined, { reason: 'spam' })
  const decision = await answered(
    old,
    `/admin/publications/${made.id}/moderate`,
    admin,
    { moderation_status: 'rejected', reason_code: 'spam', reason: 'Essai' },
    'PATCH',
  )
  await answered(old, `/admin/operations/${decision.meta.operation_id}/undo`, admin, {})
  await answered(
    old,
    '/admin/publications/bulk/moderate',
    admin,
    { ids: [made.id], moderation_status: 'published' },
    'PATCH',
  )
  await answered(old, '/messages', undefined, {
    email: 'jeanne@example.org',
    nom: 'Jeanne',
    subject: 'Horaires',
    body: 'Quand ouvrez-vous ?',
  })
  const { data: threads } = await answered(old, '/admin/messages/threads', admin)
  await answered(old, `/admin/messages/threads/${threads[0].id}/reply`, admin, { body: 'Le matin.' })
  const url = feed.serve('/feed.xml', {
    type: 'application/rss+xml',
    body: '<rss version="2.0"><channel><title>f</title><item><guid>1</guid><title>Venu du flux</title><description>Bonjour.</description></item></channel></rss>',
  })
  const { data: source } = await answered(old, '/admin/import-sources', admin, {
    nom: 'Flux',
    url,
    schedule: 'manual',
    moderation: 'pending',
    acteur_id: own[0].acteur_id,
  })
  await answered(old, `/admin/import-sources/${source.id}/run`, admin, {})
  const there = async (statement: string) => (await client.query(statement)).rowCount !== 0
  await eventually(() => there(`select from publications where title = 'Venu du flux'`), 'its worker imports')
  await eventually(
    () => there(`select from mails where recipient_email = 'jeanne@example.org' and status = 'sent'`),
    'its worker sends',
  )
  await client.end()
  feed.stop()
  await old.stop()
  const log = old.said.stdout + old.said.stderr
  assert.doesNotMatch(log, /validation gap|request failed|"level":[56]0/, log)
}
