import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'
import { inParallel } from '../../../test/publications/world.ts'
import { forgetOldDrafts } from './queries.ts'

const app = await startApp()
const here = await make.commune(app)
const [clerk, colleague, stranger] = [await app.user(), await app.user(), await app.user()]
const hall = await make.mairie(app, here, clerk)
await make.member(app, hall, colleague)
const mine = app.as(clerk, 'public')
const content = { title: 'Vœux', body: '', date_debut: '15/', images: [{ id: hall, alt: '' }] }

test('a draft is stored as typed, for its author only, and deleted when done', async () => {
  const made = await mine.post('/me/drafts', { acteur_id: hall, content })
  assert.deepEqual([made.status, made.body.data.content, made.body.data.version], [201, content, 1])
  const path = `/me/drafts/${made.body.data.id}`
  const next = { ...content, title: 'Vœux du maire' }
  const kept = await mine.send('PATCH', path, { content: next }, { headers: { 'if-match': '"1"' } })
  assert.deepEqual([kept.status, kept.body.data.version], [200, 2])
  // A second device with an older version gets a conflict, and nothing is lost.
  const late = await mine.send(
    'PATCH',
    path,
    { content: { title: 'Autre' } },
    { headers: { 'if-match': '"1"' } },
  )
  assert.equal(late.status, 412)
  const gone = await mine.send('DELETE', path, undefined, { headers: { 'if-match': '"1"' } })
  assert.deepEqual([gone.status, gone.body.error], [412, 'stale_version'])
  assert.deepEqual((await mine.get(path)).body.data.content, next)
  for (const other of [colleague, stranger]) {
    const as = app.as(other, 'public')
    assert.deepEqual((await as.get('/me/drafts')).body.data, [])
    for (const answer of [as.get(path), as.patch(path, { content: {} }), as.delete(path)])
      assert.equal((await answer).status, 404)
  }
  assert.equal(
    (await app.as(stranger, 'public').post('/me/drafts', { acteur_id: hall, content })).status,
    403,
  )
  const big = await mine.patch(path, { content: { body: 'a'.repeat(20_001) } })
  assert.equal(big.status, 422)
  assert.equal((await mine.patch(path, { content: { valide: true } })).status, 422)
  assert.equal((await mine.delete(path)).status, 200)
  assert.equal((await mine.get(path)).status, 404)
  assert.equal((await make.auditOf(app, made.body.data.id)).length, 0)
})

test('a draft of an edit names a publication of the acteur; former members lose their drafts', async () => {
  const [other, user] = [await make.acteur(app, here), await app.user()]
  await make.member(app, other, user)
  const [ours, theirs] = [
    await make.publication(app, other, here, { title: 'Loto' }),
    await make.publication(app, hall, here, { title: 'Avis' }),
  ]
  const as = app.as(user, 'public')
  const begun = (publication_id: string) =>
    as.post('/me/drafts', { acteur_id: other, publication_id, content })
  assert.equal((await begun(theirs)).status, 422)
  const { body } = await begun(ours)
  assert.equal(body.data.publication_id, ours)
  assert.equal((await as.get(`/me/drafts?acteur_id=${other}`)).body.data.length, 1)
  await app.owner.query('delete from actor_users where user_id = $1', [user.id])
  assert.deepEqual((await as.get('/me/drafts')).body.data, [])
})

test('two tabs cannot both create the fiftieth draft, and drafts go after half a year', async () => {
  const user = await app.user()
  await make.member(app, hall, user)
  await app.owner.query(
    `insert into publication_drafts (user_id, acteur_id, content)
     select $1, $2, '{}' from generate_series(1, 49)`,
    [user.id, hall],
  )
  const answers = await inParallel([1, 2], () =>
    app.as(user, 'public').post('/me/drafts', { acteur_id: hall, content }),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 422])
  const count = async () =>
    (await app.owner.query('select count(*)::int as n from publication_drafts where user_id = $1', [user.id]))
      .rows[0].n
  await app.owner.query('alter table publication_drafts disable trigger publication_drafts_version')
  await app.owner.query(
    `update publication_drafts set updated_at = now() - interval '181 days' where user_id = $1 and content = '{}'`,
    [user.id],
  )
  await app.owner.query('alter table publication_drafts enable trigger publication_drafts_version')
  await app.service.db.transaction(forgetOldDrafts)
  assert.equal(await count(), 1)
})
