import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type TestUser } from '../../../test/app.ts'
import { setReadOnly } from '../../../test/databases.ts'
import { becomes, eventually } from '../../../test/eventually.ts'
import { forgetPresences } from './queries.ts'

const app = await startApp({ env: { RATE_LIMIT_SCALE: '1' } })
const moderator = async (nom: string): Promise<TestUser> => {
  const user = await app.user(['operator_moderation'])
  await app.owner.query('update users set nom = $1 where id = $2', [nom, user.id])
  return user
}
const [maelle, karim] = [await moderator('Maëlle'), await moderator('Karim')]
const [one, other] = [crypto.randomUUID(), crypto.randomUUID()]
type There = Pick<typeof app, 'as'>
const looks = async (user: TestUser, id: string, { as }: There = app) =>
  await as(user).send('PUT', '/admin/presence', { entity: 'publication', id })
const seenBy = async (user: TestUser, id: string) =>
  (await looks(user, id)).body.data.others.map(({ nom }: { nom: string }) => nom)
const rows = async () => (await app.owner.query('select user_id, item_id from presences')).rows
const later = (seconds: number) =>
  app.owner.query(`update presences set seen_at = seen_at - $1 * interval '1 second'`, [seconds])

test('colleagues at the same item are named without address, and gone once they open another', async () => {
  assert.deepEqual(await seenBy(maelle, one), [])
  const { status, body } = await looks(karim, one.toUpperCase())
  assert.equal(status, 200)
  assert.deepEqual(Object.keys(body.data.others[0]), ['id', 'nom', 'since'])
  assert.deepEqual([body.data.others[0].id, body.data.others[0].nom], [maelle.id, 'Maëlle'])
  assert.deepEqual(await seenBy(karim, other), [])
  assert.deepEqual(await seenBy(maelle, one), [])
  assert.equal((await rows()).length, 2)
})

test('after half a minute without a heartbeat a colleague is gone, and the row is deleted', async () => {
  // On a busy machine the rest of the half minute may pass before the answer.
  await eventually(async () => {
    await looks(karim, one)
    await later(25)
    await looks(maelle, one)
    return (await seenBy(maelle, one)).includes('Karim')
  }, 'Karim is seen after 25 seconds')
  await later(6)
  assert.deepEqual(await seenBy(maelle, one), [])
  assert.deepEqual(
    (await rows()).map(row => row.user_id),
    [maelle.id],
  )
  await later(31)
  assert.equal(await app.service.db.transaction(forgetPresences), 1)
})

test('the time of arrival stays during a visit, and is new after a return', async () => {
  await looks(karim, one)
  const since = async () => (await looks(maelle, one)).body.data.others[0].since
  const first = await since()
  await looks(karim, one)
  assert.equal(await since(), first)
  await app.owner.query(`update presences set seen_at = now() - interval '1 minute' where user_id = $1`, [
    karim.id,
  ])
  await looks(karim, one)
  assert.notEqual(await since(), first)
})

test('fifty colleagues on two nodes are all answered with one row each, while expired rows go', async () => {
  const there = [app, await app.beside()]
  const people: TestUser[] = []
  for (let n = 0; n < 50; n++) people.push(await moderator(`M${n}`))
  for (let round = 0; round < 4; round++) {
    await later(31)
    const answers = await Promise.all(people.map((user, n) => looks(user, one, there[n % 2])))
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
  }
  // Half a minute may pass until the answer, on a busy machine.
  const seen = async () => {
    await Promise.all(people.map((user, n) => looks(user, one, there[n % 2])))
    return (await looks(maelle, one)).body.data.others.length
  }
  await becomes(seen, 50)
  assert.equal((await rows()).length, 51)
  await app.owner.query(`update users set status = 'suspended' where id = $1`, [people[0]?.id])
  await becomes(seen, 49)
})

test('items of other areas are 403, unknown ids are empty', async () => {
  const claims = await app.user(['operator_claims'])
  assert.equal((await looks(claims, one)).body.error, 'admin_required')
  const put = (body: object) => app.as(claims).send('PUT', '/admin/presence', body)
  assert.equal((await put({ entity: 'claim', id: one })).status, 200)
  for (const body of [{ entity: 'chose', id: one }, { entity: 'claim' }, { entity: 'claim', id: 'x' }])
    assert.equal((await put(body)).status, 422)
})

test('while the database is read-only nobody is shown, and nobody is refused', async () => {
  const database = app.connection.database ?? ''
  await setReadOnly(database, true)
  // The earlier connections were cut.
  await eventually(async () => (await looks(maelle, one)).status === 200, 'it is answered')
  for (let round = 0; round < 3; round++) {
    const { status, body } = await looks(maelle, one)
    assert.deepEqual([status, body], [200, { data: { others: [] } }])
  }
  await setReadOnly(database, false)
})
