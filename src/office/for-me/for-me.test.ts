import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type TestUser } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'
import { outcome } from '../../../test/sign-in.ts'

const app = await startApp()
const admin = app.as(await app.user(['admin']))
const [here, there] = [await make.commune(app), await make.commune(app)]
const acteur = await make.acteur(app, here)

type Role = 'operator_moderation' | 'operator_claims' | 'operator_support'
async function colleague(nom: string, role: Role, communes?: readonly string[]): Promise<TestUser> {
  const user = await app.user()
  await app.owner.query('update users set nom = $1 where id = $2', [nom, user.id])
  const given = await admin.post(`/admin/users/${user.id}/roles`, { role, ...(communes && { communes }) })
  assert.equal(outcome(given), '200')
  return user
}
const waiting = { moderation_status: 'pending', valide: false, publie_le: null }
const note = (id: string, body: object, as = admin) => as.post(`/admin/publications/${id}/notes`, body)
const forMe = async (user: TestUser) => (await app.as(user).get('/admin/for-me')).body.data
const mailsTo = async ({ email }: TestUser) =>
  (
    await app.owner.query(
      `select status, subject, text from mails where recipient_email = $1 and template = 'note-mention' order by place`,
      [email],
    )
  ).rows

test('a colleague who is mentioned gets one mail without the text, and ticks the note off', async () => {
  const [karim, other] = [
    await colleague('Karim', 'operator_moderation'),
    await colleague('Zoé', 'operator_moderation'),
  ]
  const id = await make.publication(app, acteur, here, { ...waiting, title: 'Loto' })
  const once = { headers: { 'idempotency-key': crypto.randomUUID() } }
  const add = () =>
    app
      .as(other)
      .post(
        `/admin/publications/${id}/notes`,
        { body: 'Un secret : appeler la mairie.', mentions: [karim.id, other.id] },
        once,
      )
  const [added] = [await add(), await add()]
  assert.deepEqual([added.status, added.body.data.mentions], [201, [{ id: karim.id, nom: 'Karim' }]])
  const mails = await mailsTo(karim)
  assert.equal(mails.length, 1)
  assert.equal(mails[0].subject, 'Zoé vous mentionne dans une note')
  assert.match(mails[0].text, new RegExp(`/moderation\\?item=${id}`))
  assert.doesNotMatch(mails[0].text, /secret/)
  assert.deepEqual(await mailsTo(other), [])

  const { mentions } = await forMe(karim)
  assert.partialDeepStrictEqual(mentions, [
    {
      kind: 'publications',
      record_id: id,
      nom: 'Loto',
      author: { nom: 'Zoé' },
      excerpt: 'Un secret : appeler la mairie.',
    },
  ])
  const done = (user: TestUser, done: boolean) =>
    app.as(user).post(`/admin/mentions/${mentions[0].id}/done`, { done })
  assert.equal(outcome(await done(other, true)), '404 not_found')
  assert.deepEqual((await done(karim, true)).body.data, { done: true })
  assert.deepEqual((await forMe(karim)).mentions, [])
  await done(karim, false)
  assert.equal((await forMe(karim)).mentions.length, 1)

  // Removed within the minute: the mail does not leave.
  await app.as(other).delete(`/admin/publications/${id}/notes/${added.body.data.id}`)
  assert.deepEqual(
    (await mailsTo(karim)).map(({ status }) => status),
    ['cancelled'],
  )
  assert.deepEqual((await forMe(karim)).mentions, [])
})

test('only who may read the record is mentioned, in every kind of note', async () => {
  const limited = await colleague('Ici', 'operator_moderation', [there])
  const claims = await colleague('Demandes', 'operator_claims')
  const [inside, outside] = [
    await make.publication(app, acteur, there, waiting),
    await make.publication(app, acteur, here, waiting),
  ]
  const refused = await note(outside, { body: 'Vois.', mentions: [limited.id] })
  assert.equal(outcome(refused), '422 validation_failed')
  assert.equal(refused.body.details[0].path, 'mentions[0]')
  assert.match(refused.body.details[0].message, /ne peut pas l’ouvrir/)
  assert.deepEqual((await admin.get(`/admin/publications/${outside}/notes`)).body.data, [])
  assert.equal(outcome(await note(inside, { body: 'Vois.', mentions: [claims.id] })), '422 validation_failed')
  assert.equal(outcome(await note(inside, { body: 'Vois.', mentions: [limited.id] })), '201')
  assert.equal((await mailsTo(limited)).length, 1)
  assert.equal((await forMe(limited)).mentions.length, 1)
  // The user's territory changes: publications that they can no longer read are not listed.
  await admin.post(`/admin/users/${limited.id}/roles`, { role: 'operator_moderation', communes: [here] })
  assert.deepEqual((await forMe(limited)).mentions, [])

  const support = await colleague('Aide', 'operator_support')
  await app.anyone.post('/messages', {
    subject: 'Question',
    body: 'Quand ?',
    nom: 'J',
    email: 'j@example.org',
  })
  const { rows } = await app.owner.query('select id from support_threads')
  const thread = `/admin/messages/threads/${rows[0].id}`
  const inThread = (id: string) => admin.post(`${thread}/notes`, { body: 'Vois.', mentions: [id] })
  assert.equal(outcome(await inThread(claims.id)), '422 validation_failed')
  assert.equal((await inThread(support.id)).body.data.mentions[0].nom, 'Aide')
  const inActeur = await admin.post(`/admin/acteurs/${acteur}/notes`, {
    body: 'Vois.',
    mentions: [claims.id],
  })
  assert.equal(outcome(inActeur), '201')
  assert.deepEqual(
    [...(await forMe(support)).mentions, ...(await forMe(claims)).mentions].map(({ kind, nom }) => [
      kind,
      nom,
    ]),
    [
      ['threads', 'Question'],
      ['acteurs', (await admin.get(`/admin/acteurs/${acteur}`)).body.data.nom],
    ],
  )
})

test('of more than fifty mentions, those of the territory are listed, also behind newer ones elsewhere', async () => {
  const limited = await colleague('Deux communes', 'operator_moderation', [here, there])
  const inside = await make.publication(app, acteur, there, { ...waiting, title: 'Ici' })
  const outside = await make.publication(app, acteur, here, waiting)
  assert.equal(outcome(await note(inside, { body: 'Vois.', mentions: [limited.id] })), '201')
  await app.owner.query(
    `with written as (
       insert into notes (publication_id, author_user_id, body)
       select $1, author_user_id, 'Vois aussi.' from notes, generate_series(1, 60) where publication_id = $2
       returning id)
     insert into note_mentions (note_id, user_id) select id, $3 from written`,
    [outside, inside, limited.id],
  )
  const titles = async () => (await forMe(limited)).mentions.map(({ nom }: { nom: string }) => nom)
  assert.equal((await titles()).length, 50)
  await admin.post(`/admin/users/${limited.id}/roles`, { role: 'operator_moderation', communes: [there] })
  assert.deepEqual(await titles(), ['Ici'])
})

test('what is assigned is listed while it is open, oldest first', async () => {
  const mine = await colleague('Maëlle', 'operator_moderation')
  const assign = async (fields: object) => {
    const id = await make.publication(app, acteur, here, { ...waiting, ...fields })
    const given = await admin.patch(`/admin/publications/${id}/assignee`, { assignee_id: mine.id })
    assert.equal(outcome(given), '200')
    return id
  }
  const young = await assign({ title: 'Récente' })
  const old = await assign({ title: 'Ancienne', created_at: '2026-01-01', edited_at: '2026-01-02T08:00:00Z' })
  await assign({ deleted_at: new Date() })
  const decided = await assign({})
  await admin.patch(`/admin/publications/${decided}/moderate`, { moderation_status: 'published' })
  const thread = (await app.owner.query('select id from support_threads')).rows[0].id
  // A thread of an area that the user no longer has.
  await app.owner.query('update support_threads set assignee_id = $1 where id = $2', [mine.id, thread])
  const { assigned } = await forMe(mine)
  assert.deepEqual(
    assigned.map(({ id, nom }: { id: string; nom: string }) => [id, nom]),
    [
      [old, 'Ancienne'],
      [young, 'Récente'],
    ],
  )
  assert.equal(assigned[0].since, '2026-01-02T08:00:00.000Z')
})
