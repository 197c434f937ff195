import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Role } from '../../../shared/words/access.ts'
import { startApp } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'

const app = await startApp()
const named = async (nom: string, roles: Role[] = []) => {
  const user = await app.user(roles)
  await app.owner.query('update users set nom = $1 where id = $2', [nom, user.id])
  return user
}
const importer = app.as(await named('Zoé', ['operator_imports']))
const administrator = await named('Agathe Roux', ['admin'])
const office = app.as(administrator)
const place = { departement: '45', codes_postaux: ['45999', '45998'] }
const commune = await make.commune(app, { nom: 'Sainte-Œuvre', cle: 'sainteoeuvre', ...place })
const club = await make.acteur(app, commune, { nom: 'Étoile sportive', type: 'ecole' })
const gone = await make.acteur(app, commune, { nom: 'Étoile filante', deleted_at: new Date() })
const maelle = await named('Maëlle Le Goff')
await make.member(app, club, maelle)

const pick = async (path: string, by = importer) => {
  const { status, body } = await by.get(`/admin/pick/${path}`)
  assert.equal(status, 200, JSON.stringify(body))
  return body.data
}

test('any operator finds acteurs and communes by name, with one line each', async () => {
  const line = { id: club, nom: 'Étoile sportive', hint: 'Sainte-Œuvre (45) · école' }
  assert.deepEqual(await pick('acteurs?q=etoile%20spo'), [line])
  assert.deepEqual(await pick('acteurs?q=etoile'), [line])
  assert.deepEqual(await pick('communes?q=ste%20oeu'), [
    { id: commune, nom: 'Sainte-Œuvre', hint: '45 · 45999, 45998' },
  ])
  assert.equal((await pick('communes?q=45998')).length, 1)
  assert.deepEqual(await pick('communes?q=nulle'), [])
})

test('by id the items come in order, without duplicates and unknown ids, deleted ones included', async () => {
  const lines = await pick(`acteurs?ids=${gone},${club.toUpperCase()},${administrator.id},${gone}`)
  assert.deepEqual(
    lines.map((line: { id: string }) => line.id),
    [gone, club],
  )
  assert.equal((await importer.get('/admin/pick/acteurs?ids=x')).status, 422)
  assert.equal((await importer.get(`/admin/pick/acteurs?ids=${club},`)).status, 422)
})

test('users are found by name; only administrators search and see addresses', async () => {
  const line = { id: maelle.id, nom: 'Maëlle Le Goff', hint: 'Étoile sportive' }
  for (const q of ['mae', 'goff%20maelle', 'LE%20GOFF'])
    assert.deepEqual(await pick(`users?q=${q}`), [line], q)
  assert.deepEqual(await pick(`users?q=${maelle.email}`), [])
  assert.deepEqual(await pick(`users?q=example.org`), [])
  assert.deepEqual(await pick(`users?ids=${maelle.id}`), [line])
  const known = { ...line, hint: maelle.email }
  assert.deepEqual(await pick(`users?q=${maelle.email}`, office), [known])
  assert.deepEqual(await pick('users?q=maelle', office), [known])
  await app.owner.query(`update users set status = 'suspended' where id = $1`, [maelle.id])
  assert.deepEqual(await pick('users?q=maelle'), [])
  assert.deepEqual(await pick(`users?ids=${maelle.id}`), [line])
  await app.owner.query(`update users set status = 'active' where id = $1`, [maelle.id])
})

test('any operator finds an import source by name, without its address', async () => {
  const moderator = app.as(await app.user(['operator_moderation']))
  const { rows } = await app.owner.query(
    `insert into import_sources (nom, kind, url, acteur_id, moderation, enabled, schedule, max_items)
     values ('Agenda du théâtre', 'auto', 'https://ville.example.org/agenda?key=zyxclef', $1, 'auto', true, 'manual', 100)
     returning id`,
    [club],
  )
  const line = { id: rows[0].id, nom: 'Agenda du théâtre', hint: 'Étoile sportive · Sainte-Œuvre (45)' }
  assert.deepEqual(await pick('import-sources?q=theatre', moderator), [line])
  assert.deepEqual(await pick(`import-sources?ids=${line.id}`, moderator), [line])
  assert.deepEqual(await pick('import-sources?q=zyxclef', moderator), [])
  assert.equal((await app.as(await app.user()).get('/admin/pick/import-sources')).status, 403)
})

test('a search finds five of each kind, in the caller’s areas only', async () => {
  for (let n = 0; n < 6; n++)
    await make.publication(app, club, commune, { title: `Bal étoilé n° ${n}`, body: 'étoile' })
  await app.anyone.post('/claims', { acteur_id: club, message: 'Je tiens l’étoile.', nom: 'Jeanne Étoile' })
  await app.anyone.post('/messages', {
    subject: 'Étoile',
    body: 'Bonjour',
    nom: 'Jeanne',
    email: 'jeanne@example.org',
  })
  await app.owner.query(`
    insert into import_sources (nom, kind, url, moderation, enabled, schedule, max_items)
      values ('Agenda de l’Étoile', 'auto', 'https://ville.example.org/a', 'auto', true, 'manual', 100);
    insert into subscriptions (provider, provider_subscription_id, plan, status) values ('payment', 'etoile_1', 'vitrine', 'active')`)
  await named('Étoile Martin')
  const { body } = await office.get('/admin/search?q=etoile')
  const counts = Object.fromEntries(
    Object.entries<unknown[]>(body.data).map(([kind, lines]) => [kind, lines.length]),
  )
  assert.deepEqual(counts, {
    publications: 5,
    acteurs: 2,
    claims: 1,
    threads: 1,
    communes: 0,
    import_sources: 1,
    users: 1,
    subscriptions: 1,
  })
  const { publications, claims, threads, acteurs } = body.data
  assert.deepEqual(
    [publications[0], claims[0], threads[0]].map(({ hint, etat }) => [hint, etat]),
    [
      ['Étoile sportive · Sainte-Œuvre (45)', 'published'],
      ['Jeanne Étoile', 'pending'],
      ['Jeanne', 'open'],
    ],
  )
  assert.deepEqual(
    acteurs.map(({ nom, etat }: Record<string, string>) => [nom, etat]),
    [
      ['Étoile filante', 'deleted'],
      ['Étoile sportive', 'unchecked'],
    ],
  )
  const [newest] = publications
  for (const [change, etat] of [
    ["publie_le = now() + interval '1 day'", 'approved'],
    ['valide = false', 'held'],
    ["moderation_status = 'rejected'", 'rejected'],
    ['deleted_at = now()', 'deleted'],
  ]) {
    await app.owner.query(`update publications set ${change} where id = $1`, [newest.id])
    const found = (await office.get(`/admin/search?q=${newest.id}`)).body.data.publications
    assert.deepEqual(found, [{ ...newest, etat }])
  }
  assert.deepEqual(Object.keys((await importer.get('/admin/search?q=etoile')).body.data), ['import_sources'])
  assert.equal((await importer.get('/admin/search')).status, 422)
})

test('an id finds its item, whatever the kind', async () => {
  const { body } = await office.get(`/admin/search?q=${club.toUpperCase()}`)
  assert.deepEqual([body.data.acteurs.length, body.data.publications.length], [1, 0])
})

test('hostile words find nothing and break nothing', async () => {
  for (const q of ["'; drop table users; --", '%%%', '\\', '‮', '🎉', '-', '"', 'a', 'x'.repeat(200)])
    for (const path of [
      'pick/acteurs',
      'pick/communes',
      'pick/users',
      'pick/import-sources',
      'pick/api-keys',
      'search',
    ])
      assert.equal(
        (await office.get(`/admin/${path}?q=${encodeURIComponent(q)}`)).status,
        200,
        `${path} ${q}`,
      )
})

test('an administrator picks API keys by name, those in force first; nobody else does', async () => {
  const key = async (nom: string, revoked: boolean) =>
    (
      await app.owner.query(
        `insert into api_keys (nom, hash, prefix, scopes, acteur_id, granted_to, expires_at, revoked_at)
         values ($1::text, sha256($1::text::bytea), $2, '{publications:write}', $3, 'operator', now() + interval '1 day', $4)
         returning id`,
        [nom, `pk_parvis_${String(nom.length).padStart(4, '0')}`, club, revoked ? new Date() : null],
      )
    ).rows[0].id
  const [old, current] = [await key('Agenda été (ancienne)', true), await key('Agenda été', false)]
  await key('Autre', false)
  const ids = (await pick('api-keys?q=AGENDA%20ete', office)).map(({ id }: { id: string }) => id)
  assert.deepEqual(ids, [current, old])
  assert.deepEqual(await pick(`api-keys?ids=${old}`, office), [
    { id: old, nom: 'Agenda été (ancienne)', hint: 'pk_parvis_0021' },
  ])
  assert.equal((await importer.get('/admin/pick/api-keys?q=agenda')).status, 403)
})
