// Of a release: every caller of the fetch door beside every form of a forbidden address.
/**
 * Each caller of the fetch door, and whether IMPORT_ALLOW_PRIVATE opens private addresses to it. The setting is there, with the
 * pair of a server that counts who asks.
 */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, beforeEach, test } from 'node:test'
import { findSources } from '../src/exchange/imports/discover/find-sources.ts'
import { askSource } from '../src/exchange/imports/runs/ask-source.ts'
import { sendEvents } from '../src/exchange/webhook-endpoints/send.ts'
import { type Dial, systemDial } from '../src/kernel/fetch/connect.ts'
import { addressHashes } from '../src/kernel/http/addresses.ts'
import type { JobContext } from '../src/kernel/jobs/jobs.ts'
import { createLog } from '../src/kernel/telemetry/log.ts'
import { publishedKeys } from '../src/kernel/tokens/provider.ts'
import { withRegister } from '../src/office/commune-file/acts-register.ts'
import { address } from '../src/operation/doctor/address.ts'
import { geocoderFor } from '../src/place/geocoder.ts'
import { post } from '../src/place/purge/post.ts'
import { sendPushes } from '../src/place/push/send.ts'
import { fetchFiles } from '../src/publishing/publications/fetched-files/fetch.ts'
import { ProviderRequests } from '../src/sign-in/issuer/provider-requests.ts'
import { openRemote } from '../src/territory/defibrillateurs/register/remote.ts'
import { startApp, testConfig } from './app.ts'
import * as make from './factories.ts'
import { ALL_FORMS, SAVED_AS_HTTPS } from './fixtures/forbidden-addresses.ts'
import { World } from './fixtures/outside-world.ts'
import { pushBrowser } from './fixtures/push-service.ts'

const world = await World.open()
after(() => world[Symbol.asyncDispose]())
const pair = `127.0.0.1:${await world.inside((_request, response) => response.end('{}'))}`
const other = `127.0.0.1:${await world.inside((_request, response) => response.end('{}'))}`
const reached: string[] = []
const dial: Dial = to => {
  const address = `${to.answers[0]?.address}:${to.port}`
  if (address !== pair && address !== other) return world.dial(to)
  reached.push(address)
  return systemDial(to)
}
const door = world.door({ dial })
const env = { IMPORT_ALLOW_PRIVATE: `${pair},${other}` }
const app = await startApp({ env })
const { db, secrets, metrics } = app.service
const config = testConfig({ ...env, DATA_DIR: app.dataDir })
const log = createLog('silent')
const context: JobContext = {
  db,
  config,
  secrets,
  log,
  metrics,
  door,
  enqueue: async () => {},
  onStop: () => {},
}
const never = new AbortController().signal
const commune = await make.commune(app)
const club = await make.mairie(app, commune)
const [owner, admin] = [await app.user(), await app.user(['admin'])]
await make.member(app, club, owner)
const asAdmin = app.as(admin)
const asOwner = app.as(owner, 'public')

interface Caller {
  /** Whether IMPORT_ALLOW_PRIVATE is for it. */
  readonly opens: boolean
  /** Has it fetch each of these addresses, which are already stored, or come from outside. */
  fetches(addresses: readonly string[]): Promise<void>
  /** Has it save one: the status of the answer. */
  saves?(address: string): Promise<number>
  /** Where people type addresses: without a scheme, or with that of a calendar, they are meant as https. */
  readonly completes?: true
  /** The files that fetch or judge its addresses, or that hand it the door. */
  readonly files: readonly string[]
}

const refused = async (work: Promise<unknown>) => void (await work.catch(() => undefined))
const eachOf = async (addresses: readonly string[], one: (address: string) => Promise<unknown>) => {
  for (const address of addresses) await refused(one(address))
}

const source = (url: string) => ({
  id: crypto.randomUUID(),
  version: 1,
  nom: 'X',
  kind: 'auto' as const,
  url,
  acteur_id: null,
  commune_id: commune,
  type_id: null,
  moderation: 'pending' as const,
  enabled: true,
  columns: null,
  schedule: 'manual' as const,
  max_items: 10,
  max_age_days: null,
  api_key: null,
  etag: null,
  last_modified: null,
  read_kind: null,
  read_at: null,
})

/** Stored as before the rule, or by a hand in the database. */
async function deliver(granted_to: 'owner' | 'admin', urls: readonly string[]) {
  await app.owner.query('delete from webhook_endpoints')
  const by = granted_to === 'owner' ? owner : admin
  for (const url of urls) {
    const fields = { acteur_id: club, created_by: by.id, granted_to, secret_sealed: secrets.seal('whsec_x') }
    const id = await make.webhook(app, { ...fields, url: url || 'x' })
    await make.delivery(app, id, club)
  }
  await app.owner.query(`
    update webhook_deliveries set state = 'waiting', attempts = 0, delivered_at = null, status = null`)
  await sendEvents({}, context, never)
  const { rows } = await app.owner.query(
    'select url, d.error from webhook_deliveries d join webhook_endpoints k on k.id = endpoint_id',
  )
  await app.owner.query('delete from webhook_endpoints')
  assert.equal(rows.length, urls.length)
  return rows as readonly { url: string; error: string | null }[]
}
const newWebhook = (url: string) => ({ nom: 'Site', url, events: ['alert.started'] })

/** Addresses of files, in rows that nothing names, or that an item of this source names. */
async function fetchNamed(urls: readonly string[], sourceUrl?: string, isEdited = false) {
  await app.owner.query('delete from fetched_files')
  await app.owner.query('delete from publications')
  await app.owner.query('delete from import_sources')
  for (const image_url of urls) {
    const id = await make.publication(app, club, commune, { image_url })
    if (sourceUrl === undefined) continue
    await app.owner.query(
      `with s as (
        insert into import_sources (nom, kind, url, commune_id, moderation, enabled, schedule, max_items)
        values ('X', 'rss', $1, $2, 'pending', true, 'manual', 10) returning id)
       insert into import_items (source_id, external_id, publication_id, words_hash, edited_at)
       select s.id, 'x', p.id, 'x', p.edited_at - $4::interval from s, publications p where p.id = $3`,
      [sourceUrl, commune, id, isEdited ? '1 minute' : '0'],
    )
  }
  await fetchFiles({}, context, never, crypto.randomUUID(), 0)
  return (await app.owner.query('select status, reason from fetched_files')).rows
}

/** A public site that refers to an address, as a discovery document or by a redirect. */
let refersTo = ''
const site = await world.site((request, response) => {
  const issuer = `https://${site}`
  if (request.url?.includes('away')) return response.writeHead(302, { location: encodeURI(refersTo) }).end()
  const address = `${issuer}/x`
  response.end(
    JSON.stringify({ issuer, jwks_uri: refersTo, token_endpoint: address, authorization_endpoint: address }),
  )
})
const provider = (issuer: string) => ({
  id: 'x',
  issuer,
  audience: 'x',
  client: { id: 'x', secret: 'x' },
  label: 'x',
  roleMap: undefined,
  groupsClaim: 'groups',
  scope: 'openid',
  acrValues: [],
  pkce: true,
  emails: 'verified' as const,
  vouchesForSiret: false,
  roles: undefined,
})
const town = { nom: 'X', code_insee: null, latitude: null, longitude: null }
const { importAllowPrivate: pairs } = config

const CALLERS: Readonly<Record<string, Caller>> = {
  'import sources': {
    completes: true,
    opens: true,
    fetches: urls =>
      eachOf(urls, url =>
        askSource(context, source(url) as never, new Date(), { whole: true, signal: never }),
      ),
    saves: async url =>
      (await asAdmin.post('/admin/import-sources', { nom: 'X', url, commune_id: commune })).status,
    files: [
      'admin.ts',
      'runs/ask-source.ts',
      'runs/dry-run.ts',
      'reading/read-with-limits.ts',
      'reading/read-source.ts',
      'reading/pages.ts',
      'reading/calendar-services.ts',
      'reading/site/visit.ts',
      'reading/site/read-site.ts',
    ].map(file => `src/exchange/imports/${file}`),
  },
  'the search for sources': {
    completes: true,
    opens: true,
    fetches: urls => eachOf(urls, url => findSources(door.allowing(pairs), url, new Date(), never)),
    saves: async url => {
      const { status } = await asAdmin.post('/admin/import-sources/discover', { url })
      return status === 200 ? 201 : status
    },
    files: ['src/exchange/imports/discover/discover.ts', 'src/exchange/imports/discover/find-sources.ts'],
  },
  'pictures that members name': {
    opens: false,
    fetches: async urls => {
      for (const row of await fetchNamed(urls))
        assert.deepEqual(row, { status: 'given_up', reason: 'forbidden' })
    },
    files: [
      'src/publishing/publications/fetched-files/ask.ts',
      'src/publishing/publications/fetched-files/fetch.ts',
    ],
  },
  'pictures of an import, beside its source': {
    opens: true,
    fetches: async urls => void (await fetchNamed(urls, `http://${pair}/feed`)),
    files: [],
  },
  'pictures of an import, elsewhere than its source': {
    opens: false,
    fetches: async urls => {
      for (const from of [`http://${other}/feed`, 'https://example.com/feed'])
        for (const { reason } of await fetchNamed(urls, from)) assert.equal(reason, 'forbidden')
    },
    files: [],
  },
  'pictures of an import that a person has edited since': {
    opens: false,
    fetches: async urls => {
      for (const { reason } of await fetchNamed(urls, `http://${pair}/feed`, true))
        assert.equal(reason, 'forbidden')
    },
    files: [],
  },
  'webhooks of owners': {
    opens: false,
    fetches: async urls => {
      for (const { url, error } of await deliver('owner', urls))
        assert.match(error ?? '', /^(forbidden_|invalid_url|credentials)/, url)
      for (const url of urls.slice(0, 3)) {
        const fields = { acteur_id: club, created_by: owner.id, secret_sealed: secrets.seal('whsec_x') }
        const id = await make.webhook(app, { ...fields, granted_to: 'owner', url: url || 'x' })
        const verified = await asOwner.post(`/me/acteurs/${club}/webhooks/${id}/verify`)
        assert.equal(verified.body.error, 'webhook_unverified')
        assert.equal(verified.body.details[0].path, 'url')
      }
    },
    saves: async url => (await asOwner.post(`/me/acteurs/${club}/webhooks`, newWebhook(url))).status,
    files: ['send', 'challenge', 'managed'].map(name => `src/exchange/webhook-endpoints/${name}.ts`),
  },
  'webhooks of administrators': {
    opens: true,
    fetches: async urls => void (await deliver('admin', urls)),
    saves: async url => (await asAdmin.post('/admin/webhooks', newWebhook(url))).status,
    files: [],
  },
  'push subscriptions': {
    opens: false,
    fetches: async urls => {
      const { keys } = pushBrowser()
      const addresses = urls.map(url => url.replace(/^http:/i, 'https:')).filter(url => URL.canParse(url))
      for (const endpoint of addresses.filter(url => url.startsWith('https://')))
        await app.owner.query(
          `insert into push_subscriptions (commune_id, endpoint, p256dh, auth) values ($1, $2, $3, $4)
           on conflict do nothing`,
          [commune, endpoint, keys.p256dh, keys.auth],
        )
      await make.publication(app, club, commune, { type: 'alerte', niveau: 'danger' })
      await sendPushes({}, context, never)
      assert.equal((await app.owner.query('select from push_messages')).rows.length, 0, 'none is tried again')
    },
    saves: async url => {
      const endpoint = url.replace(/^http:/i, 'https:')
      const body = { commune_id: commune, endpoint, ...pushBrowser().keys }
      return (await app.anyone.post('/push-subscriptions', body)).status
    },
    files: ['src/place/push/subscriptions.ts', 'src/place/push/send.ts'],
  },
  'what the register of defibrillators leads to': {
    opens: true,
    fetches: urls =>
      eachOf(urls, async address => {
        refersTo = address
        const url = `http://${site}/away`
        await openRemote({ door: door.allowing(pairs), signal: never, url })
      }),
    files: ['src/territory/defibrillateurs/register/remote.ts', 'src/territory/defibrillateurs/sync/work.ts'],
  },
  'the keys of an identity provider': {
    opens: true,
    fetches: urls =>
      eachOf(urls, async address => {
        refersTo = address.replace(/^http:/i, 'https:')
        await publishedKeys(door.allowing(pairs), `https://${site}`)
      }),
    files: [
      'src/kernel/tokens/provider.ts',
      'src/kernel/tokens/outside.ts',
      'src/operation/doctor/outside.ts',
      'src/service.ts',
    ],
  },
  'signing in at an identity provider': {
    opens: true,
    fetches: urls =>
      eachOf(urls, async address => {
        refersTo = address.replace(/^http:/i, 'https:')
        await new ProviderRequests(provider(`https://${site}`), door.allowing(pairs)).metadata()
      }),
    files: [
      'src/sign-in/mount.ts',
      ...['provider-requests.ts', 'provider.ts'].map(name => `src/sign-in/issuer/${name}`),
      'src/sign-in/single-sign-out.ts',
    ],
  },
  'the geocoder': {
    opens: false,
    fetches: urls =>
      eachOf(urls, async address => {
        refersTo = address
        const { secrets } = app.service
        const db = app.service.db.pool
        const config = { geocoderUrl: `http://${site}/away`, rateLimitScale: 0 }
        const geocode = geocoderFor({ config, door, db, addresses: addressHashes(db, secrets) })?.(
          '192.0.2.1',
        )
        assert.equal(await geocode?.('1 rue du Parvis', town), 'away')
      }),
    files: ['src/place/geocoder.ts', 'src/place/serve.ts'],
  },
  'the PDFs of a register of acts': {
    opens: false,
    fetches: urls =>
      eachOf(urls, async url => {
        const text = `DELIB_ID,DELIB_DATE,DELIB_OBJET,DELIB_URL\n1,2020-01-02,Objet,"${url.replaceAll('"', '""')}"\n`
        const file = join(app.dataDir, 'actes.csv')
        writeFileSync(file, text)
        const { code_insee } = (
          await app.owner.query('select code_insee from communes where id = $1', [commune])
        ).rows[0]
        const bringing = { db, config, door, now: new Date() }
        await withRegister(bringing, file, { ref: code_insee, acteur: undefined }, async () => undefined)
      }),
    files: [
      'src/office/act-registers/take-over.ts',
      'src/office/commune-file/acts-register.ts',
      'src/office/commune-file/commands.ts',
    ],
  },
  'the caches in front': {
    opens: false,
    fetches: urls =>
      eachOf(urls, async address => {
        refersTo = address
        await post(door, { cache: `http://${site}/away`, key: undefined, tags: ['place'] }, never)
      }),
    files: ['src/place/purge/post.ts', 'src/place/purge/purge.ts'],
  },
  'the public address': {
    opens: false,
    fetches: urls =>
      eachOf(urls, async at => {
        refersTo = at
        await address(db, { ...config, publicUrl: `http://${site}/away` }, { door, timeoutMs: 5_000 })
      }),
    files: ['src/operation/doctor/address.ts'],
  },
}

/** Files that only hand the door to the callers above. `src/demo` reads the feed that it serves itself. */
const HANDED_ON = [
  ...['action.ts', 'reader.ts', 'services.ts', 'writer.ts'].map(name => `src/kernel/routes/${name}`),
  'src/kernel/jobs/jobs.ts',
  'src/demo/outside.ts',
]

test('every file that has to do with the fetch door belongs to a caller', () => {
  const root = join(import.meta.dirname, '..')
  const found = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .map(file => `src/${file}`)
    .filter(file => /(?<!\.test)\.ts$/.test(file) && !file.startsWith('src/kernel/fetch/'))
    .filter(file =>
      /\bdoor\b|kernel\/fetch\/(fetch|target|connect|follow)|\brefuseAtOnce\b/.test(
        readFileSync(join(root, file), 'utf8'),
      ),
    )
  const listed = [...HANDED_ON, ...Object.values(CALLERS).flatMap(({ files }) => files)]
  assert.deepEqual(found.sort(), listed.sort())
})

beforeEach(() => {
  reached.length = 0
  world.strays.length = 0
  world.canary = 0
})
const untouched = () => assert.deepEqual([world.canary, world.strays], [0, []])

for (const [name, { opens, fetches, saves, completes }] of Object.entries(CALLERS)) {
  test(`${name}: no forbidden address is reached, though a private one is allowed`, async () => {
    await fetches(ALL_FORMS)
    untouched()
    assert.deepEqual(reached, [])
    if (!saves) return
    for (const form of ALL_FORMS) {
      if (completes && SAVED_AS_HTTPS.includes(form)) continue
      const status = await saves(form)
      assert.ok(status === 400 || status === 422, `${status} ${form}`)
    }
  })

  test(`${name}: the allowed pair is ${opens ? 'reached' : 'not reached'}`, async () => {
    const url = `http://${pair}/private?x=1`
    await fetches([url, `https://${pair}/`])
    assert.equal(reached.includes(pair), opens)
    untouched()
    if (saves) assert.equal(await saves(url), opens ? 201 : 422)
  })
}
