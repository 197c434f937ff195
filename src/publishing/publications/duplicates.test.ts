import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'
import { type Alike, duplicateKeyOf, plainAddress, signature } from './duplicates.ts'

const alike = (fields: Partial<Alike>): Alike => ({
  acteur_id: 'a',
  type_id: 't',
  title: 'Fête',
  body: 'Texte',
  date_debut: null,
  source_url: null,
  ...fields,
})

test('addresses that lead to the same page are the same', () => {
  const same = [
    'https://www.Exemple.fr/agenda/bal/',
    'http://exemple.fr/agenda/bal',
    'https://exemple.fr:443/agenda/bal#programme',
    'http://www.exemple.fr:80/agenda/bal?utm_source=lettre&utm_medium=mail',
    'https://exemple.fr/agenda/bal/?fbclid=x&gclid=y&msclkid=z&mc_cid=1&mc_eid=2&igshid=3&xtor=4&at_medium=5',
  ]
  assert.deepEqual([...new Set(same.map(plainAddress))], ['exemple.fr/agenda/bal'])
  assert.equal(
    plainAddress('https://exemple.fr/?b=2&a=1&utm_term=x'),
    plainAddress('https://exemple.fr?a=1&b=2'),
  )
  for (const other of [
    'https://exemple.fr/agenda/Bal',
    'https://exemple.fr:8080/agenda/bal',
    'https://exemple.fr/agenda/bal?page=2',
    'https://wwwexemple.fr/agenda/bal',
    'https://agenda.exemple.fr/agenda/bal',
    'https://exemple.fr/agenda/bal?x=utm_source',
  ])
    assert.notEqual(plainAddress(other), 'exemple.fr/agenda/bal', other)
})

test('without a source_url, duplicates are compared by acteur, type, title, day and beginning of the text', () => {
  const key = (fields: Partial<Alike>) => duplicateKeyOf(alike(fields)).duplicate_key
  const base = key({ title: 'Fête de l’été !', body: 'Rendez-vous à 20 h, place de l’Église' })
  assert.equal(key({ title: 'FETE DE L ETE', body: 'rendez vous a 20 h — place de l’eglise' }), base)
  const long = 'mot '.repeat(40)
  assert.equal(key({ body: `${long} fin` }), key({ body: `${long} autre fin` }), 'only 120 signs of the text')
  for (const other of [
    { acteur_id: 'b' },
    { type_id: 'u' },
    { title: 'Fêtes' },
    { date_debut: '2026-01-01' },
    { body: 'Textes' },
  ])
    assert.notEqual(key(other), key({}), JSON.stringify(other))
  assert.equal(signature(alike({ title: 'Œuf ½ ﬁn' })).split('\n')[2], 'oeuf 1 2 fin')
  assert.deepEqual(
    [
      duplicateKeyOf(alike({})).duplicate_reason,
      duplicateKeyOf(alike({ source_url: 'https://a.fr' })).duplicate_reason,
    ],
    ['signature', 'source_url'],
  )
})

const app = await startApp()
const admin = await app.user(['admin'])
const office = app.as(admin)
const commune = await make.commune(app)
const [one, other] = [await make.acteur(app, commune), await make.acteur(app, commune)]
const create = async (title: string, fields: object = {}, acteur_id = one) => {
  const { status, body } = await office.post('/publications', {
    title,
    body: `Le texte de ${title}`,
    acteur_id,
    commune_id: commune,
    ...fields,
  })
  assert.equal(status, 201, JSON.stringify(body))
  return body.data.id as string
}
type Item = { id: string; duplicate_key: string; duplicate_reason: string; duplicate_count: number }
const duplicates = async (query = '') => {
  const { status, body } = await office.get(`/admin/publications?duplicates=true&${query}`)
  assert.equal(status, 200, JSON.stringify(body))
  return body as { data: Item[]; meta: { total: number; next: string | null } }
}
const ids = ({ data }: { data: Item[] }) => data.map(({ id }) => id)

test('groups of two or more, the group of the newest row first; a group by address may span acteurs', async () => {
  const url = 'https://exemple.fr/vide-grenier'
  const a1 = await create('Vide-grenier', { source_url: url })
  const b1 = await create('Loto')
  const alone = await create('Seule')
  const b2 = await create('LOTO', { body: 'le texte de  loto!' })
  const a2 = await create('Tout autre titre', { source_url: `${url}/?utm_source=x` }, other)
  const a3 = await create('Encore', { source_url: `http://www.exemple.fr/vide-grenier#x` })
  const elsewhere = await create('Loto', {}, other)
  const all = await duplicates()
  assert.deepEqual(ids(all), [a3, a2, a1, b2, b1])
  assert.equal(all.meta.total, 5)
  assert.deepEqual(
    all.data.map(({ duplicate_reason, duplicate_count }) => `${duplicate_reason} ${duplicate_count}`),
    [...Array(3).fill('source_url 3'), ...Array(2).fill('signature 2')],
  )
  assert.equal(new Set(all.data.map(one => one.duplicate_key)).size, 2)
  assert.ok(!ids(all).includes(alone) && !ids(all).includes(elsewhere))

  // The other filters apply first; their matches are grouped.
  assert.deepEqual(ids(await duplicates(`acteur_id=${one}`)), [a3, a1, b2, b1])
  assert.deepEqual(ids(await duplicates('q=loto')), [b2, b1])
  for (const perPage of [1, 2, 3]) {
    const walked: string[] = []
    for (let next: string | null = ''; next !== null; ) {
      const body: Awaited<ReturnType<typeof duplicates>> = await duplicates(
        `per_page=${perPage}${next && `&after=${next}`}`,
      )
      walked.push(...ids(body))
      assert.equal(body.meta.total, 5)
      next = body.meta.next
    }
    assert.deepEqual(walked, [a3, a2, a1, b2, b1], `${perPage} a page`)
    assert.deepEqual(
      ids(await duplicates(`per_page=${perPage}&page=2`)),
      [a3, a2, a1, b2, b1].slice(perPage, 2 * perPage),
    )
  }

  // Deleted rows do not count, unless the filter includes them.
  await office.delete(`/admin/publications/${b2}`)
  assert.deepEqual(ids(await duplicates()), [a3, a2, a1])
  assert.deepEqual(ids(await duplicates('deleted=with')), [a3, a2, a1, b2, b1])
  // An edit moves a row into another group.
  await office.patch(`/publications/${a3}`, { source_url: null })
  assert.deepEqual(ids(await duplicates()), [a2, a1])
})
