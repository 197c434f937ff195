import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import { waitingForLocks } from '../../../test/databases.ts'
import { eventually } from '../../../test/eventually.ts'
import * as make from '../../../test/factories.ts'
import { forgetMerges } from './merge.ts'

const app = await startApp()
const office = app.as(await app.user(['operator_claims']))
const commune = await make.commune(app)
const writer = await app.user()
const acteur = (fields: Record<string, unknown> = {}) => make.acteur(app, commune, fields)
const merge = (into: string, from_id: string) => office.post(`/admin/acteurs/${into}/merge`, { from_id })
const one = async (id: string) => (await office.get(`/admin/acteurs/${id}`)).body.data
const of = async (table: string, id: string) =>
  (await app.owner.query(`select id from ${table} where acteur_id = $1 order by id`, [id])).rows.map(
    row => row.id,
  )
const rights = async (id: string) =>
  (
    await app.owner.query('select user_id, role, permissions from actor_users where acteur_id = $1', [id])
  ).rows.map(({ user_id, role, permissions }) => `${user_id} ${role} ${permissions}`)

/** Rows in every table that moves. */
async function life(id: string) {
  await make.publication(app, id, commune)
  await make.publication(app, id, commune, { deleted_at: new Date() })
  await app.owner.query(
    `insert into claims (acteur_id, status, message, language, expires_at) values ($1, 'expired', 'Moi', 'fr', now())`,
    [id],
  )
  await app.owner.query(
    `insert into import_sources (nom, kind, schedule, moderation, enabled, max_items, url, acteur_id) values ('Flux', 'rss', 'manual', 'auto', true, 50, 'https://a.example/' || $1::text, $1::uuid)`,
    [id],
  )
  await app.owner.query(
    `insert into subscriptions (provider, provider_subscription_id, acteur_id, status, last_event_at)
     values ('payment', 'sub_' || $1::text, $1::uuid, 'active', now())`,
    [id],
  )
  await app.owner.query(
    `insert into publication_drafts (user_id, acteur_id, content) values ($1, $2, '{"title": "Loto"}')`,
    [writer.id, id],
  )
}
const TABLES = ['publications', 'publication_drafts', 'claims', 'import_sources', 'subscriptions']

test('a merge moves everything with a trace, and its undo gives everybody back what they had', async () => {
  const [into, from] = [await acteur({ nom: 'Reste' }), await acteur({ nom: 'Part' })]
  await life(into)
  await life(from)
  const [both, only] = [await app.user(), await app.user()]
  await make.member(app, into, both, 'editor', ['manage_publications'])
  await make.member(app, from, both, 'owner')
  await make.member(app, from, only, 'editor', ['publish_publications'])
  const before = {
    of: Object.fromEntries(await Promise.all(TABLES.map(async table => [table, await of(table, from)]))),
    rights: await rights(into),
  }

  const leaving = (await office.get(`/admin/acteurs/${from}/moves`)).body.data
  assert.deepEqual([leaving.nom, leaving.commune.id], ['Part', commune])
  const { status, body } = await merge(into, from)
  assert.equal(status, 200)
  assert.deepEqual({ ...leaving.moves, uploads: 0 }, body.meta.merge.moved, 'as it was announced')
  assert.deepEqual(body.meta.merge.moved, {
    publications: 2,
    claims: 1,
    subscriptions: 1,
    import_sources: 1,
    uploads: 0,
    members: 2,
  })
  for (const table of TABLES) {
    assert.deepEqual(await of(table, from), [], table)
    for (const id of before.of[table] ?? []) assert.ok((await of(table, into)).includes(id), table)
  }
  assert.deepEqual(
    (await rights(into)).sort(),
    [`${both.id} owner manage_publications`, `${only.id} editor publish_publications`].sort(),
  )
  const gone = await one(from)
  assert.deepEqual([gone.merged_into, gone.deleted_at !== null], [into, true])
  assert.equal((await office.delete(`/admin/acteurs/${from}/restore`)).status, 409)
  assert.deepEqual(
    [(await make.auditOf(app, into)).at(-1)?.after, (await make.auditOf(app, from)).at(-1)?.after],
    [{ merged: from }, { deleted: true, merged_into: into }],
  )

  // Rows moved since stay where they are.
  const [kept] = before.of.publications ?? []
  const third = await acteur()
  await app.owner.query('update publications set acteur_id = $1 where id = $2', [third, kept])
  await app.owner.query(`update actor_users set permissions = '{}' where acteur_id = $1 and user_id = $2`, [
    into,
    only.id,
  ])
  const merges = (await office.get(`/admin/acteurs/${from}/merges`)).body.data
  assert.deepEqual([merges.length, merges[0].into.nom, merges[0].undone_at], [1, 'Reste', null])
  const undone = await office.post(`/admin/acteurs/${into}/merges/${merges[0].id}/undo`, undefined)
  assert.equal(undone.status, 200)
  assert.ok(undone.body.data.undone_at)
  assert.deepEqual(await of('publications', third), [kept])
  assert.deepEqual(await of('publications', from), before.of.publications?.slice(1))
  for (const table of TABLES.slice(1)) assert.deepEqual(await of(table, from), before.of[table], table)
  assert.deepEqual((await rights(into)).sort(), [...before.rights, `${only.id} editor `].sort())
  const back = await one(from)
  assert.deepEqual([back.merged_into, back.deleted_at], [null, null])
  assert.equal(
    (await office.post(`/admin/acteurs/${into}/merges/${merges[0].id}/undo`, undefined)).status,
    409,
  )
})

test('a merge makes no member of a person who was only invited, and its undo invites again', async () => {
  const [into, from] = [await acteur(), await acteur()]
  const ask = (acteur: string, { id }: { id: string }, role: string) =>
    app.owner.query(
      `insert into actor_users (acteur_id, user_id, role, accepted_at, waiting_id) values ($1, $2, $3, null, gen_random_uuid())`,
      [acteur, id, role],
    )
  const team = async (id: string) =>
    Object.fromEntries(
      (
        await app.owner.query(
          `select user_id, role || case when accepted_at is null then ', asked' else '' end as is_there from actor_users where acteur_id = $1`,
          [id],
        )
      ).rows.map(row => [row.user_id, row.is_there]),
    )
  const [invited, here, there, both] = [
    await app.user(),
    await app.user(),
    await app.user(),
    await app.user(),
  ]
  await ask(from, invited, 'owner')
  await make.member(app, into, here, 'editor')
  await ask(from, here, 'owner')
  await ask(into, there, 'editor')
  await make.member(app, from, there, 'owner')
  await ask(into, both, 'editor')
  await ask(from, both, 'owner')
  const before = [await team(into), await team(from)]
  const { status, body } = await merge(into, from)
  assert.equal(status, 200)
  assert.deepEqual(await team(into), {
    [invited.id]: 'owner, asked',
    [here.id]: 'editor',
    [there.id]: 'owner',
    [both.id]: 'owner, asked',
  })
  const { id } = body.meta.merge
  // An invitation that is accepted meanwhile stays accepted.
  assert.equal((await app.as(both).get(`/me/acteurs/${into}`)).status, 200)
  assert.equal((await office.post(`/admin/acteurs/${into}/merges/${id}/undo`, undefined)).status, 200)
  assert.deepEqual(await team(into), { ...before[0], [both.id]: 'owner' })
  assert.deepEqual(await team(from), before[1])
})

test('two opposite merges at once: one succeeds, the other finds nothing to merge', async () => {
  for (let round = 0; round < 5; round++) {
    const [a, b] = [await acteur(), await acteur()]
    const pa = await make.publication(app, a, commune)
    const pb = await make.publication(app, b, commune)
    const done = await Promise.all([merge(a, b), merge(b, a), merge(a, b), merge(b, a)])
    const [won, ...more] = done.filter(({ status }) => status === 200)
    assert.ok(won && more.length === 0, done.map(({ status }) => status).join())
    assert.ok(done.every(({ status }) => [200, 404, 422].includes(status)))
    assert.deepEqual(await of('publications', won.body.data.id), [pa, pb].sort())
  }
})

test('undone ten times at once, a merge is undone once', async () => {
  const [a, b] = [await acteur(), await acteur()]
  const publication = await make.publication(app, b, commune)
  const { id } = (await merge(a, b)).body.meta.merge
  const done = await Promise.all(
    Array.from({ length: 10 }, () => office.post(`/admin/acteurs/${a}/merges/${id}/undo`, undefined)),
  )
  assert.equal(done.filter(({ status }) => status === 200).length, 1)
  assert.deepEqual(await of('publications', b), [publication])
  const { rows } = await app.owner.query(
    `select count(*)::int as n from audit_log where entity_id = $1 and action = 'acteur.merge_undone'`,
    [b],
  )
  assert.equal(rows[0].n, 1)
})

test('merging with itself, a deleted acteur, a town hall, two open claims or a stale version is refused', async () => {
  const [a, b] = [await acteur(), await acteur()]
  assert.equal((await merge(a, a)).status, 422)
  assert.equal((await merge(a, crypto.randomUUID())).status, 422)
  assert.equal((await merge(crypto.randomUUID(), a)).status, 404)
  const deleted = await acteur({ deleted_at: new Date() })
  assert.equal((await merge(a, deleted)).status, 422)
  assert.equal((await merge(a, await make.mairie(app, await make.commune(app)))).status, 422)
  for (const acteur_id of [a, b])
    assert.equal((await app.anyone.post('/claims', { acteur_id, message: 'Moi.' })).status, 201)
  const { body } = await merge(a, b)
  assert.equal(body.error, 'claim_conflict')
  assert.equal((await one(b)).merged_into, null)
  const stale = await office.post(
    `/admin/acteurs/${a}/merge`,
    { from_id: b },
    { headers: { 'if-match': '"99"' } },
  )
  assert.equal(stale.status, 412)
})

test('publications of merged acteurs become duplicates, and are none after the undo', async () => {
  const [a, b] = [await acteur(), await acteur()]
  const moderator = app.as(await app.user(['admin']))
  const words = { title: 'Loto du club', body: 'Dimanche, à quinze heures.', commune_id: commune }
  const ids: string[] = []
  const publish = async (acteur_id: string, title: string) =>
    (await moderator.post('/publications', { ...words, title, acteur_id })).body.data.id
  for (const acteur_id of [a, b]) ids.push(await publish(acteur_id, words.title))
  const apart = [await publish(b, 'Bal'), await publish(b, 'Bal')]
  await moderator.post(`/admin/publications/${apart[0]}/duplicates/dismiss`, { other_id: apart[1] })
  ids.push(...apart)
  const alike = async () =>
    await Promise.all(
      ids.map(async id => (await moderator.get(`/admin/publications/${id}`)).body.data.duplicates_count),
    )
  assert.deepEqual(await alike(), [0, 0, 0, 0])
  const { operation_id } = (await moderator.patch(`/admin/publications/${ids[1]}`, { title: 'Loto' })).body
    .meta
  const { id } = (await merge(a, b)).body.meta.merge
  assert.deepEqual(await alike(), [0, 0, 0, 0])
  // A correction from before the merge is undone in the remaining acteur.
  await moderator.post(`/admin/operations/${operation_id}/undo`, undefined)
  assert.deepEqual(await alike(), [1, 1, 0, 0])
  await office.post(`/admin/acteurs/${a}/merges/${id}/undo`, undefined)
  assert.deepEqual(await alike(), [0, 0, 0, 0])
})

test('an app limited to a merged acteur shows the remaining one', async () => {
  const [a, b] = [await acteur(), await acteur()]
  const [ours, theirs] = [
    await make.publication(app, a, commune),
    await make.publication(app, await acteur(), commune),
  ]
  await app.owner.query(`insert into app_sources (slug, acteur_ids) values ('club', array[$1::uuid])`, [b])
  const club = app.as(undefined, 'club')
  const answers = async (id: string, status: number) =>
    (await club.get(`/publications/${id}`)).status === status
  await eventually(() => answers(ours, 403), 'the app shows the other acteur alone')
  const { id } = (await merge(a, b)).body.meta.merge
  await eventually(() => answers(ours, 200), 'and what that one became')
  assert.equal((await club.get(`/publications/${theirs}`)).status, 403)
  await office.post(`/admin/acteurs/${a}/merges/${id}/undo`, undefined)
  await eventually(() => answers(ours, 403), 'as before')
})

test('the address of a merged acteur leads to the remaining one, over two merges too, until the undo', async () => {
  const [a, b, c] = [await acteur({ slug: 'premier' }), await acteur(), await acteur({ slug: 'dernier' })]
  const publication = await make.publication(app, a, commune)
  await merge(b, a)
  await merge(c, b)
  for (const address of [a, b, 'premier', 'dernier']) {
    const { status, body } = await app.anyone.get(`/acteurs/${address}`)
    assert.deepEqual([status, body.data?.id], [200, c], address)
  }
  for (const id of [a, b, c]) {
    const { body } = await app.anyone.get(`/acteurs/${id}/publications`)
    assert.deepEqual(
      body.data?.map((one: { id: string }) => one.id),
      [publication],
      id,
    )
  }
  const [{ id: second }] = (await office.get(`/admin/acteurs/${c}/merges`)).body.data
  await office.post(`/admin/acteurs/${c}/merges/${second}/undo`, undefined)
  assert.equal((await app.anyone.get('/acteurs/premier')).body.data.id, b)
  await office.delete(`/admin/acteurs/${b}`)
  for (const address of [a, b, 'premier'])
    assert.equal((await app.anyone.get(`/acteurs/${address}`)).status, 404)
  assert.equal((await app.anyone.get(`/acteurs/${a}/publications`)).status, 404)
})

test('chained merges are undone in reverse order', async () => {
  const [a, b, c] = [await acteur(), await acteur(), await acteur()]
  const publication = await make.publication(app, a, commune)
  const first = (await merge(b, a)).body.meta.merge.id
  const second = (await merge(c, b)).body.meta.merge.id
  const undo = (into: string, id: string) =>
    office.post(`/admin/acteurs/${into}/merges/${id}/undo`, undefined)
  const early = await undo(a, first)
  assert.deepEqual([early.status, early.body.error], [409, 'merged_since'])
  assert.deepEqual([await of('publications', a), await of('publications', c)], [[], [publication]])
  assert.equal((await undo(c, second)).status, 200)
  assert.equal((await undo(b, first)).status, 200)
  assert.deepEqual(await of('publications', a), [publication])
})

test('the communes of both are the zone of the one that stays, until the merge is undone', async () => {
  const [own, theirs, zone, shared] = [
    commune,
    ...(await Promise.all([1, 2, 3].map(() => make.commune(app)))),
  ]
  const [a, b] = [await acteur(), await make.acteur(app, theirs ?? '')]
  await app.owner.query('insert into acteur_communes values ($1, $3), ($2, $3), ($2, $4), ($2, $5)', [
    a,
    b,
    shared,
    zone,
    own,
  ])
  const before = await one(a)
  const { body } = await merge(a, b)
  const all = [own, ...[theirs, zone, shared].sort()]
  assert.deepEqual([body.data.commune_ids, body.data.version], [all, before.version + 1])
  const traced = async () => (await make.auditOf(app, a)).at(-1)
  assert.deepEqual((await traced())?.after, { merged: b, commune_ids: all })
  // What was added by hand since stays.
  const later = await make.commune(app)
  await office.patch(`/admin/acteurs/${a}`, { commune_ids: [...all, later] })
  await office.post(`/admin/acteurs/${a}/merges/${body.meta.merge.id}/undo`, undefined)
  const apart = await one(a)
  assert.deepEqual(apart.commune_ids, [own, ...[shared, later].sort()])
  assert.equal(apart.version, before.version + 3)
  assert.deepEqual((await traced())?.after, { merged: null, commune_ids: apart.commune_ids })
  assert.deepEqual((await one(b)).commune_ids, [theirs, ...[own, zone, shared].sort()])
})

test('a merge that would make a zone too large is refused, and nothing is changed', async () => {
  const { rows } = await app.owner.query(
    `insert into communes (nom, slug) select 'Commune ' || n, 'commune-' || n from generate_series(1, 500) n returning id`,
  )
  const [a, b] = [await acteur(), await make.acteur(app, await make.commune(app))]
  const ids = rows.map(({ id }) => id)
  for (const [id, part] of [
    [a, ids.slice(0, 250)],
    [b, ids.slice(250)],
  ])
    await app.owner.query('insert into acteur_communes select $1, unnest($2::uuid[])', [id, part])
  const { status, body } = await merge(a, b)
  assert.deepEqual([status, body.details[0].path], [422, 'from_id'])
  assert.equal((await one(a)).commune_ids.length, 251)
  assert.equal((await one(b)).merged_into, null)
})

/** Requests sent during a merge, until they wait for its locks. */
async function meanwhile<T>(from: string, into: string, asked: () => Promise<T>): Promise<T> {
  await app.owner.query('begin')
  try {
    await app.owner.query('select from acteurs where id = any($1) order by id for update', [[from, into]])
    await app.owner.query('update claims set acteur_id = $1 where acteur_id = $2', [into, from])
    await app.owner.query('update acteurs set merged_into = $1, deleted_at = now() where id = $2', [
      into,
      from,
    ])
    const answer = asked()
    await eventually(async () => (await waitingForLocks(app.connection.database ?? '')) === 1, 'it waits')
    await app.owner.query('commit')
    return await answer
  } finally {
    await app.owner.query('rollback')
  }
}

test('claims made during a merge are refused; decisions apply to the remaining acteur', async () => {
  const [a, b, c] = [await acteur(), await acteur(), await acteur()]
  const claimant = await app.user()
  const ask = (acteur_id: string) =>
    app.as(claimant, 'public').post('/claims', { acteur_id, message: 'La mienne.' })
  assert.equal((await meanwhile(b, a, () => ask(b))).status, 404)
  const claim = (await ask(c)).body.data.id
  const decided = await meanwhile(c, a, () => office.patch(`/admin/claims/${claim}`, { status: 'approved' }))
  assert.deepEqual([decided.status, decided.body.data.acteur_id], [200, a])
  assert.deepEqual([await rights(a), await rights(c)], [[`${claimant.id} owner `], []])
})

test('a merge cannot be undone after thirty days', async () => {
  const [a, b] = [await acteur(), await acteur()]
  await merge(a, b)
  await app.owner.query(
    `update acteur_merges set merged_at = now() - interval '31 days' where from_id = $1`,
    [b],
  )
  assert.equal(await app.service.db.transaction(forgetMerges), 1)
  assert.deepEqual((await office.get(`/admin/acteurs/${b}/merges`)).body.data, [])
})
