import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Answer, startApp, type TestUser } from '../../../../test/app.ts'
import { eventually } from '../../../../test/eventually.ts'
import * as make from '../../../../test/factories.ts'
import { outcome } from '../../../../test/publications/world.ts'
import { jobs } from '../../../jobs.ts'

/** `changes_requested`: a moderator sends a publication back with a comment; its author changes and resubmits it. */

const app = await startApp({
  env: { PROCESS: 'all', PUBLIC_URL: 'https://parvis.example.fr' },
  jobs: { 'operations.continue': jobs['operations.continue'] },
})
const moderator = await app.user(['operator_moderation'])
const colleague = await app.user(['operator_moderation'])
const office = app.as(moderator)
const commune = await make.commune(app)
const acteur = await make.acteur(app, commune)
const author = await app.user()
await make.member(app, acteur, author)
const as = app.as(author, 'public')

const COMMENT = 'À quelle heure commence-t-il ?'
const SENT_BACK = { moderation_status: 'changes_requested', reason: COMMENT }
const pending = (fields: object = {}) =>
  make.publication(app, acteur, commune, {
    moderation_status: 'pending',
    valide: false,
    publie_le: null,
    created_by: author.id,
    ...fields,
  })
const sendBack = (id: string, body: object = SENT_BACK) =>
  office.patch(`/admin/publications/${id}/moderate`, body)
const itemOf = async (id: string) => (await office.get(`/admin/publications/${id}`)).body.data
const mailsTo = async ({ email }: Pick<TestUser, 'email'>) =>
  (await app.owner.query('select * from mails where recipient_email = $1 order by place', [email])).rows
const revisionsOf = async (id: string) => (await office.get(`/admin/publications/${id}/revisions`)).body.data

test('a publication is sent back: nobody else sees it, its author reads the comment, and it counts by itself', async () => {
  const reader = await app.user()
  const own = await make.acteur(app, commune)
  await make.member(app, own, reader)
  const id = await pending({ title: 'Loto', acteur_id: own, created_by: reader.id })
  const counted = async () => (await office.get('/admin/counts')).body.data.moderation
  const before = await counted()
  const answer = await sendBack(id)
  assert.deepEqual(
    [answer.status, answer.body.data.moderation_status, answer.body.data.valide],
    [200, 'changes_requested', false],
  )
  assert.equal((await app.anyone.get(`/publications/${id}`)).status, 404)
  const after = await counted()
  assert.deepEqual(
    [after.changes_requested - before.changes_requested, after.pending - before.pending],
    [1, -1],
  )
  assert.equal(after.rejected, before.rejected)
  const today = (await office.get('/admin/stats')).body.data.at(-1)
  assert.ok(today.changes_requested >= 1)
  assert.equal(today.rejected, 0)

  const mine = app.as(reader, 'public')
  const counts = (await mine.get('/me/publications/counts')).body.data
  assert.deepEqual([counts.a_corriger, counts.refusees, counts.en_attente], [1, 0, 0])
  const [row, ...others] = (await mine.get('/me/publications?etat=a_corriger')).body.data
  assert.deepEqual(
    [row.id, row.moderation_status, row.moderation_reason, row.may.includes('edit'), others.length],
    [id, 'changes_requested', COMMENT, true, 0],
  )
  const listed = await office.get(
    `/admin/publications?moderation_status=changes_requested&created_by=${reader.id}`,
  )
  assert.deepEqual([listed.body.data.map((one: { id: string }) => one.id), listed.body.meta.total], [[id], 1])
  const [mail, ...more] = await mailsTo(reader)
  assert.deepEqual([mail.template, mail.status, more.length], ['changes-requested', 'queued', 0])
  assert.match(mail.subject, /à corriger : Loto/)
  assert.ok(mail.text.includes(COMMENT))
  assert.ok(mail.text.includes(`https://parvis.example.fr/espace/ecrire?pour=${own}&publication=${id}`))
})

test('without a comment it is refused, and so is sending back what nobody wrote here', async () => {
  const id = await pending()
  for (const body of [
    { moderation_status: 'changes_requested' },
    { ...SENT_BACK, reason: null },
    { ...SENT_BACK, reason: '  ' },
  ]) {
    const answer = await sendBack(id, body)
    assert.deepEqual([answer.status, answer.body.details[0].path], [422, 'reason'])
  }
  const imported = await pending({ created_by: null, moderation_by: 'import' })
  assert.equal(outcome(await sendBack(imported)), '409 no_author')
  const { body } = await office.patch('/admin/publications/bulk/moderate', {
    ids: [id, imported],
    ...SENT_BACK,
  })
  assert.deepEqual(body.data.updated, [id])
  assert.deepEqual(
    body.data.failed.map((one: { id: string; error: string }) => [one.id, one.error]),
    [[imported, 'no_author']],
  )
  assert.equal((await itemOf(imported)).moderation_status, 'pending')
})

test('the mail says how to change it also where its author has no form: at the desk, or by an answer', async () => {
  const [person, admin] = [await app.user(), await app.user(['admin'])]
  const letterAbout = async (id: string, to: TestUser) => {
    assert.equal((await sendBack(id)).status, 200)
    return (await mailsTo(to)).at(-1).text as string
  }
  const alone = await letterAbout(await pending({ acteur_id: null, created_by: person.id }), person)
  assert.match(alone, /avec le texte corrigé/)
  assert.doesNotMatch(alone, /espace.ecrire|renvoyez-la/)
  const id = await pending({ created_by: admin.id })
  const desk = await letterAbout(id, admin)
  assert.ok(desk.includes(`https://parvis.example.fr/moderation?item=${id}`))
})

test('members do not send back, and do not decide what was sent back', async () => {
  const id = await pending()
  const moderate = (moderation_status: string) =>
    as.patch(`/publications/${id}/moderate`, { moderation_status, reason: COMMENT })
  assert.equal(outcome(await moderate('changes_requested')), '403 scope_violation')
  await sendBack(id)
  for (const status of ['pending', 'rejected', 'published'])
    assert.equal(outcome(await moderate(status)), '403 scope_violation')
})

test('the author changes it and resubmits it: it waits at its former place, and the moderator sees what changed', async () => {
  const [first, second, third] = await make.several(3, at =>
    pending({ title: `File ${at}`, lieu: 'Salle des fêtes' }),
  )
  assert.ok(first && second && third)
  await sendBack(second)
  const same = await as.patch(`/publications/${second}`, { resubmit: true })
  assert.deepEqual([same.status, same.body.details[0].path], [422, 'resubmit'])

  // Saved twice without sending: still the author's.
  await as.patch(`/publications/${second}`, { body: 'Essai' })
  const saved = await as.patch(`/publications/${second}`, { body: 'De 14 h à 18 h' })
  assert.deepEqual(
    [saved.body.data.moderation_status, saved.body.data.moderation_reason],
    ['changes_requested', COMMENT],
  )
  const sent = await as.patch(`/publications/${second}`, { resubmit: true })
  assert.deepEqual(
    [sent.status, sent.body.data.moderation_status, sent.body.data.moderation_reason],
    [200, 'pending', null],
  )
  assert.equal((await as.patch(`/publications/${second}`, { title: 'File', resubmit: true })).status, 422)

  const queue = await office.get(
    `/admin/publications?moderation_status=pending&sort=created_at_asc&ids=${[third, second, first].join()}`,
  )
  assert.deepEqual(
    queue.body.data.map((one: { id: string }) => one.id),
    [first, second, third],
  )
  const item = await itemOf(second)
  assert.equal(item.changed_since_approval, true)
  assert.deepEqual(
    [
      item.approved.decision,
      item.approved.reason,
      item.approved.body === item.body,
      item.approved.lieu,
      item.body,
    ],
    ['sent_back', COMMENT, false, 'Salle des fêtes', 'De 14 h à 18 h'],
  )
  assert.notEqual(item.approved.body, 'Essai')
  const [revision, ...others] = await revisionsOf(second)
  assert.deepEqual([revision.approved_at, revision.visible_from, others.length], [null, null, 0])
  assert.deepEqual([revision.sent_back_at, revision.sent_back_reason], [item.approved.at, COMMENT])
  const trail = await make.auditOf(app, second)
  const { before, after } = trail.at(-1)
  assert.deepEqual([before.moderation_status, after.moderation_status], ['changes_requested', 'pending'])
})

test('what was online is compared with the approved text, until it is sent back', async () => {
  const id = await make.publication(app, acteur, commune, { title: 'Bal', created_by: author.id })
  await as.patch(`/publications/${id}`, { title: 'Bal masqué' })
  assert.deepEqual(
    [(await itemOf(id)).approved.decision, (await itemOf(id)).approved.title],
    ['approved', 'Bal'],
  )
  await sendBack(id)
  await as.patch(`/publications/${id}`, { title: 'Bal costumé', resubmit: true })
  const { approved } = await itemOf(id)
  assert.deepEqual([approved.decision, approved.title], ['sent_back', 'Bal masqué'])
  await office.patch(`/admin/publications/${id}/moderate`, { moderation_status: 'published' })
  assert.equal((await itemOf(id)).approved, null)
  // Online again, then changed: the text that was approved last.
  await as.patch(`/publications/${id}`, { title: 'Bal de nuit' })
  const again = (await itemOf(id)).approved
  assert.deepEqual([again.decision, again.title, again.reason], ['approved', 'Bal costumé', null])
})

test('an undo puts it back to wait and cancels the mail; once the author has resubmitted it, it is skipped', async () => {
  const person = await app.user()
  await make.member(app, acteur, person)
  const id = await pending({ created_by: person.id })
  const { meta } = (await sendBack(id)).body
  const undone = await office.post(`/admin/operations/${meta.operation_id}/undo`)
  assert.deepEqual(undone.body.data.restored, [id])
  const item = await itemOf(id)
  assert.deepEqual(
    [item.moderation_status, item.moderation_reason, item.changed_since_approval],
    ['pending', null, false],
  )
  assert.deepEqual(
    (await mailsTo(person)).map(({ status }) => status),
    ['cancelled'],
  )
  assert.deepEqual(await revisionsOf(id), [])

  const second = (await sendBack(id)).body.meta
  const again = app.as(person, 'public')
  assert.equal((await again.patch(`/publications/${id}`, { title: 'Autre', resubmit: true })).status, 200)
  const late = await office.post(`/admin/operations/${second.operation_id}/undo`)
  assert.deepEqual(
    [late.body.data.restored, late.body.data.skipped.map((one: { error: string }) => one.error)],
    [[], ['stale_version']],
  )
  assert.equal((await itemOf(id)).moderation_status, 'pending')
})

test('another comment before the author changed anything is mailed too; the same one is not', async () => {
  const person = await app.user()
  await make.member(app, acteur, person)
  const id = await pending({ created_by: person.id })
  await sendBack(id)
  await sendBack(id)
  assert.equal((await mailsTo(person)).length, 1)
  const other = { ...SENT_BACK, reason: 'Il manque aussi le lieu.' }
  const { meta } = (await sendBack(id, other)).body
  assert.equal(meta.mail.to.length, 1)
  const [, mail, ...more] = await mailsTo(person)
  assert.deepEqual(
    [mail.template, mail.text.includes(other.reason), more.length],
    ['changes-requested', true, 0],
  )
  await office.post(`/admin/operations/${meta.operation_id}/undo`)
  assert.equal((await itemOf(id)).moderation_reason, COMMENT)
  assert.deepEqual(
    (await mailsTo(person)).map(({ status }) => status),
    ['queued', 'cancelled'],
  )

  const again = (await sendBack(id, other)).body.meta
  await app.owner.query(`update mails set status = 'sent', sent_at = now() where recipient_email = $1`, [
    person.email,
  ])
  await office.post(`/admin/operations/${again.operation_id}/undo`)
  const { template, subject, text } = (await mailsTo(person)).at(-1)
  assert.deepEqual(
    [template, subject.startsWith('Une demande de correction est annulée')],
    ['decision-withdrawn', true],
  )
  assert.doesNotMatch(text, /de nouveau en examen/)
})

test('a request repeated with its key sends back once', async () => {
  const person = await app.user()
  await make.member(app, acteur, person)
  const ids = [await pending({ created_by: person.id }), await pending({ created_by: person.id })]
  const send = () => office.patch('/admin/publications/bulk/moderate', { ids, ...SENT_BACK })
  const [one, two] = [await send(), await send()]
  assert.deepEqual([one.body.data.updated.length, two.body.data.updated.length], [2, 0])
  assert.deepEqual(two.body.data.unchanged.toSorted(), ids.toSorted())
  const [mail, ...more] = await mailsTo(person)
  assert.equal(more.length, 0)
  assert.ok(mail.text.includes(`/espace/publications?pour=${acteur}&etat=a_corriger`))
})

test('more than one request decides are sent back by a job, and what nobody wrote is listed', async () => {
  const many = await make.acteur(app, commune)
  const person = await app.user()
  await make.member(app, many, person)
  const TOTAL = 501
  await app.owner.query(
    `insert into publications (title, body, acteur_id, type_id, commune_id, commune_ids, moderation_status, valide,
       moderation_by, duplicate_key, duplicate_reason, created_by)
     select 'Annonce ' || n, 'Texte', $1, (select id from publication_types where slug = 'actualite'), $2::uuid,
            array[$2::uuid], 'pending', false, 'member', gen_random_uuid(), 'signature', case when n > 1 then $3::uuid end
     from generate_series(1, $4::int) n`,
    [many, commune, person.id, TOTAL],
  )
  const { status, body } = await office.patch('/admin/publications/bulk/moderate', {
    filter: { acteur_id: many },
    expected_total: TOTAL,
    ...SENT_BACK,
  })
  assert.equal(status, 202)
  const id = body.meta.operation_id
  const done = await eventually(async () => {
    const { data } = (await office.get(`/admin/operations/${id}`)).body
    return data.state === 'done' && data
  }, 'the operation is done')
  assert.deepEqual([done.updated, done.failed, done.moderation_status], [TOTAL - 1, 1, 'changes_requested'])
  const failures = (await office.get(`/admin/operations/${id}/failures`)).body.data
  assert.deepEqual(
    failures.map((one: { title: string; error: string }) => [one.title, one.error]),
    [['Annonce 1', 'no_author']],
  )
  assert.deepEqual(
    (await mailsTo(person)).map(({ template }) => template),
    ['changes-requested'],
  )
})

////////////////////////////////////////////////////////////////////////////// at once

const ROUNDS = 8
const one = (answers: readonly Answer[]) => answers.map(outcome).toSorted()

test('of two moderators who read the same version at once, one decides and the other is refused', async () => {
  const other = app.as(colleague)
  for (let round = 0; round < ROUNDS; round++) {
    const person = await app.user()
    await make.member(app, acteur, person)
    const id = await pending({ created_by: person.id })
    const headers = { 'if-match': '"1"' }
    const [back, published] = await Promise.all([
      office.patch(`/admin/publications/${id}/moderate`, SENT_BACK, { headers }),
      other.patch(`/admin/publications/${id}/moderate`, { moderation_status: 'published' }, { headers }),
    ])
    assert.deepEqual(one([back, published]), ['200', '412 stale_version'])
    const isBack = back.status === 200
    const row = await make.row(app, id)
    assert.deepEqual(
      [row.moderation_status, row.version, row.moderation_reason],
      isBack ? ['changes_requested', 2, COMMENT] : ['published', 2, null],
    )
    assert.equal((await mailsTo(person)).length, isBack ? 1 : 0)
  }
})

test('the author resubmits while a moderator decides: one of them comes first, and nothing is lost', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const id = await pending()
    await sendBack(id)
    const title = `Corrigé ${round}`
    const [again, published] = await Promise.all([
      as.patch(`/publications/${id}`, { title, resubmit: true }),
      office.patch(
        `/admin/publications/${id}/moderate`,
        { moderation_status: 'published' },
        { headers: { 'if-match': '"2"' } },
      ),
    ])
    const row = await make.row(app, id)
    // Published first: there is nothing to resubmit. Resubmitted first: the moderator has not read this text.
    if (published.status === 200) {
      assert.equal(outcome(again), '422 validation_failed')
      assert.deepEqual([row.moderation_status, row.version], ['published', 3])
      assert.notEqual(row.title, title)
    } else {
      assert.deepEqual(one([again, published]), ['200', '412 stale_version'])
      assert.deepEqual([row.moderation_status, row.title], ['pending', title])
    }
  }
})

test('an undo while the author resubmits: it waits in any case, and never with a text that nobody sent', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const id = await pending()
    const { operation_id } = (await sendBack(id)).body.meta
    const title = `Renvoyé ${round}`
    const [again, undone] = await Promise.all([
      as.patch(`/publications/${id}`, { title, resubmit: true }),
      office.post(`/admin/operations/${operation_id}/undo`),
    ])
    assert.equal(undone.status, 200)
    const row = await make.row(app, id)
    assert.deepEqual([row.moderation_status, row.moderation_reason], ['pending', null])
    const isRestored = undone.body.data.restored.length === 1
    assert.equal(outcome(again), isRestored ? '422 validation_failed' : '200')
    assert.equal(row.title === title, !isRestored)
  }
})
