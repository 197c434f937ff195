import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../test/app.ts'
import { eventually } from '../../test/eventually.ts'
import * as make from '../../test/factories.ts'
import { slugOf } from '../kernel/texts/texts.ts'

test('communes are found with the name of their département, and what is new in them', async () => {
  const app = await startApp()
  const town = async (nom: string, departement: string, postal: string) =>
    await make.commune(app, { nom, departement, codes_postaux: [postal], cle: nom.toLowerCase() })
  const [busy, warned, past] = [
    await town('Saint-Aignan', '41', '41110'),
    await town('Saint-Benoît', '86', '86280'),
    await town('Saint-Cyr', '2A', '20000'),
  ]
  await town('Saint-Denis', '974', '97400')
  await make.publication(app, null, busy)
  await make.publication(app, null, past, { commune_ids: [past, busy] })
  await make.publication(app, null, busy, { publie_le: new Date(Date.now() + 9e7) })
  await make.publication(app, null, warned, { type: 'alerte', fin_le: new Date(Date.now() + 9e7) })
  await app.owner.query(
    `update publications set publie_le = now() - interval '9 days' where commune_id = $1`,
    [past],
  )
  await make.publication(app, null, busy)
  // A busy machine asks to come again.
  const text = await eventually(async () => {
    const answer = await fetch(`${app.url}/place?q=saint`)
    return answer.status === 503 ? undefined : (await answer.text()).replaceAll('\u00a0', ' ')
  }, 'the list')
  assert.deepEqual(
    [
      ...text.matchAll(
        /<li><a [^>]*><b>(.*?)<\/b> <span>(.*?)<\/span><\/a>(?: ?<span class="([\w ]+)">(.*?)<\/span>)?/g,
      ),
    ].map(([, ...parts]) => parts.filter(Boolean).join(' | ')),
    [
      'Saint-Aignan | Loir-et-Cher, 41110 | meta | 2 nouvelles cette semaine',
      'Saint-Benoît | Vienne, 86280 | tag bad | 1 alerte en cours',
      'Saint-Cyr | Corse-du-Sud, 20000',
      'Saint-Denis | La Réunion, 97400 | meta | rien de publié',
    ],
  )
})

test('the start page names communes where something is published; a search has them first, then the largest', async () => {
  const app = await startApp()
  const town = async (nom: string, population: number) =>
    await make.commune(app, { nom, cle: nom.toLowerCase().replaceAll('-', ''), population })
  await town('Sainte-Aulde', 100)
  await town('Sainte-Foy', 3000)
  const [quiet, busy, shut] = [
    await town('Sainte-Marie', 50),
    await town('Sainte-Suzanne', 20),
    await town('Sainte-Zoé', 90),
  ]
  await make.publication(app, null, quiet)
  for (const _ of [1, 2]) await make.publication(app, null, busy)
  await make.publication(app, null, shut)
  await app.owner.query('insert into commune_places (commune_id, ouverte) values ($1, false)', [shut])
  const namesAt = async (path: string) =>
    [...(await (await fetch(app.url + path)).text()).matchAll(/<li><a [^>]*><b>(.*?)<\/b>/g)].map(
      ([, nom]) => nom,
    )
  assert.deepEqual(await namesAt('/place'), ['Sainte-Suzanne', 'Sainte-Marie'])
  assert.deepEqual(await namesAt('/place?q=sainte'), [
    'Sainte-Suzanne',
    'Sainte-Marie',
    'Sainte-Foy',
    'Sainte-Aulde',
  ])
})

test('the commune that was typed in full is opened, however its saint is written', async () => {
  const app = await startApp()
  for (const nom of [
    'Saint-Étienne',
    'Saint-Étienne-au-Mont',
    'Sainte-Œuvre',
    'Saint-Sève',
    'Sainte-Sève',
    'Sainte-Marie',
    'Sainte-Marie-aux-Mines',
  ])
    await make.commune(app, { nom, slug: slugOf(nom) })
  await make.commune(app, { nom: 'Sainte-Marie', slug: 'sainte-marie-35' })
  const opened = async (q: string) => {
    const answer = await fetch(`${app.url}/place?${new URLSearchParams({ q })}`, { redirect: 'manual' })
    return answer.headers.get('location') ?? answer.status
  }
  for (const q of ['saint-étienne', 'st etienne', 'St. Étienne', 'SAINT ETIENNE'])
    assert.equal(await opened(q), '/place/saint-etienne', q)
  for (const q of ['saint oeuvre', 'ste œuvre', 'st-oeuvre'])
    assert.equal(await opened(q), '/place/sainte-oeuvre', q)
  for (const q of [
    'mairie de saint étienne',
    'Ville de St-Étienne',
    'St Etienne mairie',
    'la mairie de ste-oeuvre',
  ])
    assert.match(String(await opened(q)), /^\/place\/sainte?-/, q)
  // The name as it was typed comes before one that sounds alike.
  assert.equal(await opened('saint-sève'), '/place/saint-seve')
  assert.equal(await opened('ste sève'), '/place/sainte-seve')
  for (const q of ['ste marie', 'st marie', 'saint etien']) assert.equal(await opened(q), 200, q)
})

test('a misspelt commune is proposed, and never opened, where nothing has the typed name', async () => {
  const app = await startApp()
  const town = async (nom: string, population: number, fields: object = {}) =>
    await make.commune(app, { nom, slug: slugOf(nom), population, departement: '34', ...fields })
  await town('Montelier', 4_000)
  const montpellier = await town('Montpellier', 300_000)
  await town('Montpezat', 1_000)
  // Two errors away, and smaller than the nearest ones.
  await town('Montpensier', 400)
  await town('Saint-Étienne', 170_000)
  await town('Sainte-Œuvre', 900)
  const closed = await town('Montpelliez', 10)
  await app.owner.query('insert into commune_places (commune_id, ouverte) values ($1, false)', [closed])
  const asked = async (q: string, url = app.url) => {
    const answer = await fetch(`${url}/place?${new URLSearchParams({ q })}`, { redirect: 'manual' })
    return { status: answer.status, text: (await answer.text()).replaceAll('\u00a0', ' ') }
  }
  const proposed = async (q: string, url?: string) => {
    const { status, text } = await asked(q, url)
    assert.equal(status, 200, q)
    const names = [...text.matchAll(/<li><a [^>]*><b>(.*?)<\/b>/g)].map(([, nom]) => nom)
    assert.equal(/Aucune commune ne correspond.*Vouliez-vous dire/s.test(text), names.length > 0, q)
    assert.match(text, /Aucune commune ne correspond à «\s/)
    return names
  }
  assert.deepEqual(await proposed('montpelier'), ['Montpellier', 'Montelier'])
  assert.deepEqual(await proposed('monpelier'), ['Montelier', 'Montpellier'])
  assert.deepEqual(await proposed('Montpelleir (34)'), ['Montpellier'])
  for (const q of ['st etiene', 'saint-etienen', 'Sait Étienne'])
    assert.deepEqual(await proposed(q), ['Saint-Étienne'], q)
  assert.deepEqual(await proposed('st oeuvrre'), ['Sainte-Œuvre'])
  // Residents leave out the end of the name of their commune.
  await town('Châteauneuf-sur-Loire', 8_000)
  await town('Châteauneuf-en-Thymerais', 2_500)
  await town('Sainte-Geneviève-des-Bois', 36_000)
  assert.deepEqual(await proposed('chateuneuf'), ['Châteauneuf-sur-Loire', 'Châteauneuf-en-Thymerais'])
  assert.deepEqual(await proposed('ste genevive'), ['Sainte-Geneviève-des-Bois'])
  for (const q of ['sait', 'saintt', 'montpelier 35', 'zzyzx', 'oev', '👍', '99999', 'montpelier-sur-loire'])
    assert.deepEqual(await proposed(q), [], q)
  // Something was found.
  assert.equal((await asked('montpe')).text.includes('Vouliez-vous dire'), false)
  await app.owner.query(`insert into app_sources (slug, commune_ids) values ('place', array[$1::uuid])`, [
    montpellier,
  ])
  assert.deepEqual(await proposed('montpelier', (await app.beside()).url), ['Montpellier'])
})

test('a renamed commune is found by its old name, however its saint is written', async () => {
  const app = await startApp()
  const town = await make.commune(app, { nom: 'Valmy', slug: 'valmy' })
  await app.owner.query(`insert into commune_slugs (slug, commune_id) values ('saint-bris', $1)`, [town])
  const answer = await fetch(`${app.url}/place?q=st+bris`, { redirect: 'manual' })
  assert.equal(answer.headers.get('location'), '/place/valmy')
})

test('the name that a merged commune had leads to the commune of today', async () => {
  const app = await startApp()
  const town = async (nom: string) =>
    await make.commune(app, {
      nom,
      slug: nom.toLowerCase(),
      cle: nom.toLowerCase(),
      codes_postaux: ['79130'],
    })
  const [today, shut] = [await town('Beugnon'), await town('Bressuire')]
  for (const [nom, into] of [
    ['Fenioux', today],
    ['Fenery', shut],
  ] as const)
    await app.owner.query('update communes set successor_id = $2 where id = $1', [await town(nom), into])
  await app.owner.query('insert into commune_places (commune_id, ouverte) values ($1, false)', [shut])
  const get = async (q: string) => await fetch(`${app.url}/place?q=${q}`, { redirect: 'manual' })
  const alone = await get('fenioux')
  assert.deepEqual([alone.status, alone.headers.get('location')], [303, '/place/fenioux'])
  const led = await fetch(`${app.url}/place/fenioux`, { redirect: 'manual' })
  assert.match(led.headers.get('location') ?? '', /^\/place\/beugnon\?de=fenioux$/)
  assert.match(await (await get('fenery')).text(), /Aucune commune ne correspond/)
  // The code is that of the commune of today.
  assert.equal((await get('79130')).headers.get('location'), '/place/beugnon')
  await town('Fenioux-le-Haut')
  assert.match(
    (await (await get('feniou')).text()).replaceAll('\u00a0', ' '),
    /Fenioux<\/b>.*?fait partie de Beugnon/s,
  )
  // The commune of today is not a third answer to the name that two had.
  const namesake = await make.commune(app, { nom: 'Fenioux', slug: 'fenioux-17', cle: 'fenioux' })
  await app.owner.query('update communes set successor_id = $2 where id = $1', [namesake, today])
  await app.owner.query(`delete from communes where nom = 'Fenioux-le-Haut'`)
  const both = await (await get('fenioux')).text()
  assert.deepEqual(
    [...both.matchAll(/<b>([^<]*)<\/b> <span>/g)].map(([, nom]) => nom),
    ['Fenioux', 'Fenioux'],
  )
})

test('a renamed commune is found by its old name, within the communes of the app', async () => {
  const app = await startApp()
  const office = app.as(await app.user(['admin']))
  const town = await make.commune(app, { nom: 'Bourg-sur-Loire', slug: 'bourg-sur-loire' })
  const search = async () => await fetch(`${app.url}/place?q=Bourg+sur+Loire`)
  assert.equal((await office.patch(`/admin/communes/${town}`, { nom: 'Valmy', slug: 'valmy' })).status, 200)
  // One alone is opened at once.
  assert.equal(new URL((await search()).url).pathname, '/place/valmy')
  await app.owner.query(`insert into app_sources (slug, commune_ids) values ('place', array[$1::uuid])`, [
    await make.commune(app, { nom: 'Ailleurs' }),
  ])
  const beside = await app.beside()
  const text = await (await fetch(`${beside.url}/place?q=Bourg+sur+Loire`)).text()
  assert.match(text, /Aucune commune ne correspond/)
})
