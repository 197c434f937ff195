/** Documents and pictures of imported items: fetched once, attached, and a link until then. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { testConfig } from '../../../../test/app.ts'
import { waitingForLocks } from '../../../../test/databases.ts'
import { eventually } from '../../../../test/eventually.ts'
import * as make from '../../../../test/factories.ts'
import { fetchMedia, pdf, picture } from '../../../../test/fixtures/own-pictures.ts'
import { said } from '../../../../test/imports/fed.ts'
import { importWorld, inDays } from '../../../../test/imports/world.ts'
import type { JobContext } from '../../../kernel/jobs/jobs.ts'
import { fetchFiles } from '../../../publishing/publications/fetched-files/fetch.ts'
import {
  forgetFetchedFiles,
  retryFetchedFiles,
} from '../../../publishing/publications/fetched-files/upkeep.ts'
import { fetchAndAttach } from '../../fetched-files.ts'
import { attachFetched } from './attach-files.ts'

const WORKER = fileURLToPath(new URL('../../../../test/fixtures/worker.ts', import.meta.url))
const world = await importWorld()
const { app, server, commune, acteur, office } = world
const member = await app.user()
await make.member(app, acteur, member)
const desk = app.as({ ...(await app.user(['operator_moderation'])), language: 'en' })
const env = { IMPORT_ALLOW_PRIVATE: server.pair, DATA_DIR: app.dataDir }
const contextOf = (more = {}): JobContext => ({ ...world.context, config: testConfig({ ...env, ...more }) })
const never = new AbortController().signal
const fetchAll = (context = contextOf(), job = crypto.randomUUID()) => fetchAndAttach({}, context, never, job)
const asked = (url: string) => server.asked.filter(line => line === `GET ${new URL(url).pathname}`).length
const stored = async () => (await app.owner.query('select key from media order by key')).rows.length
const later = (interval: string) =>
  app.owner.query(`update fetched_files set next_try_at = now(), answered_at = answered_at - $1::interval`, [
    interval,
  ])

let made = 0
const serve = (body: Uint8Array | string = pdf(), fields: object = {}) =>
  server.serve(`/files/${++made}.pdf`, { body: Buffer.from(body), type: 'application/pdf', ...fields })

interface Item {
  readonly text?: string
  readonly files?: readonly string[]
}
const enclosure = (url: string) => `<enclosure url="${url}" length="1" type="application/pdf"/>`
const rss = (items: readonly Item[], path: string) =>
  `<rss version="2.0"><channel><title>Ville</title><link>${server.url}/</link>${items
    .map(
      ({ text = 'Le texte.', files = [] }, index) =>
        `<item><guid>${path}-${index}</guid><title>Titre ${index}</title><link>${server.url}${path}/${index}</link><description><![CDATA[${text}]]></description>${files.map(enclosure).join('')}</item>`,
    )
    .join('')}</channel></rss>`

/** A source with its own feed. */
async function feed(items: readonly Item[], fields: object = { acteur_id: acteur }) {
  const path = `/feed-${++made}`
  const say = (all: readonly Item[]) => server.serve(path, { body: rss(all, path) })
  const id = await world.source({ url: say(items), ...fields })
  const shown = async () => {
    const rows = await world.publications(id)
    return await Promise.all(
      rows.map(async row => (await desk.get(`/admin/publications/${row.id}`)).body.data),
    )
  }
  const one = async () => {
    const [first] = await shown()
    assert.ok(first)
    return first
  }
  return { id, say, run: () => world.run(id), one, shown, log: () => lines(id) }
}
const lines = async (id: string) => (await world.entries(id)).map(({ message }) => message)
const names = ({ documents }: { documents: { name: string }[] }) => documents.map(({ name }) => name)

test('a document is linked until it is fetched, then attached in place of the link', async () => {
  const [bulletin, inText] = [serve(), serve()]
  const text = `<p>Le texte.</p><p><a href="${inText}">Le compte rendu</a></p>`
  const { id, run, one, log } = await feed([{ text, files: [bulletin] }])
  assert.equal(said((await run()).counts), '1 created')
  const before = await one()
  const prose = `Le texte.\n\n[Le compte rendu](${inText})`
  const name = bulletin.split('/').at(-1)
  assert.deepEqual([before.body, before.documents], [`${prose}\n\n- [${name}](${bulletin})`, []])
  await fetchAll()
  const { body, documents } = await one()
  assert.deepEqual([body, names({ documents })], [prose, [name, 'Le compte rendu']])
  const file = await fetchMedia(app, documents[0].url)
  assert.deepEqual([file.status, file.headers.get('content-type')], [200, 'application/pdf'])
  assert.deepEqual((await app.anyone.get(`/publications/${before.id}`)).body.data.documents, documents)
  assert.ok((await log()).includes(`Attached to Titre 0: ${name}, Le compte rendu.`))
  const [created, changed] = await make.auditOf(app, before.id)
  assert.deepEqual([created.action, changed.action], ['publication.imported', 'publication.import_updated'])
  assert.deepEqual(changed.after.documents.length, 2)
  // The second run requests nothing, and changes nothing.
  const row = await make.row(app, before.id)
  assert.equal(said((await run()).counts), '1 unchanged')
  await fetchAll()
  assert.deepEqual([asked(bulletin), asked(inText)], [1, 1])
  assert.deepEqual(await make.row(app, before.id), row)
  assert.equal((await world.publications(id)).length, 1)
})

test('a document that cannot be attached stays a link; the run does not fail, and its log says why', async () => {
  const page = '<!doctype html><html><body>Document introuvable</body></html>'
  const cases: Readonly<Record<string, RegExp>> = {
    [serve(page)]: /no PDF or picture/,
    [`${server.url}/none.pdf`]: /no longer at that address/,
    [serve(Buffer.concat([pdf(), Buffer.alloc(15 * 1024 * 1024)]))]: /larger than 15 MiB/,
    'http://10.0.0.1/interne.pdf': /not allowed/,
    [serve('', { status: 302, headers: { location: 'http://192.168.1.1/a.pdf' } })]: /not allowed/,
  }
  const { run, one, log } = await feed([{ files: Object.keys(cases) }])
  assert.partialDeepStrictEqual(await run(), { status: 'succeeded', counts: { created: 1 } })
  await fetchAll()
  const { body, documents } = await one()
  assert.deepEqual(documents, [])
  const told = await log()
  for (const [url, why] of Object.entries(cases)) {
    assert.ok(body.includes(`](${url})`), url)
    const name = url.split('/').at(-1) ?? ''
    assert.match(told.find(line => line.includes(`Stays a link in Titre 0: ${name}.`)) ?? '', why)
  }
  assert.equal(said((await run()).counts), '1 unchanged')
  await fetchAll()
  assert.deepEqual(await log(), [], 'told once')
  for (const url of Object.keys(cases).filter(each => each.startsWith(server.url)))
    assert.equal(asked(url), 1, url)
})

test('the attachments of Atom, JSON Feed and iCalendar', async () => {
  const [day] = inDays(3).split('T')
  const urls = [serve(), serve(), serve()]
  const formats = [
    `<feed xmlns="http://www.w3.org/2005/Atom"><title>V</title><id>v</id><entry><id>1</id><title>Atom</title><content>Le flux.</content><link rel="enclosure" type="application/pdf" title="Programme" href="${urls[0]}"/></entry></feed>`,
    JSON.stringify({
      version: 'https://jsonfeed.org/version/1.1',
      items: [
        {
          id: '1',
          title: 'JSON',
          content_text: 'Le fil.',
          attachments: [{ url: urls[1], title: 'Programme' }],
        },
      ],
    }),
    `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART;VALUE=DATE:${day?.replaceAll('-', '')}\r\nSUMMARY:Fête\r\nDESCRIPTION:Le bal.\r\nATTACH;FMTTYPE=application/pdf;FILENAME=Programme:${urls[2]}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`,
  ]
  for (const body of formats) {
    const id = await world.source({ url: server.serve(`/format-${++made}`, { body }), acteur_id: acteur })
    assert.equal(said((await world.run(id)).counts), '1 created', body)
    await fetchAll()
    const [row] = await world.publications(id)
    assert.deepEqual([names(row), /\]\(/.test(row.body)], [['Programme'], false], body)
  }
})

test('a redirect is followed; a server in trouble is asked again, and the others are attached meanwhile', async () => {
  const target = serve()
  const moved = serve('', { status: 301, headers: { location: target } })
  const busy = serve('', { status: 503 })
  const { run, one } = await feed([{ files: [moved, busy] }])
  await run()
  // In another order, so that the trouble of the host does not hold back the first.
  await app.owner.query(`update fetched_files set host = 'busy' where url = $1`, [busy])
  await fetchAll()
  assert.deepEqual(names(await one()), [moved.split('/').at(-1)])
  assert.ok((await one()).body.includes(busy))
  server.serve(new URL(busy).pathname, { body: Buffer.from(pdf()) })
  await later('1 hour')
  await fetchAll()
  assert.equal((await one()).documents.length, 2)
  assert.ok(!(await one()).body.includes(busy))
})

test('the same document of two items, or at two addresses, is fetched and stored once', async () => {
  const [same, copy] = [serve(pdf('le même')), serve(pdf('le même'))]
  const { run, shown } = await feed([{ files: [same] }, { text: 'Un autre texte.', files: [same, copy] }])
  const before = await stored()
  await run()
  await Promise.all([fetchAll(), fetchAll(), fetchAll()])
  assert.deepEqual([asked(same), asked(copy), (await stored()) - before], [1, 1, 1])
  const [first, second] = await shown()
  assert.equal(first.documents.length, 1)
  assert.deepEqual(second.documents, first.documents)
  const third = await feed([{ files: [same] }], { acteur_id: await make.acteur(app, commune) })
  await third.run()
  await fetchAll()
  assert.deepEqual([(await third.one()).documents.length, asked(same)], [1, 1])
})

test('another document of the source replaces the one before, also at the same address', async () => {
  const [first, second] = [serve(pdf(), { etag: '"1"' }), serve()]
  const { run, say, one } = await feed([{ files: [first] }])
  await run()
  await fetchAll()
  const before = await one()
  say([{ text: 'Le texte corrigé.', files: [first] }])
  assert.equal(said((await run()).counts), '1 updated')
  // A change of the text takes nothing off, and the link does not come back.
  assert.deepEqual([(await one()).body, (await one()).documents], ['Le texte corrigé.', before.documents])
  await fetchAll()
  assert.equal(asked(first), 1, 'not twice a day')
  await later('1 day')
  await fetchAll()
  assert.deepEqual([asked(first), (await one()).documents], [2, before.documents], 'not modified')
  const bytes = pdf('la nouvelle version')
  server.serve(new URL(first).pathname, { body: Buffer.from(bytes), etag: '"2"' })
  say([{ text: 'Le texte corrigé deux fois.', files: [first] }])
  await run()
  await later('1 day')
  await fetchAll()
  const [document] = (await one()).documents
  assert.deepEqual([document.bytes, (await one()).documents.length], [bytes.length, 1])
  assert.notEqual(document.url, before.documents[0].url)

  say([{ text: 'Un troisième.', files: [second] }])
  await run()
  assert.deepEqual((await one()).documents, [])
  await fetchAll()
  assert.deepEqual(names(await one()), [second.split('/').at(-1)])
  say([{ text: 'Sans document.' }])
  await run()
  assert.deepEqual([(await one()).documents, (await one()).body], [[], 'Sans document.'])
  await app.service.db.transaction(forgetFetchedFiles)
  const { rows } = await app.owner.query('select 1 from fetched_files where url = any($1)', [[first, second]])
  assert.equal(rows.length, 0)
})

test('a publication that a person edited keeps its links, and what they attached', async () => {
  const [early, late] = [serve(), serve()]
  const { run, one } = await feed([{ files: [early] }])
  await run()
  const { id } = await one()
  assert.equal((await app.as(member, 'public').patch(`/publications/${id}`, { lieu: 'Mairie' })).status, 200)
  await fetchAll()
  const { body, documents } = await one()
  assert.deepEqual([documents, body.includes(early)], [[], true])
  const other = await feed([{ files: [late] }])
  await other.run()
  await fetchAll()
  const before = await other.one()
  const renamed = [{ id: before.documents[0].id, name: 'Le bulletin' }]
  const edited = await app.as(member, 'public').patch(`/publications/${before.id}`, { documents: renamed })
  assert.deepEqual([edited.status, names(edited.body.data)], [200, ['Le bulletin']])
  other.say([{ text: 'Autre chose.', files: [serve()] }])
  assert.equal(said((await other.run()).counts), '1 skipped')
  await fetchAll()
  assert.deepEqual(names(await other.one()), ['Le bulletin'])
})

test('under review, and without an acteur, documents wait with the publication and are public with it', async () => {
  for (const fields of [{ commune_id: commune }, { acteur_id: acteur, moderation: 'pending' }]) {
    const { run, one } = await feed([{ files: [serve()] }], fields)
    await run()
    await fetchAll()
    const { id, documents, moderation_status } = await one()
    assert.deepEqual([moderation_status, documents.length], ['pending', 1])
    assert.equal((await app.anyone.get(`/publications/${id}`)).status, 404)
    await desk.patch(`/admin/publications/${id}/moderate`, { moderation_status: 'published' })
    assert.deepEqual((await app.anyone.get(`/publications/${id}`)).body.data.documents, documents)
    assert.equal(said((await run()).counts), '1 unchanged')
  }
})

test('documents count for the quota of the acteur: without room a link stays, until there is room', async () => {
  const full = await make.acteur(app, commune, { can_publish: true })
  const url = serve(Buffer.concat([pdf(), Buffer.alloc(1_100_000), Buffer.from('%%EOF')]))
  const { run, one, log } = await feed([{ files: [url] }], { acteur_id: full })
  await run()
  await fetchAll(contextOf({ MEDIA_QUOTA_MB: '1' }))
  assert.deepEqual([(await one()).documents, (await one()).body.includes(url)], [[], true])
  assert.match((await log()).join(), /storage of the acteur is full/)
  await attachFetched(contextOf(), never)
  assert.equal((await log()).filter(line => /full/.test(line)).length, 1)
  await app.service.db.transaction(retryFetchedFiles)
  await fetchAll()
  assert.equal((await one()).documents.length, 1)
})

test('a post of pictures alone shows all of them with their descriptions', async () => {
  const urls = await Promise.all(
    [1, 2, 3].map(async () =>
      server.serve(`/photos/${++made}.jpg`, { body: Buffer.from(await picture()), type: 'image/jpeg' }),
    ),
  )
  const text = urls.map((url, index) => `<img src="${url}" alt="${['Loto', 'Le menu', ''][index]}">`).join('')
  const { run, one } = await feed([{ text }])
  await run()
  const before = await one()
  assert.deepEqual(
    [before.images, before.body],
    [[], `Loto\n\n[Le menu](${urls[1]})\n\n[Image 3](${urls[2]})`],
  )
  await fetchAll()
  const { images, body } = await one()
  assert.deepEqual(
    [images.map(({ alt }: { alt: string }) => alt), body, urls.map(asked)],
    [['Loto', 'Le menu', ''], 'Loto', [1, 1, 1]],
  )
})

test('a dry run shows the files that would be attached, and requests none', async () => {
  const [url, next] = [serve(), serve()]
  const { id, run, say } = await feed([{ files: [url] }])
  const filesIn = async () => {
    const { items } = await world.dryRun(id)
    return items[0].files
  }
  const name = url.split('/').at(-1)
  assert.deepEqual(await filesIn(), [{ kind: 'document', name, url }])
  await fetchAll()
  assert.equal(asked(url), 0)
  await run()
  await fetchAll()
  assert.equal(await filesIn(), undefined)
  say([{ text: 'Deux.', files: [url, next] }])
  assert.deepEqual(await filesIn(), [{ kind: 'document', name: next.split('/').at(-1), url: next }])
  const { body } = await office.post('/admin/import-sources/preview', {
    nom: 'Autre',
    url: server.url + (await sourceOf(id)),
    acteur_id: acteur,
  })
  assert.equal(body.data.items[0].files, undefined, 'a duplicate has none')
})
const sourceOf = async (id: string) =>
  new URL((await office.get(`/admin/import-sources/${id}`)).body.data.url).pathname

test('items that were imported before get their documents, some of them in later runs', async () => {
  const files = [1, 2, 3, 4, 5].map(() => serve())
  const items = Array.from({ length: 51 }, (_, index) => ({ text: `Texte ${index}.`, files }))
  const { id, run, log } = await feed(items, { acteur_id: acteur, options: { max_items: 500 } })
  const count = async () =>
    (await app.owner.query('select 1 from import_files where source_id = $1', [id])).rows.length
  await run()
  assert.equal(await count(), 250)
  assert.equal((await log()).filter(line => /come with a later run/.test(line)).length, 1)
  await run()
  assert.equal(await count(), 255)
  await app.owner.query('delete from fetched_files where url = any($1)', [files])
})

test('after a killed worker another one goes on: one document, attached once', async () => {
  const held = Promise.withResolvers<void>()
  let times = 0
  const bytes = pdf()
  const url = serve('', {
    by: (_request: unknown, response: ServerResponse) => {
      if (++times === 1) held.resolve()
      else response.end(bytes)
    },
  })
  const { run, one } = await feed([{ files: [url] }])
  await run()
  const before = await stored()
  const argument = JSON.stringify({ jobs: ['pictures.fetch'], connection: app.connection, env })
  const worker = spawn(process.execPath, [WORKER, argument], { stdio: ['ignore', 'pipe', 'inherit'] })
  after(() => worker.kill('SIGKILL'))
  await once(worker.stdout, 'data')
  const { rows } = await app.owner.query(
    `insert into pgboss.job (name) values ('pictures.fetch') returning id`,
  )
  await held.promise
  worker.kill('SIGKILL')
  await once(worker, 'exit')
  await fetchAll()
  assert.deepEqual([times, (await one()).documents], [1, []], 'the lease holds')
  await fetchAll(contextOf(), rows[0].id)
  const { id, documents, version } = await one()
  assert.deepEqual([times, documents.length, (await stored()) - before], [2, 1, 1])
  await fetchAll()
  assert.equal((await one()).version, version)
  const { rows: uploads } = await app.owner.query(
    'select 1 from publication_uploads where publication_id = $1',
    [id],
  )
  assert.equal(uploads.length, 1)
})

test('of two workers that attach at once, one changes the publication and one log line says so', async () => {
  const url = serve()
  const { run, one, log } = await feed([{ files: [url] }])
  await run()
  await fetchFiles({}, contextOf(), never, crypto.randomUUID())
  await app.owner.query('begin')
  await app.owner.query('select 1 from publications where id = $1 for update', [(await one()).id])
  const attaching = [1, 2].map(() => attachFetched(contextOf(), never))
  await eventually(async () => (await waitingForLocks(app.connection.database ?? '')) === 2, 'both wait')
  await app.owner.query('commit')
  await Promise.all(attaching)
  const { id, documents } = await one()
  assert.equal(documents.length, 1)
  assert.equal((await log()).filter(line => /Attached/.test(line)).length, 1)
  const trail = await make.auditOf(app, id)
  assert.deepEqual(
    trail.map(({ action }: { action: string }) => action),
    ['publication.imported', 'publication.import_updated'],
  )
})

test('what is removed for legal reasons is neither shown, nor fetched again', async () => {
  const url = serve()
  const { run, say, one } = await feed([{ files: [url] }])
  await run()
  await fetchAll()
  const { id } = await one()
  const admin = app.as(await app.user(['admin']))
  const forgotten = await admin.post('/admin/media/forget', { publication_id: id, reason: 'Illicite' })
  assert.equal(forgotten.status, 200, JSON.stringify(forgotten.body))
  assert.deepEqual((await one()).documents, [])
  say([{ text: 'Modifié.', files: [url] }])
  await run()
  await fetchAll()
  assert.deepEqual([(await one()).documents, asked(url)], [[], 1])
})
