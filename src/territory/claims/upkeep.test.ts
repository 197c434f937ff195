import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type TestUser, testConfig } from '../../../test/app.ts'
import { eventually } from '../../../test/eventually.ts'
import * as make from '../../../test/factories.ts'
import { jobs } from '../../jobs.ts'
import { expireClaims, forgetClaimants } from './upkeep.ts'

const app = await startApp({ jobs, env: { PROCESS: 'web' } })
const office = app.as(await app.user(['operator_claims']))
const commune = await make.commune(app)
const config = testConfig()

async function waiting(user?: TestUser, fields: object = {}, headers = {}) {
  const acteur_id = await make.acteur(app, commune)
  const submitted = await app
    .as(user, 'public')
    .post('/claims', { acteur_id, message: 'Moi.', ...fields }, { headers })
  return { id: submitted.body.data.id as string, acteur_id }
}
const row = async (id: string) => (await app.owner.query('select * from claims where id = $1', [id])).rows[0]
const overdue = (id: string, interval = '1 second') =>
  app.owner.query('update claims set expires_at = now() - $2::interval where id = $1', [id, interval])
const queued: { job: string; data: object }[] = []
const expire = () =>
  app.service.db.transaction(tx =>
    expireClaims(
      tx,
      {},
      {
        config,
        enqueue: async (_tx, job, data) => {
          queued.push({ job, data })
        },
      },
    ),
  )
const mailsTo = async (email: string) =>
  (
    await app.owner.query(
      `select subject, language from mails where recipient_email = $1 and template = 'claim-closed'`,
      [email],
    )
  ).rows

test('an undecided claim expires once, with a trace and a mail, and frees the acteur', async () => {
  const claim = await waiting(undefined, { email: 'tard@example.org' }, { 'accept-language': 'en' })
  const young = await waiting(await app.user())
  const user = await app.user()
  const known = await waiting(user)
  assert.equal(await expire(), 0)
  for (const { id } of [claim, known]) await overdue(id)
  const runs = await Promise.all([expire(), expire()])
  assert.equal(runs[0] + runs[1], 2)
  assert.equal(await expire(), 0)
  assert.deepEqual(
    [(await row(claim.id)).status, (await row(claim.id)).decided_at, (await row(young.id)).status],
    ['expired', null, 'pending'],
  )
  const [mail, ...more] = await mailsTo('tard@example.org')
  assert.equal(more.length, 0)
  assert.match(mail.subject, /^Your request has expired: Acteur/)
  assert.equal(mail.language, 'en')
  assert.equal((await mailsTo(user.email)).length, 1)
  assert.equal(queued.length, 2)
  const [, entry, ...others] = await make.auditOf(app, claim.id)
  assert.equal(others.length, 0)
  assert.deepEqual([entry.action, entry.user_id, entry.after], ['claim.expired', null, { status: 'expired' }])
  assert.equal((await office.patch(`/admin/claims/${claim.id}`, { status: 'approved' })).status, 409)
  const again = await app.anyone.post('/claims', { acteur_id: claim.acteur_id, message: 'Encore.' })
  assert.equal(again.status, 201)
})

test('a claim approved while it expires ends in one of both states, consistently', async () => {
  for (let round = 0; round < 10; round++) {
    const user = await app.user()
    const { id, acteur_id } = await waiting(user)
    await overdue(id)
    const [answer] = await Promise.all([
      office.patch(`/admin/claims/${id}`, { status: 'approved' }),
      round % 2 === 0 ? expire() : undefined,
    ])
    if (round % 2 === 1) await expire()
    const { status } = await row(id)
    assert.equal(status, answer.status === 200 ? 'approved' : 'expired')
    const members = await app.owner.query('select from actor_users where acteur_id = $1', [acteur_id])
    assert.equal(members.rowCount, status === 'approved' ? 1 : 0)
    assert.deepEqual(
      (await make.auditOf(app, id)).map(({ action }) => action),
      ['claim.submitted', status === 'approved' ? 'claim.decided' : 'claim.expired'],
    )
    assert.equal((await mailsTo(user.email)).length, 1)
  }
})

test('the job expires claims and queues the mail in one transaction', async () => {
  const worker = await startApp({ jobs: { ...jobs }, env: { PROCESS: 'all' } })
  const place = await make.commune(worker)
  const acteur_id = await make.acteur(worker, place)
  const { body } = await worker.anyone.post('/claims', { acteur_id, message: 'x', email: 'job@example.org' })
  await worker.owner.query(`update claims set expires_at = now() - interval '1 second'`)
  await worker.owner.query(`insert into pgboss.job (name, data) values ('claims.expire', '{}')`)
  await eventually(async () => {
    const { rows } = await worker.owner.query('select status from claims where id = $1', [body.data.id])
    return rows[0].status === 'expired'
  }, 'the claim to expire')
  const { rows } = await worker.owner.query('select recipient_email from mails')
  assert.deepEqual(rows, [{ recipient_email: 'job@example.org' }])
})

test('twelve months later the claimant is forgotten; the claim and its decision stay', async () => {
  const contacts = { nom: 'Jeanne', email: 'jeanne@example.org', telephone: '04 78 11 22 33' }
  const forget = () => app.service.db.transaction(forgetClaimants)
  const [decided, recent, expired, pending] = [
    await waiting(undefined, contacts),
    await waiting(undefined, contacts),
    await waiting(undefined, contacts),
    await waiting(undefined, contacts),
  ]
  for (const { id } of [decided, recent]) {
    await app.owner.query(`insert into claim_calls (claim_id, outcome) values ($1, 'unanswered')`, [id])
    await office.patch(`/admin/claims/${id}`, { status: 'rejected', note: 'Non.' })
  }
  const age = (id: string, interval: string) =>
    app.owner.query('update claims set decided_at = now() - $2::interval where id = $1', [id, interval])
  await age(decided.id, '12 months 1 day')
  await age(recent.id, '11 months 20 days')
  await overdue(expired.id, '12 months 1 day')
  await expire()
  await overdue(pending.id, '13 months')
  assert.equal(await forget(), 2)
  assert.equal(await forget(), 0)
  for (const { id } of [decided, expired]) {
    const { message, nom, email, telephone, recherche } = await row(id)
    assert.deepEqual([message, nom, email, telephone, recherche.trim()], [null, null, null, null, ''])
  }
  const calls = await app.owner.query('select claim_id from claim_calls')
  assert.deepEqual(calls.rows, [{ claim_id: recent.id }])
  assert.deepEqual([(await row(recent.id)).nom, (await row(pending.id)).nom], ['Jeanne', 'Jeanne'])
  const { body } = await office.get(`/admin/claims?acteur_id=${decided.acteur_id}`)
  const [{ status, note, message, email }] = body.data
  assert.deepEqual([status, note, message, email], ['rejected', null, null, null])
})
