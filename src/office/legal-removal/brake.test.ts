import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type TestUser } from '../../../test/app.ts'
import { waitingForLocks } from '../../../test/databases.ts'
import { eventually } from '../../../test/eventually.ts'
import * as make from '../../../test/factories.ts'
import { picture, sendFile } from '../../../test/fixtures/own-pictures.ts'

/** Removal for good has a brake: administrators are told, and a moderator makes three an hour. */

const app = await startApp()
const commune = await make.commune(app)
const club = await make.acteur(app, commune)
const admin = await app.user(['admin'])
const reason = 'Contenu illicite, signalé par la gendarmerie'
const mailsOf = async ({ email }: TestUser) =>
  (
    await app.owner.query(
      `select text from mails where template = 'files-removed' and recipient_email = $1 order by place`,
      [email],
    )
  ).rows.map(({ text }) => text as string)

async function published(title: string, picture_id?: string) {
  const id = picture_id ?? (await sendFile(app, admin, club, await picture())).body.data.id
  const { body } = await app.as(admin).post('/publications', {
    title,
    body: 'Ce soir',
    acteur_id: club,
    commune_id: commune,
    images: [{ id, alt: '' }],
  })
  return body.data.id as string
}
const forget = (user: TestUser, publication_id: string) =>
  app.as(user).post('/admin/media/forget', { publication_id, reason })

test('each removal is mailed to the administrators who can sign in, and to nobody else', async () => {
  const [moderator, second, gone] = [
    await app.user(['operator_moderation']),
    await app.user(['admin']),
    await app.user(['admin']),
  ]
  await app.as(admin).patch(`/admin/users/${gone.id}`, { status: 'suspended' })
  await app.owner.query(`update users set nom = 'Camille' where id = $1`, [moderator.id])
  assert.equal((await forget(moderator, await published('Le bal des pompiers'))).status, 200)
  for (const one of [admin, second]) {
    const [text = '', ...more] = await mailsOf(one)
    assert.equal(more.length, 0)
    for (const said of ['Camille', 'un fichier', reason, 'Le bal des pompiers'])
      assert.ok(text.includes(said), text)
    assert.ok(!text.includes(moderator.email), 'a name is enough')
  }
  for (const one of [gone, moderator]) assert.deepEqual(await mailsOf(one), [])
})

test('the mail names five publications and counts the others', async () => {
  const moderator = await app.user(['operator_moderation'])
  const { id } = (await sendFile(app, admin, club, await picture())).body.data
  const all = await make.several(7, at => published(`Concert no ${at}`, id))
  const before = (await mailsOf(admin)).length
  assert.equal((await forget(moderator, all[0] ?? '')).status, 200)
  const [text = '', ...more] = (await mailsOf(admin)).slice(before)
  assert.equal(more.length, 0)
  assert.equal(text.match(/Concert no \d/g)?.length, 5, text)
  assert.match(text, /2 autres/)
})

test('after three removals in an hour a moderator is refused, and an administrator makes the next', async () => {
  const moderator = await app.user(['operator_moderation'])
  const all = await make.several(5, at => published(`Affiche ${at}`))
  const before = (await mailsOf(admin)).length
  // At once, from two nodes: exactly three pass.
  const beside = await app.beside()
  const answers = await Promise.all(
    all.map((id, at) =>
      (at % 2 ? app : beside).as(moderator).post('/admin/media/forget', { publication_id: id, reason }),
    ),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 200, 403, 403])
  const refused = answers.find(({ status }) => status === 403)
  assert.equal(refused?.body.error, 'administrator_needed')
  assert.match(refused?.body.message, /personne qui administre/)
  assert.equal((await mailsOf(admin)).length - before, 3, 'a refusal is not mailed')
  const left = all.filter((_, at) => answers[at]?.status === 403)
  for (const id of left) {
    assert.equal((await app.as(admin).get(`/admin/publications/${id}`)).body.data.images.length, 1)
    assert.equal((await forget(admin, id)).status, 200)
  }
  // An hour later it is a moderator’s again; the trail cannot be changed, so its rows are made older by the owner.
  await app.owner.query('alter table audit_log disable trigger user')
  await app.owner.query(`update audit_log set at = at - interval '61 minutes' where user_id = $1`, [
    moderator.id,
  ])
  await app.owner.query('alter table audit_log enable trigger user')
  assert.equal((await forget(moderator, await published('Plus tard'))).status, 200)
})

test('of two third removals at once, on two nodes, one passes', async () => {
  const moderator = await app.user(['operator_moderation'])
  const beside = await app.beside()
  const all = await make.several(4, at => published(`Tract ${at}`))
  for (const id of all.slice(0, 2)) assert.equal((await forget(moderator, id)).status, 200)
  // Both have come as far as the files, or one waits for the other before it counts.
  await app.owner.query('begin')
  await app.owner.query('select from uploads for update')
  const third = forget(moderator, all[2] ?? '')
  const fourth = beside.as(moderator).post('/admin/media/forget', { publication_id: all[3], reason })
  const { database = '' } = app.connection
  await eventually(async () => (await waitingForLocks(database)) === 2, 'both wait')
  await app.owner.query('commit')
  const statuses = (await Promise.all([third, fourth])).map(({ status }) => status)
  assert.deepEqual(statuses.sort(), [200, 403])
})

test('the twenty-first removal within an hour is refused, also to an administrator', async () => {
  const limited = await startApp({ env: { RATE_LIMIT_SCALE: '1' } })
  const user = await limited.user(['admin'])
  const key = 'ab'.repeat(20)
  const statuses = []
  for (let at = 0; at < 21; at++) {
    const { status } = await limited.as(user).post('/admin/media/forget', { address: key, reason })
    statuses.push(status)
  }
  assert.deepEqual(statuses, [...Array(20).fill(200), 429])
})
