import assert from 'node:assert/strict'
import { test } from 'node:test'
import { QUICK_HASH, startApp } from '../../test/app.ts'
import * as make from '../../test/factories.ts'
import { outcome, PASSWORD, signInAt } from '../../test/sign-in.ts'
import { hashPassword } from '../people/users/passwords.ts'
import { createUser } from '../people/users/queries.ts'
import { setPassword } from './issuer/accounts.ts'

const app = await startApp({ env: { AUTH_SIGNUP: 'invite' } })
const auth = signInAt(app)
const admin = await app.user(['admin'])
await app.owner.query(`update users set nom = 'Anne Martin' where id = $1`, [admin.id])
const office = app.as(admin)
/** The URL to which the link of a mail redirects a browser. */
const followed = async (link: string) =>
  new URL((await auth.get(link)).headers.get('location') ?? '', app.url)
const choose = async (email: string, password = PASSWORD) => {
  const token = (await followed(await auth.linkTo(email, 'invitation'))).searchParams.get('token')
  return await auth.post('/reset-password', { token, newPassword: password })
}

test('an invited person chooses a password by the mailed link and has the granted roles and acteurs', async () => {
  const email = 'nouvelle@example.org'
  const acteur = await make.acteur(app, await make.commune(app))
  const asked = {
    email: 'Nouvelle@Example.org',
    nom: 'Maëlle Le Goff',
    roles: ['operator_claims'],
    acteurs: [{ acteur_id: acteur, role: 'editor', permissions: ['manage_publications'] }],
  }
  const { status, body } = await office.post('/admin/users', asked)
  assert.equal(status, 201)
  const { id, invited, email: verified, roles, acteurs } = body.data
  assert.deepEqual([invited.email, verified, roles, acteurs[0].acteur_id], [email, null, asked.roles, acteur])
  assert.match(invited.at, /^\d{4}-/)
  const [mail] = await auth.mailsTo(email)
  assert.match(mail?.text ?? '', /Anne Martin, de l’équipe de Parvis, vous propose un accès/)
  assert.match(mail?.text ?? '', /Bonjour Maëlle Le Goff,/)
  assert.ok(!mail?.text.includes('Nouvelle@'))

  assert.equal((await followed(await auth.linkTo(email))).pathname, '/mot-de-passe')
  assert.equal((await choose(email)).status, 200)
  const token = await auth.token(await auth.session(email))
  const me = (await app.as({ token }).get('/me')).body.data
  assert.deepEqual([me.id, me.email, me.areas], [id, email, ['claims', 'dashboard']])
  assert.equal((await office.get(`/admin/users/${id}`)).body.data.invited, null)
  assert.equal(outcome(await office.post(`/admin/users/${id}/invite`)), '409 not_expected')
  assert.equal(outcome(await office.post('/admin/users', asked)), '409 conflict')
})

test('an invitation limits roles to places: at once, in the trail, the mail, and once they have come', async () => {
  const email = 'rennes@example.org'
  const [inside, elsewhere] = [await make.commune(app, { nom: 'Dinard' }), await make.commune(app)]
  await app.owner.query(`insert into epcis (code, nom) values ('243500139', 'Rennes Métropole')`)
  const asked = {
    email,
    roles: ['operator_moderation', 'operator_communes', 'operator_imports'],
    territories: [
      { role: 'operator_moderation', communes: [inside], epcis: ['243500139'] },
      { role: 'operator_communes', communes: [inside, inside] },
      { role: 'operator_imports' },
    ],
  }
  const { status, body } = await office.post('/admin/users', asked)
  assert.equal(status, 201)
  const limits = body.data.territories.map(
    ({ role, communes, epcis }: { role: string; communes: { id: string }[]; epcis: { code: string }[] }) => [
      role,
      communes.map(({ id }) => id),
      epcis.map(({ code }) => code),
    ],
  )
  assert.deepEqual(limits, [
    ['operator_communes', [inside], []],
    ['operator_moderation', [inside], ['243500139']],
  ])
  const [{ action, after }] = await make.auditOf(app, body.data.id)
  assert.deepEqual(
    [action, after.roles, after.territories],
    [
      'user.invited',
      ['operator_communes', 'operator_imports', 'operator_moderation'],
      limits.map(([role, commune_ids, epci_codes]: unknown[]) => ({ role, commune_ids, epci_codes })),
    ],
  )
  const [mail] = await auth.mailsTo(email)
  assert.match(
    mail?.text ?? '',
    /Vous pourrez, pour Dinard\s: tenir à jour[^.]*\.\s+Vous pourrez\s: gérer les imports\.\s+Vous pourrez, pour Rennes Métropole et Dinard\s: relire les publications\./,
  )
  await choose(email)
  const person = app.as({ token: await auth.token(await auth.session(email)) })
  assert.equal((await person.patch(`/admin/communes/${inside}`, { nom: 'Dinard' })).status, 200)
  assert.equal((await person.patch(`/admin/communes/${elsewhere}`, { nom: 'X' })).status, 404)
})

test('an invitation with a wrong place, or a limit of no role of it, is refused and leaves nothing', async () => {
  const email = 'refusee@example.org'
  const commune = await make.commune(app)
  const nobody = '00000000-0000-7000-8000-000000000000'
  const role = 'operator_moderation'
  for (const [territories, path] of [
    [[{ role: 'operator_claims', communes: [commune] }], 'territories.0.role'],
    [
      [
        { role, communes: [commune] },
        { role, communes: [commune] },
      ],
      'territories.1.role',
    ],
    [[{ role, communes: [nobody] }], 'territories.0.communes'],
    [[{ role, epcis: ['999999999'] }], 'territories.0.epcis'],
    [[{ role: 'admin', communes: [commune] }], 'territories.0.communes'],
  ] as const) {
    const { status, body } = await office.post('/admin/users', { email, roles: [role, 'admin'], territories })
    assert.deepEqual([status, body.details?.[0]?.path], [422, path])
  }
  assert.equal((await office.get(`/admin/users?q=${email}`)).body.meta.total, 0)
  assert.equal((await auth.mailsTo(email)).length, 0)
})

test('whom an operator creates while they are expected is the same person, with what waits for them', async () => {
  const email = 'attendue@example.org'
  const roles = ['operator_claims']
  const { id } = (await office.post('/admin/users', { email, nom: 'Ivy', roles })).body.data
  const hash = await hashPassword(PASSWORD, { clientNetwork: 'operator', known: true, hashCost: QUICK_HASH })
  const create = () =>
    app.service.db.transaction(async tx => {
      const user = await createUser(tx, { email: 'Attendue@example.org', nom: 'Une autre' })
      if (user) await setPassword(tx, user.id, hash)
      return user?.id
    })
  const made = await Promise.all([create(), create()])
  assert.deepEqual(made.filter(Boolean), [id])
  const me = (await app.as({ token: await auth.token(await auth.session(email)) }).get('/me')).body.data
  assert.deepEqual([me.id, me.email, me.nom, me.roles], [id, email, 'Ivy', roles])
  assert.equal((await office.get(`/admin/users?q=${email}`)).body.meta.total, 1)

  const gone = (await office.post('/admin/users', { email: 'ecartee@example.org' })).body.data.id
  await office.patch(`/admin/users/${gone}`, { status: 'suspended' })
  const again = { email: 'ecartee@example.org', nom: null }
  assert.equal(await app.service.db.transaction(tx => createUser(tx, again)), undefined)
})

test('invited again, an earlier link opens nothing; suspended, nobody is written to', async () => {
  const email = 'perdue@example.org'
  const { id } = (await office.post('/admin/users', { email })).body.data
  const first = await auth.linkTo(email)
  const { status } = await office.post(`/admin/users/${id}/invite`)
  assert.equal(status, 200)
  assert.notEqual(await auth.linkTo(email), first)
  assert.deepEqual([...(await followed(first)).searchParams], [['error', 'INVALID_TOKEN']])
  await office.patch(`/admin/users/${id}`, { status: 'suspended' })
  assert.equal(outcome(await office.post(`/admin/users/${id}/invite`)), '403 account_suspended')
  assert.equal((await auth.mailsTo(email)).length, 2)
})

test('a withdrawn invitation leaves nothing that waits, its link says so, and the address can be invited anew', async () => {
  const email = 'retiree@example.org'
  const acteur = await make.acteur(app, await make.commune(app))
  const acteurs = [{ acteur_id: acteur, role: 'owner', permissions: [] }]
  const { id, version } = (await office.post('/admin/users', { email, roles: ['admin'], acteurs })).body.data
  const link = await auth.linkTo(email)
  const token = (await followed(link)).searchParams.get('token')
  const path = `/admin/users/${id}/invite`
  assert.equal(
    (await office.delete(path, undefined, { headers: { 'if-match': `"${version + 1}"` } })).status,
    412,
  )
  const twice = await Promise.all([office.delete(path), office.delete(path)])
  assert.deepEqual(twice.map(({ status }) => status).sort(), [200, 404])
  assert.equal((await office.get(`/admin/users/${id}`)).status, 404)
  assert.equal((await office.get(`/admin/acteurs/${acteur}/members`)).body.meta.total, 0)
  const to = await followed(link)
  assert.deepEqual(
    [to.pathname, [...to.searchParams]],
    ['/mot-de-passe', [['error', 'INVITATION_WITHDRAWN']]],
  )
  const chosen = await auth.post('/reset-password', { token, newPassword: PASSWORD })
  assert.equal(outcome(chosen), '400 invitation_withdrawn')
  assert.equal(outcome(await auth.get(link.replace(/\?.*/, ''))), '400 invitation_withdrawn')
  const { rows } = await app.owner.query('select status from mails where recipient_email = $1', [email])
  assert.deepEqual(rows, [{ status: 'cancelled' }])
  const trail = await make.auditOf(app, id)
  assert.deepEqual(
    trail.map(({ action, before }) => [action, before]),
    [
      ['user.invited', null],
      ['user.invitation_withdrawn', { roles: ['admin'], territories: [], acteurs: [acteur] }],
    ],
  )

  const again = await office.post('/admin/users', { email })
  assert.equal((await choose(email)).status, 200)
  assert.deepEqual((await followed(link)).searchParams.get('error'), 'INVITATION_WITHDRAWN')
  assert.equal(outcome(await office.delete(`/admin/users/${again.body.data.id}/invite`)), '409 not_expected')
})

test('an invited person can decline without signing in, after a page that asks for confirmation', async () => {
  const email = 'refus@example.org'
  const acteur = await make.acteur(app, await make.commune(app), { nom: 'Club de judo' })
  const acteurs = [{ acteur_id: acteur, role: 'owner', permissions: [] }]
  const { id } = (await office.post('/admin/users', { email, roles: ['operator_claims'], acteurs })).body.data
  const [mail] = await auth.mailsTo(email)
  assert.match(mail?.text ?? '', /gérer les acteurs et les demandes[\s\S]*> Club de judo/)
  const [, path = ''] = /\/auth(\/decline-invitation\/\S+)/.exec(mail?.text ?? '') ?? []
  const visit = (method: string) =>
    fetch(`${app.url}/auth${path}`, {
      method,
      headers: {
        accept: 'text/html,*/*;q=0.8',
        ...(method === 'POST' && { 'content-type': 'application/x-www-form-urlencoded', origin: 'null' }),
      },
      ...(method === 'POST' && { body: 'x=y' }),
    })
  for (let look = 0; look < 2; look++) {
    const asked = await visit('GET')
    const page = await asked.text()
    assert.deepEqual([asked.status, asked.headers.get('cache-control')], [200, 'no-store'])
    assert.match(page, /Refuser cette invitation \?[\s\S]*<form method="post"><button>/)
    assert.match(asked.headers.get('content-security-policy') ?? '', /form-action 'self'/)
    assert.ok(!page.includes(path.split('/')[2] ?? ''), 'nothing of the link')
  }
  assert.equal((await office.get(`/admin/users/${id}`)).status, 200, 'looking at it changes nothing')

  const done = await Promise.all([visit('POST'), visit('POST')])
  for (const one of done) assert.match(await one.text(), /L’invitation est refusée/)
  assert.deepEqual(
    done.map(({ status }) => status),
    [200, 200],
  )
  assert.equal((await office.get(`/admin/users/${id}`)).status, 404)
  assert.equal((await office.get(`/admin/acteurs/${acteur}/members`)).body.meta.total, 0)
  assert.deepEqual(
    (await followed(await auth.linkTo(email))).searchParams.get('error'),
    'INVITATION_WITHDRAWN',
  )
  assert.deepEqual((await auth.post(path)).body, { status: true }, 'again changes nothing')
  const trail = await make.auditOf(app, id)
  assert.deepEqual(
    trail.map(({ action, before }) => [action, before]),
    [
      ['user.invited', null],
      ['user.invitation_declined', { roles: ['operator_claims'], territories: [], acteurs: [acteur] }],
    ],
  )
  const { rows } = await app.owner.query('select status from mails where recipient_email = $1', [email])
  assert.deepEqual(rows, [{ status: 'cancelled' }])
})

test('nothing is declined with another link, after it was accepted, or where nobody else administers', async () => {
  const email = 'arrivee@example.org'
  const { id } = (await office.post('/admin/users', { email, roles: ['operator_support'] })).body.data
  const [mail] = await auth.mailsTo(email)
  const [, path = ''] = /\/auth(\/decline-invitation\/\S+)/.exec(mail?.text ?? '') ?? []
  assert.equal((await choose(email)).status, 200)
  for (const [method, link] of [
    ['POST', path],
    ['GET', path],
    ['POST', '/decline-invitation/aaaaaaaaaaaaaaaa'],
    ['GET', '/decline-invitation/aaaaaaaaaaaaaaaa'],
  ] as const)
    assert.equal(outcome(await auth.send(method, link)), '400 invalid_token')
  await auth.post('/request-password-reset', { email })
  const reset = await auth.linkTo(email, 'reset-password')
  const [, token = ''] = /\/reset-password\/([^?]+)/.exec(reset) ?? []
  assert.equal(outcome(await auth.post(`/decline-invitation/${token}`)), '400 invalid_token')
  assert.deepEqual((await office.get(`/admin/users/${id}`)).body.data.roles, ['operator_support'])
})

test('declined while the link is followed: they came, or the invitation is gone', async () => {
  for (let round = 0; round < 5; round++) {
    const email = `hesite${round}@example.org`
    await office.post('/admin/users', { email, roles: ['operator_support'] })
    const [mail] = await auth.mailsTo(email)
    const [, path = ''] = /\/auth(\/decline-invitation\/\S+)/.exec(mail?.text ?? '') ?? []
    const [came, declined] = await Promise.all([choose(email), auth.post(path)])
    assert.ok([200, 400].includes(declined.status))
    assert.equal((await auth.signIn(email)).status === 200, came.status === 200)
  }
})

test('withdrawn while the link is followed: they came, or the invitation is gone, and nobody is left between', async () => {
  for (let round = 0; round < 5; round++) {
    const email = `course${round}@example.org`
    const { id } = (await office.post('/admin/users', { email, roles: ['operator_support'] })).body.data
    const [came, withdrawn] = await Promise.all([choose(email), office.delete(`/admin/users/${id}/invite`)])
    const outcomes = [came.status, withdrawn.status].join()
    assert.match(outcomes, /^(200,409|4\d\d,200)$/, outcomes)
    const isHere = (await auth.signIn(email)).status === 200
    assert.equal(isHere, came.status === 200)
  }
})

test('the password of an earlier sign-up with the invited address does not work', async () => {
  const email = 'convoitee@example.org'
  await app.owner.query(`insert into auth_users (email) values ($1)`, [email])
  await office.post('/admin/users', { email, roles: ['operator_support'] })
  assert.match(outcome(await auth.signIn(email)), /^401 /)
  assert.equal((await choose(email, 'le mot de passe de la personne')).status, 200)
  assert.equal((await auth.signIn(email, 'le mot de passe de la personne')).status, 200)
})

test('two invitations of one address at once: one goes out, the other is refused', async () => {
  const email = 'double@example.org'
  const twice = await Promise.all([1, 2, 3, 4].map(() => office.post('/admin/users', { email })))
  assert.deepEqual(twice.map(({ status }) => status).sort(), [201, 409, 409, 409])
  assert.equal((await auth.mailsTo(email)).length, 1)
})

test('an invitation names acteurs that are there, and leaves nothing where one is not', async () => {
  const acteurs = [{ acteur_id: crypto.randomUUID(), role: 'owner', permissions: [] }]
  const { status, body } = await office.post('/admin/users', { email: 'nulle@example.org', acteurs })
  assert.deepEqual([status, body.details[0].path], [422, 'acteurs.0.acteur_id'])
  assert.equal((await auth.mailsTo('nulle@example.org')).length, 0)
})
