import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, type TestUser } from '../../../test/app.ts'
import { waitingForLocks } from '../../../test/databases.ts'
import { eventually } from '../../../test/eventually.ts'
import * as make from '../../../test/factories.ts'

const lines: string[] = []
const app = await startApp({ env: { RATE_LIMIT_SCALE: '10' }, log: line => lines.push(line) })
const here = await make.commune(app)
const there = await make.commune(app)
const [owner, editor, admin] = [await app.user(), await app.user(), await app.user(['admin'])]
const club = await make.acteur(app, here, { can_publish: true })
await make.member(app, club, owner)
await make.member(app, club, editor, 'editor', ['manage_publications', 'publish_publications'])

const ALL = ['publications:read', 'publications:write', 'acteurs:read', 'acteurs:write']
const newKey = { nom: 'Site du club', scopes: ALL, days: 30 }
const asOwner = app.as(owner, 'public')
const program = (secret: string) => app.as({ token: secret }, null)
const created = async (body: object = {}, acteur = club, by: TestUser = owner) => {
  const answer = await app.as(by, 'public').post(`/me/acteurs/${acteur}/api-keys`, { ...newKey, ...body })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body.data
}
const officeKey = async (limit: object, by = admin) => {
  const answer = await app.as(by).post('/admin/api-keys', { ...newKey, ...limit })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body.data
}
const draft = { title: 'Tournoi', body: 'Samedi à dix heures.', acteur_id: club, commune_id: here }
const outcome = ({ status, body }: { status: number; body: { error?: string } }) =>
  `${status}${body.error ? ` ${body.error}` : ''}`
const tried = async (secret: string) => outcome(await program(secret).get('/me/publications'))

test('an owner makes a key, sees it once, and lists it without it', async () => {
  const { secret, ...key } = await created()
  assert.equal(key.state, 'active')
  assert.equal(key.prefix, secret.slice(0, 14))
  assert.deepEqual(key.created_by.id, owner.id)
  const { body } = await asOwner.get(`/me/acteurs/${club}/api-keys`)
  assert.deepEqual(body.data[0], key)
  const { rows } = await app.owner.query('select * from api_keys where id = $1', [key.id])
  assert.ok(!JSON.stringify(rows).includes(secret))
  const [trace] = await make.auditOf(app, key.id)
  assert.deepEqual([trace.action, trace.user_id, trace.after.scopes], ['api_key.created', owner.id, ALL])
  assert.ok(!JSON.stringify(trace).includes(secret))
  for (const refused of [editor, await app.user()])
    assert.equal((await app.as(refused, 'public').post(`/me/acteurs/${club}/api-keys`, newKey)).status, 403)
})

test('the answer with the key is not stored for a repeat', async () => {
  const options = { headers: { 'idempotency-key': 'une-fois' } }
  const one = await asOwner.post(`/me/acteurs/${club}/api-keys`, newKey, options)
  const { rows } = await app.owner.query('select count(*)::int as n from idempotency_keys')
  assert.deepEqual([one.status, rows[0].n], [201, 0])
})

test('a key publishes for its acteur like the acteur, and the trail names the key and no person', async () => {
  const { id, secret } = await created()
  const answer = await program(secret).post('/publications', draft)
  assert.equal(answer.status, 201)
  const { data } = answer.body
  assert.deepEqual([data.moderation_status, data.valide], ['published', true])
  const edited = await program(secret).patch(`/publications/${data.id}`, { title: 'Grand tournoi' })
  assert.equal(edited.status, 200)
  assert.deepEqual((await program(secret).get(`/me/publications/${data.id}`)).body.data.may, [
    'edit',
    'delete',
  ])
  assert.equal((await program(secret).get('/me/publications/counts')).status, 200)
  assert.equal((await program(secret).delete(`/publications/${data.id}`)).status, 200)
  const traces = await make.auditOf(app, data.id)
  assert.deepEqual(
    traces.map(({ action, user_id, key_id }) => [action, user_id, key_id]),
    ['created', 'updated', 'deleted'].map(did => [`publication.${did}`, null, id]),
  )
  const row = await make.row(app, data.id)
  assert.deepEqual([row.created_by, row.edited_by, row.written_by_key], [null, null, id])
  const journal = await app.as(admin).get(`/admin/audit?key_id=${id}`)
  assert.deepEqual(
    journal.body.data.map(({ by, key }: { by: unknown; key: unknown }) => [by, key]),
    Array(3).fill([null, { id, nom: 'Site du club' }]),
  )
  const history = await app.as(admin).get(`/admin/publications/${data.id}/history`)
  assert.equal(history.body.data[0].key.id, id)
})

test('without the right to publish the acteur’s key waits for review, and can be sent back to its owners', async () => {
  const shop = await make.acteur(app, here)
  await make.member(app, shop, owner)
  const { secret } = await created({}, shop)
  const { body } = await program(secret).post('/publications', { ...draft, acteur_id: shop })
  assert.equal(body.data.moderation_status, 'pending')
  // A moderator has corrected it: it is still the key's.
  const path = `/admin/publications/${body.data.id}`
  assert.equal(outcome(await app.as(admin).patch(path, { title: 'Tournoi de belote' })), '200')
  assert.equal((await app.as(admin).get(path)).body.data.api_key.nom, 'Site du club')
  const back = { moderation_status: 'changes_requested', reason: 'Précisez le lieu.' }
  const decided = await app.as(admin).patch(`${path}/moderate`, back)
  assert.equal(outcome(decided), '200')
  assert.equal(decided.body.meta.mail.count, 1)
})

test('a text that a key wrote over a person’s has no author among its revisions', async () => {
  const { secret } = await created()
  const { body } = await app.as(editor, 'public').post('/publications', draft)
  const path = `/publications/${body.data.id}`
  await program(secret).patch(path, { body: 'Du programme.' })
  await app.as(editor, 'public').patch(path, { body: 'De nouveau de la personne.' })
  const { rows } = await app.owner.query(
    'select body, written_by from publication_revisions where publication_id = $1 order by kept_at',
    [body.data.id],
  )
  assert.deepEqual(rows, [
    { body: draft.body, written_by: editor.id },
    { body: 'Du programme.', written_by: null },
  ])
})

test('a key reads and changes the page of its acteur, and nothing of others', async () => {
  const { secret } = await created()
  const other = await make.acteur(app, here)
  assert.equal((await program(secret).get(`/me/acteurs/${club}`)).body.data.may.includes('lead'), false)
  const changed = await program(secret).patch(`/me/acteurs/${club}`, { telephone: '02 38 00 00 00' })
  assert.equal(changed.status, 200)
  for (const answer of [
    await program(secret).get(`/me/acteurs/${other}`),
    await program(secret).patch(`/me/acteurs/${other}`, { telephone: '02 38 00 00 00' }),
    await program(secret).post('/publications', { ...draft, acteur_id: other }),
    await program(secret).delete(`/publications/${await make.publication(app, other, here)}`),
  ])
    assert.equal(outcome(answer), '403 scope_violation')
  const foreign = await make.publication(app, other, here)
  assert.equal(outcome(await program(secret).get(`/me/publications/${foreign}`)), '404 not_found')
  const { body } = await program(secret).get('/me/publications')
  assert.ok(body.data.every((one: { acteur: { id: string } }) => one.acteur.id === club))
})

test('each scope opens its routes alone', async () => {
  const reading = await created({ scopes: ['publications:read'] })
  assert.equal(outcome(await program(reading.secret).post('/publications', draft)), '403 api_key_scope')
  const mine = await make.publication(app, club, here)
  assert.deepEqual((await program(reading.secret).get(`/me/publications/${mine}`)).body.data.may, [])
  const writing = await created({ scopes: ['acteurs:write'] })
  assert.equal((await program(writing.secret).patch(`/me/acteurs/${club}`, { telephone: null })).status, 200)
  const lacking = await program(writing.secret).get(`/me/acteurs/${club}`)
  assert.equal(outcome(lacking), '403 api_key_scope')
  assert.deepEqual(lacking.body.details, [{ path: 'scopes', message: 'il faut `acteurs:read`' }])
})

test('a key of communes acts for the acteurs of these communes, a key of an area for those of its communes', async () => {
  await app.owner.query(`insert into epcis (code, nom) values ('243500139', 'Rennes Métropole')`)
  await app.owner.query(`update communes set epci_code = '243500139' where id = $1`, [there])
  const away = await make.acteur(app, there)
  const [town, area] = [
    await officeKey({ commune_ids: [here] }),
    await officeKey({ epci_codes: ['243500139'] }),
  ]
  const sent = async (secret: string, acteur_id: string, commune_id: string) =>
    outcome(await program(secret).post('/publications', { ...draft, acteur_id, commune_id }))
  assert.equal(await sent(town.secret, club, here), '201')
  assert.equal(await sent(town.secret, away, there), '403 scope_violation')
  assert.equal(await sent(area.secret, away, there), '201')
  assert.equal(await sent(area.secret, club, here), '403 scope_violation')
  assert.equal((await program(area.secret).get('/me/publications')).body.meta.total, 1)
  // The acteur may publish there as well, the key may not.
  await app.owner.query('insert into acteur_communes (acteur_id, commune_id) values ($1, $2)', [club, there])
  assert.equal(await sent(town.secret, club, there), '403 scope_violation')
  assert.equal(await sent((await created()).secret, club, there), '201')
  // The publication of the key is of another commune by now.
  const { id } = (await program(town.secret).post('/publications', draft)).body.data
  assert.equal(outcome(await program(town.secret).get(`/me/publications/${id}`)), '200')
  const moved = await app.as(admin).patch(`/admin/publications/${id}`, { commune_id: there, commune_ids: [] })
  assert.equal(outcome(moved), '200')
  for (const gone of [id, crypto.randomUUID()])
    assert.deepEqual(
      [
        outcome(await program(town.secret).get(`/me/publications/${gone}`)),
        outcome(await program(town.secret).patch(`/publications/${gone}`, { title: 'Tournoi reporté' })),
        outcome(await program(town.secret).delete(`/publications/${gone}`)),
      ],
      Array(3).fill('404 not_found'),
    )
  for (const limit of [{}, { acteur_id: club, commune_ids: [here] }, { epci_codes: ['999999999'] }])
    assert.equal((await app.as(admin).post('/admin/api-keys', { ...newKey, ...limit })).status, 422)
})

test('a key is told what it is, whatever its scopes; a person and a caller without key are refused', async () => {
  const town = await make.commune(app)
  const zone = await make.commune(app)
  await app.owner.query(`insert into epcis (code, nom) values ('244500211', 'Val-ès-Dunes')`)
  const epci = await make.commune(app, { epci_code: '244500211' })
  const baker = await make.acteur(app, town, { nom: 'Boulangerie', slug: 'boulangerie' })
  await make.member(app, baker, owner)
  await app.owner.query('insert into acteur_communes (acteur_id, commune_id) values ($1, $2)', [baker, zone])
  const told = async ({ id, secret, nom, scopes, expires_at }: Record<string, string>) => {
    const { status, body } = await program(secret ?? '').get('/key')
    assert.equal(status, 200, JSON.stringify(body))
    const { acteur, communes, ...rest } = body.data
    assert.deepEqual(rest, { id, nom, scopes, expires_at })
    return [acteur, communes.map((one: { id: string }) => one.id).sort()]
  }
  const acteur = { id: baker, nom: 'Boulangerie', slug: 'boulangerie' }
  for (const scope of ALL)
    assert.deepEqual(await told(await created({ scopes: [scope] }, baker)), [acteur, [town, zone].sort()])
  const two = [town, zone].sort()
  assert.deepEqual(await told(await officeKey({ commune_ids: two })), [null, two])
  assert.deepEqual(await told(await officeKey({ epci_codes: ['244500211'] })), [null, [epci]])
  for (const source of ['public', null])
    assert.equal(outcome(await app.as(admin, source).get('/key')), '403 forbidden')
  assert.equal(outcome(await app.as(undefined, 'public').get('/key')), '401 unauthenticated')
  const gone = await created({}, baker)
  await asOwner.delete(`/me/acteurs/${baker}/api-keys/${gone.id}`)
  assert.equal(outcome(await program(gone.secret).get('/key')), '401 api_key_revoked')
})

test('expired, revoked, paused and unknown keys are told apart, and none of them is let in', async () => {
  const { id, secret } = await created()
  await app.owner.query(`update api_keys set expires_at = now() where id = $1`, [id])
  assert.equal(await tried(secret), '401 api_key_expired')
  const gone = await created()
  assert.equal((await asOwner.delete(`/me/acteurs/${club}/api-keys/${gone.id}`)).body.data.state, 'revoked')
  assert.equal((await asOwner.delete(`/me/acteurs/${club}/api-keys/${gone.id}`)).status, 200)
  assert.equal((await make.auditOf(app, gone.id)).length, 2)
  assert.equal(await tried(gone.secret), '401 api_key_revoked')
  const last = secret.endsWith('A') ? 'B' : 'A'
  assert.equal(await tried(`${secret.slice(0, -1)}${last}`), '401 unauthenticated')
  assert.equal(await tried('pk_parvis_'), '401 unauthenticated')
  const unknown = await program('pk_parvis_').get('/key')
  assert.deepEqual(
    [unknown.body.details[0].path, unknown.headers.get('www-authenticate')?.slice(0, 28)],
    ['Authorization', 'Bearer error="invalid_token"'],
  )
})

/** Whether a key works, and why it does not, as administrators see it. */
async function shownPause(id: string) {
  const { body } = await app.as(admin).get('/admin/api-keys?per_page=100')
  const { state, paused_for } = body.data.find((key: { id: string }) => key.id === id)
  return [state, paused_for]
}

test('a key is paused while its creator has lost the right, is suspended, or the acteur is closed', async () => {
  const { id, secret } = await created()
  const asAdmin = await officeKey({ acteur_id: club })
  const states = async () => [await tried(secret), await tried(asAdmin.secret)]
  const [works, paused] = ['200', '401 api_key_paused']
  const whileIn = async (change: string, back: string, ids: string[], expected: string[]) => {
    await app.owner.query(change, ids)
    assert.deepEqual(await states(), expected, change)
    await app.owner.query(back, ids)
    assert.deepEqual(await states(), [works, works], back)
  }
  const members = 'update actor_users set role ='
  const of = 'where user_id = $1 and acteur_id = $2'
  await whileIn(`${members} 'editor' ${of}`, `${members} 'owner' ${of}`, [owner.id, club], [paused, works])
  const status = (to: string) => `update users set status = '${to}' where id = $1`
  await whileIn(status('suspended'), status('active'), [owner.id], [paused, works])
  await whileIn(
    `delete from user_roles where user_id = $1`,
    `insert into user_roles (user_id, role) values ($1, 'admin')`,
    [admin.id],
    [works, paused],
  )
  const acteur = (change: string) => `update acteurs set ${change} where id = $1`
  await whileIn(acteur('active = false'), acteur('active = true'), [club], [paused, paused])
  await whileIn(acteur('deleted_at = now()'), acteur('deleted_at = null'), [club], [paused, paused])
  await app.owner.query(acteur('active = false'), [club])
  assert.deepEqual(await shownPause(id), ['paused', 'acteur_closed'])
  await app.owner.query(acteur('active = true, deleted_at = now()'), [club])
  assert.deepEqual(await shownPause(id), ['paused', 'acteur_deleted'])
  await app.owner.query(acteur('deleted_at = null'), [club])
  assert.deepEqual(await shownPause(id), ['active', null])
  await app.owner.query(status('suspended'), [owner.id])
  assert.deepEqual(await shownPause(id), ['paused', 'creator'])
  await app.owner.query(`update api_keys set expires_at = now() where id = $1`, [id])
  assert.deepEqual(await shownPause(id), ['expired', null])
  await app.owner.query(status('active'), [owner.id])
})

test('erasing its creator revokes a key', async () => {
  const leaving = await app.user()
  await make.member(app, club, leaving)
  const { id, secret } = await created({}, club, leaving)
  const erased = await app
    .as(admin)
    .post('/admin/personal-data/erase', { email: leaving.email, really: true })
  assert.equal(outcome(erased), '200')
  assert.equal(await tried(secret), '401 api_key_revoked')
  const { rows } = await app.owner.query('select nom, created_by from api_keys where id = $1', [id])
  assert.deepEqual(rows, [{ nom: 'Clé effacée', created_by: null }])
})

test('the last use is written at most once a minute, also under concurrent requests', async () => {
  const { id, secret } = await created()
  const usedAt = async () =>
    (await app.owner.query('select last_used_at, xmin::text from api_keys where id = $1', [id])).rows[0]
  await Promise.all(Array.from({ length: 20 }, () => tried(secret)))
  const first = await eventually(async () => {
    const row = await usedAt()
    return row.last_used_at && row
  }, 'the first use')
  for (let n = 0; n < 5; n++) await tried(secret)
  assert.deepEqual(await usedAt(), first)
  await app.owner.query(`update api_keys set last_used_at = now() - interval '61 seconds' where id = $1`, [
    id,
  ])
  const before = await usedAt()
  await tried(secret)
  await eventually(async () => (await usedAt()).last_used_at > before.last_used_at, 'a later use')
})

test('revoked while 50 requests at once use it on two nodes: nothing is written once the revocation has answered', async () => {
  const other = await app.beside()
  const { id, secret } = await created()
  const nodes = [program(secret), other.as({ token: secret }, null)]
  const outcomes: string[] = []
  const sender = async (at: number) => {
    for (let n = 0; n < 8 && !outcomes[at]?.startsWith('401'); n++) {
      const answer = await nodes[at % 2]?.post('/publications', { ...draft, title: `${at} ${n}` })
      assert.ok(answer)
      outcomes[at] = outcome(answer)
      assert.match(outcome(answer), /^201$|^401 api_key_revoked$/)
    }
  }
  const written = async () => {
    const count = 'select count(*)::int as n from publications where written_by_key = $1'
    return (await app.owner.query(count, [id])).rows[0].n
  }
  const senders = Array.from({ length: 50 }, (_, at) => sender(at))
  await eventually(async () => outcomes.includes('201'), 'a first publication')
  const answer = await asOwner.delete(`/me/acteurs/${club}/api-keys/${id}`)
  const before = await written()
  assert.equal(answer.status, 200)
  await Promise.all(senders)
  assert.equal(await written(), before)
  for (const one of nodes) assert.equal(outcome(await one.get('/me/publications')), '401 api_key_revoked')
  await other.stop()
})

const waiting = (count: number) =>
  eventually(async () => (await waitingForLocks(app.connection.database ?? '')) === count, `${count} waiting`)

test('a suspension of its creator waits for a write of the key that has begun, and no other one is written', async () => {
  const leaving = await app.user()
  await make.member(app, club, leaving)
  const { secret } = await created({}, club, leaving)
  await app.owner.query('begin')
  await app.owner.query('select from acteurs where id = $1 for update', [club])
  const writing = program(secret).post('/publications', draft)
  await waiting(1)
  const suspending = app.as(admin).patch(`/admin/users/${leaving.id}`, { status: 'suspended' })
  await waiting(2)
  const late = program(secret).post('/publications', draft)
  await waiting(3)
  await app.owner.query('rollback')
  assert.deepEqual(
    [outcome(await writing), outcome(await suspending), outcome(await late)],
    ['201', '200', '401 api_key_paused'],
  )
})

test('a key and an endpoint of an acteur are paused while it is merged into another one', async () => {
  const [into, from] = [await make.acteur(app, here), await make.acteur(app, here)]
  await make.member(app, from, owner)
  const [own, office] = [await created({}, from), await officeKey({ acteur_id: from })]
  const webhook = await make.webhook(app, { acteur_id: from, created_by: owner.id, granted_to: 'owner' })
  const states = async () => [
    await tried(own.secret),
    await tried(office.secret),
    (await app.as(admin).get(`/admin/webhooks/${webhook}`)).body.data.state,
  ]
  assert.deepEqual(await states(), ['200', '200', 'active'])
  const revoked = await created({}, from)
  await asOwner.delete(`/me/acteurs/${from}/api-keys/${revoked.id}`)
  const announced = (await app.as(admin).get(`/admin/acteurs/${from}/moves`)).body.data
  assert.deepEqual(announced.stops, { api_keys: 2, webhooks: 1 })
  const merged = await app.as(admin).post(`/admin/acteurs/${into}/merge`, { from_id: from })
  assert.equal(outcome(merged), '200')
  assert.deepEqual(await states(), ['401 api_key_paused', '401 api_key_paused', 'paused'])
  assert.deepEqual(await shownPause(own.id), ['paused', 'acteur_merged'])
  assert.equal((await app.as(admin).get(`/admin/webhooks/${webhook}`)).body.data.paused_for, 'acteur_merged')
  const undo = `/admin/acteurs/${into}/merges/${merged.body.meta.merge.id}/undo`
  assert.equal(outcome(await app.as(admin).post(undo)), '200')
  assert.deepEqual(await states(), ['200', '200', 'active'])
})

test('a write of a key and a merge of its acteur at once leave nothing at the merged acteur', async () => {
  const [into, from] = [await make.acteur(app, here), await make.acteur(app, here)]
  await make.member(app, from, owner)
  const { id, secret } = await created({}, from)
  // Both wait for the locks, and either may get them first.
  await app.owner.query('begin')
  await app.owner.query('select from acteurs where id = any($1) for update', [[into, from]])
  const merging = app.as(admin).post(`/admin/acteurs/${into}/merge`, { from_id: from })
  await waiting(1)
  const writing = program(secret).post('/publications', { ...draft, acteur_id: from })
  await waiting(2)
  await app.owner.query('rollback')
  const answers = [outcome(await merging), outcome(await writing)]
  const { rows } = await app.owner.query('select acteur_id from publications where written_by_key = $1', [id])
  // The publication is nowhere, or has moved with its acteur.
  if (answers[1] === '201') assert.deepEqual(rows, [{ acteur_id: into }])
  else assert.deepEqual(rows, [])
  assert.equal(answers[0], '200')
})

test('a revocation waits for a write of the key that has begun', async () => {
  const { id, secret } = await created()
  await app.owner.query('begin')
  await app.owner.query('select from acteurs where id = $1 for update', [club])
  const writing = program(secret).post('/publications', draft)
  await waiting(1)
  const revoking = asOwner.delete(`/me/acteurs/${club}/api-keys/${id}`)
  await waiting(2)
  await app.owner.query('rollback')
  assert.deepEqual([outcome(await writing), outcome(await revoking)], ['201', '200'])
})

test('a key in an address is refused on every kind of route, and is in no line of the log', async () => {
  const { id, secret } = await created()
  for (const path of ['/publications', '/communes', '/me/publications', '/admin/api-keys'])
    assert.equal(outcome(await program(secret).get(`${path}?api_key=${secret}`)), '400 invalid_request', path)
  await program(secret).post('/publications', { ...draft, title: '' })
  const log = lines.join('')
  assert.ok(log.includes(`"key_id":"${id}"`))
  assert.equal(log.includes(secret), false)
  assert.equal(log.includes(secret.slice(10, 30)), false)
})

test('a key counts its own requests, apart from its creator', async () => {
  const { secret } = await created()
  const { rows } = await app.owner.query(
    `select count(*)::int as n from rate_limits where key like 'publication:%'`,
  )
  await program(secret).post('/publications', draft)
  const later = await app.owner.query(
    `select count(*)::int as n from rate_limits where key like 'publication:%'`,
  )
  assert.equal(later.rows[0].n, rows[0].n + 1)
})
