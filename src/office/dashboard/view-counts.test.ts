import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { startApp } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'

const app = await startApp()
const [here, there] = [await make.commune(app), await make.commune(app)]
const acteur = await make.acteur(app, here)
const duplicate_key = crypto.randomUUID()
const pending = { moderation_status: 'pending', valide: false, publie_le: null }
for (const commune of [here, here, there])
  await make.publication(app, acteur, commune, { ...pending, title: 'Chorale', duplicate_key })
await make.publication(app, acteur, here, { title: 'En ligne' })
await app.anyone.post('/messages', {
  subject: 'Question',
  body: 'Quand ?',
  nom: 'Jeanne',
  email: 'jeanne@example.org',
})
const moderator = app.as(await app.user(['operator_moderation']))
const admin = app.as(await app.user(['admin']))
const counted = async (who: typeof admin, ...of: readonly string[]) => {
  const { status, body } = await who.get(`/admin/views/counts?of=${encodeURIComponent(of.join(' '))}`)
  return status === 200 ? body.data : `${status} ${body.error}`
}

test('each list is counted as its route counts it, in their order', async () => {
  const asked = [
    'publications?moderation_status=pending',
    'threads?awaiting=true',
    `publications?commune_id=${there.toUpperCase()}`,
    'claims?status=pending',
    'appeals',
    'publications?q=chorale&moderation_status=pending',
    'publications?moderation_status=pending&duplicates=true',
  ]
  const totals: number[] = []
  for (const one of asked)
    totals.push((await admin.get(`/admin/${one.replace('threads', 'messages/threads')}`)).body.meta.total)
  assert.deepEqual(totals.slice(0, 6), [3, 1, 1, 0, 0, 3])
  assert.ok((totals[6] ?? 0) > 0)
  assert.deepEqual(await counted(admin, ...asked), totals)
})

test('what is of another area, or a search of contacts, has no count', async () => {
  assert.deepEqual(await counted(moderator, 'threads?awaiting=true', 'claims', 'publications'), [
    null,
    null,
    4,
  ])
  assert.deepEqual(
    await counted(admin, 'threads?q=quand', 'claims?q=club', 'appeals?q=loto', 'publications'),
    [null, null, null, 4],
  )
})

test('a limited moderator counts what the list shows them', async () => {
  const user = await app.user()
  await admin.post(`/admin/users/${user.id}/roles`, { role: 'operator_moderation', communes: [there] })
  assert.deepEqual(await counted(app.as(user), 'publications?moderation_status=pending'), [1])
})

test('wrong parameters leave the counts of the others; unknown lists, and more than twelve, are refused', async () => {
  assert.deepEqual(
    await counted(
      admin,
      'publications?x=1',
      'publications?moderation_status=late',
      'publications?q=%00',
      'publications?q=%',
      'publications?reported=true&reported=true',
      'publications?exact_total=true&page=900&per_page=100&after=x',
    ),
    [null, null, null, null, null, 4],
  )
  for (const of of [
    'users',
    'constructor',
    '__proto__?a',
    'publications  claims',
    Array(13).fill('appeals').join(' '),
  ])
    assert.match(await counted(admin, of), /^422 /, of)
  assert.deepEqual(await counted(admin, ...Array(12).fill('appeals')), Array(12).fill(0))
})

test('a count that nobody waits for is left out, and the others stand', async () => {
  const lock = new pg.Client(app.connection)
  await lock.connect()
  try {
    await lock.query('begin; lock table claims in access exclusive mode')
    assert.deepEqual(await counted(admin, 'claims?status=pending', 'publications'), [null, 4])
  } finally {
    await lock.end()
  }
})
