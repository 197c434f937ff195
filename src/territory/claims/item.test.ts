import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type TestUser } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'

const lines: string[] = []
const app = await startApp({ log: line => lines.push(line) })
const operator = await app.user(['operator_claims'])
const office = app.as(operator)
const commune = await make.commune(app, { nom: 'Écully', departement: '69' })
const club = await make.acteur(app, commune, {
  nom: 'Étoile sportive',
  email: 'club@example.org',
  telephone: '04 78 11 22 33',
})
const [owner, editor, claimant] = [await app.user(), await app.user(), await app.user()]
await make.member(app, club, owner)
await make.member(app, club, editor, 'editor', ['manage_publications'])

/** A claim per minute, so that their order is known. */
const claim = async (acteur_id: string, minute: number, fields: Record<string, unknown> = {}) => {
  const all: Record<string, unknown> = {
    acteur_id,
    message: `n° ${minute}`,
    status: 'expired',
    language: 'fr',
    expires_at: new Date(Date.UTC(2026, 2, 31)),
    created_at: new Date(Date.UTC(2026, 2, 1, 12, minute)),
    ...fields,
  }
  const names = Object.keys(all)
  const { rows } = await app.owner.query(
    `insert into claims (${names.join()}) values (${names.map((_, at) => `$${at + 1}`).join()}) returning id`,
    Object.values(all),
  )
  return rows[0].id as string
}

test('a claim shows its expiry, the acteur with contacts and owners, and earlier claims', async () => {
  const before: string[] = []
  for (let minute = 0; minute < 22; minute++) before.push(await claim(club, minute))
  const decided = { status: 'rejected', decided_at: new Date(), decided_by: operator.id }
  before.push(await claim(club, 22, { ...decided, note: 'Pas son adresse.' }))
  const elsewhere = await claim(await make.acteur(app, commune), 5)
  const id = await claim(club, 30, {
    status: 'pending',
    claimant_user_id: claimant.id,
    email: 'zoe@example.org',
    telephone: '+33 4 78 11 22 33',
  })
  await claim(club, 40)

  lines.length = 0
  const { status, body } = await office.get(`/admin/claims/${id}`)
  assert.equal(status, 200)
  const { data } = body
  assert.deepEqual(
    [data.id, data.status, data.message, data.email, data.expires_at, data.decider],
    [id, 'pending', 'n° 30', 'zoe@example.org', '2026-03-31T00:00:00.000Z', null],
  )
  assert.equal(data.claimant.id, claimant.id)
  assert.deepEqual(data.agreement, {
    email: 'same_domain',
    telephone: 'same',
    siret: 'unknown',
    rna: 'unknown',
  })
  assert.deepEqual(
    [data.email_verified, data.conflicts, data.conversation, data.objections],
    [false, 0, [], []],
  )
  assert.deepEqual(
    [data.acteur.email, data.acteur.telephone, data.acteur.commune, data.acteur.owners_count],
    ['club@example.org', '04 78 11 22 33', { id: commune, nom: 'Écully', departement: '69' }, 1],
  )
  assert.deepEqual(
    data.acteur.owners.map((one: { id: string }) => one.id),
    [owner.id],
  )
  assert.deepEqual(
    data.earlier.map((one: { id: string }) => one.id),
    before.slice(-20).reverse(),
  )
  assert.deepEqual([data.earlier[0].status, data.earlier[0].note], ['rejected', 'Pas son adresse.'])

  const read = lines.find(line => line.includes('contact details were read'))
  assert.ok(read?.includes(operator.id))
  assert.ok(!lines.some(line => /zoe@|club@/.test(line)))

  const first = (await office.get(`/admin/claims/${elsewhere}`)).body.data
  assert.deepEqual([first.acteur.owners, first.earlier, first.claimant], [[], [], null])
  const last = (await office.get(`/admin/claims/${before.at(-1)}`)).body.data
  assert.equal(last.decider.id, operator.id)
  assert.equal((await office.get(`/admin/claims/${crypto.randomUUID()}`)).status, 404)
})

test('a claim is shown for a deleted acteur without commune too', async () => {
  const acteur = await make.acteur(app, commune, { commune_id: null, deleted_at: new Date() })
  const { status, body } = await office.get(`/admin/claims/${await claim(acteur, 1)}`)
  assert.deepEqual([status, body.data.acteur.commune, body.data.acteur.commune_ids], [200, null, []])
  assert.ok(body.data.acteur.deleted_at)
})

test('a limited operator reads what owners wrote, but not about a commune outside', async () => {
  const limited = await app.user()
  await app
    .as(await app.user(['admin']))
    .post(`/admin/users/${limited.id}/roles`, { role: 'operator_claims', communes: [commune] })
  const id = await claim(club, 50)
  for (const [about, body] of [
    [commune, 'ici'],
    [null, 'nulle part'],
    [await make.commune(app), 'là-bas'],
  ])
    await app.owner.query(
      `with thread as (
         insert into support_threads (subject, requester_email, language, reply_token, commune_id, last_by)
         values ('Question', $1, 'fr', md5($3), $2, 'inbound') returning id)
       insert into support_messages (thread_id, direction, author_email, body) select id, 'inbound', $1, $3 from thread`,
      [owner.email, about, body],
    )
  const read = async (user: TestUser) =>
    (await app.as(user).get(`/admin/claims/${id}`)).body.data.objections
      .map(({ body }: { body: string }) => body)
      .sort()
  assert.deepEqual(await read(limited), ['ici', 'nulle part'])
  assert.deepEqual(await read(operator), ['ici', 'là-bas', 'nulle part'])
})

test('an owner of an acteur without commune of its own is read by whoever decides, though also member elsewhere', async () => {
  const [limited, leader] = [await app.user(), await app.user()]
  await app
    .as(await app.user(['admin']))
    .post(`/admin/users/${limited.id}/roles`, { role: 'operator_claims', communes: [commune] })
  const choir = await make.acteur(app, commune, { commune_id: null })
  await app.owner.query('insert into acteur_communes (acteur_id, commune_id) values ($1, $2)', [
    choir,
    commune,
  ])
  await make.member(app, choir, leader)
  await make.member(app, await make.acteur(app, await make.commune(app)), leader)
  const id = await claim(choir, 0, { status: 'pending', created_at: new Date(Date.now() - 60_000) })
  const asked = await app.as(leader, 'public').post('/messages', { subject: 'La chorale', body: 'Pas lui !' })
  assert.equal(asked.status, 201)
  const { body } = await app.as(limited).get(`/admin/claims/${id}`)
  assert.deepEqual(
    body.data.objections.map(({ body }: { body: string }) => body),
    ['Pas lui !'],
  )
  const decided = await app.as(limited).patch(`/admin/claims/${id}`, { status: 'rejected' })
  assert.equal(decided.status, 200)
})
