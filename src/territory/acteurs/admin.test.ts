import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import { day } from '../../../test/days.ts'
import * as make from '../../../test/factories.ts'
import { tableState } from '../../../test/table-state.ts'

const app = await startApp()
const operator = await app.user(['operator_claims'])
const office = app.as(operator)
const [here, there] = [
  await make.commune(app, { nom: 'Écully', slug: 'ecully' }),
  await make.commune(app, { nom: 'Dardilly', slug: 'dardilly' }),
]
const NOWHERE = '00000000-0000-7000-8000-000000000000'

let made = 0
const acteur = async (fields: object = {}) => {
  const body = { nom: `Essai ${++made}`, type: 'association', commune_id: here, ...fields }
  const answer = await office.post('/admin/acteurs', body)
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body.data
}

test('an acteur is written down with a slug, active and no more, and leaves one trace without its contacts', async () => {
  const contacts = {
    adresse: '1 rue du Canari',
    telephone: '04 78 00 00 00',
    email: 'canari@example.org',
    site_web: 'https://canari.example.org/',
    horaires: 'Canari, 18 h',
    description: 'Le canari chante.',
    fermetures: [{ du: day(30), au: day(31), motif: 'Canari en congés' }],
  }
  const { status, body } = await office.post('/admin/acteurs', {
    nom: '  Club de l’Œuvre ',
    type: 'association',
    commune_id: here.toUpperCase(),
    commune_ids: [there, here],
    siret: '732 829 320 00074',
    rna: 'w691234567',
    ...contacts,
  })
  assert.equal(status, 201)
  const { id, created_at, updated_at, ...rest } = body.data
  const { slug } = (await app.owner.query('select slug from communes where id = $1', [here])).rows[0]
  assert.deepEqual(rest, {
    nom: 'Club de l’Œuvre',
    slug: 'club-de-l-oeuvre',
    type: 'association',
    commune_id: here,
    commune_ids: [here, there],
    siret: '73282932000074',
    rna: 'W691234567',
    image: null,
    ouverture: null,
    url: `http://parvis.test/place/${slug}/annuaire/club-de-l-oeuvre`,
    valide: false,
    valide_le: null,
    badge: null,
    active: true,
    can_publish: false,
    deleted_at: null,
    merged_into: null,
    commune: { id: here, nom: 'Écully', departement: null },
    owners_count: 0,
    publications_count: 0,
    may: ['describe', 'govern'],
    version: 1,
    ...contacts,
  })
  const [entry, ...others] = await make.auditOf(app, id)
  assert.equal(others.length, 0)
  assert.deepEqual([entry.action, entry.user_id, entry.before], ['acteur.created', operator.id, null])
  assert.equal(entry.after.siret, '73282932000074')
  assert.doesNotMatch(JSON.stringify(entry), /canari|04 78/)
  assert.deepEqual((await office.get(`/admin/acteurs/${id}`)).body, body)
})

test('homonyms take their commune along, then anything that is free; a given slug that is taken is refused', async () => {
  const nom = 'Comité des fêtes'
  const first = await acteur({ nom })
  const second = await acteur({ nom })
  const third = await acteur({ nom })
  assert.deepEqual([first.slug, second.slug], ['comite-des-fetes', 'comite-des-fetes-ecully'])
  assert.match(third.slug, /^comite-des-fetes-[0-9a-f]{8}$/)
  const { status, body } = await office.post('/admin/acteurs', {
    nom: 'x',
    type: 'autre',
    commune_id: here,
    slug: first.slug,
  })
  assert.equal(`${status} ${body.error}`, '409 slug_taken')
  const renamed = await office.patch(`/admin/acteurs/${third.id}`, { slug: first.slug })
  assert.equal(`${renamed.status} ${renamed.body.error}`, '409 slug_taken')
  assert.equal((await acteur({ nom: '北京' })).slug.length, 36)
})

test('twenty homonyms at once: every one gets its own slug', async () => {
  const slugs = (await Promise.all(Array.from({ length: 20 }, () => acteur({ nom: 'Amicale' })))).map(
    ({ slug }) => slug,
  )
  assert.equal(new Set(slugs).size, 20)
})

test('one SIRET and one RNA is one acteur, also at once, and the refusal names the field', async () => {
  const create = (fields: object) =>
    office.post('/admin/acteurs', { nom: 'Poste', type: 'autre', commune_id: here, ...fields })
  for (const [field, value, other] of [
    ['siret', '35600000009075', '356 000 000 09075'],
    ['rna', 'W691111111', 'w69 1111111'],
  ] as const) {
    const answers = await Promise.all(Array.from({ length: 10 }, () => create({ [field]: value })))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, ...Array(9).fill(409)])
    const refused = await create({ [field]: other })
    assert.deepEqual([refused.body.error, refused.body.details[0].path], ['conflict', field])
    const one = await acteur()
    const moved = await office.patch(`/admin/acteurs/${one.id}`, { [field]: value })
    assert.deepEqual([moved.status, moved.body.details[0].path], [409, field])
    // A deleted one still holds its number: it is brought back, not made again.
    const holder = answers.find(({ status }) => status === 201)?.body.data
    await office.delete(`/admin/acteurs/${holder.id}`)
    assert.equal((await create({ [field]: value })).status, 409)
  }
})

test('a change leaves one trace of what moved; of contacts, that they moved; the version moves once', async () => {
  const { id } = await acteur({ telephone: '0102030405', commune_ids: [there] })
  const { status, body } = await office.patch(`/admin/acteurs/${id}`, {
    nom: 'Nouveau nom',
    telephone: '0606060606',
    commune_ids: [],
  })
  assert.deepEqual([status, body.data.version, body.data.commune_ids], [200, 2, [here]])
  const [, entry, ...others] = await make.auditOf(app, id)
  assert.equal(others.length, 0)
  assert.deepEqual(
    [entry.action, Object.keys(entry.after).sort(), entry.after.telephone, entry.before.telephone],
    ['acteur.updated', ['commune_ids', 'nom', 'telephone'], '…', null],
  )
  // Its zone alone moves the version too; nothing at all moves nothing, and leaves no trace.
  const zone = await office.patch(`/admin/acteurs/${id}`, { commune_ids: [there] })
  assert.deepEqual([zone.body.data.version, zone.body.data.commune_ids], [3, [here, there]])
  const same = await office.patch(`/admin/acteurs/${id}`, { nom: 'Nouveau nom', commune_ids: [there, here] })
  assert.equal(same.body.data.version, 3)
  assert.equal((await make.auditOf(app, id)).length, 3)
  // One contact alone is a change as well.
  await office.patch(`/admin/acteurs/${id}`, { telephone: null })
  assert.equal((await make.auditOf(app, id)).length, 4)
})

test('a change over another version is refused, every way there is', async () => {
  const { id } = await acteur()
  const stale = { headers: { 'if-match': '"2"' } }
  for (const [method, path, body] of [
    ['PATCH', '', { nom: 'x' }],
    ['DELETE', '', undefined],
    ['DELETE', '/restore', undefined],
    ['PATCH', '/validate', {}],
    ['PATCH', '/badge', { badge: 'officiel' }],
    ['PATCH', '/active', { active: false }],
    ['POST', '/can-publish', { can_publish: true }],
  ] as const) {
    const answer = await office.send(method, `/admin/acteurs/${id}${path}`, body, stale)
    assert.equal(`${answer.status} ${answer.body.error}`, '412 stale_version', method + path)
  }
  const fresh = await office.patch(`/admin/acteurs/${id}`, { nom: 'x' }, { headers: { 'if-match': '"1"' } })
  assert.equal(fresh.status, 200)
})

test('deleted and restored it is as it was; twice changes nothing; in between it cannot be worked on', async () => {
  const { id } = await acteur({ commune_ids: [there] })
  const user = await app.user()
  await make.member(app, id, user)
  const live = await make.publication(app, id, here)
  const before = (await office.get(`/admin/acteurs/${id}`)).body.data
  for (let twice = 0; twice < 2; twice++) {
    const { status, body } = await office.delete(`/admin/acteurs/${id}`)
    assert.deepEqual([status, body.data.deleted_at !== null, body.data.version], [200, true, 2])
  }
  for (const [method, path, body] of [
    ['PATCH', '', { nom: 'x' }],
    ['PATCH', '/validate', {}],
    ['PATCH', '/badge', { badge: null }],
    ['PATCH', '/active', { active: true }],
    ['POST', '/can-publish', { can_publish: true }],
  ] as const)
    assert.equal((await office.send(method, `/admin/acteurs/${id}${path}`, body)).status, 404, path)
  assert.equal((await app.anyone.get(`/acteurs/${id}`)).status, 404)
  // What it published stays; its members write no more.
  assert.equal((await app.anyone.get(`/publications/${live}`)).status, 200)
  const words = { title: 'a', body: 'b', acteur_id: id, commune_id: here }
  assert.equal((await app.as(user, 'public').post('/publications', words)).body.error, 'scope_violation')

  for (let twice = 0; twice < 2; twice++) {
    const { status, body } = await office.delete(`/admin/acteurs/${id}/restore`)
    const { version, updated_at, ...rest } = body.data
    const { version: _, updated_at: __, ...was } = before
    assert.deepEqual([status, version, rest], [200, 3, was])
  }
  assert.equal((await app.as(user, 'public').post('/publications', words)).status, 201)
  const trail = (await make.auditOf(app, id)).map(({ action }) => action)
  assert.deepEqual(trail, ['acteur.created', 'acteur.deleted', 'acteur.restored'])
})

test('invalid values are named, and nothing is changed', async () => {
  const { id } = await acteur()
  const before = await tableState(app.owner)
  const whole = { nom: 'x', type: 'autre', commune_id: here }
  for (const [body, path] of [
    [{ ...whole, nom: undefined }, 'nom'],
    [{ ...whole, type: undefined }, 'type'],
    [{ ...whole, commune_id: undefined }, 'commune_id'],
    [{ ...whole, nom: ' ' }, 'nom'],
    [{ ...whole, nom: 'x'.repeat(201) }, 'nom'],
    [{ ...whole, type: 'club' }, 'type'],
    [{ ...whole, commune_id: NOWHERE }, 'commune_id'],
    [{ ...whole, commune_ids: [NOWHERE] }, 'commune_ids'],
    [{ ...whole, email: 'a@b.fr, c@d.fr' }, 'email'],
    [{ ...whole, site_web: 'javascript:alert(1)' }, 'site_web'],
    [{ ...whole, siret: '73282932000075' }, 'siret'],
    [{ ...whole, rna: 'W1' }, 'rna'],
    [{ ...whole, slug: 'Pas Un Slug' }, 'slug'],
    // Mass assignment: what has a route of its own, or nobody may set.
    ...[
      'id',
      'valide',
      'valide_le',
      'badge',
      'active',
      'can_publish',
      'deleted_at',
      'version',
      'created_at',
      'cle',
    ].map(field => [{ ...whole, [field]: true }, field] as const),
  ] as const)
    for (const answer of [
      await office.post('/admin/acteurs', body),
      ...(Object.values(body).includes(undefined) ? [] : [await office.patch(`/admin/acteurs/${id}`, body)]),
    ])
      assert.deepEqual([answer.status, answer.body.details?.[0].path], [422, path], JSON.stringify(body))
  assert.equal((await office.patch(`/admin/acteurs/${id}`, { commune_id: null })).status, 422)
  assert.equal((await office.patch(`/admin/acteurs/${id}`, {})).status, 422)
  assert.equal((await office.patch(`/admin/acteurs/${NOWHERE}`, { nom: 'x' })).status, 404)
  assert.deepEqual(await tableState(app.owner), before)
})

test('a new name shows at once in what it published', async () => {
  const { id, slug } = await acteur()
  const publication = await make.publication(app, id, here)
  await office.patch(`/admin/acteurs/${id}`, { nom: 'Tout neuf' })
  const { body } = await app.anyone.get(`/publications/${publication}`)
  assert.deepEqual(body.data.acteur, { id, nom: 'Tout neuf', slug, type: 'association', badge: null })
})
