import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type TestUser } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'
import { erasePerson } from '../../office/personal-data/commands.ts'
import { exportAll, subjectOf } from '../../office/personal-data/resources.ts'

const app = await startApp()
const office = app.as(await app.user(['operator_claims']))
const commune = await make.commune(app)
const { db } = app.service

async function claim(user: TestUser | undefined, fields: object, acteur: Record<string, unknown> = {}) {
  const acteur_id = await make.acteur(app, commune, acteur)
  const { status, body } = await app
    .as(user, 'public')
    .post('/claims', { acteur_id, message: 'Je suis Canari.', ...fields })
  assert.equal(status, 201)
  return { id: body.data.id as string, acteur_id }
}

test('a claimant’s data is exported and erased, and erasing a pending claim frees the acteur', async () => {
  const user = await app.user()
  const contacts = { nom: 'Canari', telephone: '04 78 00 00 00' }
  const [signed, typed, decided] = [
    await claim(user, contacts, { email: user.email.toUpperCase() }),
    await claim(undefined, { ...contacts, email: user.email.toUpperCase() }),
    await claim(user, contacts),
  ]
  const others = await claim(await app.user(), {})
  await office.patch(`/admin/claims/${decided.id}`, { status: 'rejected' })

  const held = await exportAll(db.pool, await subjectOf(db.pool, user.email), app.service.secrets)
  const ids = (name: string) => held[name]?.map(row => (row as { id: string }).id).sort()
  assert.deepEqual(ids('claims'), [signed.id, typed.id, decided.id].sort())
  assert.deepEqual(ids('acteurs_reached_there'), [signed.acteur_id])

  const erased = await erasePerson(db, user.email, import.meta.dirname, app.service.secrets)
  assert.partialDeepStrictEqual(erased, { claims: 3, acteurs: 1 })
  const { rows } = await app.owner.query(
    `select id, status, claimant_user_id, claims::text as line from claims order by created_at`,
  )
  for (const row of rows.filter(({ id }) => id !== others.id)) {
    assert.doesNotMatch(row.line, /canari|04 78|@example/i)
    assert.equal(row.claimant_user_id, null)
    assert.equal(row.status, row.id === decided.id ? 'rejected' : 'expired')
  }
  const { status, claimant_user_id } = rows.find(({ id }) => id === others.id)
  assert.deepEqual([status, claimant_user_id !== null], ['pending', true])
  assert.equal((await office.get(`/admin/acteurs/${signed.acteur_id}`)).body.data.email, null)
  const again = await app.anyone.post('/claims', { acteur_id: signed.acteur_id, message: 'Moi.' })
  assert.equal(again.status, 201)
})
