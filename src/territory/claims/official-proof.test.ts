import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type TestUser } from '../../../test/app.ts'
import { becomes } from '../../../test/eventually.ts'
import * as make from '../../../test/factories.ts'
import { siretOf } from '../../../test/fixtures/town-halls.ts'
import { VOUCHING, vouchedUser } from '../../../test/fixtures/vouched-session.ts'
import { outcome } from '../../../test/sign-in.ts'

/** A town hall proves itself by the SIRET of its clerk; opens its page where there is none; whoever claimed it first. */

const app = await startApp({ env: VOUCHING })
const office = app.as(await app.user(['operator_claims']))
let made = 0

const BY_SIRET = { code: null }

interface Town {
  readonly nom?: string
  readonly page?: boolean
  readonly siret?: string | null
}

/** A commune that both registers know. */
async function town({ nom, page = true, siret = siretOf(++made) }: Town = {}) {
  const commune = await make.commune(app, { ...(nom && { nom }) })
  const email = `mairie@bourg${++made}.fr`
  const acteur = page ? await make.acteur(app, commune, { nom: 'Mairie', type: 'mairie' }) : null
  await app.owner.query('update communes set mairie_actor_id = $1 where id = $2', [acteur, commune])
  await app.owner.query(
    `insert into town_hall_readings (commune_id, register, emails, domains, siret, read_on)
     select $1, register, array[$2], array[split_part($2, '@', 2)], $3, current_date from unnest(array['dila', 'dpnt']) register`,
    [commune, email, siret],
  )
  return { commune, acteur: acteur ?? '', email, siret: siret ?? '', path: `/me/town-halls/${commune}` }
}
const as = (user: TestUser) => app.as(user, 'public')
const mails = async (to: string) =>
  (await app.owner.query('select template, text from mails where recipient_email = $1 order by place', [to]))
    .rows
const codeFor = async (email: string) =>
  /\b[A-Z2-9]{4}-[A-Z2-9]{4}\b/.exec((await mails(email)).at(-1)?.text ?? '')?.[0]
const members = async (acteur: string) =>
  (await app.owner.query('select user_id from actor_users where acteur_id = $1', [acteur])).rows.map(
    ({ user_id }) => user_id,
  )
const mairieOf = async (commune: string) =>
  (await app.owner.query('select mairie_actor_id as id from communes where id = $1', [commune])).rows[0].id

////////////////////////////////////////////////////////////////////////////// by SIRET

test('the SIRET of the session opens the page at once, and the trail says by what', async () => {
  const { acteur, siret, path } = await town()
  const clerk = await vouchedUser(app, siret)
  const { data } = (await as(clerk).get(path)).body
  assert.deepEqual(data.siret, {
    sign_in: 'right',
    blocked: null,
    providers: [{ provider: 'oidc', label: 'ProConnect' }],
  })
  const { status, body } = await as(clerk).post(path, BY_SIRET)
  assert.deepEqual([status, body.data.status, body.data.acteur.id], [200, 'approved', acteur])
  assert.deepEqual(await members(acteur), [clerk.id])
  const [row] = await make.auditOf(app, body.data.id)
  assert.equal(row.action, 'claim.proven')
  const { proof, siret: by, issuer } = row.after
  assert.deepEqual([proof, by, issuer], ['official_siret', siret, VOUCHING.OIDC_ISSUER])
  const told = (await mails(clerk.email)).find(({ template }) => template === 'claim-closed')
  assert.match(told.text, /Le SIRET de la mairie, donné par votre identification, a suffi/)
  const item = (await office.get(`/admin/claims/${body.data.id}`)).body.data
  assert.deepEqual([item.by_code, item.decider, item.evidence[0].kind], [true, null, 'official_siret'])
  // Undone, it opens nothing again.
  assert.equal((await office.post(`/admin/claims/${body.data.id}/undo`, undefined)).status, 200)
  assert.deepEqual(await members(acteur), [])
  assert.equal(outcome(await as(clerk).post(path, BY_SIRET)), '409 proof_blocked')
})

test('another SIRET, an old one, one of an undeclared provider or none opens nothing', async () => {
  const { acteur, siret, path } = await town({ nom: 'Bourg' })
  const homonym = await town({ nom: 'Bourg' })
  /** A school or CCAS: another establishment of the same SIREN. */
  const school = `${siret.slice(0, 9)}00025`
  const people: readonly (readonly [string, string, TestUser])[] = [
    ['409 siret_differs', 'other', await vouchedUser(app, homonym.siret)],
    ['409 siret_differs', 'other', await vouchedUser(app, school)],
    ['409 siret_differs', 'other', await vouchedUser(app, siretOf(800_000))],
    ['409 siret_sign_in_needed', 'stale', await vouchedUser(app, siret, { hours: 24 })],
    ['409 siret_sign_in_needed', 'none', await vouchedUser(app, siret, { issuer: 'https://other.test' })],
    ['409 siret_sign_in_needed', 'none', await app.user()],
  ]
  for (const [refusal, says, user] of people) {
    assert.equal((await as(user).get(path)).body.data.siret.sign_in, says)
    assert.equal(outcome(await as(user).post(path, BY_SIRET)), refusal)
  }
  assert.deepEqual(await members(acteur), [])
  // Attempts with another SIRET stay in the trail.
  const trail = await make.auditOf(app, path.split('/').at(-1) ?? '')
  assert.equal(trail.filter(({ action }) => action === 'commune.official_siret_refused').length, 3)
  assert.equal(outcome(await as(await vouchedUser(app, homonym.siret)).post(homonym.path, BY_SIRET)), '200')
})

test('the session that signed in counts, and not another one of the same person', async () => {
  const { siret, path } = await town()
  const clerk = await vouchedUser(app, siret)
  const { rows } = await app.owner.query(
    `insert into auth_sessions (user_id, token, expires_at) values ($1, gen_random_uuid(), now() + interval '1 day')
     returning id`,
    [clerk.subject],
  )
  for (const session of [rows[0].id, undefined]) {
    const token = await app.service.tokens.sign(clerk.subject, 3600, session)
    assert.equal(outcome(await as({ ...clerk, token }).post(path, BY_SIRET)), '409 siret_sign_in_needed')
  }
  const undeclared = await app.beside({ OIDC_SIRET: 'ignored' })
  const refused = await undeclared.as(clerk, 'public').post(path, BY_SIRET)
  assert.equal(outcome(refused), '409 siret_sign_in_needed')
  assert.deepEqual((await undeclared.as(clerk, 'public').get(path)).body.data.siret.providers, [])
  await undeclared.stop()
})

test('what both registers do not say of the SIRET opens nothing', async () => {
  const change = async (commune: string, set: string, register = 'dpnt') =>
    app.owner.query(`update town_hall_readings set ${set} where commune_id = $1 and register = $2`, [
      commune,
      register,
    ])
  const cases: Readonly<Record<string, (hall: Awaited<ReturnType<typeof town>>) => Promise<unknown>>> = {
    differs: hall => change(hall.commune, `siret = '${siretOf(700_000)}'`),
    no_siret: hall => change(hall.commune, 'siret = null', 'dila'),
    stale: hall => change(hall.commune, 'read_on = current_date - 46'),
    changed: hall => change(hall.commune, 'same_since = current_date - 29'),
    merged: hall =>
      make.commune(app, { successor_id: hall.commune, merged_le: new Date(Date.now() - 86_400_000) }),
    managed: async hall => make.member(app, hall.acteur, await app.user()),
    not_town_hall: hall =>
      app.owner.query('update communes set mairie_actor_id = null where id = $1', [hall.commune]),
    several: hall => town({ siret: hall.siret }),
  }
  for (const [reason, spoil] of Object.entries(cases)) {
    const hall = await town()
    await spoil(hall)
    const clerk = await vouchedUser(app, hall.siret)
    assert.equal((await as(clerk).get(hall.path)).body.data.siret.blocked, reason)
    assert.equal(outcome(await as(clerk).post(hall.path, BY_SIRET)), '409 proof_blocked', reason)
    assert.ok(!(await members(hall.acteur)).includes(clerk.id), reason)
  }
})

test('a part of a merged commune opens neither itself nor the new commune', async () => {
  const old = await town()
  const next = await town()
  const clerk = await vouchedUser(app, old.siret)
  await app.owner.query(
    `update communes set successor_id = $1, merged_le = current_date - 400 where id = $2`,
    [next.commune, old.commune],
  )
  // Its address leads to the new commune.
  for (const { path } of [old, next])
    assert.equal(outcome(await as(clerk).post(path, BY_SIRET)), '409 siret_differs')
  assert.equal(await mairieOf(old.commune), old.acteur)
  assert.deepEqual(await members(old.acteur), [])
  assert.equal(outcome(await as(await vouchedUser(app, next.siret)).post(next.path, BY_SIRET)), '200')
})

test('a network has twenty attempts by SIRET an hour, and blocks no other one', async () => {
  const limited = await app.beside({ RATE_LIMIT_SCALE: '1' })
  await app.owner.query('delete from rate_limits')
  const { path, siret } = await town()
  const stranger = limited.as(await vouchedUser(app, siretOf(600_000)), 'public')
  const answers = await Promise.all(Array.from({ length: 24 }, () => stranger.post(path, BY_SIRET)))
  const of = (status: number) => answers.filter(answer => answer.status === status).length
  assert.deepEqual([of(409), of(429)], [20, 4])
  await app.owner.query('delete from rate_limits')
  assert.equal((await limited.as(await vouchedUser(app, siret), 'public').post(path, BY_SIRET)).status, 200)
  await limited.stop()
})

test('an app of other communes neither mails a code nor opens a town hall here', async () => {
  const [here, there] = [await town(), await town()]
  await app.owner.query(`insert into app_sources (slug, commune_ids) values ('ailleurs', $1)`, [
    [there.commune],
  ])
  const clerk = await vouchedUser(app, here.siret)
  const outside = app.as(clerk, 'ailleurs')
  // The service reads the scopes of apps once a second.
  await becomes(async () => outcome(await outside.get(here.path)), '403 scope_violation')
  for (const answer of [
    await outside.post(here.path, BY_SIRET),
    await outside.post(`${here.path}/code`, undefined),
  ])
    assert.equal(outcome(answer), '403 scope_violation')
  assert.deepEqual([await members(here.acteur), await mails(here.email)], [[], []])
})

////////////////////////////////////////////////////////////////////////////// a town without a page

test('the proof opens the page of a town that has none, filled in from the directory', async () => {
  for (const way of ['siret', 'code'] as const) {
    const hall = await town({ nom: 'Aouste', page: false })
    await app.owner.query(
      `insert into commune_infos (commune_id, annuaire, libelle, adresse, telephone, email, site_web, ordre)
       values ($1, true, 'Mairie', '1 place de la Mairie', '04 75 00 00 00', 'accueil@aouste.fr', 'https://aouste.fr/', 1)`,
      [hall.commune],
    )
    const clerk = await vouchedUser(app, hall.siret)
    assert.equal((await as(clerk).get(hall.path)).body.data.acteur, null)
    if (way === 'code') assert.equal((await as(clerk).post(`${hall.path}/code`, undefined)).status, 200)
    const code = way === 'code' ? await codeFor(hall.email) : null
    if (way === 'code') assert.match((await mails(hall.email)).at(-1).text, /Mairie d’Aouste/)
    assert.equal(await mairieOf(hall.commune), null, 'nothing is made before the proof')
    const { status, body } = await as(clerk).post(hall.path, { code })
    assert.equal(status, 200)
    const { id, nom } = body.data.acteur
    assert.deepEqual([nom, await mairieOf(hall.commune)], ['Mairie d’Aouste', id])
    const { rows } = await app.owner.query(
      'select type, valide, active, can_publish, siret, adresse, telephone, email, site_web from acteurs where id = $1',
      [id],
    )
    assert.deepEqual(rows[0], {
      type: 'mairie',
      valide: true,
      active: true,
      can_publish: false,
      siret: hall.siret,
      adresse: '1 place de la Mairie',
      telephone: '04 75 00 00 00',
      email: 'accueil@aouste.fr',
      site_web: 'https://aouste.fr/',
    })
    assert.deepEqual(await members(id), [clerk.id])
    const done = async (of: string) => (await make.auditOf(app, of)).map(({ action }) => action)
    assert.deepEqual(await done(id), ['acteur.created'])
    assert.equal((await done(hall.commune)).at(-1), 'commune.updated')
    assert.deepEqual(await done(body.data.id), ['claim.proven'])
  }
})

test('of two people who prove a town without a page at once, one opens it, and there is one page', async () => {
  for (let round = 0; round < 4; round++) {
    const hall = await town({ page: false })
    const people = [await vouchedUser(app, hall.siret), await vouchedUser(app, hall.siret)]
    const reader = await app.user()
    assert.equal((await as(reader).post(`${hall.path}/code`, undefined)).status, 200)
    const code = await codeFor(hall.email)
    const answers = await Promise.all([
      ...people.flatMap(user => [as(user).post(hall.path, BY_SIRET), as(user).post(hall.path, BY_SIRET)]),
      as(reader).post(hall.path, { code }),
    ])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409, 409, 409])
    const { rows } = await app.owner.query('select id from acteurs where commune_id = $1', [hall.commune])
    assert.deepEqual(
      rows.map(({ id }) => id),
      [await mairieOf(hall.commune)],
    )
    assert.equal((await members(rows[0].id)).length, 1)
  }
})

test('of a proof and of the team that makes the page at once, one page is there', async () => {
  const admin = app.as(await app.user(['admin']))
  for (let round = 0; round < 4; round++) {
    const hall = await town({ page: false })
    const [proven, created] = await Promise.all([
      as(await vouchedUser(app, hall.siret)).post(hall.path, BY_SIRET),
      admin.post('/admin/acteurs', {
        nom: 'Mairie',
        type: 'mairie',
        commune_id: hall.commune,
        mairie: true,
      }),
    ])
    assert.equal(proven.status, 200, 'it takes the page that the team has made, or makes it')
    assert.ok([201, 422].includes(created.status))
    const { rows } = await app.owner.query('select id from acteurs where commune_id = $1', [hall.commune])
    assert.equal(rows.length, 1)
    assert.deepEqual((await members(rows[0].id)).length, 1)
  }
})

test('what the directory knows wrongly, or another acteur has, is left out of the page', async () => {
  const hall = await town({ page: false })
  await make.acteur(app, await make.commune(app), { siret: hall.siret })
  await app.owner.query(
    `insert into commune_infos (commune_id, annuaire, telephone, email, site_web, ordre)
     values ($1, true, '04 75 00 00 00 ou 04 75 00 00 01 le soir', 'a@b', 'ftp://x.fr', 1)`,
    [hall.commune],
  )
  const { body } = await as(await vouchedUser(app, hall.siret)).post(hall.path, BY_SIRET)
  const { rows } = await app.owner.query(
    'select siret, telephone, email, site_web from acteurs where id = $1',
    [body.data.acteur.id],
  )
  assert.deepEqual(rows[0], { siret: null, telephone: null, email: null, site_web: null })
})

////////////////////////////////////////////////////////////////////////////// claims of strangers

test('nobody keeps a town out by claiming its page first; the claim waits, and the town hall is asked', async () => {
  for (const way of ['siret', 'code'] as const) {
    const hall = await town()
    const stranger = await app.user()
    const message = 'C’est à moi.'
    const claimed = await as(stranger).post('/claims', { acteur_id: hall.acteur, message })
    assert.equal(claimed.status, 201)
    const clerk = await vouchedUser(app, hall.siret)
    assert.equal(
      outcome(await as(clerk).post('/claims', { acteur_id: hall.acteur, message })),
      '409 claim_conflict',
    )
    if (way === 'code') await as(clerk).post(`${hall.path}/code`, undefined)
    const code = way === 'code' ? await codeFor(hall.email) : null
    const { status, body } = await as(clerk).post(hall.path, { code })
    assert.deepEqual([status, body.data.status], [200, 'approved'])
    assert.deepEqual(await members(hall.acteur), [clerk.id])
    // The moderators see who holds the page; the new owner may speak against the claim.
    const { data } = (await office.get(`/admin/claims/${claimed.body.data.id}`)).body
    assert.equal(data.status, 'pending')
    assert.deepEqual(
      data.acteur.owners.map(({ id }: { id: string }) => id),
      [clerk.id],
    )
    assert.ok((await mails(clerk.email)).some(({ template }) => template === 'claim-made'))
    // The proof can be undone all the same: it is refused, since one claim waits already.
    const undone = await office.post(`/admin/claims/${body.data.id}/undo`, undefined)
    assert.deepEqual([undone.status, undone.body.data.status], [200, 'rejected'])
    assert.match(undone.body.data.reason, /a été repris par l’équipe/)
    assert.deepEqual(await members(hall.acteur), [])
    assert.equal((await office.get(`/admin/claims/${claimed.body.data.id}`)).body.data.status, 'pending')
    assert.equal(
      (await office.patch(`/admin/claims/${claimed.body.data.id}`, { status: 'rejected' })).status,
      200,
    )
  }
})

test('claims that come at the moment of the proof change nothing for the town', async () => {
  for (let round = 0; round < 4; round++) {
    const hall = await town()
    const clerk = await vouchedUser(app, hall.siret)
    const strangers = await Promise.all(Array.from({ length: 3 }, () => app.user()))
    const claim = (user: TestUser) =>
      as(user).post('/claims', { acteur_id: hall.acteur, message: 'C’est à moi.' })
    const [proven, ...claims] = await Promise.all([
      as(clerk).post(hall.path, BY_SIRET),
      ...strangers.map(claim),
      claim(clerk),
    ])
    assert.equal(proven.status, 200)
    assert.ok(claims.every(({ status }) => [201, 409].includes(status)))
    assert.deepEqual(await members(hall.acteur), [clerk.id])
  }
})
