import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AREAS, type Area } from '../../../shared/words/access.ts'
import { startApp, type TestUser } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'
import { outcome } from '../../../test/sign-in.ts'
import { newSecret } from './api-keys.ts'

/** Callers limited to communes add, change and see nothing beyond the border of their territory. */

const app = await startApp({ env: { RATE_LIMIT_SCALE: '0' } })
const admin = app.as(await app.user(['admin']))
const [here, near, there] = [await make.commune(app), await make.commune(app), await make.commune(app)]
// Before any request: the scope of apps is read once a second.
await app.owner.query(`insert into app_sources (slug, commune_ids) values ('ici', $1)`, [[here]])

async function limited(area: Area, communes: readonly string[] = [here, near]): Promise<TestUser> {
  const user = await app.user()
  const given = await admin.post(`/admin/users/${user.id}/roles`, { role: AREAS[area].role, communes })
  assert.equal(outcome(given), '200')
  return user
}
const people = {
  moderation: await limited('moderation'),
  claims: await limited('claims'),
  support: await limited('support'),
  communes: await limited('communes'),
  imports: await limited('imports'),
}
const moderator = app.as(people.moderation)
const clerk = app.as(people.claims)
const person = await app.user()

const acteurOf = async (commune: string, zone: readonly string[] = []) => {
  const id = await make.acteur(app, commune, { can_publish: true })
  for (const one of zone)
    await app.owner.query('insert into acteur_communes (acteur_id, commune_id) values ($1, $2)', [id, one])
  return id
}
const zoneOf = async (id: string): Promise<string[]> =>
  (await admin.get(`/admin/acteurs/${id}`)).body.data.commune_ids
const typeId = async (slug: string) =>
  (await app.owner.query('select id from publication_types where slug = $1', [slug])).rows[0].id
const alerte = await typeId('alerte')
const INVALID = '422 validation_failed'
const BEYOND = '403 scope_violation'

////////////////////////////////////////////////////////////////////////////// acteurs

test('an acteur is created for communes of the territory only', async () => {
  const body = { nom: 'Amicale', type: 'association' }
  for (const [places, expected] of [
    [{ commune_id: here, commune_ids: [here, near] }, '201'],
    [{ commune_id: here, commune_ids: [here, there] }, INVALID],
    [{ commune_id: there, commune_ids: [there, here] }, INVALID],
  ] as const)
    assert.equal(outcome(await clerk.post('/admin/acteurs', { ...body, ...places })), expected)
})

test('communes outside neither enter nor leave a zone, and one that is there may stay', async () => {
  const id = await acteurOf(here, [there])
  const path = `/admin/acteurs/${id}`
  for (const [change, expected] of [
    [{ commune_ids: [here, there, near] }, '200'],
    [{ nom: 'Autre nom' }, '200'],
    [{ commune_ids: [here] }, INVALID],
    [{ commune_id: there }, INVALID],
  ] as const)
    assert.equal(outcome(await clerk.patch(path, change)), expected, JSON.stringify(change))
  assert.deepEqual(new Set(await zoneOf(id)), new Set([here, near, there]))
  const inside = await acteurOf(here)
  assert.equal(
    outcome(await clerk.patch(`/admin/acteurs/${inside}`, { commune_ids: [here, there] })),
    INVALID,
  )
  assert.equal(outcome(await admin.patch(`/admin/acteurs/${inside}`, { commune_ids: [here, there] })), '200')
})

test('of an acteur from outside, communes of the territory alone enter and leave the zone', async () => {
  const id = await acteurOf(there, [here])
  const path = `/admin/acteurs/${id}`
  assert.equal(outcome(await clerk.get(path)), '200')
  for (const [change, expected] of [
    [{ commune_ids: [there, here, near] }, '200'],
    [{ commune_ids: [there, near] }, '200'],
    [{ commune_ids: [there] }, INVALID],
    [{ commune_id: here }, INVALID],
    [{ nom: 'Autre nom' }, BEYOND],
    [{ commune_ids: [there, here], telephone: '02 38 00 00 00' }, BEYOND],
  ] as const)
    assert.equal(outcome(await clerk.patch(path, change)), expected, JSON.stringify(change))
  assert.deepEqual(await zoneOf(id), [there, near])
})

/** Each way in which an acteur reaches beyond the territory. */
const REACHES: Readonly<Record<string, () => Promise<string>>> = {
  'own commune': () => acteurOf(there, [here]),
  zone: () => acteurOf(here, [there]),
  async publication() {
    const id = await acteurOf(here)
    await make.publication(app, id, there)
    return id
  },
  async 'town hall of another commune'() {
    const id = await acteurOf(here)
    await app.owner.query('update communes set mairie_actor_id = $1 where id = $2', [
      id,
      await make.commune(app),
    ])
    return id
  },
}
const claimOf = async (acteur: string, status = 'pending') =>
  (
    await app.owner.query(
      `insert into claims (acteur_id, claimant_user_id, message, language, expires_at, status, decided_at)
       values ($1, $2, 'Moi', 'fr', now() + interval '7 days', $3, case when $3 <> 'pending' then now() end) returning id`,
      [acteur, person.id, status],
    )
  ).rows[0].id as string

/** Rights in an acteur, and what makes it come and go. */
const GOVERNING: readonly (readonly [string, (id: string) => string, object?])[] = [
  ['POST', id => `/admin/acteurs/${id}/members`, { user_id: person.id, role: 'owner' }],
  ['PATCH', id => `/admin/acteurs/${id}/validate`, { valide: true }],
  ['PATCH', id => `/admin/acteurs/${id}/badge`, { badge: null }],
  ['POST', id => `/admin/acteurs/${id}/can-publish`, { can_publish: true }],
  ['PATCH', id => `/admin/acteurs/${id}/active`, { active: false }],
  ['DELETE', id => `/admin/acteurs/${id}`],
  ['DELETE', id => `/admin/acteurs/${id}/restore`],
]

for (const [how, reaching] of Object.entries(REACHES))
  test(`an acteur that reaches beyond the territory by its ${how} is seen, and not governed`, async () => {
    const [beyond, inside] = [await reaching(), await acteurOf(here)]
    for (const [method, path, body] of GOVERNING) {
      assert.equal(outcome(await clerk.send(method, path(beyond), body)), BEYOND, path('…'))
      assert.match(outcome(await clerk.send(method, path(inside), body)), /^20/, path('…'))
    }
    const may = how === 'own commune' ? [] : ['describe']
    assert.deepEqual((await clerk.get(`/admin/acteurs/${beyond}`)).body.data.may, may)
    const both = ['describe', 'govern']
    assert.deepEqual((await clerk.get(`/admin/acteurs/${inside}`)).body.data.may, both)
    assert.deepEqual((await admin.get(`/admin/acteurs/${beyond}`)).body.data.may, both)
    assert.equal(outcome(await clerk.post(`/admin/acteurs/${beyond}/notes`, { body: 'À voir' })), '201')
    assert.equal(
      outcome(await clerk.post(`/admin/acteurs/${await acteurOf(here)}/merge`, { from_id: beyond })),
      INVALID,
    )
    const claim = await claimOf(beyond)
    assert.deepEqual((await clerk.get(`/admin/claims/${claim}`)).body.data.acteur.may, may)
    const approved = { status: 'approved' }
    const refused = await clerk.patch(`/admin/claims/${claim}`, approved)
    assert.equal(outcome(refused), BEYOND)
    assert.match(refused.body.details[0].message, /hors de votre territoire/)
    assert.equal(outcome(await admin.patch(`/admin/claims/${claim}`, approved)), '200')
    assert.equal(outcome(await clerk.post(`/admin/claims/${claim}/undo`)), BEYOND)
  })

test('publications outside of the territory are in no count', async () => {
  const id = await acteurOf(here, [there])
  const nom = `Compte ${id.slice(0, 8)}`
  await admin.patch(`/admin/acteurs/${id}`, { nom })
  for (const commune of [here, here, there]) await make.publication(app, id, commune)
  const claim = await claimOf(id)
  const countsOf = async (member: typeof clerk) => {
    const one = (await member.get(`/admin/acteurs/${id}`)).body.data
    const [listed] = (await member.get(`/admin/acteurs?q=${encodeURIComponent(nom)}`)).body.data
    const ofClaim = (await member.get(`/admin/claims/${claim}`)).body.data.acteur
    const { moves } = (await member.get(`/admin/acteurs/${id}/moves`)).body.data
    return [one, listed, ofClaim].map(each => each.publications_count).concat(moves.publications)
  }
  assert.deepEqual(await countsOf(clerk), [2, 2, 2, 2])
  assert.deepEqual(await countsOf(admin), [3, 3, 3, 3])
  const keeper = app.as(people.communes)
  const { data } = (await keeper.get(`/admin/communes/${here}/acteurs?q=${encodeURIComponent(nom)}`)).body
  assert.equal(data[0].publications_count, 2)
})

test('a merge from before the limit is not undone where one of the two lies outside', async () => {
  const [into, from] = [await acteurOf(here), await acteurOf(there)]
  const merged = await admin.post(`/admin/acteurs/${into}/merge`, { from_id: from })
  const { id } = merged.body.meta.merge
  // The zone that came with the merge is gone since.
  await admin.patch(`/admin/acteurs/${into}`, { commune_ids: [here] })
  assert.equal(outcome(await clerk.post(`/admin/acteurs/${into}/merges/${id}/undo`)), BEYOND)
  assert.equal(outcome(await admin.post(`/admin/acteurs/${into}/merges/${id}/undo`)), '200')
})

test('an appeal about a claim is decided where its acteur is governed', async () => {
  const claim = await claimOf(await acteurOf(here, [there]), 'rejected')
  const { rows } = await app.owner.query(
    `insert into appeals (kind, claim_id, decision, decided_at, language, message)
     values ('claim', $1, 'rejected', now(), 'fr', 'Si') returning id`,
    [claim],
  )
  const path = `/admin/appeals/${rows[0].id}`
  assert.equal(outcome(await clerk.get(path)), '200')
  assert.equal(outcome(await clerk.patch(path, { status: 'overturned', answer: 'Oui' })), BEYOND)
  assert.equal(outcome(await admin.patch(path, { status: 'overturned', answer: 'Oui' })), '200')
})

////////////////////////////////////////////////////////////////////////////// publications

test('a correction adds communes of the territory only, and of the zone of the acteur', async () => {
  const acteur = await acteurOf(here, [near, there])
  const far = await make.commune(app)
  const id = await make.publication(app, acteur, here, { commune_ids: [here, far] })
  const path = `/admin/publications/${id}`
  for (const [change, expected] of [
    [{ commune_ids: [here, far, near] }, '200'],
    [{ commune_ids: [here, far, there] }, INVALID],
    [{ commune_id: there }, INVALID],
    [{ commune_id: far, commune_ids: [here] }, INVALID],
    [{ title: 'Corrigé' }, '200'],
  ] as const)
    assert.equal(outcome(await moderator.patch(path, change)), expected, JSON.stringify(change))
  const another = await make.publication(app, await acteurOf(here), here)
  const everywhere = app.as(await app.user(['operator_moderation']))
  for (const [office, expected] of [
    [moderator, INVALID],
    [everywhere, INVALID],
    [admin, '200'],
  ] as const) {
    const moved = await office.patch(`/admin/publications/${another}`, { commune_ids: [here, near] })
    assert.equal(outcome(moved), expected)
  }
})

test('an alert needs its own commune inside, and what becomes one all its communes', async () => {
  const acteur = await acteurOf(here, [near, there])
  const change = (id: string, body: object) => moderator.patch(`/admin/publications/${id}`, body)
  const across = await make.publication(app, acteur, here, { commune_ids: [here, there] })
  assert.equal(outcome(await change(across, { type_id: alerte })), INVALID)
  assert.equal(outcome(await change(across, { type_id: alerte, commune_ids: [here] })), '200')
  const alert = await make.publication(app, acteur, here, { type: 'alerte', commune_ids: [here, there] })
  assert.equal(outcome(await change(alert, { title: 'Crue' })), '200')
  const elsewhere = await make.publication(app, acteur, there, { type: 'alerte', commune_ids: [there, here] })
  assert.equal(outcome(await change(elsewhere, { title: 'Crue' })), INVALID)
})

test('a revision that was an alert is not restored for communes outside', async () => {
  const acteur = await acteurOf(here, [there])
  const id = await make.publication(app, acteur, here, { type: 'alerte' })
  const path = `/admin/publications/${id}`
  await admin.patch(path, { type_id: await typeId('actualite'), commune_ids: [here, there] })
  const [revision] = (await admin.get(`${path}/revisions`)).body.data
  const restore = `${path}/revisions/${revision.id}/restore`
  assert.equal(outcome(await moderator.post(restore)), INVALID)
  assert.equal(outcome(await admin.post(restore)), '200')
})

const keyFor = async (limit: object) => {
  const { secret, hash } = newSecret()
  const scopes = ['publications:read', 'publications:write']
  await make.apiKey(app, { hash, scopes, ...limit })
  return app.as({ token: secret }, null)
}

test('a key of a commune has no standing in publications that are for none of its communes', async () => {
  const acteur = await acteurOf(here, [there])
  const key = await keyFor({ commune_ids: [here] })
  const whole = await keyFor({ acteur_id: acteur })
  const [own, across, outside] = [
    await make.publication(app, acteur, here),
    await make.publication(app, acteur, there, { commune_ids: [there, here] }),
    await make.publication(app, acteur, there),
  ]
  for (const [id, expected] of [
    [own, '200'],
    [across, '200'],
    [outside, '404 not_found'],
  ] as const) {
    assert.equal(outcome(await key.get(`/me/publications/${id}`)), expected)
    assert.equal(outcome(await key.patch(`/publications/${id}`, { title: 'Autre' })), expected)
    assert.equal(outcome(await whole.get(`/me/publications/${id}`)), '200')
  }
  const listed = (await key.get(`/me/publications?acteur_id=${acteur}`)).body
  assert.deepEqual(
    [new Set(listed.data.map(({ id }: { id: string }) => id)), listed.meta.total],
    [new Set([own, across]), 2],
  )
  assert.equal((await key.get(`/me/publications/counts?acteur_id=${acteur}`)).body.data.en_ligne, 2)
  const body = { title: 'Avis', body: 'Travaux.', acteur_id: acteur }
  for (const [place, expected] of [
    [{ commune_id: here }, '201'],
    [{ commune_id: there }, BEYOND],
    [{ commune_id: here, commune_ids: [there] }, BEYOND],
  ] as const)
    assert.equal(outcome(await key.post('/publications', { ...body, ...place })), expected)
  assert.equal(outcome(await key.patch(`/publications/${own}`, { commune_ids: [there] })), BEYOND)
  assert.equal(outcome(await key.patch(`/publications/${across}`, { type_id: alerte })), BEYOND)
  assert.equal(outcome(await key.delete(`/publications/${outside}`)), '404 not_found')
  assert.equal(outcome(await key.delete(`/publications/${own}`)), '200')
})

test('through an app of a commune, nothing is written for another one', async () => {
  const acteur = await acteurOf(here, [near, there])
  const member = await app.user()
  await make.member(app, acteur, member)
  const [through, anywhere] = [app.as(member, 'ici'), app.as(member, 'public')]
  const body = { title: 'Avis', body: 'Travaux.', acteur_id: acteur, commune_id: here }
  assert.equal(outcome(await through.post('/publications', { ...body, commune_ids: [there] })), BEYOND)
  assert.equal(outcome(await through.post('/publications', body)), '201')
  const id = await make.publication(app, acteur, here, { commune_ids: [here, there] })
  for (const [change, expected] of [
    [{ commune_ids: [there], title: 'Autre' }, '200'],
    [{ commune_ids: [there, near] }, BEYOND],
    [{ commune_id: there }, BEYOND],
    [{ type_id: alerte }, BEYOND],
  ] as const)
    assert.equal(
      outcome(await through.patch(`/publications/${id}`, change)),
      expected,
      JSON.stringify(change),
    )
  assert.equal(outcome(await anywhere.patch(`/publications/${id}`, { commune_ids: [there, near] })), '200')
})

test('an operation from before the limit is undone inside only', async () => {
  const user = await app.user(['operator_moderation'])
  const office = app.as(user)
  const acteur = await acteurOf(here, [there])
  const shown = { commune_ids: [here], duplicate_key: crypto.randomUUID() }
  const [inside, outside, moved, alert, twin] = [
    await make.publication(app, acteur, here),
    await make.publication(app, acteur, there),
    await make.publication(app, acteur, here, { commune_ids: [here, there] }),
    await make.publication(app, acteur, here, { type: 'alerte', commune_ids: [here, there] }),
    await make.publication(app, acteur, here, shown),
  ]
  const alike = await make.publication(app, acteur, there, { ...shown, commune_ids: [there] })
  const did = async (method: string, path: string, body: object) =>
    (await office.send(method, path, body)).body.meta.operation_id as string
  const operations = [
    await did('PATCH', '/admin/publications/bulk/moderate', {
      ids: [inside, outside],
      moderation_status: 'rejected',
    }),
    await did('PATCH', `/admin/publications/${moved}`, { commune_ids: [] }),
    await did('PATCH', `/admin/publications/${alert}`, { type_id: await typeId('actualite') }),
    await did('POST', `/admin/publications/${twin}/duplicates/dismiss`, { other_id: alike }),
  ]
  await admin.post(`/admin/users/${user.id}/roles`, { role: 'operator_moderation', communes: [here] })
  const undone = []
  for (const operation of operations) {
    const { data } = (await office.post(`/admin/operations/${operation}/undo`)).body
    const skipped = data.skipped.map(({ id, title, error }: Record<string, string>) => [id, title, error])
    undone.push([data.restored, skipped])
  }
  const left = (...ids: string[]) => ids.sort().map(id => [id, null, 'not_found'])
  assert.deepEqual(undone, [
    [[inside], left(outside)],
    [[], left(moved)],
    [[], left(alert)],
    [[], left(twin, alike)],
  ])
  assert.equal((await make.row(app, outside)).moderation_status, 'rejected')
  assert.deepEqual((await make.row(app, moved)).commune_ids, [here])
})

test('an operation from before the limit is listed without what lies outside', async () => {
  const user = await app.user(['operator_moderation'])
  const office = app.as(user)
  const acteur = await acteurOf(here, [there])
  const inside = await make.publication(app, acteur, here, { title: 'Ici' })
  const outside = await make.publication(app, acteur, there, { title: 'Là-bas' })
  const feature = async (id: string, en_avant = true) =>
    (await office.patch(`/admin/publications/${id}/feature`, { en_avant })).body.meta.operation_id as string
  const [near, far, partly] = [await feature(inside), await feature(outside), await feature(inside, false)]
  for (const id of [inside, outside])
    await app.owner.query(
      `insert into moderation_failures (operation_id, publication_id, error, step) values ($1, $2, 'stale_version', 'decide')`,
      [partly, id],
    )
  type Named = { id: string; title: string | null; publication_id: string | null; error: string }
  const told = async () => {
    const { data } = (await office.get('/admin/operations?mine=true')).body
    const listed = new Map(data.map(({ id, title, publication_id: of }: Named) => [id, [title, of]]))
    const failed = (await office.get(`/admin/operations/${partly}/failures`)).body.data
    const reasons = new Map(failed.map(({ id, title, error }: Named) => [id, [title, error]]))
    const one = (await office.get(`/admin/operations/${far}`)).body.data
    return {
      inside: [listed.get(near), reasons.get(inside)],
      outside: [listed.get(far), [one.title, one.publication_id], reasons.get(outside)],
    }
  }
  assert.deepEqual(await told(), {
    inside: [
      ['Ici', inside],
      ['Ici', 'stale_version'],
    ],
    outside: [
      ['Là-bas', outside],
      ['Là-bas', outside],
      ['Là-bas', 'stale_version'],
    ],
  })
  await admin.post(`/admin/users/${user.id}/roles`, { role: 'operator_moderation', communes: [here] })
  assert.deepEqual(await told(), {
    inside: [
      ['Ici', inside],
      ['Ici', 'stale_version'],
    ],
    outside: [
      [null, null],
      [null, null],
      [null, 'not_found'],
    ],
  })
})

////////////////////////////////////////////////////////////////////////////// communes, sources, conversations

test('nobody takes a former slug of another commune, and a limited operator no acteur from outside', async () => {
  const office = app.as(people.communes)
  const [former] = (await app.owner.query('select slug from communes where id = $1', [there])).rows
  await admin.patch(`/admin/communes/${there}`, { slug: 'ville-renommee' })
  for (const caller of [office, admin])
    assert.equal(
      outcome(await caller.patch(`/admin/communes/${here}`, { slug: former.slug })),
      '409 slug_taken',
    )
  assert.equal(
    outcome(await admin.post('/admin/communes', { nom: 'Neuve', slug: former.slug })),
    '409 slug_taken',
  )
  assert.equal(outcome(await admin.patch(`/admin/communes/${there}`, { slug: former.slug })), '200')
  const [inside, outside] = [await acteurOf(near), await acteurOf(there)]
  const hall = (mairie_actor_id: string) => office.patch(`/admin/communes/${near}`, { mairie_actor_id })
  assert.equal(outcome(await hall(outside)), INVALID)
  assert.equal(outcome(await hall(inside)), '200')
})

test('of a commune that gives up its slug and one that takes it at the same moment, only the first succeeds', async () => {
  for (let round = 0; round < 8; round++) {
    const [one, other] = [await make.commune(app), await make.commune(app)]
    const slug = `quittee-${round}`
    assert.equal(outcome(await admin.patch(`/admin/communes/${one}`, { slug })), '200')
    const [, taken] = await Promise.all([
      admin.patch(`/admin/communes/${one}`, { slug: `prise-${round}` }),
      admin.patch(`/admin/communes/${other}`, { slug }),
    ])
    assert.equal(outcome(taken), '409 slug_taken')
  }
})

test('a source publishes inside only, in the name of an acteur from there', async () => {
  const office = app.as(people.imports)
  const source = { nom: 'Agenda', url: 'https://agenda.exemple.fr/a.ics' }
  const [across, outside, inside] = [
    await acteurOf(here, [there]),
    await acteurOf(there, [here]),
    await acteurOf(here),
  ]
  for (const [place, expected] of [
    [{ acteur_id: inside }, '201'],
    [{ acteur_id: across }, INVALID],
    [{ acteur_id: across, commune_id: here }, '201'],
    [{ acteur_id: outside, commune_id: here }, INVALID],
    [{ acteur_id: outside }, INVALID],
  ] as const)
    assert.equal(outcome(await office.post('/admin/import-sources', { ...source, ...place })), expected)
  const far = await acteurOf(there)
  for (const place of [{}, { commune_id: here }, { commune_id: there }]) {
    const refusedFor = async (acteur_id: string) =>
      (await office.post('/admin/import-sources', { ...source, ...place, acteur_id })).body.details
    assert.deepEqual(await refusedFor(far), await refusedFor(crypto.randomUUID()), JSON.stringify(place))
  }
  const { id } = (await admin.post('/admin/import-sources', { ...source, acteur_id: across })).body.data
  const path = `/admin/import-sources/${id}`
  const mayOf = async (member: typeof office) => (await member.get(path)).body.data.may
  assert.deepEqual([await mayOf(office), await mayOf(admin)], [[], ['describe', 'govern']])
  const { data: seen } = (await office.get('/admin/import-sources')).body
  assert.deepEqual(
    seen.map((one: { acteur_id: string; may: string[] }) => [one.acteur_id, one.may]),
    [
      [across, []],
      [across, ['describe', 'govern']],
      [inside, ['describe', 'govern']],
    ],
  )
  assert.equal(outcome(await office.patch(path, { url: 'https://ailleurs.exemple.fr/b.ics' })), BEYOND)
  assert.equal(outcome(await office.post(`${path}/run`)), BEYOND)
  assert.equal(outcome(await office.delete(path)), BEYOND)
  const preview = `/admin/import-sources/preview?source_id=${id}`
  assert.equal(outcome(await office.post(preview, { ...source, acteur_id: inside })), '404 not_found')
})

test('conversations that were merged before the limit are not separated from one outside', async () => {
  const office = app.as(people.support)
  const thread = async (commune: string) =>
    (
      await app.owner.query(
        `insert into support_threads (subject, requester_email, language, reply_token, commune_id, last_by)
         values ('Question', 'anne@example.org', 'fr', $1, $2, 'inbound') returning id`,
        [crypto.randomUUID().replaceAll('-', ''), commune],
      )
    ).rows[0].id as string
  const [inside, outside] = [await thread(here), await thread(there)]
  await admin.post(`/admin/messages/threads/${outside}/merge`, { thread_id: inside })
  assert.equal(outcome(await office.post(`/admin/messages/threads/${inside}/separate`)), BEYOND)
  assert.equal(outcome(await admin.post(`/admin/messages/threads/${inside}/separate`)), '200')
})

////////////////////////////////////////////////////////////////////////////// people and colleagues

test('people of the territory and colleagues are found by name, others by their whole address', async () => {
  const named = async (nom: string) => {
    const user = await app.user()
    await app.owner.query('update users set nom = $1 where id = $2', [nom, user.id])
    return user
  }
  const [member, claimant, stranger, colleague] = [
    await named('Zoé Membre'),
    await named('Zoé Demande'),
    await named('Zoé Ailleurs'),
    await named('Zoé Collègue'),
  ]
  const outside = await acteurOf(there)
  await make.member(app, await acteurOf(here), member)
  await make.member(app, outside, member)
  await make.member(app, outside, stranger)
  await app.owner.query('update claims set claimant_user_id = $1 where id = $2', [
    claimant.id,
    await claimOf(await acteurOf(here)),
  ])
  await admin.post(`/admin/users/${colleague.id}/roles`, { role: 'operator_support' })
  const found = async (query: string, user = clerk) =>
    (await user.get(`/admin/pick/users?${query}`)).body.data as { id: string; hint: string | null }[]
  const ids = async (query: string, user = clerk) => new Set((await found(query, user)).map(({ id }) => id))
  const around = new Set([member.id, claimant.id, colleague.id])
  assert.deepEqual(await ids('q=zoe'), around)
  assert.deepEqual(await ids(`ids=${[...around, stranger.id]}`), around)
  assert.deepEqual(await ids(`q=${stranger.email}`), new Set([stranger.id]))
  assert.deepEqual(await ids(`q=${stranger.email.slice(0, -1)}`), new Set())
  const everywhere = app.as(await app.user(['operator_claims']))
  assert.deepEqual(await ids('q=zoe', everywhere), new Set([...around, stranger.id]))
  const [line] = await found(`ids=${member.id}`)
  assert.match(line?.hint ?? '', /^Acteur \d+$/, 'its acteur outside is not named')
})

test('who looks at a record is told to those who may see it', async () => {
  const [inside, outside] = [
    await make.publication(app, await acteurOf(here), here),
    await make.publication(app, await acteurOf(there), there),
  ]
  const at = (id: string) => ({ entity: 'publication', id })
  await admin.send('PUT', '/admin/presence', at(inside))
  const others = await moderator.send('PUT', '/admin/presence', at(inside))
  assert.equal(others.body.data.others.length, 1)
  assert.equal(outcome(await moderator.send('PUT', '/admin/presence', at(outside))), '404 not_found')
})

test('a shared view with a search is seen by colleagues of the same territory', async () => {
  const same = app.as(await limited('claims', [near, here]))
  const other = app.as(await limited('claims', [there]))
  const everywhere = app.as(await app.user(['operator_claims']))
  const save = (user: ReturnType<typeof app.as>, nom: string, address: string) =>
    user.send('PUT', '/admin/views', { area: 'claims', nom, address, shared: true })
  await save(other, 'Ailleurs', '/claims?q=jean.dupont%40exemple.fr')
  await save(other, 'Anciennes', '/claims?sort=created_at_asc')
  await save(everywhere, 'Partout', '/claims?statut=pending&q=dupont')
  await save(same, 'Ici', '/claims?q=club')
  const seen = async (user: ReturnType<typeof app.as>) =>
    (await user.get('/admin/views')).body.data.map(({ nom }: { nom: string }) => nom)
  assert.deepEqual(await seen(clerk), ['Anciennes', 'Ici'])
  assert.deepEqual(await seen(everywhere), ['Ailleurs', 'Anciennes', 'Ici', 'Partout'])
})
