import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'
import { draftsOf, MAIL_ENV, town, write } from '../../../test/fixtures/mailed-drafts.ts'
import { inParallel } from '../../../test/publications/world.ts'

const app = await startApp({ env: MAIL_ENV })
const [owner, editor, reader] = [await app.user(), await app.user(), await app.user()]
const { hall } = await town(app, owner)
await make.member(app, hall, editor, 'editor', ['manage_publications'])
await make.member(app, hall, reader, 'editor')
const path = `/me/acteurs/${hall}/mail-address`
const LETTER = { subject: 'Loto', text: 'Venez.' }

test('owners make, renew and remove the address; who may write sees it, others do not', async () => {
  const [own, may, mayNot] = [app.as(owner, 'public'), app.as(editor, 'public'), app.as(reader, 'public')]
  const none = (await own.get(path)).body.data
  assert.deepEqual(none, { available: true, address: null, since: null, drafts: 0, refused: 0 })
  assert.equal((await may.post(`${path}/renew`)).status, 403)
  const { address } = (await own.post(`${path}/renew`)).body.data
  assert.match(address, /^mairie\+mairie-[a-z2-7]{24}@essai\.fr$/)
  assert.equal((await may.get(path)).body.data.address, address)
  assert.equal((await mayNot.get(path)).status, 403)
  assert.equal((await app.as(await app.user(), 'public').get(path)).status, 403)

  await write(app, editor, address, LETTER)
  const renewed = (await own.post(`${path}/renew`)).body.data
  assert.notEqual(renewed.address, address)
  await write(app, editor, address, LETTER)
  await write(app, reader, renewed.address, LETTER)
  assert.equal((await draftsOf(app, editor.id)).length, 1)
  const { drafts, refused } = (await may.get(path)).body.data
  assert.deepEqual(
    [drafts, refused],
    [1, 1],
    'what came to an address that nobody has any more counts for no acteur',
  )

  assert.equal((await may.delete(path)).status, 403)
  assert.equal((await own.delete(path)).body.data.address, null)
  await write(app, editor, renewed.address, LETTER)
  assert.equal((await draftsOf(app, editor.id)).length, 1)
  const trail = (await make.auditOf(app, hall)).map(({ action }) => action)
  assert.deepEqual(trail, [
    'acteur.mail_address_renewed',
    'acteur.mail_address_renewed',
    'acteur.mail_address_removed',
  ])
  const said = JSON.stringify(await make.auditOf(app, hall))
  assert.ok(!said.includes(address.slice(-33, -9)), 'the token stands in no trail')
})

test('of two renewals at once one address works', async () => {
  const answers = await inParallel([1, 2, 3], () => app.as(owner, 'public').post(`${path}/renew`))
  const addresses = answers.map(({ body }) => body.data.address)
  const { address } = (await app.as(owner, 'public').get(path)).body.data
  assert.equal(addresses.filter(one => one === address).length, 1)
  await app.owner.query('delete from publication_drafts')
  for (const to of addresses) await write(app, owner, to, LETTER)
  assert.equal((await draftsOf(app, owner.id)).length, 1)
})
