/** Hosts that do not answer, that rest, or that have much, and a picture of another acteur beside them. */
import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { test } from 'node:test'
import { startApp, testConfig } from '../../../../test/app.ts'
import { eventually } from '../../../../test/eventually.ts'
import * as make from '../../../../test/factories.ts'
import { nearDoor } from '../../../../test/fixtures/near-door.ts'
import { picture } from '../../../../test/fixtures/own-pictures.ts'
import { feedServer } from '../../../../test/imports/feed-server.ts'
import type { JobContext } from '../../../kernel/jobs/jobs.ts'
import { createLog } from '../../../kernel/telemetry/log.ts'
import { fetchFiles, PLACES } from './fetch.ts'
import { OF_ONE, SLOW_PLACES } from './turns.ts'

const server = await feedServer()
const app = await startApp()
const commune = await make.commune(app)
const config = testConfig({ DATA_DIR: app.dataDir })
const log = createLog('silent')
const { db, secrets, metrics } = app.service
const near = nearDoor(config, log, [server.pair])
/** Hosts hold their places for as long as a test takes. */
const door: JobContext['door'] = {
  ...near,
  fetch: (url, options) => near.fetch(url, { ...options, timeoutMs: 600_000 }),
}
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
const small = Buffer.from(await picture(300, 200))
/** In their order: which host was asked, and which one waited in vain. */
const events: string[] = []
const asked = (host: RegExp) => events.filter(event => event.startsWith('asked ') && host.test(event)).length
const closed = () => events.filter(event => event.startsWith('closed '))
const hanging: ServerResponse[] = []
const hostOf = (url = '') => new URL(url, server.url).searchParams.get('host') ?? ''
const held = server.serve('/held', {
  by(request: IncomingMessage, response: ServerResponse) {
    const host = hostOf(request.url)
    events.push(`asked ${host}`)
    hanging.push(response)
    response.on('close', () => events.push(`closed ${host}`))
  },
})
const quick = server.serve('/quick.jpg', {
  by(request: IncomingMessage, response: ServerResponse) {
    events.push(`asked ${hostOf(request.url)}`)
    response.end(small)
  },
})
let made = 0
/** Files on these hosts, of an acteur of its own each, longest waiting first. */
async function waiting(address: string, hosts: readonly string[], acteur?: string): Promise<void> {
  const owners = await make.several(hosts.length, async () => acteur ?? (await make.acteur(app, commune)))
  made++
  await app.owner.query(
    `insert into fetched_files (url, host, acteur_id, next_try_at)
     select $1 || '?host=' || host || '&n=' || $2::int || '.' || n, host, acteur, now() - (1000 - n) * interval '1 second'
     from unnest($3::text[], $4::uuid[]) with ordinality as f(host, acteur, n)`,
    [address, made, hosts, owners],
  )
}
async function clerksPicture(): Promise<() => Promise<boolean>> {
  made++
  const image_url = `${quick}?host=mairie.fr&n=${made}`
  await make.publication(app, await make.acteur(app, commune), commune, { image_url })
  return async () =>
    (await app.owner.query(`select from fetched_files where url = $1 and status = 'kept'`, [image_url])).rows
      .length === 1
}
async function duringARun(pauseMs: number, work: (run: Promise<void>) => Promise<void>): Promise<void> {
  const stop = new AbortController()
  const run = fetchFiles({}, context, stop.signal, crypto.randomUUID(), pauseMs)
  run.catch(() => {})
  try {
    await work(run)
  } finally {
    stop.abort()
    await run.catch(() => {})
    await app.owner.query('update publications set picture_id = null, image_url = null')
    await app.owner.query('delete from fetched_files')
    events.length = 0
    hanging.length = 0
  }
}
const countKept = async () =>
  (await app.owner.query(`select from fetched_files where status = 'kept'`)).rows.length
const hosts = (count: number, domain: string) => Array.from({ length: count }, (_, n) => `h${n}.${domain}`)

test('forty slow hosts of a domain and three slow domains hold some places, and a new picture is kept while all hang', async () => {
  await waiting(held, hosts(40, 'slow.example'))
  for (const domain of ['lent.fr', 'lent.org', 'lent.net']) await waiting(held, hosts(5, domain))
  await duringARun(0, async () => {
    await eventually(async () => asked(/slow|lent/) === PLACES, 'the slow ones have all places')
    // It is new: the run finds it while the others are waited for.
    await eventually(await clerksPicture(), 'the picture is here')
    assert.equal(asked(/slow|lent/), PLACES)
    // Those that begin when all of them answer are known as slow: they share few places.
    assert.deepEqual(closed(), [])
    for (const response of hanging.splice(0)) response.writeHead(404).end()
    await eventually(async () => asked(/slow|lent/) > PLACES, 'further ones are asked')
    await eventually(await clerksPicture(), 'the second picture is here')
    assert.equal(asked(/slow|lent/), PLACES + SLOW_PLACES)
    assert.equal(hanging.length, SLOW_PLACES)
  })
})

test('hosts of one domain, and domains of one acteur, have a few places each', async () => {
  await waiting(held, hosts(40, 'slow.example'))
  const acteur = await make.acteur(app, commune)
  await waiting(held, ['a.fr', 'b.fr', 'c.fr', 'd.fr', 'e.fr', 'f.fr'], acteur)
  const isKept = await clerksPicture()
  await duringARun(0, async () => {
    await eventually(isKept, 'the picture is here')
    await eventually(async () => asked(/./) === 2 * OF_ONE + 1, 'each has its places')
    assert.deepEqual([asked(/slow/), asked(/^asked .\.fr/), closed()], [OF_ONE, OF_ONE, []])
  })
})

test('a host rests between two files and holds no place meanwhile', async () => {
  const domains = Array.from({ length: 3 * PLACES }, (_, n) => `domaine${n}.fr`)
  for (let file = 0; file < 2; file++) await waiting(quick, domains)
  const anHour = 3_600_000
  await duringARun(anHour, async () => {
    await eventually(async () => (await countKept()) === domains.length, 'each host is asked once')
    await eventually(await clerksPicture(), 'the run looks for more')
    assert.deepEqual(
      events.filter(event => /domaine/.test(event)).sort(),
      domains.map(one => `asked ${one}`).sort(),
    )
  })
  // Without a pause the second ones follow.
  for (let file = 0; file < 2; file++) await waiting(quick, domains)
  await duringARun(0, async run => {
    await run
    assert.equal(await countKept(), 2 * domains.length)
  })
})

test('of a host one file at a time is fetched', async () => {
  await waiting(held, ['seul.fr', 'seul.fr', 'seul.fr'])
  const isKept = await clerksPicture()
  await duringARun(0, async () => {
    await eventually(isKept, 'the picture is here')
    await eventually(await clerksPicture(), 'a second one is here')
    assert.deepEqual([asked(/seul/), closed()], [1, []])
  })
})

test('behind more than a thousand files of a slow domain a new picture is found and kept', async () => {
  const acteur = await make.acteur(app, commune)
  await waiting(held, hosts(1_100, 'slow.example'), acteur)
  const isKept = await clerksPicture()
  await duringARun(0, async () => {
    await eventually(isKept, 'the picture is here')
    assert.deepEqual([asked(/slow/) <= OF_ONE, closed()], [true, []])
  })
})
