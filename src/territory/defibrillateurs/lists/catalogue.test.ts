import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../../test/app.ts'
import { device } from '../../../../test/defibrillateurs/stock.ts'
import * as make from '../../../../test/factories.ts'

/** The national catalogue: found by words, by place and on the map. */

const app = await startApp()
const paris = await make.commune(app, { code_insee: '75056', nom: 'Paris', departement: '75' })
const lyon = await make.commune(app, { code_insee: '69123', nom: 'Lyon', departement: '69' })
const marseille = await make.commune(app, { code_insee: '13055', nom: 'Marseille', departement: '13' })
const ecully = await make.commune(app, { code_insee: '69081', nom: 'Écully', departement: '69' })

await app.owner.query(`insert into app_sources (slug, commune_ids) values ('lyon', array[$1::uuid])`, [lyon])

const made: Record<string, string> = {}
const put = async (name: string, communeId: string | null, fields: Record<string, unknown>) => {
  made[name] = (await device(app, communeId, fields)).gid
}
await put('first', paris, { code_insee: '75101', departement: '75', nom: 'Mairie du Ier' })
await put('twentieth', paris, { code_insee: '75120', departement: '75' })
await put('the city', paris, { code_insee: '75056', code_postal: '75001', departement: '75' })
await put('without a code', paris, { code_insee: null, code_postal: '75020', departement: '75' })
await put('the second, posted in the first', paris, {
  code_insee: '75102',
  code_postal: '75001',
  departement: '75',
})
await put('Lyon 3e', lyon, { code_insee: '69383', departement: '69' })
await put('Lyon', lyon, { code_insee: '69123', departement: '69' })
await put('Marseille 16e', marseille, { code_insee: '13216', departement: '13' })
await put('Écully', ecully, {
  code_insee: '69081',
  departement: '69',
  nom: "Salle de l'Étoile",
  adresse: '12 bis, rue du Général-de-Gaulle',
  commune_nom: 'Écully',
  code_postal: '69130',
})
await put('unknown', null, { code_insee: '98999', departement: null, nom: 'Balise 100%_sûre' })

type Listed = { gid: string }
const names = Object.fromEntries(Object.entries(made).map(([name, gid]) => [gid, name]))
async function found(search: string, source = 'public'): Promise<string[]> {
  const { status, body } = await app.as(undefined, source).get(`/defibrillateurs?per_page=100&${search}`)
  assert.equal(status, 200, JSON.stringify(body))
  return body.data.map(({ gid }: Listed) => names[gid])
}
const PARIS = ['first', 'twentieth', 'the city', 'without a code', 'the second, posted in the first']

for (const [code, expected] of Object.entries({
  '75056': PARIS,
  '75101': ['first', 'the city'],
  '75120': ['twentieth', 'without a code'],
  '75102': ['the second, posted in the first'],
  '75110': [],
  '69123': ['Lyon 3e', 'Lyon'],
  '69383': ['Lyon 3e'],
  '13055': ['Marseille 16e'],
  '13216': ['Marseille 16e'],
  '69081': ['Écully'],
  '98999': ['unknown'],
  '99999': [],
}))
  test(`code_insee=${code}: ${expected.join(', ') || 'nothing'}`, async () =>
    assert.deepEqual(await found(`code_insee=${code}`), expected))

test('the code of a commune that went up in another one finds that one’s, and so does that of its part', async () => {
  const now = await make.commune(app, { code_insee: '01015', nom: 'Arboys en Bugey' })
  await make.commune(app, { code_insee: '10999', nom: 'Ancienne', successor_id: now })
  const { gid } = await device(app, now, { code_insee: '01340' })
  // 01340 was a commune until 2016 and is a part of 01015 since; nobody but the national list knows.
  for (const code of ['10999', '01015', '01340']) {
    const { body } = await app.anyone.get(`/defibrillateurs?code_insee=${code}`)
    assert.deepEqual(
      body.data.map((one: Listed) => one.gid),
      [gid],
      code,
    )
  }
})

for (const [search, expected] of Object.entries({
  'departement=75': PARIS,
  'departement=69': ['Lyon 3e', 'Lyon', 'Écully'],
  'departement=2A': [],
  'departement=69&q=etoile': ['Écully'],
  'departement=69&code_insee=75056': [],
}))
  test(`the catalogue ?${search}: ${expected.join(', ') || 'nothing'}`, async () =>
    assert.deepEqual(await found(search), expected))

for (const q of [
  'étoile',
  'ETOILE',
  'etoi',
  'salle etoile',
  'etoile salle',
  "l'étoile",
  'ecully',
  'Écully',
  '69130',
  '6913',
  'general de gaulle',
  'général-de-gaulle',
  'rue 12 bis',
  'ecully gaulle 69130 salle',
  '  étoile ,;: ',
  '%etoile',
])
  test(`q=${q} finds it by its name, address, commune or postal code`, async () =>
    assert.deepEqual(await found(`q=${encodeURIComponent(q)}`), ['Écully']))

for (const q of ['etoile paris', 'toile', 'étoiles', 'axolotl', '12345', 'G9'])
  test(`q=${q} finds nothing`, async () => assert.deepEqual(await found(`q=${encodeURIComponent(q)}`), []))

for (const q of ['100%_sûre', '100 sure', 'balise 100%'])
  test(`q=${q}: signs of patterns are signs like others`, async () =>
    assert.deepEqual(await found(`q=${encodeURIComponent(q)}`), ['unknown']))

for (const q of ['---', '%', '_', '’', '👍'])
  test(`q=“${q}” has no word and finds nothing`, async () =>
    assert.deepEqual(await found(`q=${encodeURIComponent(q)}`), []))

for (const q of ['', '  '])
  test(`q=“${q}” is no search`, async () =>
    assert.equal((await found(`q=${encodeURIComponent(q)}`)).length >= Object.keys(made).length, true))

test('invalid parameters are refused by name', async () => {
  const table: [search: string, path: string][] = [
    ['code_insee=75', 'code_insee'],
    ['code_insee=7505A', 'code_insee'],
    ['code_insee=', 'code_insee'],
    ['departement=1', 'departement'],
    ['departement=2C', 'departement'],
    ['per_page=0', 'per_page'],
    ['per_page=101', 'per_page'],
    ['page=0', 'page'],
    ['q=a&q=b', 'q'],
    [`q=${'a'.repeat(101)}`, 'q'],
    ['after=zzz', 'after'],
    ...[
      '',
      '1,2,3',
      '1,2,3,4,5',
      '5,1,4,2',
      '1,5,2,4',
      '-181,0,0,0',
      '0,-91,0,0',
      '0,0,181,0',
      '0,0,0,91',
      'NaN,0,0,0',
      '0,0,1e308,1',
      '0,0,Infinity,1',
      '0, 0,1,1',
      '0;0;1;1',
      '0x0,0,1,1',
      '170,-20,-170,-10',
    ].map((box): [string, string] => [`bbox=${encodeURIComponent(box)}`, 'bbox']),
  ]
  for (const [search, path] of table) {
    const { status, body } = await app.anyone.get(`/defibrillateurs?${search}`)
    assert.deepEqual([search, status, body.details?.[0]?.path], [search, 422, path])
  }
  const { body } = await app.anyone.get('/defibrillateurs?page=100001&per_page=1')
  assert.equal(body.error, 'page_too_deep')
})

test('an unknown parameter is ignored, as on every public route', async () =>
  assert.equal((await app.anyone.get('/defibrillateurs?statut=masque&note=x')).status, 200))

test('an app of one town sees its own, and is refused another one by its code', async () => {
  const own = ['Lyon 3e', 'Lyon']
  for (const search of ['', 'departement=69', 'code_insee=69123'])
    assert.deepEqual(await found(search, 'lyon'), own)
  assert.deepEqual(await found('code_insee=69383', 'lyon'), ['Lyon 3e'])
  for (const search of ['departement=75', 'q=etoile', 'code_insee=98999'])
    assert.deepEqual(await found(search, 'lyon'), [])
  const asked = app.as(undefined, 'lyon')
  for (const code of ['69081', '75056', '75101']) {
    const { status, body } = await asked.get(`/defibrillateurs?code_insee=${code}`)
    assert.deepEqual([code, status, body.error], [code, 403, 'scope_violation'])
  }
  assert.equal((await asked.get(`/communes/${ecully}/defibrillateurs`)).status, 403)
  assert.equal((await asked.get(`/communes/${lyon}/defibrillateurs`)).body.meta.count, 2)
})
