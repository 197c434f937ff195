import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type TestUser } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'

/** A town hall proves itself by a code to its official address. */

const app = await startApp()
const operator = await app.user(['operator_claims'])
const office = app.as(operator)
let made = 0

/** A commune whose town hall both registers know. */
async function town(email = `mairie@ville${++made}.fr`) {
  const commune = await make.commune(app)
  const acteur = await make.acteur(app, commune, { nom: 'Mairie d’Écully', type: 'mairie' })
  await app.owner.query('update communes set mairie_actor_id = $1 where id = $2', [acteur, commune])
  await app.owner.query(
    `insert into town_hall_readings (commune_id, register, emails, domains, read_on)
     select $1, register, array[$2], array[split_part($2, '@', 2)], current_date from unnest(array['dila', 'dpnt']) register`,
    [commune, email],
  )
  return { commune, acteur, email }
}
const claimOf = async (acteur_id: string, claimant: TestUser) => {
  const { status, body } = await app
    .as(claimant, 'public')
    .post('/claims', { acteur_id, message: 'Nous sommes la mairie.' })
  assert.equal(status, 201)
  return body.data.id as string
}
const mails = async (to: string) =>
  (
    await app.owner.query(
      'select template, subject, text, status from mails where recipient_email = $1 order by place',
      [to],
    )
  ).rows
const codeIn = (text: string) => /\b[A-Z2-9]{4}-[A-Z2-9]{4}\b/.exec(text)?.[0] ?? ''
const lastCode = async (to: string) => codeIn((await mails(to)).at(-1)?.text)
const members = async (acteur: string) =>
  (await app.owner.query('select user_id, role, permissions from actor_users where acteur_id = $1', [acteur]))
    .rows

async function proven() {
  const hall = await town()
  const claimant = await app.user()
  const own = app.as(claimant, 'public')
  const id = await claimOf(hall.acteur, claimant)
  assert.equal((await own.post(`/me/claims/${id}/official-code`, undefined)).status, 200)
  const { status, body } = await own.post(`/me/claims/${id}/code`, { code: await lastCode(hall.email) })
  assert.deepEqual([status, body.data.status], [200, 'approved'])
  return { ...hall, claimant, own, id }
}

test('the code of the official address grants the claim at once, and the trail says by what', async () => {
  const { acteur, email } = await town()
  const claimant = await app.user()
  const own = app.as(claimant, 'public')
  const id = await claimOf(acteur, claimant)
  const [before] = (await own.get('/me/claims')).body.data
  assert.deepEqual(before.official, { to: email, blocked: null })
  const sent = await own.post(`/me/claims/${id}/official-code`, undefined)
  assert.equal(sent.status, 200)
  const { letter } = sent.body.data
  assert.deepEqual([letter.sent_to, letter.attempts_left, letter.confirmed_at], [email, 5, null])
  const hour = Date.parse(letter.expires_at) - Date.parse(letter.issued_at)
  assert.equal(hour, 3_600_000)
  const [mail] = await mails(email)
  assert.equal(mail.template, 'official-code')
  assert.ok(mail.text.includes(claimant.email), 'it names the account that asks')
  const { rows } = await app.owner.query('select row_to_json(l)::text as line from claim_letters l')
  const code = codeIn(mail.text)
  assert.ok(!rows.some(({ line }) => line.includes(code.slice(0, 4))), 'no table of claims holds the code')

  assert.equal(
    (await own.post(`/me/claims/${id}/code`, { code: 'AAAA-AAAA' })).body.error,
    'wrong_letter_code',
  )
  const { body } = await own.post(`/me/claims/${id}/code`, { code })
  assert.deepEqual([body.data.status, body.data.official], ['approved', null])
  assert.deepEqual(await members(acteur), [{ user_id: claimant.id, role: 'owner', permissions: [] }])
  const trail = await make.auditOf(app, id)
  assert.deepEqual(
    trail.map(({ action }) => action),
    [
      'claim.submitted',
      'claim.official_code_sent',
      'claim.code_refused',
      'claim.code_entered',
      'claim.proven',
    ],
  )
  assert.deepEqual(trail.at(-1).after, {
    status: 'approved',
    proof: 'official_code',
    user_id: claimant.id,
    role: 'owner',
    permissions: [],
  })
  assert.ok(!JSON.stringify(trail).includes(email), 'the trail is never erased, so it holds no address')
  const outcome = (await mails(claimant.email)).find(({ template }) => template === 'claim-closed')
  assert.match(outcome.text, /adresse officielle de la mairie a suffi/)
})

test('administrators find such claims on their first page, in their list and in the record', async () => {
  const counted = async () => (await office.get('/admin/counts')).body.data.claims.by_code
  const before = await counted()
  const { id } = await proven()
  assert.equal(await counted(), before + 1)
  const listed = async (filter: string) =>
    (await office.get(`/admin/claims?acteur_id=&${filter}`.replace('acteur_id=&', ''))).body.data.map(
      (one: { id: string }) => one.id,
    )
  assert.ok((await listed('by_code=true')).includes(id))
  assert.ok(!(await listed('by_code=false')).includes(id))
  const { data } = (await office.get(`/admin/claims/${id}`)).body
  assert.deepEqual([data.by_code, data.decider, data.evidence[0].kind], [true, null, 'official_code'])
})

test('an undo takes the page back although its new owner has changed it, and no code gives it again', async () => {
  const { id, acteur, own, claimant, email } = await proven()
  await app.owner.query(`update acteurs set description = 'Nous.' where id = $1`, [acteur])
  await app.owner.query(`update actor_users set permissions = '{manage_publications}' where acteur_id = $1`, [
    acteur,
  ])
  const answer = await office.post(`/admin/claims/${id}/undo`, undefined)
  assert.deepEqual([answer.status, answer.body.data.status], [200, 'pending'])
  assert.deepEqual(await members(acteur), [])
  const code = await lastCode(email)
  assert.equal((await own.post(`/me/claims/${id}/code`, { code })).body.error, 'letter_code_void')
  const again = await own.post(`/me/claims/${id}/official-code`, undefined)
  assert.equal(`${again.status} ${again.body.error}`, '409 official_code_blocked')
  const [mine] = (await own.get('/me/claims')).body.data
  assert.deepEqual(mine.official, { to: null, blocked: 'undone' })
  // Nor does it for somebody else, until a moderator has decided.
  await office.patch(`/admin/claims/${id}`, { status: 'rejected', reason: 'Boîte piratée.' })
  const other = await app.user()
  const second = await claimOf(acteur, other)
  assert.equal(
    (await app.as(other, 'public').post(`/me/claims/${second}/official-code`, undefined)).status,
    409,
  )
  assert.equal((await office.patch(`/admin/claims/${second}`, { status: 'approved' })).status, 200)
  assert.deepEqual((await mails(claimant.email)).at(-1)?.template, 'claim-closed')
})

test('of ten right codes at once one grants; of undo and code at once the page ends free', async () => {
  const { acteur, email } = await town()
  const claimant = await app.user()
  const own = app.as(claimant, 'public')
  const id = await claimOf(acteur, claimant)
  await own.post(`/me/claims/${id}/official-code`, undefined)
  const code = await lastCode(email)
  const enter = () => own.post(`/me/claims/${id}/code`, { code })
  const answers = await Promise.all(Array.from({ length: 10 }, enter))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array.from({ length: 9 }, () => 409)])
  assert.equal((await members(acteur)).length, 1)
  const undone = await Promise.all([office.post(`/admin/claims/${id}/undo`, undefined), enter(), enter()])
  assert.deepEqual(
    undone.map(({ status }) => status),
    [200, 409, 409],
  )
  assert.deepEqual(await members(acteur), [])
})

test('a moderator who decides at the same moment as the code is entered: one of them decides', async () => {
  for (let round = 0; round < 5; round++) {
    const { acteur, email } = await town()
    const claimant = await app.user()
    const own = app.as(claimant, 'public')
    const id = await claimOf(acteur, claimant)
    await own.post(`/me/claims/${id}/official-code`, undefined)
    const code = await lastCode(email)
    const [entered, decided] = await Promise.all([
      own.post(`/me/claims/${id}/code`, { code }),
      office.patch(`/admin/claims/${id}`, { status: 'rejected', reason: 'Non.' }),
    ])
    assert.deepEqual([entered.status, decided.status].sort(), [200, 409])
    assert.equal((await members(acteur)).length, entered.status === 200 ? 1 : 0)
  }
})

test('a town gets three codes a day whoever asks, also at once', async () => {
  const limited = await app.beside({ RATE_LIMIT_SCALE: '1' })
  const { acteur, email } = await town()
  const claimant = await app.user()
  const own = limited.as(claimant, 'public')
  const id = await claimOf(acteur, claimant)
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => own.post(`/me/claims/${id}/official-code`, undefined)),
  )
  const refused = answers.filter(({ status }) => status === 429)
  assert.deepEqual([answers.filter(({ status }) => status === 200).length, refused.length], [3, 5])
  assert.ok(Number(refused[0]?.headers.get('retry-after')) > 0)
  assert.equal((await mails(email)).length, 3)
  // The last code that was sent is the one that counts.
  const entered = await own.post(`/me/claims/${id}/code`, { code: await lastCode(email) })
  assert.equal(entered.body.data?.status, 'approved')
  // Another claim of the same town, by another person.
  await office.post(`/admin/claims/${id}/undo`, undefined)
  await app.owner.query('delete from claim_letters where claim_id = $1', [id])
  await office.patch(`/admin/claims/${id}`, { status: 'rejected', reason: 'Non.' })
  const other = await app.user()
  const again = await claimOf(acteur, other)
  const late = await limited.as(other, 'public').post(`/me/claims/${again}/official-code`, undefined)
  assert.equal(late.status, 429)
  await limited.stop()
})

test('a network gets five codes an hour, for whatever towns', async () => {
  const limited = await app.beside({ RATE_LIMIT_SCALE: '1' })
  await app.owner.query('delete from rate_limits')
  const statuses: number[] = []
  for (let at = 0; at < 6; at++) {
    const { acteur } = await town()
    const claimant = await app.user()
    const id = await claimOf(acteur, claimant)
    const own = limited.as(claimant, 'public')
    statuses.push((await own.post(`/me/claims/${id}/official-code`, undefined)).status)
  }
  assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429])
  await limited.stop()
})

test('a printed letter stays valid, and one that is issued voids the mailed code', async () => {
  const { acteur, email } = await town()
  const claimant = await app.user()
  const own = app.as(claimant, 'public')
  const id = await claimOf(acteur, claimant)
  await own.post(`/me/claims/${id}/official-code`, undefined)
  const mailed = await lastCode(email)
  assert.equal((await office.get(`/admin/claims/${id}/letter`)).body.data, null, 'a mailed code is no letter')
  await office.post(`/admin/claims/${id}/letter`, undefined)
  const [mine] = (await own.get('/me/claims')).body.data
  assert.deepEqual([mine.letter.sent_to, mine.official], [null, { to: null, blocked: 'letter' }])
  assert.equal((await own.post(`/me/claims/${id}/code`, { code: mailed })).body.error, 'wrong_letter_code')
  const { code } = (await office.get(`/admin/claims/${id}/letter`)).body.data
  const { body } = await own.post(`/me/claims/${id}/code`, { code })
  // A letter is evidence for a moderator, as for every acteur.
  assert.equal(body.data.status, 'pending')
  assert.equal((await own.post(`/me/claims/${id}/official-code`, undefined)).status, 409)
})

test('the right code is kept as evidence if the registers no longer allow the grant', async () => {
  const { commune, acteur, email } = await town()
  const claimant = await app.user()
  const own = app.as(claimant, 'public')
  const id = await claimOf(acteur, claimant)
  await own.post(`/me/claims/${id}/official-code`, undefined)
  await app.owner.query(
    `update town_hall_readings set emails = '{autre@ville.fr}' where commune_id = $1 and register = 'dpnt'`,
    [commune],
  )
  const { body } = await own.post(`/me/claims/${id}/code`, { code: await lastCode(email) })
  assert.deepEqual([body.data.status, body.data.official], ['pending', { to: null, blocked: 'differs' }])
  const { data } = (await office.get(`/admin/claims/${id}`)).body
  assert.deepEqual([data.evidence[0].kind, data.by_code], ['official_code', false])
  assert.equal((await office.patch(`/admin/claims/${id}`, { status: 'approved' })).status, 200)
})

test('an acteur that is no town hall has no official address', async () => {
  const commune = await make.commune(app)
  const claimant = await app.user()
  const id = await claimOf(await make.acteur(app, commune, { type: 'association' }), claimant)
  const own = app.as(claimant, 'public')
  assert.equal((await own.get('/me/claims')).body.data[0].official, null)
  assert.equal((await own.post(`/me/claims/${id}/official-code`, undefined)).status, 409)
  assert.equal(
    (await app.as(await app.user(), 'public').post(`/me/claims/${id}/official-code`, undefined)).status,
    404,
  )
})

test('a claim made without an account proves the town hall once its address has one', async () => {
  const { acteur, email } = await town()
  const claimant = await app.user()
  const { body } = await app.anyone.post('/claims', {
    acteur_id: acteur,
    message: 'La mairie.',
    email: claimant.email,
  })
  const own = app.as(claimant, 'public')
  await own.post(`/me/claims/${body.data.id}/official-code`, undefined)
  const entered = await own.post(`/me/claims/${body.data.id}/code`, { code: await lastCode(email) })
  assert.equal(entered.body.data.status, 'approved')
  assert.equal((await members(acteur))[0].user_id, claimant.id)
})
