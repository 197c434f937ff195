import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type TestUser } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'
import { codeOf, isCodeOf } from './letter-code.ts'

const app = await startApp()
const operator = await app.user(['operator_claims'])
const office = app.as(operator)
const commune = await make.commune(app, { nom: 'Écully' })
await app.owner.query(
  `insert into commune_infos (commune_id, adresse, telephone, email, annuaire) values ($1, $2, $3, $4, true)`,
  [commune, 'Place de la Libération\n69130 Écully', '04 72 18 10 00', 'contact@ecully.fr'],
)

async function waiting(claimant: TestUser | undefined, acteur: object = {}, fields: object = {}) {
  const acteur_id = await make.acteur(app, commune, { nom: 'Mairie d’Écully', type: 'mairie', ...acteur })
  const { status, body } = await app
    .as(claimant, 'public')
    .post('/claims', { acteur_id, message: 'Moi.', ...fields })
  assert.equal(status, 201)
  return body.data.id as string
}
const item = async (id: string) => (await office.get(`/admin/claims/${id}`)).body.data
const issue = async (id: string) => {
  assert.equal((await office.post(`/admin/claims/${id}/letter`, undefined)).status, 200)
  const { body } = await office.get(`/admin/claims/${id}/letter`)
  return body.data
}
const wrong = (code: string) => code.replace(/^./, first => (first === 'A' ? 'B' : 'A'))

test('a letter goes to the address of the directory; its code, entered by the claimant, is evidence', async () => {
  const claimant = await app.user()
  const own = app.as(claimant, 'public')
  const id = await waiting(claimant)
  assert.equal((await office.get(`/admin/claims/${id}/letter`)).body.data, null)
  const printed = await issue(id)
  assert.match(printed.code, /^[A-HJKMNP-Z2-9]{4}-[A-HJKMNP-Z2-9]{4}$/)
  assert.deepEqual(
    [
      printed.adresse,
      printed.ville,
      printed.from_register,
      printed.acteur,
      printed.page.endsWith('/espace/demandes'),
    ],
    ['Place de la Libération\n69130 Écully', null, true, 'Mairie d’Écully', true],
  )
  assert.ok(Date.parse((await item(id)).expires_at) >= Date.parse(printed.expires_at))
  // Printed again, it is the same letter; and no table holds its code.
  assert.equal((await office.get(`/admin/claims/${id}/letter`)).body.data.code, printed.code)
  const { rows } = await app.owner.query('select row_to_json(l)::text as line from claim_letters l')
  for (const said of [printed.code, printed.code.replace('-', '')])
    assert.ok(!rows.some(({ line }) => line.includes(said)))

  const [mine] = (await own.get('/me/claims')).body.data
  assert.deepEqual([mine.id, mine.letter.attempts_left, mine.letter.confirmed_at], [id, 5, null])
  const refused = await own.post(`/me/claims/${id}/code`, { code: wrong(printed.code) })
  assert.equal(`${refused.status} ${refused.body.error}`, '422 wrong_letter_code')
  assert.equal(
    (await app.as(await app.user(), 'public').post(`/me/claims/${id}/code`, { code: printed.code })).status,
    404,
  )
  const entered = await own.post(`/me/claims/${id}/code`, {
    code: ` ${printed.code.toLowerCase().replace('-', ' ')}`,
  })
  assert.deepEqual([entered.status, entered.body.data.letter.confirmed_at !== null], [200, true])
  const [first] = (await item(id)).evidence
  assert.deepEqual([first.kind, first.strength], ['letter_code', 'strong'])
  const actions = (await make.auditOf(app, id)).map(({ action }) => action)
  assert.deepEqual(actions.slice(1), ['claim.letter_issued', 'claim.code_refused', 'claim.code_entered'])
  assert.equal((await office.get(`/admin/claims/${id}/letter`)).body.data, null, 'it is used')
})

test('of twenty wrong codes at once, five count; then the right one is refused until another letter', async () => {
  const claimant = await app.user()
  const own = app.as(claimant, 'public')
  const id = await waiting(claimant)
  const { code } = await issue(id)
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => own.post(`/me/claims/${id}/code`, { code: wrong(code) })),
  )
  const counted = Map.groupBy(answers, ({ body }) => body.error)
  assert.deepEqual(
    [counted.get('wrong_letter_code')?.length, counted.get('letter_code_void')?.length],
    [5, 15],
  )
  assert.equal((await own.post(`/me/claims/${id}/code`, { code })).body.error, 'letter_code_void')
  const again = await issue(id)
  assert.notEqual(again.code, code)
  assert.equal((await own.post(`/me/claims/${id}/code`, { code: again.code })).status, 200)
})

test('an expired letter is void, and a decided claim takes no code or letter', async () => {
  const claimant = await app.user()
  const own = app.as(claimant, 'public')
  const id = await waiting(claimant, { type: 'association', adresse: '1 rue du Stade' })
  const printed = await issue(id)
  assert.deepEqual([printed.adresse, printed.from_register], ['1 rue du Stade', false])
  // The post needs a town; of several postcodes none is guessed.
  const towns: (string | null)[] = []
  for (const codes of ['{69130}', '{69130,69134}', '{}']) {
    await app.owner.query('update communes set codes_postaux = $2 where id = $1', [commune, codes])
    towns.push((await issue(id)).ville)
  }
  assert.deepEqual(towns, ['69130 Écully', 'Écully', 'Écully'])
  await app.owner.query(`update claim_letters set expires_at = now() where claim_id = $1`, [id])
  assert.equal(
    (await own.post(`/me/claims/${id}/code`, { code: printed.code })).body.error,
    'letter_code_void',
  )
  await office.patch(`/admin/claims/${id}`, { status: 'rejected', reason: 'Sans preuve.' })
  for (const [as, path, body] of [
    [own, `/me/claims/${id}/code`, { code: printed.code }],
    [office, `/admin/claims/${id}/letter`, undefined],
  ] as const)
    assert.equal((await as.post(path, body)).body.error, 'claim_already_decided', path)
  const [mine] = (await own.get('/me/claims')).body.data
  assert.deepEqual([mine.status, mine.reason], ['rejected', 'Sans preuve.'])
})

test('a claim made without an account is the caller’s once they have proven its address', async () => {
  const claimant = await app.user()
  const id = await waiting(undefined, {}, { email: claimant.email.toUpperCase() })
  const own = app.as(claimant, 'public')
  assert.deepEqual(
    (await own.get('/me/claims')).body.data.map((one: { id: string }) => one.id),
    [id],
  )
  const { code } = await issue(id)
  assert.equal((await own.post(`/me/claims/${id}/code`, { code })).status, 200)
  const { rows } = await app.owner.query(
    `select text from mails where template = 'claim-letter' and recipient_email = $1`,
    [claimant.email.toUpperCase()],
  )
  assert.match(rows[0].text, /inscription\?adresse=/)
  assert.deepEqual((await app.as(await app.user(), 'public').get('/me/claims')).body.data, [])
})

test('codes of letters that were printed before the secret was exchanged are accepted', () => {
  const keys = (own: string, others: readonly string[]) => ({
    derive: () => Buffer.from(own),
    deriveOthers: () => others.map(other => Buffer.from(other)),
    seal: (plain: string) => plain,
    open: (sealed: string) => sealed,
  })
  const code = codeOf(keys('old', []), 'id')
  assert.ok(isCodeOf(keys('new', ['old']), 'id', code))
  assert.ok(!isCodeOf(keys('new', []), 'id', code))
})

test('the mail of the outcome says whether the letter has served, or may still arrive', async () => {
  const decided = async (enters: boolean, decision: object) => {
    const claimant = await app.user()
    const id = await waiting(claimant)
    const { code } = await issue(id)
    if (enters)
      assert.equal((await app.as(claimant, 'public').post(`/me/claims/${id}/code`, { code })).status, 200)
    assert.equal((await office.patch(`/admin/claims/${id}`, decision)).status, 200)
    const { rows } = await app.owner.query(
      `select text from mails where recipient_email = $1 and template = 'claim-closed'`,
      [claimant.email],
    )
    return (rows[0].text as string).replaceAll('\u00a0', ' ').replaceAll(/\s+/g, ' ')
  }
  const approved = { status: 'approved' }
  assert.match(await decided(true, approved), /Le code que vous avez reçu par lettre a montré votre lien/)
  assert.match(await decided(false, approved), /n’est plus nécessaire : si elle arrive, vous pouvez la jeter/)
  const rejected = { status: 'rejected', reason: 'Sans lien.' }
  assert.match(await decided(false, rejected), /son code ne sert plus/)
  assert.doesNotMatch(await decided(true, rejected), /lettre/)
})
