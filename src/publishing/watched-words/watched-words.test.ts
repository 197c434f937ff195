import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import { waitingForLocks } from '../../../test/databases.ts'
import { eventually } from '../../../test/eventually.ts'
import * as make from '../../../test/factories.ts'
import { heldTransactions } from '../../../test/held-transactions.ts'
import { outcome } from '../../../test/sign-in.ts'
import { learnHosts } from './hosts.ts'

const app = await startApp()
const admin = app.as(await app.user(['admin']))
const moderator = app.as(await app.user(['operator_moderation']))
const transactions = heldTransactions(app.service)
const here = await make.commune(app)
const acteur = await make.acteur(app, here)
const PATH = '/admin/watched-words'
const add = (body: object, as = admin) => as.post(PATH, body)
const added = async (body: object) => {
  const made = await add(body)
  assert.equal(outcome(made), '201', JSON.stringify(made.body))
  return made.body.data
}
const change = (id: string, body: object, version: number) =>
  admin.patch(`${PATH}/${id}`, body, { headers: { 'if-match': `"${version}"` } })
const waiting = (fields: object = {}) =>
  make.publication(app, acteur, here, {
    moderation_status: 'pending',
    valide: false,
    publie_le: null,
    ...fields,
  })
const badges = async (id: string) => (await moderator.get(`/admin/publications/${id}`)).body.data.watched
const clear = () => app.owner.query('delete from watched_words')

test('a list is created off, switched on, shown as a badge while its publication waits, and traced without its words', async () => {
  const id = await waiting({ title: 'Soirée', body: 'Buvette : **vin chaud** et bières.' })
  const other = await waiting({ body: 'Rien de tel.' })
  const online = await make.publication(app, acteur, here, { body: 'Vin chaud.' })
  const list = await added({ nom: 'Alcool', kind: 'words', words: ['vin chaud', 'biere*'] })
  assert.deepEqual([list.active, await badges(id)], [false, undefined])
  const { body } = await change(list.id, { active: true }, list.version)
  assert.equal(body.data.active, true)
  const shown = [{ nom: 'Alcool', texts: ['vin chaud', 'bières'] }]
  assert.deepEqual(await badges(id), shown)
  assert.deepEqual([await badges(other), await badges(online)], [undefined, undefined])
  const listed = (await moderator.get('/admin/publications')).body.data
  const byId = new Map(listed.map((one: { id: string; watched: unknown }) => [one.id, one.watched]))
  assert.deepEqual([byId.get(id), byId.get(online)], [shown, undefined])
  // A correction keeps the badge of what is still there; a decision is not blocked, and ends it.
  const corrected = await moderator.patch(`/admin/publications/${id}`, { body: 'Vin chaud.' })
  assert.deepEqual(corrected.body.data.watched, [{ nom: 'Alcool', texts: ['Vin chaud'] }])
  const decided = await moderator.patch(`/admin/publications/${id}/moderate`, {
    moderation_status: 'published',
  })
  assert.deepEqual([decided.status, decided.body.data.watched], [200, undefined])

  assert.equal(outcome(await admin.delete(`${PATH}/${list.id}`)), '200')
  const trail = await make.auditOf(app, list.id)
  assert.deepEqual(
    trail.map(({ action }) => action),
    ['watched_words.created', 'watched_words.updated', 'watched_words.deleted'],
  )
  assert.ok(!JSON.stringify(trail).includes('biere'))
})

test('administrators alone manage the lists; wrong and repeated ones are refused', async () => {
  assert.equal(outcome(await add({ nom: 'A', kind: 'phones' }, moderator)), '403 admin_required')
  assert.equal(outcome(await moderator.get(PATH)), '403 admin_required')
  for (const body of [
    { nom: 'A', kind: 'words' },
    { nom: 'A', kind: 'words', words: ['*'] },
    { nom: 'A', kind: 'phones', words: ['06'] },
    { nom: 'A', kind: 'regexp', words: ['a+'] },
    { nom: 'A', kind: 'words', words: Array.from({ length: 201 }, (_, n) => `mot${n}`) },
  ])
    assert.equal(outcome(await add(body)), '422 validation_failed', JSON.stringify(body))
  await added({ nom: 'Téléphone', kind: 'phones' })
  assert.equal(outcome(await add({ nom: 'téléphone', kind: 'phones' })), '409 conflict')
  await clear()
})

test('of two additions at once, the one that would exceed the number of expressions is refused', async () => {
  const words = Array.from({ length: 150 }, (_, n) => `mot${n}`)
  const held = transactions.hold('commit')
  const first = add({ nom: 'Un', kind: 'words', words })
  await held.reached
  const second = add({ nom: 'Deux', kind: 'words', words })
  await eventually(
    async () => (await waitingForLocks(app.connection.database ?? '')) > 0,
    'the second waits for the first',
  )
  held.release()
  const both = await Promise.all([first, second])
  assert.deepEqual(both.map(outcome), ['201', '422 validation_failed'])
  const made = both[0]?.body.data
  const changes = await Promise.all([1, 2].map(() => change(made.id, { active: true }, made.version)))
  assert.deepEqual(changes.map(outcome).sort(), ['200', '412 stale_version'])
  await clear()
})

test('a link to a host is new until an accepted publication with it has stood for a day', async () => {
  const list = await added({ nom: 'Site jamais vu', kind: 'new_hosts', active: true })
  const body = 'Billets : https://billets.exemple.fr/bal et www.connu.fr'
  const id = await waiting({ body, source_url: 'https://source.exemple.fr/1' })
  const online = await make.publication(app, acteur, here, { body: 'Voir https://connu.fr/page.' })
  const refused = await waiting({ body: 'Voir https://billets.exemple.fr', moderation_status: 'rejected' })
  const learn = () => app.service.db.transaction(learnHosts)
  const shown = async () => (await badges(id))?.[0]?.texts
  const all = ['https://billets.exemple.fr', 'www.connu.fr', 'https://source.exemple.fr']
  await learn()
  assert.deepEqual(await shown(), all)
  await app.owner.query(
    `update publications set updated_at = now() - interval '25 hours' where id = any($1::uuid[])`,
    [[online, refused]],
  )
  assert.ok((await learn()) >= 2)
  assert.equal(await learn(), 0)
  assert.deepEqual(await shown(), [all[0], all[2]])
  await admin.delete(`${PATH}/${list.id}`)
})

test('a trial finds the words in the newest publications and stores nothing', async () => {
  const ids = await make.several(12, n => waiting({ title: `Loto ${n}`, body: 'Grand LOTO des aînés.' }))
  const { body } = await admin.post(`${PATH}/trial`, { kind: 'words', words: ['loto*'] })
  const { read, found, examples } = body.data
  assert.deepEqual([found, examples.length, read >= 12], [12, 10, true])
  assert.deepEqual(examples[0], { id: ids.at(-1), title: 'Loto 11', texts: ['Loto', 'LOTO'] })
  assert.equal(outcome(await moderator.post(`${PATH}/trial`, { kind: 'phones' })), '403 admin_required')
  assert.equal(
    outcome(await admin.post(`${PATH}/trial`, { kind: 'words', words: [] })),
    '422 validation_failed',
  )
  assert.deepEqual((await admin.get(PATH)).body.data, [])
})
