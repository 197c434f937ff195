import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { shortId } from '../../../shared/short-id.ts'
import { startApp, testConfig } from '../../../test/app.ts'
import { ask } from '../../../test/ask.ts'
import * as make from '../../../test/factories.ts'
import {
  CODE,
  communesElsewhere,
  fileOf,
  importSource,
  leftIn,
} from '../../../test/fixtures/commune-files.ts'
import { nearDoor } from '../../../test/fixtures/near-door.ts'
import { actPdf, pdf, sendFile } from '../../../test/fixtures/own-pictures.ts'
import { feedServer } from '../../../test/imports/feed-server.ts'
import { sql } from '../../kernel/db/db.ts'
import { createLog } from '../../kernel/telemetry/log.ts'
import { deliberationsCsv } from '../../publishing/actes/scdl.ts'
import { withRegister } from './acts-register.ts'

const app = await startApp()
const server = await feedServer()
const { town } = await communesElsewhere(app)
const clerk = await app.user()
const hall = await make.mairie(app, town, clerk)
const SIRET = '21350238800019'
await app.owner.query('update acteurs set siret = $2 where id = $1', [hall, SIRET])
const config = testConfig({ DATA_DIR: app.dataDir })
const door = nearDoor(config, createLog('silent'), [server.pair])

const brought = (text: string, { trial = false, now = new Date() } = {}) =>
  withRegister(
    { db: app.service.db, config, door, now },
    fileOf(Buffer.from(text), 'deliberations.csv'),
    { ref: CODE, acteur: undefined },
    async ({ source, told }) => ({ ...(await importSource(app, source, trial)), left: [...told] }),
  )

const served = (path: string, bytes: Uint8Array) => server.serve(path, { body: Buffer.from(bytes) })
const one = (numero: string, more: object = {}) => ({
  numero,
  date: '2019-03-12',
  matiere: '8.4',
  objet: `Objet de ${numero}`,
  transmis_le: '2019-03-15',
  url: `${server.url}/${numero}.pdf`,
  ...more,
})
const register = (...rows: Parameters<typeof deliberationsCsv>[1][number][]) =>
  deliberationsCsv({ nom: 'Rennes', siret: SIRET }, rows)
const acts = async () =>
  (
    await app.owner.query(`
      select a.*, p.title, p.body, p.visible_le <= now() as visible from actes a join publications p on p.id = a.publication_id
      order by a.numero`)
  ).rows

const bytes = actPdf('Le conseil décide.')
served('/D-1.pdf', bytes)
served('/D-2.pdf', pdf())
served('/page.pdf', Buffer.from('<html>Page introuvable</html>'))
const LONG = `${'Étude de la traversée du bourg et demande de subvention, '.repeat(9)}fin`

test('a register comes with its PDFs; what cannot be fetched or read is left out and told', async () => {
  const text = register(
    one('D-1', { objet: LONG }),
    one('D-2', { matiere: '7.99', transmis_le: null, date: '2019-04-02' }),
    one('D-3', { url: `${server.url}/page.pdf` }),
    one('D-4', { url: `${server.url}/gone.pdf` }),
    one('D-5', { date: '2999-01-01' }),
    one('D-1'),
    one('D-6', { url: 'ftp://exemple.fr/a.pdf' }),
    one('D-7', { transmis_le: '2018-01-01' }),
  )
  const before = await leftIn(app)
  const trial = await brought(text, { trial: true })
  assert.deepEqual(await leftIn(app), before)
  const first = await brought(text)
  assert.deepEqual([trial.publications, first.publications, first.files], [2, 2, 2])
  assert.deepEqual(trial.left, first.left)
  assert.deepEqual(
    first.left.map(said => said.replaceAll(server.url, '')),
    [
      'Line 6 is left out: its date is no day that has come, such as 15/10/2019.',
      'Line 7 is left out: its kind, number and date are those of an earlier line.',
      'Line 8 is left out: its link is no address of a document.',
      'Line 9 is left out: the day of its transmission is no day since its date.',
      'Line 4 (D-3) is left out: there is no PDF at this address (/page.pdf: something else).',
      first.left[5]?.replaceAll(server.url, ''),
    ],
  )
  assert.match(first.left[5] ?? '', /^Line 5 \(D-4\) is left out: its PDF is not at this address \(.*404/)
  const [road, other, ...more] = await acts()
  assert.deepEqual(more, [])
  assert.deepEqual(
    [road.nature, road.numero, road.signataire, road.qualite, road.matiere, road.repris, road.repris_de],
    ['deliberation', 'D-1', null, null, '8.4', true, `${server.url}/D-1.pdf`],
  )
  assert.deepEqual(
    [road.sha256, road.bytes, road.avec_texte, road.visible],
    [createHash('sha256').update(bytes).digest('hex'), bytes.length, true, true],
  )
  assert.ok(road.title.length <= 200 && road.title.endsWith('…'))
  assert.equal(road.body, LONG)
  assert.deepEqual([other.matiere, other.transmis_le, other.avec_texte], [null, null, false])
  assert.deepEqual(readdirSync(join(app.dataDir, 'registers')), [])
})

test('a second run doubles nothing, asks for nothing that is here, and brings what failed', async () => {
  served('/gone.pdf', actPdf())
  const asked = server.asked.length
  const text = register(
    one('D-1'),
    one('D-2', { date: '2019-04-02', transmis_le: null }),
    one('D-4', { url: `${server.url}/gone.pdf` }),
  )
  const second = await brought(text)
  assert.equal(second.publications, 1)
  assert.deepEqual(second.left, ['Here already, also where withdrawn: 2 acts.'])
  assert.deepEqual(server.asked.slice(asked), ['GET /gone.pdf'])
  const again = await brought(text)
  assert.deepEqual([again.publications, again.files], [0, 0])
})

test('acts that the town hall published or withdrew here are not brought again: its own open data changes nothing', async () => {
  const { body } = await sendFile(app, clerk, hall, actPdf())
  const sent = await app.as(clerk, 'mairie').post(`/mairie/acteurs/${hall}/publications`, {
    title: 'Une étude',
    body: 'Le texte est dans le PDF.',
    documents: [{ id: body.data.id }],
    acte: {
      nature: 'deliberation',
      numero: 'D-9',
      date: '2026-10-15',
      signataire: 'Jeanne Petit',
      qualite: 'maire',
      matiere: '8.4',
    },
  })
  assert.equal(sent.status, 201)
  const own = await ask(`${app.url}/place/rennes/deliberations.csv`, { method: 'GET' })
  assert.equal(own.status, 200)
  // D-2 has no matter, which the schema requires.
  assert.deepEqual(
    own.text
      .split('\r\n')
      .flatMap(line => /D-\d/.exec(line)?.[0] ?? [])
      .sort(),
    ['D-1', 'D-4', 'D-9'],
  )
  const [gone] = await acts()
  assert.equal((await app.as(clerk, 'mairie').delete(`/publications/${gone.publication_id}`)).status, 200)
  const asked = server.asked.length
  const back = await brought(own.text)
  assert.deepEqual([back.publications, back.left], [0, ['Here already, also where withdrawn: 3 acts.']])
  assert.equal(server.asked.length, asked)
  assert.equal((await app.as(clerk, 'mairie').delete(`/publications/${sent.body.data.id}`)).status, 200)
})

test('the certificate attests the time here alone, and says that the act was brought', async () => {
  served('/D-10.pdf', actPdf())
  await brought(register(one('D-10')))
  await app.service.db.pool.all(sql`select * from seal_audit()`)
  const act = (await acts()).find(({ numero }) => numero === 'D-10')
  const page = await ask(`${app.url}/p/${shortId(act.publication_id)}`, { method: 'GET' })
  const path = page.headers.get('location') ?? ''
  const { text } = await ask(app.url + path, { method: 'GET' })
  assert.match(text, /<dt>Affiché ici<\/dt>/)
  assert.match(
    text,
    /<dt>Publié auparavant<\/dt><dd>à l’adresse <code>http[^<]+D-10\.pdf<\/code>, d’après le registre/,
  )
  assert.match(text, /<dt>Auteur<\/dt><dd>Nommé dans le PDF/)
  assert.doesNotMatch(text, /Mis en ligne|Publié le/)
  const at = act.created_at.toISOString()
  assert.match(text, new RegExp(`"datePublished":"${at.slice(0, 10)}`))
  const json = await ask(`${app.url + path}.json`, { method: 'GET' })
  const said = JSON.parse(json.text)
  assert.deepEqual(
    [said.acte.repris, said.acte.repris_de, said.acte.signataire],
    [true, `${server.url}/D-10.pdf`, null],
  )
  assert.equal(said.affichages.length, 1)
  assert.ok(Math.abs(Date.parse(said.affichages[0].du) - Date.parse(at)) < 1_000)
  assert.equal(said.deux_mois_le, null)
  const file = join(app.dataDir, 'repris.json')
  const check = (changed: object) => {
    writeFileSync(file, JSON.stringify(changed))
    return spawnSync(process.execPath, ['docs/verify-act.mjs', file], { encoding: 'utf8' })
  }
  assert.equal(check(said).status, 0, check(said).stderr)
  // As if it had been published here, since it was taken.
  assert.match(check({ ...said, acte: { ...said.acte, repris: false } }).stderr, /repris n’est pas celui/)
  assert.notEqual(check({ ...said, affichages: [{ du: '2019-03-12T00:00:00Z', au: null }] }).status, 0)
  const paper = (await ask(`${app.url + path}.pdf`, { method: 'GET' })).text
  assert.match(paper, /atteste que l/)
  assert.match(paper, /Affich.{1,5} ici/)
})

test('nobody is told of a register: it is no news, and the feed has it at its day', async () => {
  const { rows } = await app.owner.query(
    `select from publications p join actes a on a.publication_id = p.id where a.repris and p.visible_le > now() - interval '2 days'`,
  )
  assert.deepEqual(rows, [])
})

test('lines of other bodies are left out; without a SIRET of the town hall a file of several is refused', async () => {
  const foreign = deliberationsCsv({ nom: 'Voisine', siret: '21480000100011' }, [one('X-1')])
  const both = register(one('D-1')) + foreign.slice(foreign.indexOf('\r\n') + 2)
  const { left, publications } = await brought(both)
  assert.equal(publications, 0)
  assert.equal(left[0], 'Left out: 1 acts of other bodies than 213502388.')
  await app.owner.query('update acteurs set siret = null where id = $1', [hall])
  await assert.rejects(brought(both), /of 2 bodies .*give the town hall its SIRET first/)
  await app.owner.query('update acteurs set siret = $2 where id = $1', [hall, SIRET])
})

test('the folder of a run that was killed is removed by a run a day later', async () => {
  const old = join(app.dataDir, 'registers/run-killed')
  const young = join(app.dataDir, 'registers/run-going')
  for (const folder of [old, young]) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'x.pdf'), '')
  }
  const yesterday = new Date(Date.now() - 25 * 3_600_000)
  utimesSync(old, yesterday, yesterday)
  await brought(register())
  assert.deepEqual([existsSync(old), existsSync(young)], [false, true])
  rmSync(young, { recursive: true })
})

test('a host that does not answer is asked three times, not once for each line', async () => {
  server.serve('/broken', { by: (_, response) => response.destroy() })
  const asked = server.asked.length
  const missing = Array.from({ length: 9 }, (_, at) => one(`M-${at}`, { url: `${server.url}/missing` }))
  const rows = Array.from({ length: 9 }, (_, at) => one(`B-${at}`, { url: `${server.url}/broken` }))
  const { publications, left } = await brought(register(...missing, ...rows))
  assert.deepEqual([publications, left.length, server.asked.length - asked], [0, 18, 9 + 3])
  assert.match(left.at(-1) ?? '', /did not answer before/)
})

test('what is no register, and an acteur that is no town hall, are refused', async () => {
  await assert.rejects(brought('titre,date\nBal,2026-01-01\n'), /no register of acts/)
  const club = await make.acteur(app, town)
  await assert.rejects(
    withRegister(
      { db: app.service.db, config, door, now: new Date() },
      fileOf(Buffer.from(register()), 'deliberations.csv'),
      { ref: CODE, acteur: club },
      async () => assert.fail('it is refused'),
    ),
    /those of the town hall/,
  )
})

test('a line whose words the database would refuse is left out alone', async () => {
  served('/D-11.pdf', actPdf())
  const { publications, left } = await brought(
    register(
      one('D-11', { objet: 'Un\0 objet' }),
      one('D-12', { objet: '\u200b' }),
      one('D-13', { url: 'http://a.fr/\0' }),
    ),
  )
  assert.equal(publications, 1)
  assert.equal((await acts()).find(({ numero }) => numero === 'D-11').title, 'Un objet')
  assert.deepEqual(left, [
    'Line 4 is left out: its link is no address of a document.',
    'Line 3 (D-12) is left out: its words or its PDF cannot be kept (it: title must not be empty.).',
  ])
})
