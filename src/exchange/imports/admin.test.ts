import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'
import { ALL_FORMS, SAVED_AS_HTTPS } from '../../../test/fixtures/forbidden-addresses.ts'

const lines: string[] = []
const app = await startApp({ log: line => lines.push(line) })
const operator = await app.user(['operator_imports'])
const office = app.as(operator)
const commune = await make.commune(app)
const other = await make.commune(app)
const acteur = await make.acteur(app, commune)
const URL_ = 'https://feeds.example.org/a.xml'
const audits = async (id: string) =>
  (await make.auditOf(app, id)).map(({ action, before, after }) => ({ action, before, after }))

let made = 0
const source = async (fields: object = {}) => {
  const { status, body } = await office.post('/admin/import-sources', {
    nom: `Source ${++made}`,
    url: `https://feeds.example.org/${made}.xml`,
    ...fields,
  })
  assert.equal(status, 201, JSON.stringify(body))
  return body.data
}

test('a source with nothing but a name and an address is read by hand, found from its content, and shown at once', async () => {
  const { status, body } = await office.post('/admin/import-sources', { nom: ' Le fil ', url: URL_ })
  assert.equal(status, 201)
  const { id, created_at, updated_at, ...rest } = body.data
  assert.deepEqual(rest, {
    nom: 'Le fil',
    kind: 'auto',
    url: URL_,
    acteur_id: null,
    commune_id: null,
    type_id: null,
    moderation: 'auto',
    enabled: true,
    schedule: 'manual',
    options: { max_items: 100, max_age_days: null, when_gone: 'ask', has_api_key: false, columns: null },
    last_run_at: null,
    last_status: null,
    consecutive_failures: 0,
    disabled_reason: null,
    acteur: null,
    commune: null,
    type: null,
    last_run: null,
    may: ['describe', 'govern'],
    next_try_at: null,
    version: 1,
  })
  assert.ok(created_at && updated_at)
  assert.deepEqual((await office.get(`/admin/import-sources/${id}`)).body, body)
  const [trace] = await audits(id)
  assert.equal(trace?.action, 'import_source.created')
  assert.equal(trace?.after.url, URL_)
})

test('a key is sealed, told of, replaced and taken away, and stands nowhere as it is', async () => {
  const key = 'clef-canari-4711'
  const { id, options } = await source({ options: { api_key: key, max_items: 5 } })
  assert.deepEqual(options, {
    max_items: 5,
    max_age_days: null,
    when_gone: 'ask',
    has_api_key: true,
    columns: null,
  })
  const stored = async () =>
    (await app.owner.query('select api_key from import_sources where id = $1', [id])).rows[0].api_key
  const sealed = await stored()
  assert.equal(app.service.secrets.open(sealed), key)

  const again = await office.patch(`/admin/import-sources/${id}`, { options: { api_key: key } })
  assert.deepEqual([again.body.data.version, await stored()], [1, sealed], 'the same key changes nothing')
  const replaced = await office.patch(`/admin/import-sources/${id}`, {
    options: { api_key: `${key}-b`, max_age_days: 30 },
  })
  assert.deepEqual(replaced.body.data.options, {
    max_items: 5,
    max_age_days: 30,
    when_gone: 'ask',
    has_api_key: true,
    columns: null,
  })
  const taken = await office.patch(`/admin/import-sources/${id}`, { options: { api_key: null } })
  assert.equal(taken.body.data.options.has_api_key, false)
  assert.equal(await stored(), null)

  const trail = await audits(id)
  assert.deepEqual(
    trail.map(({ after }) => after.api_key),
    ['held', 'replaced', null],
  )
  const everything = JSON.stringify([trail, again.body, replaced.body, taken.body, lines])
  assert.ok(!everything.includes(key))
})

test('a key stays with the server it was given for: another address drops it, unless it comes along', async () => {
  const options = { api_key: 'clef-de-la-ville' }
  const at = 'https://api.openagenda.com/v2/agendas/1'
  const held = async (id: string, changes: object) => {
    const { status, body } = await office.patch(`/admin/import-sources/${id}`, changes)
    assert.equal(status, 200, JSON.stringify(body))
    return body.data.options.has_api_key
  }
  for (const url of [
    'https://attacker.example/v2/agendas/1',
    'http://api.openagenda.com/v2/agendas/1',
    'https://openagenda.com/agendas/1',
    'https://api.openagenda.com.attacker.example/v2/agendas/1',
  ]) {
    const { id } = await source({ url: at, options })
    assert.equal(
      await held(id, { url: `${at}2?q=x`, kind: 'openagenda' }),
      true,
      'on the same server it stays',
    )
    assert.equal(await held(id, { url }), false, url)
    assert.equal(await held(id, { url: at }), false, 'it does not come back')
    assert.equal(await held(id, { url, options }), true, 'who knows it may take it along')
  }
})

test('what is not named stays; a change of nothing leaves no trace', async () => {
  const before = await source({ acteur_id: acteur, commune_id: commune, schedule: 'daily' })
  const { body } = await office.patch(`/admin/import-sources/${before.id}`, {
    nom: 'Autrement',
    enabled: false,
  })
  const { nom, enabled, version, updated_at, next_try_at, ...rest } = body.data
  assert.deepEqual([nom, enabled, version, next_try_at], ['Autrement', false, 2, null])
  for (const [field, value] of Object.entries(rest)) assert.deepEqual(value, before[field], field)
  const traces = (await audits(before.id)).length
  const same = await office.patch(`/admin/import-sources/${before.id}`, { nom: 'Autrement' })
  assert.equal(same.body.data.version, 2)
  assert.equal((await audits(before.id)).length, traces)
})

test('somebody else’s change is not overwritten: If-Match', async () => {
  const { id } = await source()
  await office.patch(`/admin/import-sources/${id}`, { nom: 'Deux' })
  const headers = { 'if-match': '"1"' }
  for (const answer of [
    await office.patch(`/admin/import-sources/${id}`, { nom: 'Trois' }, { headers }),
    await office.delete(`/admin/import-sources/${id}`, undefined, { headers }),
  ])
    assert.equal(`${answer.status} ${answer.body.error}`, '412 stale_version')
  const known = await office.patch(
    `/admin/import-sources/${id}`,
    { nom: 'Trois' },
    { headers: { 'if-match': '"2"' } },
  )
  assert.equal(known.body.data.version, 3)
})

const NOBODY = '00000000-0000-7000-8000-000000000000'
const WRONG: readonly (readonly [string, object, string])[] = [
  ['an acteur that is none', { acteur_id: NOBODY }, 'acteur_id'],
  ['a commune that is none', { commune_id: NOBODY }, 'commune_id'],
  ['a type that is none', { type_id: NOBODY }, 'type_id'],
  ['a commune outside of the zone', { acteur_id: acteur, commune_id: other }, 'commune_id'],
  ['a kind that is none', { kind: 'gopher' }, 'kind'],
  ['more than five hundred', { options: { max_items: 501 } }, 'options.max_items'],
  ['none at all', { options: { max_items: 0 } }, 'options.max_items'],
  ['a word that is none', { options: { when_gone: 'delete' } }, 'options.when_gone'],
  ['an age that is no age', { options: { max_age_days: -1 } }, 'options.max_age_days'],
  ['an option that is none', { options: { max_itemz: 1 } }, 'options.max_itemz'],
  ['a field of ours', { consecutive_failures: 0 }, 'consecutive_failures'],
  ['a reason of ours', { disabled_reason: 'x' }, 'disabled_reason'],
]
for (const [name, fields, path] of WRONG)
  test(`${name} is refused by name, in a new source and in a change`, async () => {
    const { id } = await source()
    for (const { status, body } of [
      await office.post('/admin/import-sources', { nom: 'x', url: URL_, ...fields }),
      await office.patch(`/admin/import-sources/${id}`, fields),
    ])
      assert.deepEqual([status, body.error, body.details?.[0].path], [422, 'validation_failed', path])
  })

test('a deleted acteur is none; a source that had it before can still be renamed', async () => {
  const gone = await make.acteur(app, commune)
  const { id } = await source({ acteur_id: gone })
  await app.owner.query('update acteurs set deleted_at = now() where id = $1', [gone])
  const fresh = await office.post('/admin/import-sources', { nom: 'x', url: URL_, acteur_id: gone })
  assert.equal(fresh.body.details[0].path, 'acteur_id')
  assert.equal((await office.patch(`/admin/import-sources/${id}`, { nom: 'Encore' })).status, 200)
})

test(`${ALL_FORMS.length - SAVED_AS_HTTPS.length} spellings of forbidden addresses are refused, new and changed, with one message`, async () => {
  const { id } = await source()
  const messages = new Set<string>()
  for (const url of ALL_FORMS.filter(form => form !== '' && !SAVED_AS_HTTPS.includes(form))) {
    for (const answer of [
      await office.post('/admin/import-sources', { nom: 'x', url }),
      await office.patch(`/admin/import-sources/${id}`, { url }),
    ]) {
      assert.equal(`${answer.status} ${answer.body.error}`, '422 source_url_forbidden', url)
      messages.add(answer.body.message)
    }
  }
  assert.equal(messages.size, 1)
})

test('an address without scheme, of a calendar or of a feed is saved as https, new and changed', async () => {
  for (const [typed, saved] of [
    ['www.ville.example/agenda', 'https://www.ville.example/agenda'],
    ['webcal://ville.example/a.ics', 'https://ville.example/a.ics'],
    ['feed://ville.example/rss', 'https://ville.example/rss'],
  ] as const) {
    const made = await source({ url: typed })
    assert.equal(made.url, saved)
    const changed = await office.patch(`/admin/import-sources/${(await source()).id}`, { url: typed })
    assert.deepEqual([changed.status, changed.body.data.url], [200, saved])
  }
  for (const url of [
    'webcal://10.0.0.1/a.ics',
    'feed:http://127.0.0.1/',
    'feed://localhost/',
    'router.local',
  ])
    assert.equal(
      (await office.post('/admin/import-sources', { nom: 'x', url })).body.error,
      'source_url_forbidden',
    )
})

test('lists are newest first, narrowed by every filter, with an exact total and a cursor', async () => {
  const mine = await make.acteur(app, other)
  const names = ['Un %', 'Deux', 'Trois']
  const ids: string[] = []
  for (const nom of names) ids.unshift((await source({ nom, acteur_id: mine, commune_id: other })).id)
  const [trois, deux, un] = ids
  await office.patch(`/admin/import-sources/${deux}`, { enabled: false, kind: 'ical' })
  await app.owner.query(`update import_sources set last_status = 'partial' where id = $1`, [trois])
  const found = async (query: string) => {
    const { body } = await office.get(`/admin/import-sources?acteur_id=${mine}&${query}`)
    assert.equal(body.meta.total, body.data.length)
    return body.data.map(({ id }: { id: string }) => id)
  }
  assert.deepEqual(await found(''), ids)
  assert.deepEqual(await found(`commune_id=${other}`), ids)
  assert.deepEqual(await found(`commune_id=${commune}`), [])
  assert.deepEqual(await found('enabled=false'), [deux])
  assert.deepEqual(await found('kind=ical'), [deux])
  assert.deepEqual(await found('last_status=partial'), [trois])
  assert.deepEqual(await found('q=un+%25'), [un])
  assert.deepEqual(await found('q=FEEDS.example'), ids)
  const first = await office.get(`/admin/import-sources?acteur_id=${mine}&per_page=2`)
  assert.deepEqual([first.body.data.length, first.body.meta.total, first.body.meta.last_page], [2, 3, 2])
  const next = await office.get(
    `/admin/import-sources?acteur_id=${mine}&per_page=2&after=${first.body.meta.next}`,
  )
  assert.deepEqual([next.body.data.map(({ id }: { id: string }) => id), next.body.meta.next], [[un], null])
  assert.equal((await office.get('/admin/import-sources?kindd=rss')).status, 422)
})

test('deleting answers the record and keeps its publications', async () => {
  const { id } = await source({ acteur_id: acteur })
  const kept = await make.publication(app, acteur, commune, { import_source_id: id })
  const { status, body } = await office.delete(`/admin/import-sources/${id}`)
  assert.deepEqual([status, body.data.id], [200, id])
  assert.equal((await office.get(`/admin/import-sources/${id}`)).status, 404)
  assert.equal((await office.delete(`/admin/import-sources/${id}`)).status, 404)
  assert.equal((await make.row(app, kept)).deleted_at, null)
  assert.equal((await audits(id)).at(-1)?.action, 'import_source.deleted')
})

test('switched on again, its failures and the reason are forgotten', async () => {
  const { id } = await source({ schedule: 'hourly' })
  await app.owner.query(
    `update import_sources set enabled = false, consecutive_failures = 10, disabled_reason = '{"code": "gone", "params": {}}', next_try_at = null
     where id = $1`,
    [id],
  )
  const { body } = await office.patch(`/admin/import-sources/${id}`, { enabled: true })
  const { enabled, consecutive_failures, disabled_reason, next_try_at } = body.data
  assert.deepEqual([enabled, consecutive_failures, disabled_reason], [true, 0, null])
  assert.ok(Date.parse(next_try_at) <= Date.now() + 1000)
})
