import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import { ask } from '../../../test/ask.ts'
import * as make from '../../../test/factories.ts'
import { erasePerson } from '../../office/personal-data/commands.ts'
import { exportAll, subjectOf } from '../../office/personal-data/resources.ts'
import { forgetAppellants } from './upkeep.ts'

const lines: string[] = []
const app = await startApp({ log: line => lines.push(line) })
const office = app.as(await app.user(['operator_moderation', 'operator_claims']))
const commune = await make.commune(app)
const author = await app.user()
const acteur = await make.acteur(app, commune)
await make.member(app, acteur, author)
const WORDS = { message: 'Elle est bien de nous.' }

const written = (fields = {}) => make.publication(app, acteur, commune, { created_by: author.id, ...fields })
const moderate = (id: string, body: object) => office.patch(`/admin/publications/${id}/moderate`, body)
async function refused(fields = {}) {
  const id = await written(fields)
  await moderate(id, {
    moderation_status: 'rejected',
    reason_code: 'spam',
    reason: 'Un <b>lien</b> douteux.',
  })
  return id
}
/** The path of the link in the newest mail. */
async function linkTo(email: string): Promise<string> {
  const { rows } = await app.owner.query(
    'select text from mails where recipient_email = $1 order by place desc limit 1',
    [email],
  )
  const [, path = ''] = /https?:\/\/[^/\s]+(\/auth\/appeal\/\S+)/.exec(rows[0]?.text ?? '') ?? []
  assert.ok(path, 'the mail has the link')
  return path
}
const open = (path: string) => ask(app.url + path, { method: 'GET', headers: { accept: 'text/html' } })
const send = (path: string, fields: Record<string, string>) =>
  ask(app.url + path, {
    method: 'POST',
    headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  })
const appealsOf = async (id: string) =>
  (
    await app.owner.query(
      `select kind, decision, reason_code, reason, decided_by, user_id, email, language, message, status from appeals
       where coalesce(claim_id, report_id, publication_id) = $1 or publication_id = $1 order by id`,
      [id],
    )
  ).rows
const outcome = ({ status, body }: { status: number; body: { error?: string } }) =>
  `${status} ${body.error ?? ''}`.trim()

test('the link of a refusal shows decision and form, and contests it once; the decision is copied', async () => {
  const id = await refused({ title: 'Vide-grenier <b>' })
  const path = await linkTo(author.email)
  const page = await open(path)
  assert.equal(page.status, 200)
  for (const part of [
    'Vide-grenier &lt;b&gt;',
    'Un &lt;b&gt;lien&lt;/b&gt; douteux.',
    '<textarea',
    'Motif :',
  ])
    assert.ok(page.text.includes(part), part)
  assert.deepEqual(await appealsOf(id), [])

  assert.equal((await send(path, { id, message: ' ' })).status, 422)
  assert.equal((await send(path, { id, message: 'x'.repeat(2001) })).status, 422)
  assert.equal((await send(path, { id: commune, message: 'Autre' })).status, 400, 'not of this mail')
  const long = `${'é'.repeat(1998)}\r\n.`
  const sent = await send(path, { id, message: long })
  assert.deepEqual([sent.status, sent.text.includes('Votre contestation est enregistrée')], [200, true])
  const [appeal, ...more] = await appealsOf(id)
  assert.deepEqual(
    [
      more.length,
      appeal.kind,
      appeal.decision,
      appeal.reason_code,
      appeal.reason,
      appeal.user_id,
      appeal.status,
    ],
    [0, 'publication', 'rejected', 'spam', 'Un <b>lien</b> douteux.', author.id, 'pending'],
  )
  assert.equal(appeal.message, long.replace('\r', ''))
  const again = await send(path, { id, message: 'Encore' })
  assert.deepEqual([again.status, again.text.includes('déjà été contestée')], [409, true])
  assert.match((await open(path)).text, /En attente/)
  assert.equal((await open(`${path}x`)).status, 400)
  const [trace] = (await make.auditOf(app, id)).filter(({ action }) => action === 'publication.appealed')
  assert.deepEqual([trace.user_id, trace.after], [author.id, { contested: 'rejected', appeal: 'pending' }])
  assert.ok(!lines.join('').includes(path.split('/').at(-1) ?? '?'), 'the token is not logged')
})

test('of ten appeals against one decision at once, by link and signed in, one is stored', async () => {
  const id = await refused()
  const path = await linkTo(author.email)
  const answers = await Promise.all(
    Array.from({ length: 10 }, async (_, at) =>
      at % 2
        ? (await send(path, { id, ...WORDS })).status
        : (await app.as(author, 'public').post(`/me/publications/${id}/appeal`, WORDS)).status,
    ),
  )
  assert.deepEqual(answers.filter(status => status < 300).length, 1, String(answers))
  assert.ok(answers.every(status => status < 300 || status === 409))
  assert.equal((await appealsOf(id)).length, 1)
})

test('a mail about several publications asks which; each is a decision of its own', async () => {
  const ids = [await written({ title: 'Loto' }), await written({ title: 'Bal' })]
  await office.patch('/admin/publications/bulk/moderate', { ids, moderation_status: 'rejected' })
  const path = await linkTo(author.email)
  const page = await open(path)
  assert.deepEqual(page.text.match(/type="radio"/g)?.length, 2)
  for (const id of ids) assert.equal((await send(path, { id, ...WORDS })).status, 200)
  assert.doesNotMatch((await open(path)).text, /<form/)
})

test('members who write contest from their list, others do not; only what the back-office refused or hid', async () => {
  const reader = await app.user()
  await make.member(app, acteur, reader, 'editor')
  const id = await refused()
  const at = `/me/publications/${id}/appeal`
  const as = app.as(author, 'public')
  assert.deepEqual((await as.get(at)).body.data, { contestable: true, appeal: null })
  assert.equal(outcome(await app.as(reader, 'public').post(at, WORDS)), '403 forbidden')
  assert.equal(outcome(await app.as(await app.user(), 'public').post(at, WORDS)), '404 not_found')
  assert.equal(outcome(await as.post(at, WORDS)), '201')
  assert.equal(outcome(await as.post(at, WORDS)), '409 appeal_exists')
  const { contestable, appeal } = (await as.get(at)).body.data
  assert.deepEqual([contestable, appeal.status, appeal.message], [false, 'pending', WORDS.message])

  const own = await written({ moderation_status: 'rejected', valide: false, moderated_at: new Date() })
  assert.equal(outcome(await as.post(`/me/publications/${own}/appeal`, WORDS)), '409 not_contestable')
  const hidden = await written()
  await office.patch(`/admin/publications/${hidden}/valide`, { valide: false })
  assert.equal(outcome(await as.post(`/me/publications/${hidden}/appeal`, WORDS)), '201')
  assert.equal((await appealsOf(hidden))[0].decision, 'hidden')
})

test('a decision of more than six months ago, and an earlier one by its link, cannot be contested', async () => {
  const id = await refused()
  const path = await linkTo(author.email)
  await app.owner.query(`update publications set moderated_at = now() - interval '7 months' where id = $1`, [
    id,
  ])
  assert.deepEqual([(await open(path)).status, (await send(path, { id, ...WORDS })).status], [409, 409])
  await moderate(id, { moderation_status: 'pending' })
  await moderate(id, { moderation_status: 'rejected' })
  assert.equal((await open(path)).status, 409, 'the later decision has its own link')
  assert.equal((await send(await linkTo(author.email), { id, ...WORDS })).status, 200)
})

test('an undone or replaced decision closes the appeal; the next one can be contested again', async () => {
  const as = app.as(author, 'public')
  const id = await written()
  const { meta } = (await moderate(id, { moderation_status: 'rejected' })).body
  assert.equal(outcome(await as.post(`/me/publications/${id}/appeal`, WORDS)), '201')
  assert.equal((await office.post(`/admin/operations/${meta.operation_id}/undo`)).status, 200)
  assert.deepEqual(
    (await appealsOf(id)).map(({ status }) => status),
    ['closed'],
  )
  await moderate(id, { moderation_status: 'rejected' })
  assert.equal(outcome(await as.post(`/me/publications/${id}/appeal`, WORDS)), '201')
  await moderate(id, { moderation_status: 'published' })
  assert.deepEqual(
    (await appealsOf(id)).map(({ status }) => status),
    ['closed', 'closed'],
  )
})

test('a reporter contests the outcome by the link alone, in their language', async () => {
  const id = await written({ title: 'Brocante' })
  await app.anyone.post(
    `/publications/${id}/report`,
    { reason: 'illegal', email: 'jo@example.org' },
    { headers: { 'accept-language': 'en' } },
  )
  await moderate(id, { moderation_status: 'published' })
  const path = await linkTo('jo@example.org')
  const page = await ask(app.url + path, {
    method: 'GET',
    headers: { accept: 'text/html', 'accept-language': 'en' },
  })
  assert.match(page.text, /publication kept on/)
  assert.equal((await send(path, WORDS)).status, 200, 'the only one needs no id')
  const [appeal] = await appealsOf(id)
  assert.deepEqual(
    [appeal.kind, appeal.decision, appeal.email, appeal.language, appeal.user_id],
    ['report', 'kept', 'jo@example.org', 'en', null],
  )
  assert.ok(appeal.decided_by)
})

test('a claimant contests a refusal by the link or signed in; undoing the refusal closes it', async () => {
  const claimant = await app.user()
  const as = app.as(claimant, 'public')
  const target = await make.acteur(app, commune)
  const { id } = (await as.post('/claims', { acteur_id: target, message: 'Moi.' })).body.data
  assert.equal(outcome(await as.post(`/me/claims/${id}/appeal`, WORDS)), '409 not_contestable')
  await office.patch(`/admin/claims/${id}`, { status: 'rejected', reason: 'Pas de lien.' })
  assert.match((await open(await linkTo(claimant.email))).text, /Pas de lien\./)
  assert.equal(
    outcome(await app.as(author, 'public').post(`/me/claims/${id}/appeal`, WORDS)),
    '404 not_found',
  )
  assert.equal(outcome(await as.post(`/me/claims/${id}/appeal`, WORDS)), '201')
  const state = `/me/claims/${id}/appeal`
  assert.equal((await as.get(state)).body.data.appeal.status, 'pending')
  assert.equal((await app.as(author, 'public').get(state)).status, 404)
  assert.equal((await office.post(`/admin/claims/${id}/undo`)).status, 200)
  assert.deepEqual(
    (await appealsOf(id)).map(({ status, reason }) => [status, reason]),
    [['closed', 'Pas de lien.']],
  )
})

test('a claim made without an account is contested by the account that has proven its address', async () => {
  const claimant = await app.user()
  const target = await make.acteur(app, commune)
  const claim = { acteur_id: target, message: 'Moi.', email: claimant.email }
  const { id } = (await app.anyone.post('/claims', claim)).body.data
  await office.patch(`/admin/claims/${id}`, { status: 'rejected' })
  const as = app.as(claimant, 'public')
  assert.equal((await as.get(`/me/claims/${id}/appeal`)).body.data.contestable, true)
  assert.equal(outcome(await as.post(`/me/claims/${id}/appeal`, WORDS)), '201')
})

test('an appeal is exported and erased with its person, and forgotten a year after its outcome', async () => {
  const id = await written()
  await app.anyone.post(`/publications/${id}/report`, { reason: 'spam', email: 'lea@example.org' })
  await moderate(id, { moderation_status: 'published' })
  await send(await linkTo('lea@example.org'), { message: 'Je maintiens.' })
  const { pool } = app.service.db
  const { appeals } = await exportAll(pool, await subjectOf(pool, 'lea@example.org'), app.service.secrets)
  assert.match(JSON.stringify(appeals), /Je maintiens\./)
  await erasePerson(app.service.db, 'lea@example.org', import.meta.dirname, app.service.secrets)
  assert.deepEqual(
    (await appealsOf(id)).map(({ status, message, email }) => [status, message, email]),
    [['closed', null, null]],
  )

  const other = await refused()
  await app.as(author, 'public').post(`/me/publications/${other}/appeal`, WORDS)
  await app.owner.query(
    `update appeals set status = 'upheld', answered_at = now() - interval '13 months' where publication_id = $1`,
    [other],
  )
  await app.service.db.transaction(forgetAppellants)
  assert.deepEqual(
    (await appealsOf(other)).map(({ message, user_id, status }) => [message, user_id, status]),
    [[null, null, 'upheld']],
  )
})
