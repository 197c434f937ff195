import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import { eventually } from '../../../test/eventually.ts'
import * as make from '../../../test/factories.ts'
import { edits } from './corrections.ts'

const app = await startApp()
const office = app.as(await app.user(['admin']))
const commune = await make.commune(app, { nom: 'Ormeville' })
const club = await make.acteur(app, commune, { nom: 'Cercle aéronautique' })
await make.publication(app, club, commune, {
  title: 'Grande brocante',
  body: 'Assemblée générale du comité.',
})

const search = async (q: string, as = office, more = '') =>
  (await as.get(`/admin/search?q=${encodeURIComponent(q)}${more}`)).body
/** On a busy machine a search is answered without a correction: it takes too long. */
const searched = async (corrected: string, ...asked: Parameters<typeof search>) =>
  await eventually(async () => {
    const body = await search(...asked)
    return body.meta.corrected !== null && body
  }, corrected)

test('an edit is one letter missing, extra, wrong or swapped', () => {
  const near = edits('marhce')
  for (const word of ['marche', 'arhce', 'marhces', 'marhse', 'amrhce']) assert.ok(near.includes(word), word)
  for (const word of ['marhce', 'machre', 'marches']) assert.ok(!near.includes(word), word)
})

test('words that nothing has are corrected, and the reply says so', async () => {
  for (const [q, corrected, title] of [
    ['brocnate', 'brocante', 'Grande brocante'],
    ['brocantte', 'brocante', 'Grande brocante'],
    ['grande brokante', 'grande brocante', 'Grande brocante'],
    ['asemblée', 'assemblée', 'Grande brocante'],
    ['aeronatique', 'aeronautique', 'Grande brocante'],
    ['Ormevile', 'ormeville', 'Grande brocante'],
  ] as const) {
    const { data, meta } = await searched(corrected, q)
    assert.equal(meta.corrected, corrected, q)
    assert.deepEqual(
      data.publications.map(({ nom }: { nom: string }) => nom),
      [title],
      q,
    )
  }
})

test('a known word stays, and a search without a near word finds nothing', async () => {
  assert.equal((await search('brocante')).meta.corrected, null)
  for (const q of ['brocante introuvable', 'xyzzyxyz', 'abc', '12345678', '"brocnate"']) {
    const { data, meta } = await search(q)
    assert.equal(meta.corrected, null, q)
    assert.deepEqual(data.publications, [], q)
  }
})

test('a word is corrected although a name that the search does not show begins with it', async () => {
  await make.publication(app, club, commune, { title: 'Grand marché', body: 'Sur la place.' })
  // More frequent than the word, but nothing is found there.
  for (const _ of [1, 2, 3]) await make.commune(app, { nom: 'Marcy' })
  const { id } = await app.user()
  await app.owner.query(`update users set nom = 'Marcel Marceau' where id = $1`, [id])
  const moderator = app.as(await app.user(['operator_moderation']))
  for (const q of ['marcé', 'grand marcé']) {
    const better = q.replace('marcé', 'marché')
    const { data, meta } = await searched(better, q, office, '&kind=publications')
    assert.deepEqual([Object.keys(data), meta.corrected], [['publications'], better])
  }
  assert.equal((await searched('marché', 'marcé', moderator)).meta.corrected, 'marché')
  const { data, meta } = await search('marcé')
  assert.deepEqual([data.users.length, meta.corrected], [1, null])
})

test('the name of an author is corrected', async () => {
  const author = await app.user()
  await app.owner.query(`update users set nom = 'Zoé Delaunay' where id = $1`, [author.id])
  await make.publication(app, club, commune, { title: 'Loto des aînés', created_by: author.id })
  const moderator = app.as(await app.user(['operator_moderation']))
  const { data, meta } = await searched('Zoé delaunay', 'Zoé Delaunai', moderator, '&kind=publications')
  assert.equal(meta.corrected, 'Zoé delaunay')
  assert.deepEqual(
    data.publications.map(({ nom }: { nom: string }) => nom),
    ['Loto des aînés'],
  )
})
