import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type TestUser } from '../../../test/app.ts'
import { waitingForLocks } from '../../../test/databases.ts'
import { eventually } from '../../../test/eventually.ts'
import * as make from '../../../test/factories.ts'
import { heldTransactions } from '../../../test/held-transactions.ts'
import { forgetDecisions } from './undo.ts'

/** Undoing the decision of a claim revokes the membership and withdraws the mail. */

const app = await startApp()
const operator = await app.user(['operator_claims'])
const office = app.as(operator)
const colleague = app.as(await app.user(['operator_claims']))
const commune = await make.commune(app)

async function waiting(user?: TestUser, fields: object = {}) {
  const acteur_id = await make.acteur(app, commune)
  const { body } = await app.as(user, 'public').post('/claims', { acteur_id, message: 'Moi.', ...fields })
  return { id: body.data.id as string, acteur_id }
}
const decide = async (id: string, body: object) => (await office.patch(`/admin/claims/${id}`, body)).body
const undo = (id: string, headers = {}, by = office) =>
  by.post(`/admin/claims/${id}/undo`, undefined, { headers })
const links = async (acteurId: string) =>
  (
    await app.owner.query('select user_id, role, permissions from actor_users where acteur_id = $1', [
      acteurId,
    ])
  ).rows
const mails = async (to: string) =>
  (
    await app.owner.query(
      `select id, template, status, subject from mails
       where recipient_email = $1 and template <> 'claim-received' order by place`,
      [to],
    )
  ).rows
const standing = async (id: string) =>
  (await app.owner.query('select status, decided_at, decided_by, note from claims where id = $1', [id]))
    .rows[0]
const PENDING = { status: 'pending', decided_at: null, decided_by: null, note: null }
const outcome = ({ status, body }: Awaited<ReturnType<typeof undo>>) =>
  `${status} ${body.error ?? body.data.status}`

test('the account that an approval opened goes with it, unless the person has come or somebody else counts on it', async () => {
  const people = async (email: string) =>
    (await app.owner.query('select id from users where invited_email = $1 or email = $1', [email])).rows
  const claimed = async (email: string) => (await waiting(undefined, { nom: 'Nadia', email })).id
  const one = await claimed('nadia@example.org')
  await decide(one, { status: 'approved' })
  const [expected] = await people('nadia@example.org')
  assert.equal(outcome(await undo(one)), '200 pending')
  assert.deepEqual(await people('nadia@example.org'), [])
  const trail = (await make.auditOf(app, expected.id)).map(({ action }) => action)
  assert.deepEqual(trail, ['user.invited', 'user.invitation_withdrawn'])
  // Approved again, she is expected again.
  await decide(one, { status: 'approved' })
  assert.equal((await people('nadia@example.org')).length, 1)

  const [other, further] = [await claimed('leo@example.org'), await claimed('leo@example.org')]
  await decide(other, { status: 'approved' })
  await decide(further, { status: 'approved' })
  await undo(other)
  assert.equal((await people('leo@example.org')).length, 1, 'the other approval counts on it')
  await undo(further)
  assert.equal((await people('leo@example.org')).length, 1, 'it was not this one that opened it')
})

test('undoing an approval reopens the claim, removes the member and cancels the mail', async () => {
  const user = await app.user()
  const { id, acteur_id } = await waiting(user)
  const { meta } = await decide(id, { status: 'approved', note: 'Vu.' })
  const answer = await undo(id, { 'if-match': `"${meta.undo_version}"` })
  assert.equal(outcome(answer), '200 pending')
  assert.deepEqual([await standing(id), await links(acteur_id)], [PENDING, []])
  assert.deepEqual(
    (await mails(user.email)).map(({ status }) => status),
    ['cancelled'],
  )
  const trace = (await make.auditOf(app, id)).at(-1)
  assert.deepEqual(
    [trace.action, trace.user_id, trace.before, trace.after],
    [
      'claim.decision_undone',
      operator.id,
      { status: 'approved', user_id: user.id, role: 'owner', permissions: [] },
      { status: 'pending', user_id: null, role: null, permissions: null },
    ],
  )
  assert.equal((await decide(id, { status: 'rejected' })).data.status, 'rejected')
  assert.equal(outcome(await undo(id)), '200 pending')
  assert.deepEqual(await standing(id), PENDING)
})

test('undoing an approval restores an earlier membership', async () => {
  const user = await app.user()
  const { id, acteur_id } = await waiting(user)
  await make.member(app, acteur_id, user, 'editor', ['manage_publications'])
  const before = await links(acteur_id)
  await decide(id, { status: 'approved', role: 'owner', permissions: ['publish_publications'] })
  assert.notDeepEqual(await links(acteur_id), before)
  assert.equal(outcome(await undo(id)), '200 pending')
  assert.deepEqual(await links(acteur_id), before)
})

test('after the mail was sent, an undo sends a correction as a reply to it', async () => {
  const email = 'jeanne.claim@example.org'
  const { id } = await waiting(undefined, { email, nom: 'Jeanne' })
  await decide(id, { status: 'rejected' })
  await app.owner.query(`update mails set status = 'sent', sent_at = now() where recipient_email = $1`, [
    email,
  ])
  assert.equal(outcome(await undo(id)), '200 pending')
  const [, again] = await mails(email)
  assert.deepEqual(
    [again.template, again.status, again.subject.replace(/ : .*/, '')],
    ['decision-withdrawn', 'queued', 'Votre demande est de nouveau en examen'],
  )
})

test('an undo is refused after changes of claim, acteur or membership, and for undecided claims', async () => {
  const touched: Readonly<Record<string, (claim: { id: string; acteur_id: string }) => Promise<unknown>>> = {
    'the note of the claim': ({ id }) =>
      app.owner.query(`update claims set note = 'Autre' where id = $1`, [id]),
    'the acteur': ({ acteur_id }) =>
      app.owner.query(`update acteurs set nom = 'Autre nom' where id = $1`, [acteur_id]),
    'the acteur, deleted': ({ acteur_id }) =>
      app.owner.query('update acteurs set deleted_at = now() where id = $1', [acteur_id]),
    'the membership': ({ acteur_id }) =>
      app.owner.query(`update actor_users set role = 'editor' where acteur_id = $1`, [acteur_id]),
    'the membership, gone': ({ acteur_id }) =>
      app.owner.query('delete from actor_users where acteur_id = $1', [acteur_id]),
  }
  for (const [what, touch] of Object.entries(touched)) {
    const claim = await waiting(await app.user())
    await decide(claim.id, { status: 'approved' })
    await touch(claim)
    const [before, held] = [await standing(claim.id), await links(claim.acteur_id)]
    assert.equal(outcome(await undo(claim.id)), '412 stale_version', what)
    assert.deepEqual([await standing(claim.id), await links(claim.acteur_id)], [before, held], what)
    assert.equal((await make.auditOf(app, claim.id)).length, 2, what)
  }
  const { id } = await waiting(await app.user())
  assert.equal(outcome(await undo(id)), '412 stale_version', 'nobody has decided')
  const { meta } = await decide(id, { status: 'rejected' })
  const stale = await undo(id, { 'if-match': `"${meta.undo_version - 1}"` })
  assert.equal(outcome(stale), '412 stale_version')
  assert.equal((await undo(crypto.randomUUID())).status, 404)
})

test('an undo is refused once the acteur was merged or separated, and members stay', async () => {
  const user = await app.user()
  const { id, acteur_id } = await waiting(user)
  const known = await make.acteur(app, commune)
  await make.member(app, known, user)
  await decide(id, { status: 'approved' })
  const before = await links(known)
  const merged = await office.post(`/admin/acteurs/${known}/merge`, { from_id: acteur_id })
  assert.equal(merged.status, 200)
  assert.equal(outcome(await undo(id)), '412 stale_version')
  assert.deepEqual(await links(known), before)
  await office.post(`/admin/acteurs/${known}/merges/${merged.body.meta.merge.id}/undo`)
  assert.equal(outcome(await undo(id)), '412 stale_version')
  assert.deepEqual(await links(acteur_id), before)
})

test('an approval is not undone while a later one of the same person counts on its membership', async () => {
  const user = await app.user()
  const first = await waiting(user)
  await decide(first.id, { status: 'approved' })
  const again = await app.as(user, 'public').post('/claims', { acteur_id: first.acteur_id, message: 'Moi.' })
  const second = again.body.data.id as string
  await decide(second, { status: 'approved' })
  const held = await links(first.acteur_id)
  assert.equal(outcome(await undo(first.id)), '412 stale_version')
  assert.deepEqual([(await standing(first.id)).status, await links(first.acteur_id)], ['approved', held])
  // The later one first: it leaves the membership, which the first gave, and then the first can be undone.
  assert.equal(outcome(await undo(second)), '200 pending')
  assert.deepEqual(await links(first.acteur_id), held)
  await decide(second, { status: 'rejected' })
  assert.equal(outcome(await undo(first.id)), '200 pending')
  assert.deepEqual(await links(first.acteur_id), [])
})

test('an undo waits for another approval of the same membership, and is refused after it', async () => {
  const user = await app.user()
  const first = await waiting(user)
  await decide(first.id, { status: 'approved' })
  const again = await app.as(user, 'public').post('/claims', { acteur_id: first.acteur_id, message: 'Moi.' })
  const second = again.body.data.id as string
  const held = heldTransactions(app.service).hold('commit')
  const approved = colleague.patch(`/admin/claims/${second}`, { status: 'approved' })
  await held.reached
  const undone = undo(first.id)
  const waits = async () => (await waitingForLocks(app.connection.database ?? '')) > 0
  await eventually(waits, 'the undo waits for the approval')
  held.release()
  assert.deepEqual([(await approved).status, outcome(await undone)], [200, '412 stale_version'])
  assert.equal((await links(first.acteur_id)).length, 1)
})

test('an undo is refused while a newer claim waits', async () => {
  const { id, acteur_id } = await waiting(await app.user())
  await decide(id, { status: 'rejected' })
  await app.as(await app.user(), 'public').post('/claims', { acteur_id, message: 'Nous aussi.' })
  assert.equal(outcome(await undo(id)), '409 claim_conflict')
  assert.equal((await standing(id)).status, 'rejected')
})

test('of twenty undo requests one succeeds; undo and decision at once follow one another', async () => {
  for (let round = 0; round < 3; round++) {
    const user = await app.user()
    const { id, acteur_id } = await waiting(user)
    await decide(id, { status: 'approved' })
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => undo(id, {}, at % 2 === 0 ? office : colleague)),
    )
    assert.deepEqual(answers.map(outcome).sort(), [
      '200 pending',
      ...Array.from({ length: 19 }, () => '412 stale_version'),
    ])
    assert.deepEqual([await links(acteur_id), (await mails(user.email)).length], [[], 1])
    assert.equal((await make.auditOf(app, id)).length, 3)

    await decide(id, { status: 'rejected' })
    const [undone, decided] = await Promise.all([
      undo(id),
      colleague.patch(`/admin/claims/${id}`, { status: 'approved' }),
    ])
    assert.equal(outcome(undone), '200 pending')
    const { status } = await standing(id)
    assert.deepEqual(
      [status, (await links(acteur_id)).length],
      decided.status === 200 ? ['approved', 1] : ['pending', 0],
    )
  }
})

test('an undo waits for a change of the membership, and is refused after it', async () => {
  const user = await app.user()
  const { id, acteur_id } = await waiting(user)
  await decide(id, { status: 'approved' })
  await app.owner.query('begin')
  await app.owner.query(`update actor_users set role = 'editor' where acteur_id = $1`, [acteur_id])
  const answer = undo(id)
  await eventually(async () => (await waitingForLocks(app.connection.database ?? '')) > 0, 'it waits')
  await app.owner.query('commit')
  assert.equal(outcome(await answer), '412 stale_version')
  assert.equal((await links(acteur_id))[0].role, 'editor')
})

test('an expired claim waits a day more after an undo; after a month it cannot be undone', async () => {
  const { id } = await waiting(await app.user())
  await decide(id, { status: 'rejected' })
  await app.owner.query(`update claims set expires_at = now() - interval '1 hour' where id = $1`, [id])
  assert.equal(outcome(await undo(id)), '200 pending')
  const { rows } = await app.owner.query(
    `select expires_at > now() + interval '23 hours' as later from claims where id = $1`,
    [id],
  )
  assert.equal(rows[0].later, true)
  await decide(id, { status: 'rejected' })
  await app.owner.query(`update claim_decisions set decided_at = now() - interval '31 days'`)
  await app.service.db.transaction(forgetDecisions)
  assert.equal(outcome(await undo(id)), '412 stale_version')
})
