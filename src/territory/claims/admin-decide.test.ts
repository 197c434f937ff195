import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type TestUser } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'

const app = await startApp()
const operator = await app.user(['operator_claims'])
const office = app.as(operator)
const commune = await make.commune(app)
const NOBODY = '00000000-0000-7000-8000-000000000000'

/** A pending claim by a signed-in user, or by a person known by these contacts only. */
async function waiting(user?: TestUser, fields: object = {}) {
  const acteur_id = await make.acteur(app, commune)
  const { body } = await app.as(user, 'public').post('/claims', { acteur_id, message: 'Moi.', ...fields })
  return { id: body.data.id as string, acteur_id }
}
const decide = (id: string, body: object, headers = {}) =>
  office.patch(`/admin/claims/${id}`, body, { headers })
const outcome = ({ status, body }: Awaited<ReturnType<typeof decide>>) =>
  `${status} ${body.error ?? body.data.status}`
const links = async (acteurId: string) =>
  (
    await app.owner.query(
      'select user_id, role, permissions from actor_users where acteur_id = $1 order by created_at, user_id',
      [acteurId],
    )
  ).rows
const trail = async (id: string) => (await make.auditOf(app, id)).map(({ action }) => action)
const mails = async (to: string) =>
  (
    await app.owner.query(
      `select text, subject from mails where recipient_email = $1 and template = 'claim-closed' order by place`,
      [to],
    )
  ).rows
const publish = async (user: TestUser, acteur_id: string) =>
  (
    await app
      .as(user, 'public')
      .post('/publications', { title: 'Titre', body: 'Texte', acteur_id, commune_id: commune })
  ).status

test('approved, the claimant owns the acteur from then on and is told, with one trace', async () => {
  const user = await app.user()
  const { id, acteur_id } = await waiting(user)
  assert.equal(await publish(user, acteur_id), 403)
  const { status, body } = await decide(id, { status: 'approved', note: 'Vu au registre.' })
  assert.equal(status, 200)
  const { created_at, decided_at, expires_at, acteur, ...rest } = body.data
  assert.deepEqual(rest, {
    id,
    acteur_id,
    message: 'Moi.',
    status: 'approved',
    nom: null,
    email: user.email,
    telephone: null,
    claimant_user_id: user.id,
    decided_by: operator.id,
    note: 'Vu au registre.',
    reason: null,
    assignee: null,
    notes_count: 0,
    exchange: null,
    version: 2,
  })
  assert.ok(decided_at > created_at && acteur.id === acteur_id)
  assert.deepEqual(await links(acteur_id), [{ user_id: user.id, role: 'owner', permissions: [] }])
  assert.equal(await publish(user, acteur_id), 201)
  const [mail, ...others] = await mails(user.email)
  assert.equal(others.length, 0)
  assert.match(mail.subject, /acceptée/)
  assert.doesNotMatch(mail.text, /registre/, 'a note is for the back-office')
  const [, entry, ...more] = await make.auditOf(app, id)
  assert.equal(more.length, 0)
  assert.deepEqual(
    [entry.action, entry.user_id, entry.before, entry.after],
    [
      'claim.decided',
      operator.id,
      { status: 'pending', user_id: null, role: null, permissions: null },
      { status: 'approved', user_id: user.id, role: 'owner', permissions: [] },
    ],
  )
})

test('rejected, nothing is granted, the claimant is told, and the acteur can be claimed again', async () => {
  const user = await app.user()
  const { id, acteur_id } = await waiting(user)
  assert.equal(outcome(await decide(id, { status: 'rejected' })), '200 rejected')
  assert.deepEqual(await links(acteur_id), [])
  assert.equal(await publish(user, acteur_id), 403)
  assert.match((await mails(user.email))[0].subject, /pas été acceptée/)
  assert.deepEqual(await trail(id), ['claim.submitted', 'claim.decided'])
  const again = await app.as(user, 'public').post('/claims', { acteur_id, message: 'Encore.' })
  assert.equal(again.status, 201)
})

test('a decided claim cannot be decided again', async () => {
  for (const first of ['approved', 'rejected', 'expired'])
    for (const second of ['approved', 'rejected']) {
      const { id, acteur_id } = await waiting(await app.user())
      if (first === 'expired')
        await app.owner.query(`update claims set status = 'expired' where id = $1`, [id])
      else await decide(id, { status: first })
      const [before, held] = [await trail(id), await links(acteur_id)]
      assert.equal(outcome(await decide(id, { status: second })), '409 claim_already_decided')
      assert.deepEqual([await trail(id), await links(acteur_id)], [before, held])
    }
})

test('of fifty approvals of one claim at once, one counts: one membership, one trace, one mail', async () => {
  for (let round = 0; round < 3; round++) {
    const user = await app.user()
    const { id, acteur_id } = await waiting(user)
    const { rows: others } = await app.owner.query<{ id: string }>(
      `insert into users (nom) select 'Autre ' || n from generate_series(1, 50) n returning id`,
    )
    // Each would make a different user the owner.
    const outcomes = (
      await Promise.all(others.map(({ id: user_id }) => decide(id, { status: 'approved', user_id })))
    ).map(outcome)
    assert.deepEqual(outcomes.sort(), ['200 approved', ...Array(49).fill('409 claim_already_decided')])
    assert.equal((await links(acteur_id)).length, 1)
    assert.deepEqual(await trail(id), ['claim.submitted', 'claim.decided'])
    assert.equal((await mails(user.email)).length, 1)
  }
})

test('approved and rejected at once, one wins, and status, membership, trace and mail agree', async () => {
  for (let round = 0; round < 20; round++) {
    const user = await app.user()
    const { id, acteur_id } = await waiting(user)
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, at) =>
        decide(id, { status: (at + round) % 2 === 0 ? 'approved' : 'rejected' }),
      ),
    )
    const won = answers.filter(({ status }) => status === 200)
    assert.equal(won.length, 1)
    assert.ok(answers.every(one => one.status === 200 || outcome(one) === '409 claim_already_decided'))
    const { status } = won[0]?.body.data ?? {}
    const row = (await app.owner.query('select status from claims where id = $1', [id])).rows[0]
    const [, entry, ...more] = await make.auditOf(app, id)
    const sent = await mails(user.email)
    assert.deepEqual(
      [row.status, entry.after.status, more.length, (await links(acteur_id)).length, sent.length],
      [status, status, 0, status === 'approved' ? 1 : 0, 1],
    )
    assert.match(sent[0].subject, status === 'approved' ? /est acceptée/ : /pas été acceptée/)
  }
})

test('the new member is the named user, else the claimant, else the user with the address', async () => {
  const [named, claimant, holder] = [await app.user(), await app.user(), await app.user()]
  const email = holder.email.toUpperCase()
  for (const [user, fields, decision, expected, told] of [
    [claimant, { email }, { user_id: named.id.toUpperCase() }, named.id, /un compte que l’équipe/],
    [claimant, { email }, {}, claimant.id, /Connectez-vous/],
    [claimant, { email }, { user_id: null }, claimant.id, /Connectez-vous/],
    [undefined, { email }, {}, holder.id, /Connectez-vous/],
    [undefined, { email }, { user_id: named.id }, named.id, /un compte que l’équipe/],
    [undefined, {}, { user_id: named.id }, named.id, undefined],
  ] as const) {
    await app.owner.query('delete from mails')
    const { id, acteur_id } = await waiting(user, fields)
    assert.equal(outcome(await decide(id, { status: 'approved', ...decision })), '200 approved')
    assert.deepEqual(
      (await links(acteur_id)).map(({ user_id }) => user_id),
      [expected],
    )
    // Mail goes to the address of the claimant's account, else to the one they left.
    const [mail, ...others] = await mails(user?.email ?? email)
    assert.equal(others.length, 0)
    if (told) assert.match(mail.text, told)
    else assert.equal(mail, undefined)
  }
})

test('a claim without anybody to grant it to is not decided', async () => {
  const { id, acteur_id } = await waiting()
  assert.equal(outcome(await decide(id, { status: 'approved' })), '422 claimant_unknown')
  const unknown = await decide(id, { status: 'approved', user_id: NOBODY })
  assert.deepEqual([unknown.status, unknown.body.details[0].path], [422, 'user_id'])
  assert.deepEqual([await trail(id), await links(acteur_id)], [['claim.submitted'], []])
  assert.equal(outcome(await decide(id, { status: 'rejected' })), '200 rejected')
})

test('a suspended user is not made owner: another holder is, or the approval is refused', async () => {
  const [user, other] = [await app.user(), await app.user()]
  const [{ id, acteur_id }, second] = [await waiting(user), await waiting(user)]
  await app.owner.query(`update users set status = 'suspended' where id = $1`, [user.id])
  assert.equal(outcome(await decide(id, { status: 'approved' })), '403 account_suspended')
  assert.deepEqual([await links(acteur_id), await trail(id)], [[], ['claim.submitted']])
  assert.equal(outcome(await decide(id, { status: 'approved', user_id: other.id })), '200 approved')
  assert.equal(outcome(await decide(second.id, { status: 'rejected' })), '200 rejected')
})

test('an unknown address is invited once, as a user who cannot sign in yet', async () => {
  const email = 'Invitee@Example.org'
  const claims = [
    await waiting(undefined, { nom: 'Inès', email }),
    await waiting(undefined, { email: email.toLowerCase() }),
    await waiting(undefined, { email }),
  ]
  const answers = await Promise.all(claims.map(({ id }) => decide(id, { status: 'approved' })))
  assert.deepEqual(answers.map(outcome), Array(3).fill('200 approved'))
  const { rows } = await app.owner.query(
    `select u.*, (select count(*)::int from user_identities i where i.user_id = u.id) as identities
     from users u where invited_email = 'invitee@example.org'`,
  )
  assert.equal(rows.length, 1)
  const [{ id, email: proven, identities }] = rows
  assert.deepEqual([proven, identities], [null, 0])
  for (const { acteur_id } of claims)
    assert.deepEqual(await links(acteur_id), [{ user_id: id, role: 'owner', permissions: [] }])
  const [entry, ...others] = await make.auditOf(app, id)
  assert.equal(others.length, 0)
  assert.equal(entry.action, 'user.invited')
  assert.doesNotMatch(JSON.stringify(entry), /invitee/i)
  const sent = [...(await mails(email)), ...(await mails(email.toLowerCase()))]
  assert.equal(sent.length, 3)
  assert.match(sent[0].text, /Ouvrez un compte .*Invitee@Example.org/)
})

test('an approval can grant an editor’s permissions', async () => {
  const user = await app.user()
  const { id, acteur_id } = await waiting(user)
  const permissions = ['manage_publications']
  await decide(id, { status: 'approved', role: 'editor', permissions })
  assert.deepEqual(await links(acteur_id), [{ user_id: user.id, role: 'editor', permissions }])
})

test('an existing member loses nothing by an approval', async () => {
  const user = await app.user()
  for (const [role, permissions, decision, expected] of [
    ['owner', [], { role: 'editor', permissions: [] }, ['owner', []]],
    ['editor', ['manage_publications'], {}, ['owner', ['manage_publications']]],
    [
      'editor',
      ['manage_publications'],
      { role: 'editor', permissions: ['publish_publications'] },
      ['editor', ['manage_publications', 'publish_publications']],
    ],
  ] as const) {
    const { id, acteur_id } = await waiting(user)
    await make.member(app, acteur_id, user, role, permissions)
    await decide(id, { status: 'approved', ...decision })
    const [link, ...others] = await links(acteur_id)
    assert.deepEqual([others.length, link.role, link.permissions], [0, ...expected])
  }
})

test('a deleted acteur cannot be granted until it is restored; an inactive one can', async () => {
  const { id, acteur_id } = await waiting(await app.user())
  await office.delete(`/admin/acteurs/${acteur_id}`)
  const { status, body } = await decide(id, { status: 'approved' })
  assert.deepEqual([status, body.details[0].path, await links(acteur_id)], [422, 'status', []])
  await office.delete(`/admin/acteurs/${acteur_id}/restore`)
  await office.patch(`/admin/acteurs/${acteur_id}/active`, { active: false })
  assert.equal(outcome(await decide(id, { status: 'approved' })), '200 approved')
})

test('a stale version is refused, and an unknown claim is not found', async () => {
  const { id } = await waiting(await app.user())
  const stale = await decide(id, { status: 'approved' }, { 'if-match': '"2"' })
  assert.equal(outcome(stale), '412 stale_version')
  assert.equal(outcome(await decide(id, { status: 'approved' }, { 'if-match': '"1"' })), '200 approved')
  assert.equal(outcome(await decide(NOBODY, { status: 'approved' })), '404 not_found')
})

test('refusals name the wrong field, and nothing is decided', async () => {
  const { id } = await waiting(await app.user())
  for (const [body, path] of [
    [{}, 'status'],
    [{ status: 'pending' }, 'status'],
    [{ status: 'expired' }, 'status'],
    [{ status: 'approved', note: 'x'.repeat(1001) }, 'note'],
    [{ status: 'approved', user_id: 'x' }, 'user_id'],
    [{ status: 'approved', role: 'admin' }, 'role'],
    [{ status: 'approved', permissions: ['everything'] }, 'permissions.0'],
    [{ status: 'rejected', user_id: operator.id }, 'user_id'],
    [{ status: 'rejected', role: 'owner' }, 'role'],
    [{ status: 'rejected', permissions: [] }, 'permissions'],
    [{ status: 'approved', acteur_id: NOBODY }, 'acteur_id'],
    [{ status: 'approved', decided_by: NOBODY }, 'decided_by'],
  ] as const) {
    const answer = await decide(id, body)
    assert.deepEqual([answer.status, answer.body.details?.[0].path], [422, path], JSON.stringify(body))
  }
  assert.deepEqual(await trail(id), ['claim.submitted'])
})

test('a failure after the decision rolls back membership, user, trace and mail', async () => {
  const { id, acteur_id } = await waiting(undefined, { email: 'retour@example.org' })
  await app.owner.query(`
    create function refuse_mail() returns trigger language plpgsql as $$
    begin raise exception 'no mail today'; end $$;
    create trigger refused before insert on mails for each row execute function refuse_mail()`)
  try {
    assert.equal((await decide(id, { status: 'approved' })).status, 500)
  } finally {
    await app.owner.query('drop trigger refused on mails; drop function refuse_mail()')
  }
  const { rows } = await app.owner.query(`select from users where invited_email = 'retour@example.org'`)
  assert.deepEqual([await links(acteur_id), await trail(id), rows.length], [[], ['claim.submitted'], 0])
  assert.equal(outcome(await decide(id, { status: 'approved' })), '200 approved')
})
