import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../test/app.ts'
import * as make from '../../test/factories.ts'
import { outcome, PASSWORD, signInAt } from '../../test/sign-in.ts'

/** Mails that a stranger can trigger contain none of the stranger's words. */
const app = await startApp({ env: { MAIL_FROM: 'Ville <mairie@example.fr>' } })
const auth = signInAt(app)
const WORDS = 'Madame, votre amende impayée expire ce soir'
const URLS = [
  'https://evil.example/payer',
  'evil.example',
  'www.evil',
  'a@evil',
  'Anne\u202egpj',
  'evil\u200b.example',
]

/** Asserts that no mail to this address contains these words, and that it is the only recipient. */
async function assertNothingOf(words: string, email: string, templates: readonly string[]) {
  const { rows } = await app.owner.query(
    'select template, recipient_name, subject, text, html from mails where recipient_email = $1 order by place',
    [email],
  )
  assert.deepEqual(
    rows.map(({ template }) => template),
    templates,
  )
  for (const { recipient_name, subject, text, html } of rows) {
    assert.equal(recipient_name, null)
    assert.ok(!`${subject}${text}${html}`.includes(words), text)
  }
}

test('a name that is typed is in no mail before the address is proven, and in those afterwards', async () => {
  const email = 'victime@example.org'
  const asked = { email, password: PASSWORD, name: WORDS }
  assert.equal((await auth.post('/sign-up/email', asked)).status, 200)
  assert.equal((await auth.post('/sign-up/email', { ...asked, password: `${PASSWORD}2` })).status, 200)
  await auth.post('/send-verification-email', { email })
  await auth.post('/request-password-reset', { email })
  await assertNothingOf(WORDS, email, ['verify-email', 'verify-email', 'reset-password', 'reset-password'])

  const own = 'anne@example.org'
  await auth.post('/sign-up/email', { email: own, password: PASSWORD, name: 'Anne' })
  await auth.get(await auth.linkTo(own))
  await auth.post('/request-password-reset', { email: own })
  assert.match((await auth.mailsTo(own)).at(-1)?.text ?? '', /Bonjour Anne,/)
})

test('a request to change to another person’s address does not send the requester’s name there', async () => {
  const bearer = await (async () => {
    await auth.post('/sign-up/email', { email: 'moi@example.org', password: PASSWORD, name: WORDS })
    await auth.get(await auth.linkTo('moi@example.org'))
    return await auth.session('moi@example.org')
  })()
  const asked = { newEmail: 'ailleurs@example.org', password: PASSWORD }
  assert.equal((await auth.post('/change-address', asked, { bearer })).status, 200)
  await assertNothingOf(WORDS, 'ailleurs@example.org', ['confirm-address'])
})

test('whom an owner invites reads the name of the acteur: not that of the owner, nor the one that was typed', async () => {
  const owner = await app.user()
  await app.owner.query('update users set nom = $1 where id = $2', [WORDS, owner.id])
  const acteur = await make.acteur(app, await make.commune(app), { nom: 'Club de judo' })
  await app.owner.query(`insert into actor_users (acteur_id, user_id, role) values ($1, $2, 'owner')`, [
    acteur,
    owner.id,
  ])
  const invite = (nom: string) =>
    app.as(owner).post(`/me/acteurs/${acteur}/members`, { email: 'invitee@example.org', nom, role: 'owner' })
  for (const nom of URLS) assert.equal(outcome(await invite(nom)), '422 validation_failed', nom)
  assert.equal((await invite(WORDS)).status, 201)
  await assertNothingOf(WORDS, 'invitee@example.org', ['invitation'])
  const [mail] = await auth.mailsTo('invitee@example.org')
  assert.match(mail?.text ?? '', /L’équipe de «\sClub de judo\s» vous propose de la rejoindre sur Ville\./)
})

test('whom a stranger claims or asks as is not named in what the town answers', async () => {
  const office = app.as(await app.user(['admin']))
  const email = 'citee@example.org'
  const acteur = await make.acteur(app, await make.commune(app))
  const claim = { acteur_id: acteur, message: 'Bonjour', nom: WORDS, email }
  // A name entered by others for a user who never signed in.
  await app.owner.query('insert into users (email, nom) values ($1, $2)', [email, WORDS])
  const { id } = (await app.anyone.post('/claims', claim)).body.data
  assert.equal((await office.post(`/admin/claims/${id}/ask`, { message: 'Qui êtes-vous ?' })).status, 200)
  const undone = await office.patch(`/admin/claims/${id}`, { status: 'rejected' })
  assert.equal(undone.status, 200)
  await assertNothingOf(WORDS, email, ['claim-question', 'claim-closed'])

  const question = { subject: WORDS, body: 'Bonjour', nom: WORDS, email: 'demandee@example.org' }
  const thread = (await app.anyone.post('/messages', question)).body.data.id
  assert.equal((await office.post(`/admin/messages/threads/${thread}/reply`, { body: 'Oui.' })).status, 201)
  await assertNothingOf(WORDS, 'demandee@example.org', ['support-reply'])
  const { rows } = await app.owner.query(`select subject from mails where template = 'support-reply'`)
  assert.deepEqual(rows, [{ subject: 'Re: Votre message à Ville' }])
})

test('a name that holds an address is refused wherever one is typed', async () => {
  const admin = await app.user(['admin'])
  const office = app.as(admin)
  const commune = await make.commune(app)
  const acteur = await make.acteur(app, commune)
  const somebody = await app.user()
  for (const [at, nom] of URLS.entries()) {
    const email = `n${at}@example.org`
    const refused: [string, Promise<{ status: number; body: { details?: { path: string }[] } }>][] = [
      ['name', auth.post('/sign-up/email', { email, password: PASSWORD, name: nom })],
      ['nom', office.post('/admin/users', { email, nom })],
      ['nom', office.patch(`/admin/users/${somebody.id}`, { nom })],
      ['nom', app.as(somebody).patch('/me', { nom })],
      ['nom', office.post(`/admin/acteurs/${acteur}/members`, { email, nom, role: 'editor' })],
      ['nom', app.anyone.post('/claims', { acteur_id: acteur, message: 'm', nom, email })],
      ['nom', app.anyone.post('/messages', { subject: 's', body: 'b', nom, email })],
      ['nom', office.post('/admin/acteurs', { nom, type: 'commerce', commune_id: commune })],
      ['nom', office.patch(`/admin/acteurs/${acteur}`, { nom })],
    ]
    for (const [path, asked] of refused) {
      const { status, body } = await asked
      assert.deepEqual([status, body.details?.map(one => one.path)], [422, [path]], `${path} ${nom}`)
    }
  }
})

test('an acteur that was called after its site before keeps its name when something else is changed', async () => {
  const office = app.as(await app.user(['admin']))
  const acteur = await make.acteur(app, await make.commune(app), { nom: 'Intermarché.fr' })
  const path = `/admin/acteurs/${acteur}`
  assert.equal((await office.patch(path, { nom: 'Intermarché.fr', horaires: '9 h' })).status, 200)
  assert.equal((await office.patch(path, { nom: 'Intermarché' })).status, 200)
  assert.equal(outcome(await office.patch(path, { nom: 'Intermarché.fr' })), '422 validation_failed')
})
