import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, TEST_SECRET, testConfig } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'
import { secretsFrom } from '../../kernel/settings/secrets.ts'
import { erasePerson } from '../../office/personal-data/commands.ts'
import { exportAll, subjectOf } from '../../office/personal-data/resources.ts'
import {
  confirmSubscription,
  requestSubscription,
  resealSubscribers,
  subscribersFollow,
} from './subscribers.ts'

const app = await startApp()
const { db, secrets } = app.service
const subscribe = (communeId: string, email: string, by = secrets) =>
  db.transaction(async tx => {
    const token = await requestSubscription({ tx, config: testConfig(), secrets: by }, { communeId, email })
    if (token !== undefined) await confirmSubscription(tx, token)
    return token !== undefined
  })
const subscribers = async (commune: string) =>
  (
    await app.owner.query('select * from weekly_mail_subscribers where commune_id = $1 order by id', [
      commune,
    ])
  ).rows

test('an address is exported and erased without an account', async () => {
  const [one, two] = [await make.commune(app), await make.commune(app)]
  await subscribe(one, 'partante@example.org')
  await subscribe(two, 'partante@example.org')
  await subscribe(two, 'restante@example.org')
  const subject = await subjectOf(db.pool, 'Partante@Example.org')
  const { weekly_mails = [] } = await exportAll(db.pool, subject, secrets)
  assert.deepEqual(
    weekly_mails.map(row => [(row as { email: string }).email, (row as { commune_id: string }).commune_id]),
    [
      ['partante@example.org', one],
      ['partante@example.org', two],
    ],
  )
  const erased = await erasePerson(db, 'partante@example.org', import.meta.dirname, secrets)
  assert.equal(erased.weekly_mails, 2)
  assert.deepEqual([(await subscribers(one)).length, (await subscribers(two)).length], [0, 1])
})

test('the town hall is told how many get the mail, from five on', async () => {
  const clerk = await app.user()
  const town = await make.commune(app)
  const hall = await make.mairie(app, town, clerk)
  const told = async () =>
    (await app.as(clerk, 'mairie').get(`/mairie/acteurs/${hall}/communes/${town}/place`)).body.data.abonnes
  assert.equal(await told(), 0)
  for (let at = 1; at <= 4; at++) await subscribe(town, `abonne${at}@example.org`)
  await db.transaction(tx =>
    requestSubscription(
      { tx, config: testConfig(), secrets },
      { communeId: town, email: 'attend@example.org' },
    ),
  )
  assert.equal(await told(), null)
  await subscribe(town, 'abonne5@example.org')
  assert.equal(await told(), 5)
})

test('the subscribers of merged communes get the week of the new one, once', async () => {
  const [first, second, successor] = await make.several(3, () => make.commune(app))
  assert.ok(first && second && successor)
  for (const commune of [first, second, successor]) await subscribe(commune, 'partout@example.org')
  await subscribe(first, 'ancien@example.org')
  await app.owner.query('update communes set successor_id = $1 where id in ($2, $3)', [
    successor,
    first,
    second,
  ])
  await db.transaction(subscribersFollow.move)
  assert.deepEqual((await subscribers(successor)).map(row => secrets.open(row.address_sealed)).sort(), [
    'ancien@example.org',
    'partout@example.org',
  ])
  assert.deepEqual([...(await subscribers(first)), ...(await subscribers(second))], [])
})

test('addresses go on with a new secret, and are known during the exchange', async () => {
  const town = await make.commune(app)
  await subscribe(town, 'fidele@example.org')
  const next = 'the second secret, long enough for all of it'
  const both = secretsFrom(next, [TEST_SECRET])
  assert.equal(await subscribe(town, 'fidele@example.org', both), false)
  await db.transaction(tx => resealSubscribers(tx, both))
  assert.equal((await subscribers(town)).length, 1)
  const [row] = await subscribers(town)
  assert.equal(secretsFrom(next).open(row.address_sealed), 'fidele@example.org')
  assert.equal(await subscribe(town, 'fidele@example.org', secretsFrom(next)), false)
})
