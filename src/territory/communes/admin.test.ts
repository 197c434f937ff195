import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import { waitingForLocks } from '../../../test/databases.ts'
import { eventually } from '../../../test/eventually.ts'
import { tableState } from '../../../test/table-state.ts'

const app = await startApp()
const admin = await app.user(['admin'])
const operator = await app.user(['operator_communes'])
const office = app.as(operator)
const auditOf = async (id: string) =>
  (await app.owner.query('select * from audit_log where entity_id = $1 order by id', [id])).rows

let made = 0
const commune = async (fields: object = {}) => {
  const { status, body } = await office.post('/admin/communes', { nom: `Essai ${++made}`, ...fields })
  assert.equal(status, 201)
  return body.data
}

test('a commune is created with its slug, a search key and one trace', async () => {
  const { status, body, headers } = await office.post('/admin/communes', {
    nom: '  Sainte-Œuvre-l’Étang ',
    code_insee: '99001',
    codes_postaux: ['99000'],
    departement: '99',
    latitude: 45.5,
  })
  assert.equal(status, 201)
  assert.equal(headers.get('cache-control'), 'no-store')
  const { id, ...rest } = body.data
  assert.deepEqual(rest, {
    slug: 'sainte-oeuvre-l-etang',
    nom: 'Sainte-Œuvre-l’Étang',
    code_insee: '99001',
    codes_postaux: ['99000'],
    departement: '99',
    region: null,
    population: null,
    latitude: 45.5,
    longitude: null,
    mairie_actor_id: null,
    url: 'http://parvis.test/place/sainte-oeuvre-l-etang',
    version: 1,
  })
  const [entry, ...others] = await auditOf(id)
  assert.equal(others.length, 0)
  assert.equal(entry.action, 'commune.created')
  assert.equal(entry.user_id, operator.id)
  assert.equal(entry.app_source, 'backoffice')
  assert.equal(entry.request_id, headers.get('x-request-id'))
  assert.match(entry.ip_hash, /^[\w-]{22}$/)
  assert.deepEqual([entry.before, entry.after.slug], [null, 'sainte-oeuvre-l-etang'])
  assert.equal((await app.anyone.get('/communes?q=sainte oeuvre')).body.meta.total, 1)
})

test('a change leaves one trace of what moved, and the version moves with it', async () => {
  const { id } = await commune()
  const { status, body } = await office.patch(`/admin/communes/${id}`, { population: 12, region: '84' })
  assert.deepEqual([status, body.data.population, body.data.version], [200, 12, 2])
  const [, entry] = await auditOf(id)
  assert.deepEqual(
    [entry.before, entry.after],
    [
      { population: null, region: null, version: 1 },
      { population: 12, region: '84', version: 2 },
    ],
  )
})

test('a change that changes nothing answers the record and leaves no trace', async () => {
  const { id, nom } = await commune()
  const { status, body } = await office.patch(`/admin/communes/${id}`, { nom })
  assert.deepEqual([status, body.data.version], [200, 1])
  assert.equal((await auditOf(id)).length, 1)
})

test('If-Match with the version that was read: the second editor is told', async () => {
  const { id } = await commune()
  const first = await office.patch(
    `/admin/communes/${id}`,
    { population: 1 },
    { headers: { 'if-match': '"1"' } },
  )
  assert.equal(first.status, 200)
  for (const stale of ['"1"', '"99"', ' "1" ']) {
    const { status, body } = await office.patch(
      `/admin/communes/${id}`,
      { population: 2 },
      { headers: { 'if-match': stale } },
    )
    assert.equal(`${status} ${body.error}`, '412 stale_version', stale)
  }
  const any = await office.patch(`/admin/communes/${id}`, { population: 3 }, { headers: { 'if-match': '*' } })
  assert.equal(any.status, 200)
})

test('If-Match that can be no version of ours is told what to send, in both languages, and changes nothing', async () => {
  const { id, slug } = await commune()
  const { headers } = await app.anyone.get(`/communes/${slug}`)
  const etag = headers.get('etag') ?? ''
  assert.match(etag, /^W\/".+"$/)
  const none = [
    etag,
    etag.replace('W/', ''),
    '1',
    'W/"1"',
    '"1", "2"',
    '"0"',
    '"01"',
    '"-1"',
    '"1',
    '""',
    "'1'",
    'x',
    '',
  ]
  for (const sent of none) {
    for (const [language, says] of [
      ['fr', /attend le champ version .* entre guillemets : If-Match: "3"\.$/],
      ['en', /takes the version field .* in quotes: If-Match: "3"\.$/],
    ] as const) {
      const { status, body } = await office.patch(
        `/admin/communes/${id}`,
        { population: 2 },
        { headers: { 'if-match': sent, 'accept-language': language } },
      )
      assert.equal(`${status} ${body.error}`, '400 invalid_if_match', sent)
      assert.match(body.message, says)
    }
  }
  const right = await office.patch(
    `/admin/communes/${id}`,
    { population: 2 },
    { headers: { 'if-match': '"1"' } },
  )
  assert.equal(right.status, 200, 'nothing was written before')
})

test('editors who read the same version at once: one saves, the others are told', async () => {
  const { id } = await commune()
  // Held by us, the row lets everybody read and nobody write: all of them are in the middle of their change.
  await app.owner.query('begin')
  await app.owner.query('select from communes where id = $1 for update', [id])
  const editing = Promise.all(
    [1, 2, 3, 4].map(population =>
      office.patch(`/admin/communes/${id}`, { population }, { headers: { 'if-match': '"1"' } }),
    ),
  )
  await eventually(
    async () => (await waitingForLocks(app.connection.database ?? '')) === 4,
    'four editors waiting',
  )
  await app.owner.query('rollback')
  assert.deepEqual((await editing).map(({ status }) => status).sort(), [200, 412, 412, 412])
  assert.equal((await auditOf(id)).length, 2)
})

test('a slug or a code that is taken is refused by its own name', async () => {
  const { slug } = await commune({ code_insee: '99100' })
  const same = await office.post('/admin/communes', { nom: 'Autre', slug })
  assert.equal(`${same.status} ${same.body.error}`, '409 slug_taken')
  const code = await office.post('/admin/communes', { nom: 'Autre', code_insee: '99100' })
  assert.equal(`${code.status} ${code.body.error}`, '409 conflict')
})

test('a name taken already takes its departement along', async () => {
  await commune({ nom: 'Homonyme', departement: '01' })
  assert.equal((await commune({ nom: 'Homonyme', departement: '02' })).slug, 'homonyme-02')
  const third = await office.post('/admin/communes', { nom: 'Homonyme', departement: '02' })
  assert.equal(third.body.error, 'slug_taken')
})

test('twenty communes of one name at once: one is created, the others are told, the counter agrees', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => office.post('/admin/communes', { nom: 'Foule' })),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, ...Array(19).fill(409)])
  const { rows } = await app.owner.query(`
    select (select total from counters where name = 'communes')::int as kept, (select count(*)::int from communes) as real`)
  assert.equal(rows[0].kept, rows[0].real)
})

test('the town hall must be an acteur', async () => {
  const unknown = '00000000-0000-7000-8000-000000000000'
  const refused = await office.post('/admin/communes', { nom: 'Sans mairie', mairie_actor_id: unknown })
  assert.deepEqual([refused.status, refused.body.details[0].path], [422, 'mairie_actor_id'])
  const { rows } = await app.owner.query(`insert into acteurs (nom) values ('Mairie') returning id`)
  const { id } = await commune({ mairie_actor_id: rows[0].id })
  const { body } = await office.patch(`/admin/communes/${id}`, { mairie_actor_id: null })
  assert.equal(body.data.mairie_actor_id, null)
})

test('a deleted acteur cannot become a town hall, but one that is deleted since does not block changes', async () => {
  const { rows } = await app.owner.query(`insert into acteurs (nom) values ('Mairie') returning id`)
  const mairie_actor_id = rows[0].id
  const [first, second] = [await commune({ mairie_actor_id }), await commune()]
  await app.owner.query('update acteurs set deleted_at = now() where id = $1', [mairie_actor_id])
  for (const refused of [
    await office.post('/admin/communes', { nom: 'Sans mairie', mairie_actor_id }),
    await office.patch(`/admin/communes/${second.id}`, { mairie_actor_id }),
  ])
    assert.deepEqual([refused.status, refused.body.details[0].path], [422, 'mairie_actor_id'])
  const same = await office.patch(`/admin/communes/${first.id}`, { mairie_actor_id, population: 12 })
  assert.deepEqual([same.status, same.body.data.mairie_actor_id], [200, mairie_actor_id])
})

test('invalid values are named in the requested language, and nothing is changed', async () => {
  const before = await tableState(app.owner)
  const cases: [object, string][] = [
    [{}, 'nom'],
    [{ nom: ' ' }, 'nom'],
    [{ nom: 12 }, 'nom'],
    [{ nom: null }, 'nom'],
    [{ nom: 'x'.repeat(201) }, 'nom'],
    [{ nom: 'A', nomm: 'B' }, 'nomm'],
    [{ nom: 'A', id: '00000000-0000-7000-8000-000000000000' }, 'id'],
    [{ nom: 'A', version: 7 }, 'version'],
    [{ nom: 'A', cle: 'zzz' }, 'cle'],
    [{ nom: 'A', created_at: '2020-01-01T00:00:00Z' }, 'created_at'],
    [{ nom: 'A', slug: 'Majuscules' }, 'slug'],
    [{ nom: 'A', code_insee: '2C001' }, 'code_insee'],
    [{ nom: 'A', codes_postaux: ['1'] }, 'codes_postaux.0'],
    [{ nom: 'A', codes_postaux: ['01000', '01000'] }, 'codes_postaux'],
    [{ nom: 'A', population: -1 }, 'population'],
    [{ nom: 'A', population: 1.5 }, 'population'],
    [{ nom: 'A', latitude: 91 }, 'latitude'],
    [{ nom: 'A', mairie_actor_id: 'urn:uuid:00000000-0000-7000-8000-000000000000' }, 'mairie_actor_id'],
    [{ nom: 'A\u0000' }, 'nom'],
    [{ nom: '!!!' }, 'nom'],
  ]
  for (const [body, path] of cases) {
    const answer = await office.post('/admin/communes', body)
    assert.equal(`${answer.status} ${answer.body.error}`, '422 validation_failed', JSON.stringify(body))
    assert.equal(answer.body.details[0].path, path)
  }
  const english = await office.post('/admin/communes', {}, { headers: { 'accept-language': 'en' } })
  assert.equal(english.body.details[0].message, 'is required')
  assert.equal((await office.patch('/admin/communes/00000000-0000-7000-8000-000000000000', {})).status, 422)
  assert.deepEqual(await tableState(app.owner), before)
})

test('a misspelt filter on an admin route is refused, a malformed id is an address where nothing is', async () => {
  const { id } = await commune()
  const misspelt = await office.patch(`/admin/communes/${id}?dry=1`, { population: 1 })
  assert.deepEqual([misspelt.status, misspelt.body.details[0].path], [422, 'dry'])
  for (const wrong of [
    'x',
    `urn:uuid:${id}`,
    `{${id}}`,
    id.replaceAll('-', ''),
    `${id}%00`,
    '00000000-0000-7000-8000-000000000000',
  ]) {
    const { status, body } = await office.patch(`/admin/communes/${wrong}`, { population: 1 })
    assert.equal(`${status} ${body.error}`, '404 not_found', wrong)
  }
  assert.equal((await office.patch(`/admin/communes/${id.toUpperCase()}`, { population: 1 })).status, 200)
})

test('a write that fails at the very end leaves neither the change nor its trace', async () => {
  await app.owner.query(`
    create function fail_late() returns trigger language plpgsql as $$ begin raise exception 'late'; end $$;
    create constraint trigger late after insert on audit_log deferrable initially deferred
      for each row when (new.action = 'commune.created') execute function fail_late()`)
  const before = await tableState(app.owner)
  const { status, body } = await office.post('/admin/communes', { nom: 'Tard' })
  assert.equal(`${status} ${body.error}`, '500 internal_error')
  assert.deepEqual(await tableState(app.owner), before)
  await app.owner.query('drop trigger late on audit_log; drop function fail_late')
})

test('administrators may do what operators of the area may', async () => {
  assert.equal((await app.as(admin).post('/admin/communes', { nom: 'Administrée' })).status, 201)
})
