import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../../test/app.ts'
import * as make from '../../../../test/factories.ts'
import { pageOf } from '../../../kernel/lists/paging.ts'
import { planFilter } from './admin-filter.ts'
import { listForAdmin } from './admin-list.ts'
import { ORDERS } from './admin-orders.ts'
import { loadOfficeSearch } from './office-search.ts'

const app = await startApp()
const moderator = await app.user(['operator_moderation'])
const office = app.as(moderator)
const named = async (nom: string) => {
  const user = await app.user()
  await app.owner.query('update users set nom = $1 where id = $2', [nom, user.id])
  return user
}
const gerard = await named('Gérard Lefèvre')
const [orme, saint] = [
  await make.commune(app, { nom: 'Ormeville' }),
  await make.commune(app, { nom: 'Saint-Quay' }),
]
const sapeurs = await make.acteur(app, orme, { nom: 'Amicale des sapeurs-pompiers' })
const mairie = await make.acteur(app, saint, { nom: 'Mairie de Saint-Quay', type: 'mairie' })
const waiting = { moderation_status: 'pending', valide: false, publie_le: null }
const rejected = { moderation_status: 'rejected', valide: false, publie_le: null }
await make.publication(app, sapeurs, orme, {
  title: 'Assemblée générale',
  body: 'À vingt heures.',
  ...waiting,
})
await make.publication(app, sapeurs, orme, { title: 'Bal du 14', body: 'Venez danser.' })
await make.publication(app, mairie, saint, { title: 'Marché de Noël', body: 'Sur la place.', ...rejected })
const quiet = await make.publication(app, mairie, saint, {
  title: 'Coupure d’eau',
  body: 'Mardi.',
  created_by: gerard.id,
})
await make.publication(app, mairie, saint, {
  title: 'Nuit des chercheurs',
  body: 'Assemblée',
  deleted_at: new Date(),
})
await app.owner.query(
  `insert into publication_reports (publication_id, reason, language, message) values ($1, 'other', 'fr', 'Le numéro d’urgence est périmé')`,
  [quiet],
)

const titles = async (q: string, more = '') => {
  const { status, body } = await office.get(
    `/admin/publications?q=${encodeURIComponent(q)}${more}&sort=title_asc`,
  )
  assert.equal(status, 200, JSON.stringify(body))
  assert.equal(body.meta.total, body.data.length, q)
  return body.data.map(({ title }: { title: string }) => title)
}

const FOUND: readonly (readonly [q: string, titles: readonly string[]])[] = [
  ['sapeurs', ['Assemblée générale', 'Bal du 14']],
  ['sapeurs assemblée', ['Assemblée générale']],
  ['assemblee pompier', ['Assemblée générale']],
  ['marché mairie', ['Marché de Noël']],
  ['mairie marché saint quay', ['Marché de Noël']],
  ['marché st-quay', ['Marché de Noël']],
  ['mairie', ['Coupure d’eau', 'Marché de Noël']],
  ['l’amicale ormeville', ['Assemblée générale', 'Bal du 14']],
  ['lefevre', ['Coupure d’eau']],
  ['Gérard coupure', ['Coupure d’eau']],
  ['Gérard marché', []],
  ['ormeville bal', ['Bal du 14']],
  ['urgence périmé', ['Coupure d’eau']],
  ['urgence marché', []],
  ['sapeurs -bal', ['Assemblée générale']],
  ['sapeurs "venez danser"', ['Bal du 14']],
  ['sapeurs "danser venez"', []],
  ['sapeurs place', []],
]

test('words find publications by acteur, author, commune and report, with the others in the text', async () => {
  for (const [q, expected] of FOUND) assert.deepEqual(await titles(q), expected, q)
  assert.deepEqual(await titles('sapeurs', '&moderation_status=pending'), ['Assemblée générale'])
  assert.deepEqual(await titles('mairie', `&commune_id=${orme}`), [])
  assert.deepEqual(await titles('chercheurs', '&deleted=only'), ['Nuit des chercheurs'])
})

test('a renamed acteur is found by its new name at once, and no longer by the old one', async () => {
  const club = await make.acteur(app, orme, { nom: 'Ancien cercle' })
  await make.publication(app, club, orme, { title: 'Tournoi' })
  assert.deepEqual(await titles('cercle'), ['Tournoi'])
  await app.owner.query(`update acteurs set nom = 'Nouvelle ligue' where id = $1`, [club])
  assert.deepEqual([await titles('cercle'), await titles('ligue')], [[], ['Tournoi']])
})

test('each way to read a page finds the same publications', async () => {
  const { pool: db } = app.service.db
  for (const [q, expected] of FOUND) {
    const plan = planFilter({}, await loadOfficeSearch(db, q, null), null)
    for (const counted of [
      { total: 1_000_000, likely: 1_000_000, stock: 1_000_000, few: undefined, isExact: false },
      { total: 1, likely: 1, stock: 1e12, few: 'rows', isExact: true },
      { total: 1, likely: 1, stock: 1e12, few: 'hits', isExact: true },
    ] as const) {
      const rows = await listForAdmin(db, plan, pageOf({ per_page: 20 }, ORDERS.title_asc), counted)
      assert.deepEqual(
        rows.map(({ title }) => title),
        expected,
        `${q} ${JSON.stringify(counted)}`,
      )
    }
  }
})

test('a decision about all that a search finds decides what the list shows', async () => {
  const filter = { q: 'sapeurs assemblée', moderation_status: 'pending' }
  const { status, body } = await office.patch('/admin/publications/bulk/moderate', {
    filter,
    expected_total: 1,
    moderation_status: 'published',
  })
  assert.equal(status, 200, JSON.stringify(body))
  assert.equal(body.data.updated.length, 1)
})

test('frequent words of names are found together', async () => {
  const { pool: db } = app.service.db
  await app.owner.query(
    `insert into acteurs (nom, commune_id, type)
     select 'Comité des fêtes ' || n, $1, 'association' from generate_series(1, 250) n`,
    [orme],
  )
  const only = await make.acteur(app, saint, { nom: 'Comité de jumelage' })
  await make.publication(app, only, saint, { title: 'Voyage' })
  const also = async (q: string) => (await loadOfficeSearch(db, q, null))?.also ?? []
  assert.deepEqual(await also('comité'), [], 'more than two hundred')
  assert.deepEqual(await titles('comité jumelage'), ['Voyage'])
  assert.deepEqual(
    (await also('comité ormeville')).map(({ by, query }) => [by, query !== undefined]),
    [['commune', true]],
    'two frequent words that 250 names have together leave the commune',
  )
  assert.deepEqual(await titles('comité quay voyage'), ['Voyage'])
})
