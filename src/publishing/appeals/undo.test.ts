import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type TestUser } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'
import { outcome } from '../../../test/sign-in.ts'

/** The outcome of an appeal is undone until its mail leaves, with all that it changed. */

const app = await startApp()
const roles = ['operator_moderation', 'operator_claims'] as const
const [first, second] = [await app.user(roles), await app.user(roles)]
const commune = await make.commune(app)
const author = await app.user()
const acteur = await make.acteur(app, commune)
await make.member(app, acteur, author)
const OUTCOMES = {
  upheld: { status: 'upheld', answer: 'Le texte vend un produit.' },
  overturned: { status: 'overturned', answer: 'Nous nous étions trompés.' },
} as const
const office = (user: TestUser) => app.as(user)
const front = app.as(author, 'public')
const decide = (appeal: string, how: keyof typeof OUTCOMES) =>
  office(second).patch(`/admin/appeals/${appeal}`, OUTCOMES[how])
const undo = (appeal: string, headers = {}, user = second) =>
  office(user).post(`/admin/appeals/${appeal}/undo`, undefined, { headers })
const mailsOf = async (email: string) =>
  (
    await app.owner.query(
      `select status from mails where recipient_email = $1 and template = 'appeal-outcome' order by place`,
      [email],
    )
  ).rows.map(({ status }) => status)

const CONTESTED = {
  async publication() {
    const id = await make.publication(app, acteur, commune, { created_by: author.id })
    await office(first).patch(`/admin/publications/${id}/moderate`, {
      moderation_status: 'rejected',
      reason_code: 'spam',
      reason: 'Une publicité.',
    })
    const { body } = await front.post(`/me/publications/${id}/appeal`, { message: 'Relisez-la.' })
    return { appeal: body.data.id as string, table: 'publications', id }
  },
  async claim() {
    const acteur_id = await make.acteur(app, commune)
    const { body } = await front.post('/claims', { acteur_id, message: 'Moi.' })
    const id = body.data.id as string
    await office(first).patch(`/admin/claims/${id}`, {
      status: 'rejected',
      reason: 'Inconnue.',
      note: 'Appelée.',
    })
    const answer = await front.post(`/me/claims/${id}/appeal`, { message: 'Si, moi.' })
    return { appeal: answer.body.data.id as string, table: 'claims', id }
  },
  async report() {
    const publication = await make.publication(app, acteur, commune)
    await front.post(`/publications/${publication}/report`, { reason: 'spam' })
    await office(first).patch(`/admin/publications/${publication}/moderate`, {
      moderation_status: 'published',
    })
    const { rows } = await app.owner.query(
      `insert into appeals (kind, publication_id, report_id, decision, decided_by, decided_at, user_id, email, language, message)
       select 'report', publication_id, id, outcome, $2, closed_at, $3, null, 'fr', 'Si.' from publication_reports
       where publication_id = $1 returning id, report_id`,
      [publication, first.id, author.id],
    )
    return { appeal: rows[0].id as string, table: 'publication_reports', id: rows[0].report_id as string }
  },
}
/** What an undo does not give back: the version goes on. */
const state = async ({ table, id }: { table: string; id: string }) => {
  const { rows } = await app.owner.query(
    `select to_jsonb(t) - 'version' - 'updated_at' - 'edited_at' as row from ${table} t where id = $1`,
    [id],
  )
  return rows[0].row
}

for (const kind of ['publication', 'claim', 'report'] as const)
  for (const how of ['upheld', 'overturned'] as const)
    test(`${kind}, ${how}: undone, everything is as before, nobody is told, and it is decided again`, async () => {
      const contested = await CONTESTED[kind]()
      const { appeal } = contested
      const [before, mails] = [await state(contested), await mailsOf(author.email)]
      const decided = await decide(appeal, how)
      assert.equal(decided.status, 200)
      assert.equal(decided.body.meta.mail.count, 1)
      const undone = await undo(appeal, { 'if-match': `"${decided.body.data.version}"` })
      assert.equal(outcome(undone), '200')
      const { status, answer, answerer, answered_at } = undone.body.data
      assert.deepEqual([status, answer, answerer, answered_at], ['pending', null, null, null])
      assert.deepEqual(await state(contested), before)
      assert.deepEqual(await mailsOf(author.email), [...mails, 'cancelled'])
      assert.equal(outcome(await undo(appeal)), '412 stale_version')
      const again = await decide(appeal, how === 'upheld' ? 'overturned' : 'upheld')
      assert.equal(again.status, 200)
      assert.deepEqual(await mailsOf(author.email), [...mails, 'cancelled', 'queued'])
    })

test('the trail says that the answer and the decision were undone', async () => {
  const { appeal, id } = await CONTESTED.publication()
  await decide(appeal, 'overturned')
  await undo(appeal)
  const trail = (await make.auditOf(app, id)).map(({ action, after }) =>
    `${action} ${after?.appeal ?? ''}`.trim(),
  )
  assert.deepEqual(trail.slice(-2).sort(), [
    'publication.appeal_decided pending',
    'publication.moderation_undone',
  ])
})

test('once the mail has left, the outcome stands', async () => {
  const contested = await CONTESTED.publication()
  await decide(contested.appeal, 'overturned')
  const before = await state(contested)
  await app.owner.query(
    `update mails set status = 'sent', sent_at = now() where template = 'appeal-outcome' and status = 'queued'`,
  )
  assert.equal(outcome(await undo(contested.appeal)), '409 already_sent')
  assert.deepEqual(await state(contested), before)
})

test('the decisions that answered an appeal are not undone without its answer', async () => {
  const contested = await CONTESTED.publication()
  await office(second).delete(`/admin/publications/${contested.id}`)
  await office(second).patch(`/admin/publications/${contested.id}/restore`)
  await decide(contested.appeal, 'overturned')
  const before = await state(contested)
  const { data } = (await office(second).get('/admin/operations?mine=true')).body
  const [answering, restoring] = data as readonly { readonly id: string }[]
  const refused = await office(second).post(`/admin/operations/${answering?.id}/undo`)
  assert.equal(outcome(refused), '409 answers_appeal')
  assert.deepEqual(await state(contested), before)
  assert.deepEqual(
    (await office(second).get(`/admin/appeals/${contested.appeal}`)).body.data.status,
    'overturned',
  )
  // An earlier operation is not one of them: it is passed over because the publication has changed since.
  const earlier = await office(second).post(`/admin/operations/${restoring?.id}/undo`)
  assert.deepEqual([earlier.status, earlier.body.data.restored], [200, []])
  assert.equal(outcome(await undo(contested.appeal)), '200')
})

test('an operator who was limited since learns nothing about an appeal outside of their territory', async () => {
  const mover = await app.user(['operator_moderation'])
  const contested = await CONTESTED.publication()
  const decided = await office(mover).patch(`/admin/appeals/${contested.appeal}`, OUTCOMES.overturned)
  assert.equal(outcome(decided), '200')
  const [{ id: operation }] = (await office(mover).get('/admin/operations?mine=true')).body.data
  const admin = app.as(await app.user(['admin']))
  const limit = (communes: readonly string[]) =>
    admin.post(`/admin/users/${mover.id}/roles`, { role: 'operator_moderation', communes })
  await limit([await make.commune(app)])
  const before = await state(contested)
  const undone = await office(mover).post(`/admin/operations/${operation}/undo`)
  assert.equal(outcome(undone), '200')
  assert.deepEqual(
    undone.body.data.skipped.map(({ id, error }: { id: string; error: string }) => [id, error]),
    [[contested.id, 'not_found']],
  )
  assert.deepEqual(await state(contested), before)
  await limit([commune])
  assert.equal(outcome(await office(mover).post(`/admin/operations/${operation}/undo`)), '409 answers_appeal')
  assert.equal(outcome(await undo(contested.appeal)), '200')
})

test('of an undo of the operation and one of the appeal at once, that of the appeal counts', async () => {
  for (let round = 0; round < 5; round++) {
    const { appeal, id } = await CONTESTED.publication()
    await decide(appeal, 'overturned')
    const [{ id: operation }] = (await office(second).get('/admin/operations?mine=true')).body.data
    const [undone, alone] = await Promise.all([
      undo(appeal),
      office(second).post(`/admin/operations/${operation}/undo`),
    ])
    assert.equal(outcome(undone), '200')
    assert.ok(alone.status === 409 || alone.body.data.restored.length === 0)
    assert.equal((await office(second).get(`/admin/appeals/${appeal}`)).body.data.status, 'pending')
    assert.equal((await make.row(app, id)).moderation_status, 'rejected')
  }
})

test('what has changed since stays, and so does the outcome', async () => {
  const publication = await CONTESTED.publication()
  await decide(publication.appeal, 'overturned')
  await office(first).patch(`/admin/publications/${publication.id}/moderate`, {
    moderation_status: 'pending',
  })
  assert.equal(outcome(await undo(publication.appeal)), '412 stale_version')
  const claim = await CONTESTED.claim()
  await decide(claim.appeal, 'overturned')
  await office(first).patch(`/admin/claims/${claim.id}`, { status: 'approved' })
  assert.equal(outcome(await undo(claim.appeal)), '412 stale_version')
  const report = await CONTESTED.report()
  await decide(report.appeal, 'overturned')
  await app.owner.query(`update publication_reports set closed_at = now(), outcome = 'kept' where id = $1`, [
    report.id,
  ])
  assert.equal(outcome(await undo(report.appeal)), '412 stale_version')
  for (const { appeal } of [publication, claim, report])
    assert.equal((await office(second).get(`/admin/appeals/${appeal}`)).body.data.status, 'overturned')
})

test('of ten undos at once, one undoes', async () => {
  const { appeal } = await CONTESTED.publication()
  await decide(appeal, 'overturned')
  const answers = await Promise.all(Array.from({ length: 10 }, () => undo(appeal)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(9).fill(412)])
})

test('nobody undoes what they may not decide', async () => {
  const { appeal } = await CONTESTED.publication()
  await decide(appeal, 'upheld')
  const support = await app.user(['operator_support'])
  assert.equal(outcome(await undo(appeal, {}, support)), '404 not_found')
})
