import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { shortId } from '../../shared/short-id.ts'
import { MATIERES } from '../../shared/words/actes.ts'
import { startApp } from '../../test/app.ts'
import { ask } from '../../test/ask.ts'
import * as make from '../../test/factories.ts'
import { publishAct } from '../../test/fixtures/acts.ts'
import { sql } from '../kernel/db/db.ts'
import { csvRecords } from '../kernel/files/csv.ts'
import { acteNamed } from './actes.ts'

const app = await startApp()
const clerk = await app.user()
const commune = await make.commune(app, { nom: 'Saint-Exemple', slug: 'saint-exemple' })
const hall = await make.mairie(app, commune, clerk)
const mairie = app.as(clerk, 'mairie')
const get = (path: string) => ask(app.url + path, { method: 'GET' })
const page = async (path: string) => {
  const { status, text } = await get(`/place/saint-exemple${path}`)
  assert.equal(status, 200, path)
  return text
}
/** The page follows the feed of changes. */
const titlesOn = async (path: string) =>
  [...(await page(path)).matchAll(/<h2 dir="auto"><a [^>]+>([^<]+)</g)].map(([, title]) => title)

const publish = (title: string, acte: object = {}) => publishAct(app, clerk, hall, { title, ...acte })

const road = await publish('Étude de la traversée', { numero: 'D-2026-1', transmis_le: '2026-10-20' })
const school = await publish('Travaux de l’école', { numero: 'D-2025-7', date: '2025-11-03' })
const order = await publish('Stationnement, "place" du marché', {
  nature: 'arrete',
  numero: 'A-12',
  matiere: undefined,
})
await make.publication(app, hall, commune, { title: 'Un bal' })

test('acts are listed by year, nature, words and number, the latest first', async () => {
  assert.deepEqual(
    (await titlesOn('/actes')).sort(),
    ['Stationnement, &quot;place&quot; du marché', 'Travaux de l’école', 'Étude de la traversée'].sort(),
  )
  assert.equal((await titlesOn('/actes')).at(-1), 'Travaux de l’école')
  for (const [query, titles] of [
    ['?annee=2025', ['Travaux de l’école']],
    ['?nature=arrete', ['Stationnement, &quot;place&quot; du marché']],
    ['?nature=deliberation&annee=2026', ['Étude de la traversée']],
    ['?q=ecoles', ['Travaux de l’école']],
    ['?q=d-2026-1', ['Étude de la traversée']],
    // As the list names them.
    ['?q=n° D-2026-1', ['Étude de la traversée']],
    ['?q=Délibération n° D-2026-1 du 15 octobre 2026', ['Étude de la traversée']],
    ['?q=D 2026/1', ['Étude de la traversée']],
    ['?q=arrêté a12', []],
    ['?q=arrêté A.12', ['Stationnement, &quot;place&quot; du marché']],
    ['?q=rien', []],
    ['?nature=autre', []],
  ] as const)
    assert.deepEqual(await titlesOn(encodeURI(`/actes${query}`)), titles, query)
  for (const odd of [
    '?annee=0',
    '?annee=x',
    '?nature=constructor',
    '?apres=x',
    '?apres=2026-99-99_x',
    '?q=%27%22%3A%26',
  ])
    await page(`/actes${odd}`)
})

test('the search of the place finds an act by its number, and the words for acts are no spelling mistakes', async () => {
  await make.publication(app, null, commune, { title: 'Arrêt de bus, agence, 2025' })
  const search = async (q: string) => await page(`/recherche?q=${encodeURIComponent(q)}`)
  for (const q of ['D-2026-1', 'délibération n° D-2026-1 du 15 octobre 2026', 'd 2026/1'])
    assert.match(
      await search(q),
      /aria-label="Réponses"><li><h3 dir="auto"><a [^>]+>Étude de la traversée</,
      q,
    )
  assert.doesNotMatch(await search('D-2026-2'), /Étude de la traversée|2025/)
  for (const q of ['arrêté', 'arrêtés', 'budget 2026', 'PV'])
    assert.match(
      await search(q),
      /aria-label="Pages de la commune">.*<a href="[^"]+\/actes">Actes officiels</,
      q,
    )
  assert.match(await search('agenda'), /aria-label="Pages de la commune"><li><a href="[^"]+\/agenda">Agenda</)
  assert.match(await search('agneda'), /Résultats pour «\s<b>agenda</)
  assert.match(
    await page('/actes?q=ecolle'),
    /Aucun acte ne correspond\. <a href="\/place\/saint-exemple\/recherche\?q=ecolle">Chercher partout/,
  )
})

test('an act is named with one “n°”, also where the town hall wrote it in the number', () => {
  const acte = { nature: 'arrete', numero: 'N° A-12', pris_le: '2026-03-05' } as const
  assert.equal(String(acteNamed(acte)).replaceAll('\u00a0', ' '), 'Arrêté n° A-12 du 5 mars 2026')
})

test('news and the front page leave them out, their own feed and the town hall have them', async () => {
  for (const path of ['', '/actualites']) assert.doesNotMatch(await page(path), /Travaux de l’école/, path)
  assert.match(await page('/actualites.atom'), /Un bal/)
  assert.doesNotMatch(await page('/actualites.atom'), /Travaux/)
  const feed = await page('/actes.atom')
  assert.match(feed, /Travaux de l’école/)
  assert.match(
    feed,
    /rel="enclosure"[^>]+type="application\/pdf"|type="application\/pdf"[^>]+rel="enclosure"/,
  )
  assert.match(await page('/mairie'), /Travaux de l’école/)
  assert.match(await page('/sitemap.xml'), /\/place\/saint-exemple\/actes</)
})

test('R2131-1: its page has author, quality, day of publication, the document and the certificate', async () => {
  const short = await get(`/p/${shortId(road.id)}`)
  const text = (await get(short.headers.get('location') ?? '')).text
  for (const said of [
    /Jeanne Petit, maire/,
    /Mis en ligne/,
    /Télécharger le PDF/,
    /[0-9a-f]{64}/,
    /\.pdf">PDF</,
    /\.json" download>JSON, pour un logiciel</,
  ])
    assert.match(text, said)
})

test('the day of the transmission appears on the page', async () => {
  const one = await publish('Vente d’un terrain', { nature: 'autre', numero: 'D-2024-3', date: '2024-02-01' })
  const path = `/mairie/acteurs/${hall}/publications/${one.id}/acte`
  assert.equal((await mairie.patch(path, { transmis_le: '2024-02-06' })).status, 200)
  const short = await get(`/p/${shortId(one.id)}`)
  const { text } = await get(short.headers.get('location') ?? '')
  assert.match(text, /Transmis à l’État<\/dt><dd>le 6\sfévrier\s2024/)
  assert.equal((await mairie.delete(`/publications/${one.id}`)).status, 200)
})

test('the register is on paper', async () => {
  const text = await page('/actes/registre?annee=2026')
  assert.match(text, /D-2026-1/)
  assert.match(text, /Jeanne Petit, maire/)
  assert.doesNotMatch(text, /D-2025-7/)
  assert.match(text, /noindex/)
})

const certificateOf = async (id: string, as: string) => {
  const first = await get(`/place/saint-exemple/p/x-${shortId(id)}.${as}`)
  return first.status === 302 ? await get(first.headers.get('location') ?? '') : first
}

test('anybody checks the certificate, which is a PDF too; other publications have none', async () => {
  await app.service.db.pool.all(sql`select * from seal_audit()`)
  const { status, text, headers } = await certificateOf(school.id, 'json')
  assert.equal(status, 200)
  assert.match(headers.get('content-type') ?? '', /^application\/json/)
  const file = join(app.dataDir, 'certificat.json')
  writeFileSync(file, text)
  const checked = spawnSync(process.execPath, ['docs/verify-act.mjs', file], { encoding: 'utf8' })
  assert.equal(checked.status, 0, checked.stderr)
  const said = JSON.parse(text)
  assert.deepEqual([said.acte.numero, said.acte.objet], ['D-2025-7', 'Travaux de l’école'])
  // Nothing of who acted.
  assert.ok(!text.includes(clerk.id) && !text.includes('ip_hash'))
  const pdf = await certificateOf(school.id, 'pdf')
  assert.equal(pdf.headers.get('content-type'), 'application/pdf')
  assert.match(pdf.text, /^%PDF-/)
  assert.match(pdf.text, new RegExp(said.acte.document.sha256))
  const news = await make.publication(app, hall, commune)
  for (const as of ['json', 'pdf']) assert.equal((await certificateOf(news, as)).status, 404)
})

test('of a withdrawn act its title is said no more, but that it was published, and its certificate', async () => {
  const one = await publish('Recrutement de Mme Untel', { numero: 'D-9' })
  await certificateOf(one.id, 'json')
  assert.equal((await mairie.delete(`/publications/${one.id}`)).status, 200)
  const path = `/place/saint-exemple/p/acte-${shortId(one.id)}`
  const { status, text } = await get(path)
  assert.equal(status, 200)
  assert.match(text, /n’est plus affiché/)
  assert.match(text, /noindex/)
  const json = await get(`${path}.json`)
  for (const said of [text, json.text]) assert.doesNotMatch(said, /Untel/)
  assert.equal(JSON.parse(json.text).affichages.at(-1).au !== null, true)
  assert.doesNotMatch(await page('/actes'), /Untel/)
})

/** The rules of the schema « Délibérations » of the SCDL, version 2.1. */
const SCHEMA: readonly (readonly [name: string, isRequired: boolean, pattern: RegExp])[] = [
  ['COLL_NOM', true, /./],
  ['COLL_SIRET', true, /^\d{14}$/],
  ['DELIB_ID', true, /./],
  ['DELIB_DATE', true, /^\d{4}-\d\d-\d\d$/],
  ['DELIB_MATIERE_CODE', true, /^\d\.\d{1,2}$/],
  ['DELIB_MATIERE_NOM', true, /^[^,()]+\/[^,()]+$/],
  ['DELIB_OBJET', true, /./],
  ['BUDGET_ANNEE', false, /^[0-9]{4}(\/[0-9]{4})?$/],
  ['BUDGET_NOM', false, /./],
  ['PREF_ID', false, /./],
  ['PREF_DATE', false, /^\d{4}-\d\d-\d\d$/],
  ...['EFFECTIF', 'REEL', 'POUR', 'CONTRE', 'ABSTENTION'].map(
    name => [`VOTE_${name}`, false, /^\d+$/] as const,
  ),
  ['DELIB_URL', false, /^https?:\/\/\S+$/],
]

test('deliberations.csv keeps to the schema of the SCDL, once the town hall has a SIRET', async () => {
  assert.equal((await get('/place/saint-exemple/deliberations.csv')).status, 404)
  await app.owner.query(`update acteurs set siret = '21480000100011' where id = $1`, [hall])
  await publish('Tarifs, "salle" et prêt', { numero: 'D-2026-2' })
  const read = async (path: string) => [...csvRecords(await page(path))].map(({ fields }) => fields)
  const [header = [], ...rows] = await read('/deliberations.csv')
  assert.deepEqual(
    header,
    SCHEMA.map(([name]) => name),
  )
  assert.equal(rows.length, 3)
  for (const row of rows)
    for (const [at, [name, isRequired, pattern]] of SCHEMA.entries()) {
      const cell = row[at] ?? ''
      assert.ok(cell === '' ? !isRequired : pattern.test(cell), `${name}: ${cell}`)
    }
  const of = (id: string) => rows.find(row => row[2] === id)
  assert.equal(of('D-2026-1')?.[10], '2026-10-20')
  assert.equal(of('D-2026-2')?.[6], 'Tarifs, "salle" et prêt')
  assert.equal((await read('/deliberations/2025.csv')).length, 2)
  assert.equal((await get('/place/saint-exemple/deliberations/x.csv')).status, 404)
  assert.equal(order.id.length, 36)
})

test('the national nomenclature has its 57 entries, spelt as the SCDL asks', () => {
  assert.deepEqual(
    Object.entries(MATIERES).filter(([, name]) => /[,()A-ZÀ-Ý]/.test(name)),
    [],
  )
  const counts = Object.groupBy(Object.keys(MATIERES), code => code.split('.')[0] ?? '')
  assert.deepEqual(
    Object.values(counts).map(codes => codes?.length),
    [7, 3, 6, 5, 8, 5, 10, 9, 4],
  )
})
