import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'
import { picture, sendFile } from '../../../test/fixtures/own-pictures.ts'
import { outcome } from '../../../test/sign-in.ts'

const app = await startApp({ env: { MEDIA_QUOTA_MB: '4', RATE_LIMIT_SCALE: '0.01' } })
const member = await app.user()
const acteur = await make.acteur(app, await make.commune(app))
await make.member(app, acteur, member)
const room = async () => (await app.as(member).get(`/uploads/room?acteur_id=${acteur}`)).body.data

test('the room is what uploads are measured by: the quota of the acteur, and the files of the user', async () => {
  assert.deepEqual(await room(), {
    bytes_left: 4 * 1024 * 1024,
    files_left: 3,
    largest_bytes: 15 * 1024 * 1024,
  })
  const sent = await sendFile(app, member, acteur, await picture())
  assert.equal(sent.status, 201)
  const { bytes_left, files_left } = await room()
  assert.equal(bytes_left < 4 * 1024 * 1024, true)
  assert.equal(files_left, 2)
  const after = [
    await sendFile(app, member, acteur, await picture()),
    await sendFile(app, member, acteur, await picture()),
  ]
  assert.ok(after.every(({ status }) => status < 300))
  assert.equal((await room()).files_left, 0)
  assert.equal(outcome(await sendFile(app, member, acteur, await picture())), '429 rate_limited')
})

test('strangers are not told the room of an acteur', async () => {
  const stranger = app.as(await app.user())
  assert.equal((await stranger.get(`/uploads/room?acteur_id=${acteur}`)).status, 403)
})
