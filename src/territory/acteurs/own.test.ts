import assert from 'node:assert/strict'
import { test } from 'node:test'
import { namesOf } from '../../../shared/fields/field.ts'
import { MEMBER_PERMISSIONS } from '../../../shared/words/access.ts'
import { startApp, type TestUser } from '../../../test/app.ts'
import { day } from '../../../test/days.ts'
import * as make from '../../../test/factories.ts'
import { picture, sendFile } from '../../../test/fixtures/own-pictures.ts'
import { can, type Standing } from '../../people/access/permissions.ts'

/** The house of whoever writes for an acteur: its page, and its team. */

const app = await startApp()
const commune = await make.commune(app)
const as = (user: TestUser) => app.as(user, 'public')
const outcome = ({ status, body }: { status: number; body: { error?: string } }) =>
  `${status} ${body.error ?? ''}`.trim()
/** An acteur with these people in charge. */
async function led(...owners: TestUser[]) {
  const id = await make.acteur(app, commune, { nom: 'Club de judo' })
  for (const user of owners) await make.member(app, id, user)
  return id
}
const mailsTo = async (email: string) =>
  (
    await app.owner.query<{ template: string; text: string }>(
      'select template, text from mails where recipient_email = $1 order by place',
      [email],
    )
  ).rows

test('the rights on one’s own acteur: who may see, describe and lead it, over every standing', () => {
  const caller = (admin: boolean, status: 'active' | 'suspended' = 'active') => ({
    id: 'x',
    status,
    roles: admin ? (['admin'] as const) : [],
    territories: {},
  })
  const verdicts = (who: ReturnType<typeof caller>, standing: Partial<Standing>) =>
    (['visit', 'describe', 'lead'] as const).map(action =>
      can(who, {
        action,
        standing: { role: undefined, permissions: [], open: true, can_publish: false, ...standing },
      }),
    )
  const all = ['allowed', 'allowed', 'allowed']
  const nobody = Array(3).fill('scope_violation')
  assert.deepEqual(verdicts(caller(false), { role: 'owner' }), all)
  assert.deepEqual(verdicts(caller(false), {}), nobody)
  assert.deepEqual(verdicts(caller(false), { role: 'owner', open: false }), nobody)
  assert.deepEqual(verdicts(caller(true), { open: false }), all)
  assert.deepEqual(verdicts(caller(true, 'suspended'), { role: 'owner' }), Array(3).fill('account_suspended'))
  const editors = [
    [],
    ['publish_publications'],
    ['manage_publications'],
    namesOf(MEMBER_PERMISSIONS),
  ] as const
  assert.deepEqual(
    editors.map(permissions => verdicts(caller(false), { role: 'editor', permissions })),
    [
      ['allowed', 'forbidden', 'forbidden'],
      ['allowed', 'forbidden', 'forbidden'],
      ['allowed', 'allowed', 'forbidden'],
      ['allowed', 'allowed', 'forbidden'],
    ],
  )
})

test('an owner changes what the acteur says of itself, and only that; it is seen, traced, and nobody is written over', async () => {
  const [owner, editor, stranger] = [await app.user(), await app.user(), await app.user()]
  const id = await led(owner)
  await make.member(app, id, editor, 'editor')
  const { data } = (await as(owner).get(`/me/acteurs/${id}`)).body
  assert.deepEqual([data.role, data.may], ['owner', ['write', 'describe', 'lead']])
  assert.deepEqual((await as(editor).get(`/me/acteurs/${id}`)).body.data.may, [])
  const sent = { telephone: '02 38 01 02 03', horaires: 'Jeudi, 18 h', description: null }
  const saved = await as(owner).patch(`/me/acteurs/${id}`, sent, { headers: { 'if-match': '"1"' } })
  assert.deepEqual([saved.status, saved.body.data.version, saved.body.data.horaires], [200, 2, 'Jeudi, 18 h'])
  const { body } = await app.anyone.get(`/acteurs/${id}`)
  assert.deepEqual([body.data.telephone, body.data.horaires], ['02 38 01 02 03', 'Jeudi, 18 h'])
  const late = await as(owner).patch(`/me/acteurs/${id}`, sent, { headers: { 'if-match': '"1"' } })
  assert.equal(outcome(late), '412 stale_version')
  assert.equal(outcome(await as(editor).patch(`/me/acteurs/${id}`, sent)), '403 forbidden')
  assert.equal(outcome(await as(stranger).get(`/me/acteurs/${id}`)), '403 scope_violation')
  assert.equal(outcome(await as(stranger).get(`/me/acteurs/${crypto.randomUUID()}`)), '403 scope_violation')
  assert.equal((await as(owner).patch(`/me/acteurs/${id}`, { nom: 'Autre' })).status, 422)
  const [trace] = await make.auditOf(app, id)
  assert.deepEqual([trace?.action, trace?.after?.horaires], ['acteur.updated', '…'])
})

test('an owner states closing days: in order, traced, shown for the commune of a town hall, gone when over', async () => {
  const owner = await app.user()
  const town = await make.commune(app)
  const id = await make.mairie(app, town, owner)
  const [later, sooner] = [
    { du: day(40), au: day(50), motif: 'Congés' },
    { du: day(10), au: day(10) },
  ]
  const past = { du: day(-20), au: day(-10) }
  const saved = await as(owner).patch(`/me/acteurs/${id}`, { fermetures: [later, past, sooner] })
  const stored = [{ ...sooner, motif: null }, later]
  assert.deepEqual([saved.body.data.version, saved.body.data.fermetures], [2, stored])
  assert.deepEqual((await app.anyone.get(`/acteurs/${id}`)).body.data.fermetures, stored)
  assert.deepEqual((await app.anyone.get(`/communes/${town}/infos`)).body.data.fermetures, stored)
  const kept = await as(owner).patch(`/me/acteurs/${id}`, { telephone: '02 38 01 02 03' })
  assert.deepEqual([kept.body.data.version, kept.body.data.fermetures], [3, stored])
  const [first, last] = await make.auditOf(app, id)
  assert.deepEqual([first?.after?.fermetures, last?.after?.fermetures], ['…', undefined])
  for (const [fermetures, path] of [
    [[{ du: day(10), au: day(9) }], 'fermetures[0].au'],
    [[sooner, { du: day(10), au: day(402) }], 'fermetures[1].au'],
    [Array.from({ length: 21 }, () => sooner), 'fermetures'],
  ] as const) {
    const { status, body } = await as(owner).patch(`/me/acteurs/${id}`, { fermetures })
    assert.deepEqual([status, body.details[0].path], [422, path])
  }
  const none = await as(owner).patch(`/me/acteurs/${id}`, { fermetures: [] })
  assert.deepEqual([none.body.data.version, none.body.data.fermetures], [4, []])
})

test('an owner chooses the picture of the acteur among what was sent for it', async () => {
  const owner = await app.user()
  const [club, other] = [await led(owner), await led(owner)]
  const sentFor = async (acteur: string) =>
    (await sendFile(app, owner, acteur, await picture(600, 400))).body.data.id as string
  const face = { id: await sentFor(club), alt: 'Le dojo' }
  const { status, body } = await as(owner).patch(`/me/acteurs/${club}`, { image: face })
  assert.deepEqual([status, body.data.image.id, body.data.image.alt], [200, face.id, face.alt])
  assert.equal((await app.anyone.get(`/acteurs/${club}`)).body.data.image.alt, 'Le dojo')
  const foreign = { id: await sentFor(other), alt: 'Autre' }
  const refused = await as(owner).patch(`/me/acteurs/${club}`, { image: foreign })
  assert.deepEqual([refused.status, refused.body.details[0].path], [422, 'image.id'])
  const kept = await as(owner).patch(`/me/acteurs/${club}`, { horaires: 'Jeudi' })
  assert.equal(kept.body.data.image.id, face.id)
  assert.equal((await as(owner).patch(`/me/acteurs/${club}`, { image: null })).body.data.image, null)
})

test('a team: invited, told by mail, changed, seen by name, taken out; who leads is asked', async () => {
  const [owner, known] = [await app.user(), await app.user()]
  const id = await led(owner)
  const team = `/me/acteurs/${id}/members`
  const rights = { role: 'editor', permissions: ['manage_publications'] }
  const invited = await as(owner).post(team, { email: 'Neuve@Exemple.fr', nom: 'Anne', ...rights })
  assert.deepEqual([invited.status, invited.body.data.expected], [201, true])
  const [invitation] = await mailsTo('neuve@exemple.fr')
  assert.equal(invitation?.template, 'invitation')
  assert.match(invitation.text, /Club de judo/)
  assert.equal((await as(owner).post(team, { email: known.email, ...rights })).status, 201)
  assert.equal(outcome(await as(owner).post(team, { email: known.email, ...rights })), '409 conflict')
  const [told] = await mailsTo(known.email)
  assert.match(told?.text ?? '', new RegExp(`http://parvis.test/\\S*${id}`))
  assert.match(told?.text ?? '', /En ouvrant cette page, vous acceptez/)
  assert.equal((await as(known).get(`/me/acteurs/${id}`)).status, 200)
  // An editor sees names, and no address but their own.
  const seen = (await as(known).get(team)).body.data
  assert.equal(seen.length, 3)
  for (const { myself, email } of seen) assert.equal(email, myself ? known.email : null)
  for (const [method, path] of [
    ['POST', team],
    ['PATCH', `${team}/${owner.id}`],
    ['DELETE', `${team}/${owner.id}`],
    ['POST', `${team}/${owner.id}/hand-over`],
  ] as const) {
    const body = path === team ? { email: 'x@exemple.fr', role: 'editor' } : { permissions: [] }
    const asked = method === 'DELETE' || path.endsWith('over') ? undefined : body
    assert.equal(outcome(await as(known).send(method, path, asked)), '403 forbidden', `${method} ${path}`)
  }
  const one = `${team}/${known.id}`
  const changed = await as(owner).patch(one, { permissions: [] }, { headers: { 'if-match': '"1"' } })
  assert.deepEqual([changed.status, changed.body.data.version], [200, 2])
  assert.equal(
    outcome(await as(owner).patch(one, { permissions: [] }, { headers: { 'if-match': '"1"' } })),
    '412 stale_version',
  )
  assert.equal((await as(owner).delete(one)).status, 200)
  assert.deepEqual(
    (await mailsTo(known.email)).map(({ template }) => template),
    ['member-rights', 'member-rights', 'member-removed'],
  )
  assert.equal(outcome(await as(known).get(team)), '403 scope_violation')
})

test('handing over: the other leads and I go on writing; not to somebody who has not come, or is shut out', async () => {
  const [owner, next] = [await app.user(), await app.user()]
  const id = await led(owner)
  const team = `/me/acteurs/${id}/members`
  await make.member(app, id, next, 'editor')
  const waiting = await as(owner).post(team, { email: 'pas-la@exemple.fr', role: 'owner' })
  assert.equal((await as(owner).post(`${team}/${waiting.body.data.id}/hand-over`)).status, 422)
  const suspend = (status: string) =>
    app.owner.query('update users set status = $2 where id = $1', [next.id, status])
  await suspend('suspended')
  assert.equal((await as(owner).post(`${team}/${next.id}/hand-over`)).status, 422)
  await suspend('active')
  // An owner who is only expected leads nothing: I am still the last.
  assert.equal(outcome(await as(owner).delete(`${team}/${owner.id}`)), '409 last_owner')
  assert.equal((await as(owner).post(`${team}/${next.id}/hand-over`)).body.data.role, 'owner')
  assert.deepEqual((await as(owner).get(`/me/acteurs/${id}`)).body.data.may, ['write', 'describe'])
  assert.equal(outcome(await as(next).patch(`${team}/${next.id}`, { role: 'editor' })), '409 last_owner')
  // A user of an outside provider that gives no address: no invitation is expected.
  await app.owner.query(`update users set email = null where id = $1`, [owner.id])
  await app.owner.query(`update user_identities set issuer = 'https://sso.example' where user_id = $1`, [
    owner.id,
  ])
  const colleagues = (await as(next).get(team)).body.data
  assert.deepEqual(
    colleagues.map((one: { id: string; expected: boolean }) => [one.id, one.expected]),
    [
      [waiting.body.data.id, true],
      [next.id, false],
      [owner.id, false],
    ],
  )
  assert.equal((await as(next).post(`${team}/${owner.id}/hand-over`)).body.data.role, 'owner')
  assert.equal((await as(next).delete(`${team}/${next.id}`)).status, 200)
})

test('the last two owners leave at once: one does, the other stays', async () => {
  for (const leave of ['DELETE', 'PATCH'] as const) {
    const owners = [await app.user(), await app.user()]
    const id = await led(...owners)
    const answers = await Promise.all(
      owners.map(user =>
        as(user).send(
          leave,
          `/me/acteurs/${id}/members/${user.id}`,
          leave === 'PATCH' ? { role: 'editor' } : undefined,
        ),
      ),
    )
    assert.deepEqual(answers.map(outcome).sort(), ['200', '409 last_owner'])
    const { rows } = await app.owner.query(
      `select from actor_users where acteur_id = $1 and role = 'owner'`,
      [id],
    )
    assert.equal(rows.length, 1)
  }
})
