import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'
import { erasePerson } from '../../office/personal-data/commands.ts'
import { exportAll, subjectOf } from '../../office/personal-data/resources.ts'

const app = await startApp()
const [caller, other] = [await app.user(['operator_claims']), await app.user(['operator_claims'])]
const [office, colleague] = [app.as(caller), app.as(other)]
const commune = await make.commune(app)
await app.owner.query(
  `insert into commune_infos (commune_id, telephone, annuaire) values ($1, '04 72 18 10 00', true)`,
  [commune],
)
const { db } = app.service

async function waiting(
  acteur: object = {},
  claimant = undefined as Awaited<ReturnType<typeof app.user>> | undefined,
) {
  const acteur_id = await make.acteur(app, commune, { telephone: '04 78 11 22 33', ...acteur })
  const { status, body } = await app.as(claimant, 'public').post('/claims', { acteur_id, message: 'Moi.' })
  assert.equal(status, 201)
  return body.data.id as string
}
const item = async (id: string) => (await office.get(`/admin/claims/${id}`)).body.data
const call = (id: string, body: object) => office.post(`/admin/claims/${id}/call`, body)
const outcome = ({ status, body }: { status: number; body: { error?: string } }) =>
  `${status} ${body.error ?? ''}`.trim()
const kinds = async (id: string) =>
  (await item(id)).evidence.map(({ kind, strength }: Record<string, string>) => `${kind} ${strength}`)

const CONFIRMED = {
  number: 'page',
  outcome: 'confirmed',
  answered_by: 'Mme Roux, présidente',
  note: 'Au bureau.',
}

test('only a confirmed call is evidence; a later call replaces it, and a colleague removes it', async () => {
  const id = await waiting()
  assert.equal((await item(id)).call, null)
  assert.equal(outcome(await call(id, { number: 'page', outcome: 'unanswered' })), '200')
  assert.deepEqual([(await item(id)).call.outcome, await kinds(id)], ['unanswered', []])
  assert.equal(outcome(await call(id, { ...CONFIRMED, outcome: 'denied' })), '200')
  assert.deepEqual(await kinds(id), [])
  assert.equal(outcome(await call(id, CONFIRMED)), '200')
  const { evidence, call: recorded } = await item(id)
  assert.partialDeepStrictEqual(recorded, { ...CONFIRMED, by: { id: caller.id } })
  assert.partialDeepStrictEqual(evidence, [{ kind: 'call_back', strength: 'strong', by: { id: caller.id } }])

  assert.equal(outcome(await colleague.delete(`/admin/claims/${id}/call`)), '200')
  assert.deepEqual([(await item(id)).call, await kinds(id)], [null, []])
  assert.equal(outcome(await colleague.delete(`/admin/claims/${id}/call`)), '404 not_found')
  const trail = (await make.auditOf(app, id)).slice(1)
  assert.deepEqual(
    trail.map(({ action, user_id, after }) => [action, user_id, after]),
    [
      ['claim.called_back', caller.id, { call: 'unanswered' }],
      ['claim.called_back', caller.id, { call: 'denied' }],
      ['claim.called_back', caller.id, { call: 'confirmed' }],
      ['claim.call_removed', other.id, null],
    ],
  )
})

test('a call names who answered, and goes to a known number: that of the directory is the town hall’s', async () => {
  const id = await waiting()
  for (const body of [{}, { ...CONFIRMED, answered_by: null }, { ...CONFIRMED, number: 'register' }])
    assert.equal(outcome(await call(id, body)), '422 validation_failed', JSON.stringify(body))
  const town = await waiting({ type: 'mairie', telephone: null })
  assert.equal(outcome(await call(town, CONFIRMED)), '422 validation_failed', 'its page has no number')
  assert.equal(outcome(await call(town, { ...CONFIRMED, number: 'register' })), '200')
  assert.deepEqual(await kinds(town), ['call_back strong'])
})

test('a call recorded without an answer, by the release before, is no evidence', async () => {
  const id = await waiting()
  await app.owner.query('insert into claim_calls (claim_id, called_by) values ($1, $2)', [id, caller.id])
  assert.deepEqual([(await item(id)).call, await kinds(id)], [null, []])
})

test('the call of a decided claim stays as it is', async () => {
  const id = await waiting()
  await call(id, CONFIRMED)
  await office.patch(`/admin/claims/${id}`, { status: 'rejected' })
  assert.equal(outcome(await call(id, CONFIRMED)), '409 claim_already_decided')
  assert.equal(outcome(await office.delete(`/admin/claims/${id}/call`)), '409 claim_already_decided')
  assert.deepEqual(await kinds(id), ['call_back strong'])
})

test('a call is exported and erased with the claimant', async () => {
  const claimant = await app.user()
  const id = await waiting({}, claimant)
  await call(id, CONFIRMED)
  const { claim_calls } = await exportAll(
    db.pool,
    await subjectOf(db.pool, claimant.email),
    app.service.secrets,
  )
  assert.partialDeepStrictEqual(claim_calls, [{ claim_id: id, ...CONFIRMED }])
  await erasePerson(db, claimant.email, import.meta.dirname, app.service.secrets)
  assert.equal((await item(id)).call, null)
})
