import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../../test/app.ts'
import * as make from '../../../../test/factories.ts'
import { FEW_HITS } from './search.ts'
import { partsOf } from './search-words.ts'

const app = await startApp()
const office = app.as(await app.user(['admin']))
const commune = await make.commune(app)
const acteur = await make.acteur(app, commune)
const add = (title: string, body = 'Texte.', fields = {}) =>
  make.publication(app, acteur, commune, { title, body, ...fields })
await add('Fête de la musique', 'Concerts gratuits place de la mairie, le 21 juin.')
await add('Travaux rue de l’Église', 'La circulation est coupée. Déviation par la rue du Moulin.')
await add('Marché de Noël', 'Vin chaud, marrons et santons.', { lieu: 'Salle des fêtes' })
await add('Ruée vers l’or', 'Un concours de chercheurs.')
await add('Œuvres de l’été', 'Exposition de cœurs et de nœuds.')
await add('Collecte des déchets', 'Les bacs jaunes passent le mardi matin.')
await add('Mairie fermée', 'La mairie sera fermée le matin du 24 décembre.')

const find = async (q: string, more = '') =>
  (await app.anyone.get(`/communes/${commune}/publications?q=${encodeURIComponent(q)}${more}`)).body.data
    .map(({ title }: { title: string }) => title)
    .sort()
const findInOffice = async (q: string) =>
  (await office.get(`/admin/publications?per_page=100&q=${encodeURIComponent(q)}`)).body.data
    .map(({ title }: { title: string }) => title)
    .sort()

const ALL = 7
const CASES: readonly (readonly [q: string, found: readonly string[] | number])[] = [
  ['musique', ['Fête de la musique']],
  ['MUSIQUES', ['Fête de la musique']],
  ['fete', ['Fête de la musique', 'Marché de Noël']],
  ['fêtes', ['Fête de la musique', 'Marché de Noël']],
  ['FÊTE', ['Fête de la musique', 'Marché de Noël']],
  ['eglise', ['Travaux rue de l’Église']],
  ["l'église", ['Travaux rue de l’Église']],
  ['l’église', ['Travaux rue de l’Église']],
  ['« église »', ['Travaux rue de l’Église']],
  ['coupé', ['Travaux rue de l’Église']],
  ['-l’église -mairie', ALL - 3],
  ['-'.repeat(40), []],
  [' -'.repeat(40), []],
  [' -bal'.repeat(24), ALL],
  ['oeuvre', ['Œuvres de l’été']],
  ['œuvre', ['Œuvres de l’été']],
  ['été', ['Œuvres de l’été']],
  ['or', ['Ruée vers l’or']],
  ['mairie', ['Fête de la musique', 'Mairie fermée']],
  ['mairie matin', ['Mairie fermée']],
  ['mairie or noël', []],
  ['fête à la mairie', ['Fête de la musique']],
  ['le marché de Noël', ['Marché de Noël']],
  ['la rue-du-moulin circulation-coupée', ['Travaux rue de l’Église']],
  ['"rue du moulin"', ['Travaux rue de l’Église']],
  ['"moulin rue"', []],
  ['"place de la mairie"', ['Fête de la musique']],
  ['mairie -musique', ['Mairie fermée']],
  ['-mairie', ALL - 2],
  ['-"bacs jaunes" -mairie', ALL - 3],
  ['-or', ALL - 1],
  ['introuvable', []],
  ['le la de', ALL],
  ['!!! ??? &|', []],
  ['👍', []],
  ['', ALL],
  ['"', []],
  ['mairie &| !fermée', ['Mairie fermée']],
  ["'; drop table publications --", []],
  ['\\', []],
  ['%', []],
  ['21 juin', ['Fête de la musique']],
]

for (const [q, expected] of CASES)
  test(`q=${q}`, async () => {
    for (const found of [
      await find(q),
      await find(q, '&sort=relevance'),
      await find(q, '&sort=featured'),
      await findInOffice(q),
    ])
      if (typeof expected === 'number') assert.equal(found.length, expected)
      else assert.deepEqual(found, [...expected])
  })

test('the word in the title comes before the word in the text', async () => {
  const { body } = await app.anyone.get(`/communes/${commune}/publications?q=mairie&sort=relevance`)
  assert.deepEqual(
    body.data.map(({ title }: { title: string }) => title),
    ['Mairie fermée', 'Fête de la musique'],
  )
})

test('a search is parsed into words, phrases and excluded words', () => {
  const words = (said: string) => ({ kind: 'words', said })
  const phrase = (said: string) => ({ kind: 'phrase', said })
  const without = (said: string) => ({ kind: 'without', said })
  for (const [q, parts] of [
    ['or noir', [words('or noir')]],
    ['le décor de l’or', [words('décor or')]],
    ['"or noir" or', [phrase('or noir'), words('or')]],
    ['« bal des pompiers » samedi', [phrase(' bal des pompiers '), words('samedi')]],
    ['mairie -école -"bacs jaunes"', [words('mairie'), without('école'), without('bacs jaunes')]],
    ['-saint-étienne vide-grenier', [words('vide grenier'), without('saint-étienne')]],
    ['le la', [words('le la')]],
    ['- -- – « » "" !', []],
    [' -'.repeat(50), []],
  ] as const)
    assert.deepEqual(partsOf(q), parts, q)
})

test('common words are met on a walk, rare ones are fetched and sorted: both list the same, page by page', async () => {
  const [town, other] = [await make.commune(app), await make.commune(app)]
  const club = await make.acteur(app, town)
  const { rows } = await app.owner.query(`select id from publication_types where slug = 'actualite'`)
  // Half belong to the commune, half are attached to it.
  await app.owner.query(
    `insert into publications (title, body, acteur_id, type_id, commune_id, commune_ids, moderation_status, valide,
       publie_le, moderation_by, duplicate_key, duplicate_reason)
     select 'Bulletin ' || n, 'Commun ' || case when n % 500 = 0 then 'peu ' else '' end || case when n > 1200 then 'ancien' else '' end, $1, $2,
       case when n % 2 = 0 then $3::uuid else $4::uuid end,
       case when n % 2 = 0 then array[$3::uuid] else array[$4::uuid, $3::uuid] end, 'published', true,
       now() - n * interval '1 minute', 'member', gen_random_uuid(), 'signature'
     from generate_series(1, $5) n`,
    [club, rows[0].id, town, other, FEW_HITS + 1_000],
  )
  for (const [q, total] of [
    ['commun', FEW_HITS + 1_000],
    ['commun peu', (FEW_HITS + 1_000) / 500],
    ['peu', (FEW_HITS + 1_000) / 500],
    // Not among the newest thousand.
    ['ancien', FEW_HITS - 200],
  ] as const) {
    const seen: string[] = []
    let next: string | null = ''
    for (let page = 0; page < 5 && next !== null; page++) {
      const { body } = await app.anyone.get(
        `/communes/${town}/publications?per_page=5&q=${q}${next && `&after=${next}`}`,
      )
      seen.push(...body.data.map(({ title }: { title: string }) => title))
      next = body.meta.next
    }
    const [step, before] = q === 'commun' ? [1, 0] : q === 'ancien' ? [1, 1_200] : [500, 0]
    const expected = Array.from(
      { length: Math.min(25, total) },
      (_, at) => `Bulletin ${before + (at + 1) * step}`,
    )
    assert.deepEqual(seen, expected, q)
    const { body } = await office.get(
      `/admin/publications?q=${q}&commune_id=${town}&per_page=5&exact_total=true`,
    )
    assert.equal(body.meta.total, total)
  }
})

test('after an edit, hiding or showing, a publication is found by its present words only', async () => {
  const id = await add('Vernissage', 'Aquarelles de Bretagne.')
  assert.deepEqual(await find('aquarelle'), ['Vernissage'])
  await office.patch(`/publications/${id}`, { body: 'Gouaches de Bretagne.' })
  assert.deepEqual([await find('aquarelle'), await find('gouache')], [[], ['Vernissage']])
  await office.patch(`/admin/publications/${id}/valide`, { valide: false })
  assert.deepEqual([await find('gouache'), await findInOffice('gouache')], [[], ['Vernissage']])
  await office.patch(`/admin/publications/${id}/valide`, { valide: true })
  assert.deepEqual(await find('gouache'), ['Vernissage'])
})
