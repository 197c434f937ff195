import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type TestUser } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'
import { forgetTownHallCodes } from './upkeep.ts'

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
  return { commune, acteur, email, path: `/me/town-halls/${commune}` }
}
/** Asks the moderators, as everybody may. */
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
  assert.equal((await own.post(`/me/town-halls/${hall.commune}/code`, undefined)).status, 200)
  const { status, body } = await own.post(hall.path, { code: await lastCode(hall.email) })
  assert.deepEqual([status, body.data.status], [200, 'approved'])
  return { ...hall, claimant, own, id: body.data.id as string }
}

test('the code of the official address opens the page at once, and the trail says by what', async () => {
  const { commune, acteur, email, path } = await town()
  const claimant = await app.user()
  const own = app.as(claimant, 'public')
  const before = (await own.get(path)).body.data
  assert.deepEqual(before.official, { to: email, blocked: null })
  assert.deepEqual([before.acteur.id, before.letter], [acteur, null])
  const sent = await own.post(`${path}/code`, undefined)
  assert.equal(sent.status, 200)
  const { letter } = sent.body.data
  assert.deepEqual([letter.sent_to, letter.attempts_left, letter.confirmed_at], [email, 5, null])
  const hour = Date.parse(letter.expires_at) - Date.parse(letter.issued_at)
  assert.equal(hour, 3_600_000)
  const [mail] = await mails(email)
  assert.equal(mail.template, 'official-code')
  assert.ok(mail.text.includes(claimant.email), 'it names the account that asks')
  const { rows } = await app.owner.query('select row_to_json(l)::text as line from town_hall_codes l')
  const code = codeIn(mail.text)
  assert.ok(rows.length > 0)
  for (const said of [code, code.replace('-', '')])
    assert.ok(!rows.some(({ line }) => line.includes(said)), 'no table of codes holds the code')

  assert.equal((await own.post(path, { code: 'AAAA-AAAA' })).body.error, 'wrong_letter_code')
  const { body } = await own.post(path, { code })
  assert.deepEqual([body.data.status, body.data.acteur.id], ['approved', acteur])
  assert.deepEqual(await members(acteur), [{ user_id: claimant.id, role: 'owner', permissions: [] }])
  assert.equal((await own.post(path, { code })).body.error, 'letter_code_void', 'a code works once')
  const actions = async (id: string) => (await make.auditOf(app, id)).map(({ action }) => action)
  assert.deepEqual(await actions(commune), ['commune.official_code_sent', 'commune.official_code_refused'])
  const trail = await make.auditOf(app, body.data.id)
  assert.deepEqual(await actions(body.data.id), ['claim.proven'])
  assert.deepEqual(trail.at(-1).after, {
    status: 'approved',
    proof: 'official_code',
    acteur_id: acteur,
    claimant_user_id: claimant.id,
    user_id: claimant.id,
    role: 'owner',
    permissions: [],
  })
  assert.ok(!JSON.stringify(trail).includes(email), 'the trail is never erased, so it holds no address')
  const outcome = (await mails(claimant.email)).find(({ template }) => template === 'claim-closed')
  assert.match(outcome.text, /adresse officielle de la mairie a suffi/)
})

test('the waiting claim of the person who proves it is the one that is granted', async () => {
  const { acteur, email, path } = await town()
  for (const withAccount of [true, false]) {
    const claimant = await app.user()
    const own = app.as(claimant, 'public')
    const message = 'Nous sommes la mairie.'
    const { body } = withAccount
      ? await own.post('/claims', { acteur_id: acteur, message })
      : await app.anyone.post('/claims', { acteur_id: acteur, message, email: claimant.email })
    assert.equal((await own.get('/me/claims')).body.data[0].town_hall_of, path.split('/').at(-1))
    await own.post(`${path}/code`, undefined)
    const entered = await own.post(path, { code: await lastCode(email) })
    assert.deepEqual([entered.body.data?.id, entered.body.data?.status], [body.data.id, 'approved'])
    assert.equal(entered.body.data.town_hall_of, null)
    await app.owner.query('delete from actor_users where acteur_id = $1', [acteur])
  }
})

test('administrators find such claims on their first page, in their list and in the record', async () => {
  const counted = async () => (await office.get('/admin/counts')).body.data.claims.by_code
  const before = await counted()
  const { id } = await proven()
  assert.equal(await counted(), before + 1)
  const listed = async (filter: string) =>
    (await office.get(`/admin/claims?${filter}`)).body.data.map((one: { id: string }) => one.id)
  assert.ok((await listed('by_code=true')).includes(id))
  assert.ok(!(await listed('by_code=false')).includes(id))
  const { data } = (await office.get(`/admin/claims/${id}`)).body
  assert.deepEqual([data.by_code, data.decider, data.evidence[0].kind], [true, null, 'official_code'])
})

test('an undo takes the page back although its new owner has changed it, and no proof gives it again', async () => {
  const { id, acteur, own, claimant, path } = await proven()
  await app.owner.query(`update acteurs set description = 'Nous.' where id = $1`, [acteur])
  await app.owner.query(`update actor_users set permissions = '{manage_publications}' where acteur_id = $1`, [
    acteur,
  ])
  const answer = await office.post(`/admin/claims/${id}/undo`, undefined)
  assert.deepEqual([answer.status, answer.body.data.status], [200, 'pending'])
  assert.deepEqual(await members(acteur), [])
  const again = await own.post(`${path}/code`, undefined)
  assert.equal(`${again.status} ${again.body.error}`, '409 proof_blocked')
  assert.deepEqual((await own.get(path)).body.data.official, { to: null, blocked: 'undone' })
  // Nor does it for somebody else, until a moderator has decided.
  await office.patch(`/admin/claims/${id}`, { status: 'rejected', reason: 'Boîte piratée.' })
  const other = await app.user()
  const second = await claimOf(acteur, other)
  assert.equal((await app.as(other, 'public').post(`${path}/code`, undefined)).status, 409)
  assert.equal((await office.patch(`/admin/claims/${second}`, { status: 'approved' })).status, 200)
  assert.deepEqual((await mails(claimant.email)).at(-1)?.template, 'claim-closed')
})

test('of ten right codes at once one grants; of undo and code at once the page ends free', async () => {
  const { acteur, email, path } = await town()
  const own = app.as(await app.user(), 'public')
  await own.post(`${path}/code`, undefined)
  const code = await lastCode(email)
  const enter = () => own.post(path, { code })
  const answers = await Promise.all(Array.from({ length: 10 }, enter))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array.from({ length: 9 }, () => 409)])
  assert.equal((await members(acteur)).length, 1)
  const id = answers.find(({ status }) => status === 200)?.body.data.id
  const undone = await Promise.all([office.post(`/admin/claims/${id}/undo`, undefined), enter(), enter()])
  assert.deepEqual(
    undone.map(({ status }) => status),
    [200, 409, 409],
  )
  assert.deepEqual(await members(acteur), [])
})

test('a moderator who decides at the same moment as the code is entered: the claim is decided once', async () => {
  for (let round = 0; round < 5; round++) {
    const { acteur, email, path } = await town()
    const claimant = await app.user()
    const own = app.as(claimant, 'public')
    const id = await claimOf(acteur, claimant)
    await own.post(`${path}/code`, undefined)
    const code = await lastCode(email)
    const [entered, decided] = await Promise.all([
      own.post(path, { code }),
      office.patch(`/admin/claims/${id}`, { status: 'rejected', reason: 'Non.' }),
    ])
    assert.equal(entered.status, 200, 'the proof holds whatever a moderator says')
    // Where the moderator was first, the proof has a claim of its own.
    assert.equal(decided.status === 200, entered.body.data.id !== id)
    assert.ok([200, 409].includes(decided.status))
    assert.equal((await members(acteur)).length, 1)
    const { rows } = await app.owner.query(
      'select count(*)::int as n from claim_decisions where claim_id = $1',
      [id],
    )
    assert.equal(rows[0].n, 1)
  }
})

test('a town gets three codes a day whoever asks, also at once', async () => {
  const limited = await app.beside({ RATE_LIMIT_SCALE: '1' })
  const { email, path } = await town()
  const own = limited.as(await app.user(), 'public')
  const answers = await Promise.all(Array.from({ length: 8 }, () => own.post(`${path}/code`, undefined)))
  const refused = answers.filter(({ status }) => status === 429)
  assert.deepEqual([answers.filter(({ status }) => status === 200).length, refused.length], [3, 5])
  assert.ok(Number(refused[0]?.headers.get('retry-after')) > 0)
  assert.equal((await mails(email)).length, 3)
  const late = await limited.as(await app.user(), 'public').post(`${path}/code`, undefined)
  assert.equal(late.status, 429, 'another person, for the same town')
  // The last code that was sent is the one that counts.
  const entered = await own.post(path, { code: await lastCode(email) })
  assert.equal(entered.body.data?.status, 'approved')
  await limited.stop()
})

test('a network gets five codes an hour, for whatever towns', async () => {
  const limited = await app.beside({ RATE_LIMIT_SCALE: '1' })
  await app.owner.query('delete from rate_limits')
  const statuses: number[] = []
  for (let at = 0; at < 6; at++) {
    const { path } = await town()
    statuses.push((await limited.as(await app.user(), 'public').post(`${path}/code`, undefined)).status)
  }
  assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429])
  await limited.stop()
})

test('five wrong codes, also at once, void the code; an hour later it is void too', async () => {
  const { commune, acteur, email, path } = await town()
  const own = app.as(await app.user(), 'public')
  await own.post(`${path}/code`, undefined)
  const guesses = await Promise.all(Array.from({ length: 8 }, () => own.post(path, { code: 'AAAA-AAAA' })))
  assert.deepEqual(guesses.map(({ body }) => body.error).sort(), [
    ...Array(3).fill('letter_code_void'),
    ...Array(5).fill('wrong_letter_code'),
  ])
  assert.equal((await own.get(path)).body.data.letter.attempts_left, 0)
  assert.equal((await own.post(path, { code: await lastCode(email) })).body.error, 'letter_code_void')
  await own.post(`${path}/code`, undefined)
  await app.owner.query(
    `update town_hall_codes set issued_at = issued_at - interval '1 hour', expires_at = expires_at - interval '1 hour'
     where commune_id = $1`,
    [commune],
  )
  assert.equal((await own.post(path, { code: await lastCode(email) })).body.error, 'letter_code_void')
  assert.deepEqual(await members(acteur), [])
  assert.ok((await app.service.db.transaction(forgetTownHallCodes)) >= 1)
})

test('a printed letter and a mailed code do not disturb each other', async () => {
  const { acteur, email, path } = await town()
  const claimant = await app.user()
  const own = app.as(claimant, 'public')
  const id = await claimOf(acteur, claimant)
  await own.post(`${path}/code`, undefined)
  assert.equal((await office.get(`/admin/claims/${id}/letter`)).body.data, null, 'a mailed code is no letter')
  await office.post(`/admin/claims/${id}/letter`, undefined)
  const mailed = await lastCode(email)
  assert.equal((await own.post(`/me/claims/${id}/code`, { code: mailed })).body.error, 'wrong_letter_code')
  const { code } = (await office.get(`/admin/claims/${id}/letter`)).body.data
  assert.equal((await own.post(path, { code })).body.error, 'wrong_letter_code')
  const { body } = await own.post(`/me/claims/${id}/code`, { code })
  // A letter is evidence for a moderator, as for every acteur.
  assert.equal(body.data.status, 'pending')
  assert.equal((await own.post(path, { code: mailed })).body.data.status, 'approved')
})

test('the right code opens nothing if the registers no longer allow it', async () => {
  const { commune, acteur, email, path } = await town()
  const own = app.as(await app.user(), 'public')
  await own.post(`${path}/code`, undefined)
  await app.owner.query(
    `update town_hall_readings set emails = '{autre@ville.fr}' where commune_id = $1 and register = 'dpnt'`,
    [commune],
  )
  const answer = await own.post(path, { code: await lastCode(email) })
  assert.equal(`${answer.status} ${answer.body.error}`, '409 proof_blocked')
  assert.deepEqual((await own.get(path)).body.data.official, { to: null, blocked: 'differs' })
  assert.deepEqual(await members(acteur), [])
  const { rows } = await app.owner.query('select from claims where acteur_id = $1', [acteur])
  assert.equal(rows.length, 0)
})

test('the code is for the person who asked for it, in the town that it was asked for', async () => {
  const [here, there] = [await town(), await town()]
  const own = app.as(await app.user(), 'public')
  for (const { path } of [here, there]) await own.post(`${path}/code`, undefined)
  const code = await lastCode(here.email)
  assert.equal((await own.post(there.path, { code })).body.error, 'wrong_letter_code')
  assert.equal(
    (await app.as(await app.user(), 'public').post(here.path, { code })).body.error,
    'letter_code_void',
  )
  assert.equal((await app.anyone.post(here.path, { code })).status, 401)
  assert.equal((await own.post('/me/town-halls/00000000-0000-7000-8000-000000000000/code')).status, 404)
})
