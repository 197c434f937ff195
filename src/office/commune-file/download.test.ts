import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, TEST_SECRET } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'
import { fileOf, linesIn, townWithEach } from '../../../test/fixtures/commune-files.ts'
import { secretsFrom } from '../../kernel/settings/secrets.ts'
import { openTicket, sealTicket } from './ticket.ts'

const app = await startApp()
const { town, near, hall, clerk } = await townWithEach(app)
const admin = app.as(await app.user(['admin']))
const asked = (who = clerk, commune = town) =>
  app.as(who, 'mairie').post(`/mairie/acteurs/${hall}/communes/${commune}/file`)

test('the town hall and administrators download the file of the commune, and the trail says so', async () => {
  for (const { status, body } of [await asked(), await admin.post(`/admin/communes/${town}/file`)]) {
    assert.equal(status, 200)
    const answer = await fetch(app.url + body.data.url)
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('content-type'), 'application/zip')
    assert.equal(answer.headers.get('cache-control'), 'no-store')
    assert.match(
      answer.headers.get('content-disposition') ?? '',
      /^attachment; filename="commune-35238-[\d-]+\.zip"$/,
    )
    const { publications } = await linesIn(fileOf(Buffer.from(await answer.arrayBuffer())))
    assert.equal(publications.length, 4)
  }
  const actions = (await make.auditOf(app, town)).map(({ action }) => action)
  assert.equal(actions.filter(action => action === 'commune.exported').length, 2)
})

test('another commune, an editor without the right, a member of another acteur and an operator get no address', async () => {
  assert.equal((await asked(clerk, near)).status, 403)
  const editor = await app.user()
  await make.member(app, hall, editor, 'editor', [])
  assert.equal((await asked(editor)).status, 403)
  assert.equal((await asked(await app.user())).status, 403)
  const operator = app.as(await app.user(['operator_support']))
  assert.equal((await operator.post(`/admin/communes/${town}/file`)).status, 403)
})

test('an address that is made up, changed, of another purpose or too old leads nowhere', async () => {
  const secrets = secretsFrom(TEST_SECRET)
  const now = new Date()
  const ticket = sealTicket(secrets, { ref: '35238', expires: new Date(now.getTime() + 60_000) })
  assert.equal(openTicket(secrets, ticket, now), '35238')
  assert.equal(openTicket(secrets, ticket, new Date(now.getTime() + 61_000)), undefined)
  assert.equal(
    openTicket(secretsFrom('another secret, which is as long as the first'), ticket, now),
    undefined,
  )
  const other = secrets.seal(JSON.stringify(['another purpose', '35238', now.getTime() + 60_000]))
  for (const t of [ticket.slice(1), `x${ticket}`, other, '', 'x'.repeat(5_000)])
    assert.equal((await fetch(`${app.url}/commune-files?t=${t}`)).status, 404, t.slice(0, 40))
  assert.equal((await fetch(`${app.url}/commune-files?t=${ticket}&t=${ticket}`)).status, 404)
  assert.equal((await fetch(`${app.url}/commune-files`)).status, 404)
  assert.equal((await fetch(`${app.url}/commune-files?t=${ticket}`, { method: 'POST' })).status, 405)
})

test('of thirty downloads at once some are refused, and the next one has its place', async () => {
  const { url } = (await asked()).body.data
  const statuses = await Promise.all(
    Array.from({ length: 30 }, async () => {
      const answer = await fetch(app.url + url)
      await answer.arrayBuffer()
      return answer.status
    }),
  )
  const count = (status: number) => statuses.filter(one => one === status).length
  assert.ok(count(200) >= 2 && count(503) > 0, statuses.join(' '))
  assert.equal(count(200) + count(503), 30)
  assert.equal((await fetch(app.url + url)).status, 200)
})
