import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type TestUser } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'

/** The queue of appeals: who sees and decides them, and what an outcome does. */

const app = await startApp()
const roles = ['operator_moderation', 'operator_claims'] as const
const [first, second] = [await app.user(roles), await app.user(roles)]
const commune = await make.commune(app)
const author = await app.user()
const acteur = await make.acteur(app, commune)
await make.member(app, acteur, author)
const UPHELD = { status: 'upheld', answer: 'Le texte vend un produit.' }
const OVERTURNED = { status: 'overturned', answer: 'Nous nous étions trompés.' }

const office = (user: TestUser) => app.as(user)
async function contested(fields = {}) {
  const id = await make.publication(app, acteur, commune, { created_by: author.id, ...fields })
  await office(first).patch(`/admin/publications/${id}/moderate`, { moderation_status: 'rejected' })
  const { body } = await app
    .as(author, 'public')
    .post(`/me/publications/${id}/appeal`, { message: 'Relisez-la.' })
  return { id, appeal: body.data.id as string }
}
async function contestedClaim() {
  const acteur_id = await make.acteur(app, commune)
  const { body } = await app.as(author, 'public').post('/claims', { acteur_id, message: 'Moi.' })
  const id = body.data.id as string
  await office(first).patch(`/admin/claims/${id}`, { status: 'rejected' })
  const answer = await app.as(author, 'public').post(`/me/claims/${id}/appeal`, { message: 'Si, moi.' })
  return { id, appeal: answer.body.data.id as string }
}
const decide = (user: TestUser, appeal: string, body: object, headers = {}) =>
  office(user).patch(`/admin/appeals/${appeal}`, body, { headers })
const counted = async (user: TestUser) =>
  (await office(user).get('/admin/counts')).body.data.moderation.appeals
const outcome = ({ status, body }: { status: number; body: { error?: string } }) =>
  `${status} ${body.error ?? ''}`.trim()
const mailTo = async (email: string) =>
  (
    await app.owner.query(
      `select template, subject, text from mails where recipient_email = $1 order by place desc limit 1`,
      [email],
    )
  ).rows[0]

test('someone else decides: upheld changes nothing but the appeal; the outcome is mailed with its reasons', async () => {
  const { id, appeal } = await contested({ title: 'Loto' })
  const item = (await office(first).get(`/admin/appeals/${appeal}`)).body.data
  // The menu and the home of the first moderator do not count appeals that only others may decide.
  assert.deepEqual([await counted(first), await counted(second)], [0, 1])
  assert.deepEqual(
    [item.own_decision, item.alone, item.nom, item.message],
    [true, false, 'Loto', 'Relisez-la.'],
  )
  assert.equal(outcome(await decide(first, appeal, UPHELD)), '409 own_decision')
  assert.equal(
    outcome(await decide(second, appeal, { status: 'upheld', answer: ' ' })),
    '422 validation_failed',
  )
  const answer = await decide(second, appeal, UPHELD, { 'if-match': `"${item.version}"` })
  assert.deepEqual(
    [answer.status, answer.body.data.status, answer.body.data.answerer.id],
    [200, 'upheld', second.id],
  )
  assert.equal(outcome(await decide(second, appeal, OVERTURNED)), '409 appeal_already_decided')
  assert.equal((await make.row(app, id)).moderation_status, 'rejected')
  const mail = await mailTo(author.email)
  assert.equal(mail.subject, 'La décision que vous contestez est maintenue : Loto')
  for (const part of ['> Le texte vend un produit.', 'Une autre personne', 'définitive'])
    assert.ok(mail.text.includes(part), part)
  const trace = (await make.auditOf(app, id)).at(-1)
  assert.deepEqual(
    [trace.action, trace.user_id, trace.before, trace.after],
    ['publication.appeal_decided', second.id, { appeal: 'pending' }, { appeal: 'upheld' }],
  )
  const own = (await app.as(author, 'public').get(`/me/publications/${id}/appeal`)).body.data
  assert.deepEqual([own.contestable, own.appeal.status, own.appeal.answer], [false, 'upheld', UPHELD.answer])
})

test('overturned, a publication is published, a claim waits again, and a report is open again', async () => {
  const { id, appeal } = await contested()
  assert.equal((await decide(second, appeal, OVERTURNED)).body.data.status, 'overturned')
  const row = await make.row(app, id)
  assert.deepEqual([row.moderation_status, row.valide, row.moderated_by], ['published', true, second.id])
  assert.match((await mailTo(author.email)).text, /la publication est en ligne/)

  const claim = await contestedClaim()
  assert.equal((await decide(second, claim.appeal, OVERTURNED)).status, 200)
  const { data } = (await office(second).get(`/admin/claims/${claim.id}`)).body
  assert.deepEqual([data.status, data.decided_at, data.reason], ['pending', null, null])
  const mine = (await app.as(author, 'public').get('/me/claims')).body.data
  const { overturned } = mine.find((one: { id: string }) => one.id === claim.id)
  assert.deepEqual([overturned.answer, overturned.at !== null], [OVERTURNED.answer, true])
  await office(second).patch(`/admin/claims/${claim.id}`, { status: 'approved' })
  const [approved] = (await app.as(author, 'public').get('/me/claims')).body.data
  assert.deepEqual([approved.id, approved.status, approved.overturned], [claim.id, 'approved', null])
  assert.ok(new Date(data.expires_at) > new Date(Date.now() + 29 * 86_400_000))

  const reported = await make.publication(app, acteur, commune)
  const reporter = await app.user()
  await app.as(reporter, 'public').post(`/publications/${reported}/report`, { reason: 'spam' })
  await office(first).patch(`/admin/publications/${reported}/moderate`, { moderation_status: 'published' })
  const { text } = await mailTo(reporter.email)
  const [, path] = /(\/auth\/appeal\/\S+)/.exec(text) ?? []
  await fetch(`${app.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ message: 'C’est une arnaque.' }),
  })
  const [waiting] = (await office(second).get('/admin/appeals?status=pending&kind=report')).body.data
  assert.deepEqual([waiting.report.reason, waiting.by.id], ['spam', reporter.id])
  assert.equal((await decide(second, waiting.id, OVERTURNED)).status, 200)
  assert.equal((await make.row(app, reported)).reports_count, 1)
  assert.match((await mailTo(reporter.email)).text, /votre signalement est de nouveau en examen/)
})

test('a claim is not reopened beside another one that waits, and the appeal waits too', async () => {
  const { id, appeal } = await contestedClaim()
  const { acteur_id } = (await app.owner.query('select acteur_id from claims where id = $1', [id])).rows[0]
  await app.as(await app.user(), 'public').post('/claims', { acteur_id, message: 'Moi aussi.' })
  assert.equal(outcome(await decide(second, appeal, OVERTURNED)), '409 claim_conflict')
  assert.equal((await office(second).get(`/admin/appeals/${appeal}`)).body.data.status, 'pending')
})

test('of ten outcomes at once, one counts', async () => {
  const { appeal } = await contested()
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, at) => decide(second, appeal, at % 2 ? UPHELD : OVERTURNED)),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(9).fill(409)])
})

test('whoever decided first decides again only where nobody else can, and the mail says so', async () => {
  const there = await make.commune(app)
  const alone = await app.user()
  await app.owner.query(
    `insert into user_roles (user_id, role, commune_ids) values ($1, 'operator_moderation', $2)`,
    [alone.id, [there]],
  )
  const house = await make.acteur(app, there)
  await make.member(app, house, author)
  const id = await make.publication(app, house, there, { created_by: author.id })
  await office(alone).patch(`/admin/publications/${id}/moderate`, { moderation_status: 'rejected' })
  const { body } = await app.as(author, 'public').post(`/me/publications/${id}/appeal`, { message: 'Si.' })
  const appeal = body.data.id
  assert.equal(outcome(await decide(alone, appeal, UPHELD)), '409 own_decision')
  assert.equal(await counted(alone), 0)
  await app.owner.query(`update users set status = 'suspended' where id = any($1)`, [[first.id, second.id]])
  const item = (await office(alone).get(`/admin/appeals/${appeal}`)).body.data
  assert.deepEqual([item.own_decision, item.alone], [true, true])
  assert.equal(await counted(alone), 1)
  assert.equal((await decide(alone, appeal, UPHELD)).status, 200)
  assert.match((await mailTo(author.email)).text, /par la même personne/)
  await app.owner.query(`update users set status = 'active' where id = any($1)`, [[first.id, second.id]])
})

test('appeals lie in the area and the territory of their decision; others are 404 and not counted', async () => {
  const [publication, claim] = [await contested(), await contestedClaim()]
  const limited = async (role: string, communes: string[] | null) => {
    const user = await app.user()
    await app.owner.query(`insert into user_roles (user_id, role, commune_ids) values ($1, $2, $3)`, [
      user.id,
      role,
      communes,
    ])
    return office(user)
  }
  const elsewhere = [await make.commune(app)]
  const sees = async (as: Awaited<ReturnType<typeof limited>>, appeal: string) => {
    const { body } = await as.get('/admin/appeals?status=pending&per_page=100')
    const listed = body.data.some((one: { id: string }) => one.id === appeal)
    const { status } = await as.get(`/admin/appeals/${appeal}`)
    assert.equal(listed, status === 200)
    assert.equal(body.data.length, body.meta.total)
    const { moderation, claims } = (await as.get('/admin/counts')).body.data
    assert.equal(body.meta.total, (moderation?.appeals ?? 0) + (claims?.appeals ?? 0))
    if (status === 404) assert.equal((await as.patch(`/admin/appeals/${appeal}`, UPHELD)).status, 404)
    return listed
  }
  for (const [role, communes, theirs] of [
    ['operator_moderation', null, [true, false]],
    ['operator_moderation', [commune], [true, false]],
    ['operator_moderation', elsewhere, [false, false]],
    ['operator_claims', null, [false, true]],
    ['operator_claims', [commune], [false, true]],
    ['operator_claims', elsewhere, [false, false]],
    ['operator_support', null, [false, false]],
  ] as const) {
    const as = await limited(role, communes && [...communes])
    assert.deepEqual(
      [await sees(as, publication.appeal), await sees(as, claim.appeal)],
      theirs,
      `${role} ${communes}`,
    )
  }
})

test('a search finds an appeal by its words, its record and its person, within the territory of the caller', async () => {
  const person = await app.user()
  await app.owner.query('update users set nom = $2 where id = $1', [person.id, 'Solène Kerouanton'])
  const club = await make.acteur(app, commune, { nom: 'Les Pétanqueurs réunis' })
  await make.member(app, club, person)
  const id = await make.publication(app, club, commune, { created_by: person.id, title: 'Brocante d’hiver' })
  await office(first).patch(`/admin/publications/${id}/moderate`, { moderation_status: 'rejected' })
  const message = 'La mairie a donné son accord à 100 %.'
  const one = await app.as(person, 'public').post(`/me/publications/${id}/appeal`, { message })
  const claimed = await make.acteur(app, commune, { nom: 'Philatélie crestoise' })
  const { body } = await app.as(person, 'public').post('/claims', { acteur_id: claimed, message: 'Moi.' })
  await office(first).patch(`/admin/claims/${body.data.id}`, { status: 'rejected' })
  const two = await app.as(person, 'public').post(`/me/claims/${body.data.id}/appeal`, { message: 'Si.' })
  const { rows } = await app.owner.query(
    `update appeals set email = 'voisine@Example.org' where id = $1 returning id`,
    [(await contested({ title: 'Sans nom' })).appeal],
  )
  const [ofText, ofClaim, ofLink] = [one.body.data.id, two.body.data.id, rows[0].id]
  const found = async (who: TestUser, q: string, more = '') => {
    const answer = await office(who).get(`/admin/appeals?q=${encodeURIComponent(q)}${more}`)
    assert.equal(answer.status, 200, q)
    assert.equal(answer.body.data.length, answer.body.meta.total, q)
    return answer.body.data.map((row: { id: string }) => row.id).sort()
  }
  for (const [q, ids] of [
    ['donne SON accord', [ofText]],
    ['100 %', [ofText]],
    ['brocantes', [ofText]],
    ['kerouan', [ofText, ofClaim]],
    [` ${person.email.toUpperCase()} `, [ofText, ofClaim]],
    // Part of an address finds what shows it, as a claim does. It would tell that of an account letter by letter.
    [person.email.slice(0, -1), [ofClaim]],
    ['philatelie', [ofClaim]],
    ['voisine@', [ofLink]],
    ['ornithorynque', []],
    ['👍', []],
    ['le la', []],
  ] as const)
    assert.deepEqual(await found(second, q), [...ids].sort(), q)
  assert.deepEqual(await found(second, 'kerouan', '&kind=claim&status=pending'), [ofClaim])
  assert.deepEqual(await found(second, 'kerouan', '&status=upheld'), [])
  assert.ok((await found(second, ' ', '&per_page=100')).length > 3)

  const elsewhere = await app.user()
  await app.owner.query(
    `insert into user_roles (user_id, role, commune_ids) values ($1, 'operator_moderation', $2)`,
    [elsewhere.id, [await make.commune(app)]],
  )
  assert.deepEqual(await found(elsewhere, person.email), [])

  // Its answer is found too, and nothing of it once it is undone.
  await decide(second, ofText, { status: 'upheld', answer: 'Un accord verbal ne suffit pas.' })
  assert.deepEqual(await found(second, 'accord verbal', '&status=upheld'), [ofText])
})
