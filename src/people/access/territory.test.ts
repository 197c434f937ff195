import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AREAS, type Area } from '../../../shared/words/access.ts'
import { startApp } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'
import { outcome } from '../../../test/sign-in.ts'
import { routes } from '../../routes.ts'
import { loadEpcis } from '../../territory/communes/registers/load-epcis.ts'
import { moveList } from '../../territory/communes/registers/load-merged.ts'
import { can, territoryOf } from './permissions.ts'
import { reachOf } from './territory.ts'

const app = await startApp({ env: { RATE_LIMIT_SCALE: '0' } })
const admin = app.as(await app.user(['admin']))
const [here, there] = [await make.commune(app), await make.commune(app)]

const officeRows = routes.flatMap(row =>
  row.access.kind === 'admin' && row.access.area !== 'reserved'
    ? [{ method: row.method, path: row.path, area: row.access.area }]
    : [],
)
const rowName = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

test('every row of the back-office says how it keeps to a territory', () => {
  const undecided = officeRows.filter(({ method, path }) => reachOf(method, path) === undefined)
  assert.deepEqual(undecided.map(rowName), [])
})

test('the territory of an area: of its role, of all roles on the dashboard, none for administrators', () => {
  const caller = (roles: Parameters<typeof territoryOf>[0]['roles'], territories = {}) => ({
    id: 'x',
    status: 'active' as const,
    roles,
    territories,
  })
  const limited = { operator_moderation: ['a'], operator_claims: ['b', 'a'] }
  const both = caller(['operator_moderation', 'operator_claims', 'operator_support'], limited)
  assert.deepEqual(territoryOf(both, 'moderation'), ['a'])
  assert.deepEqual(territoryOf(both, 'claims'), ['b', 'a'])
  assert.equal(territoryOf(both, 'support'), null)
  assert.equal(territoryOf(both, 'dashboard'), null)
  const two = caller(['operator_moderation', 'operator_claims'], limited)
  assert.deepEqual(territoryOf(two, 'dashboard'), ['a', 'b'])
  assert.equal(territoryOf(caller(['admin', 'operator_claims'], limited), 'claims'), null)
  assert.equal(can(two, { action: 'administer', area: 'claims', outside: true }), 'not_found')
})

////////////////////////////////////////////////////////////////////////////// the two communes

interface Items {
  readonly publications: string
  readonly acteurs: string
  readonly claims: string
  readonly 'messages/threads': string
  readonly communes: string
  readonly defibrillateurs: string
  readonly 'import-sources': string
}

let made = 0
const only = async (text: string, values: unknown[]): Promise<string> =>
  (await app.owner.query<{ id: string }>(text, values)).rows[0]?.id ?? assert.fail('no row')

async function itemsOf(commune: string): Promise<Items> {
  const n = ++made
  const acteur = await make.acteur(app, commune)
  return {
    publications: await make.publication(app, acteur, commune, { title: 'Marché de Noël' }),
    acteurs: acteur,
    claims: await only(
      `insert into claims (acteur_id, message, email, language, expires_at)
       values ($1, 'C’est la nôtre', $2, 'fr', now() + interval '7 days') returning id`,
      [acteur, `demande${n}@example.org`],
    ),
    'messages/threads': await only(
      `insert into support_threads (subject, requester_email, language, reply_token, commune_id, last_by)
       values ('Question', 'anne@example.org', 'fr', md5($1), $2, 'inbound') returning id`,
      [`${n}`, commune],
    ),
    communes: commune,
    defibrillateurs: await only(
      `with made as (insert into defibrillateurs (gid, nom, commune_id, en_service) values ($1, 'Gymnase', $2, true)
         returning gid)
       insert into commune_defibrillateurs (commune_id, gid) select $2, gid from made returning id`,
      [`gid${n}`, commune],
    ),
    'import-sources': await only(
      `insert into import_sources (nom, kind, url, commune_id, moderation, enabled, schedule, max_items,
         consecutive_failures)
       values ('Agenda', 'auto', 'https://agenda.exemple.fr', $1, 'auto', true, 'manual', 10, 1) returning id`,
      [commune],
    ),
  }
}
const [inside, outside] = [await itemsOf(here), await itemsOf(there)]

async function limited(area: Area, communes: readonly string[] = [here]) {
  const user = await app.user()
  const given = await admin.post(`/admin/users/${user.id}/roles`, { role: AREAS[area].role, communes })
  assert.equal(outcome(given), '200')
  return app.as(user)
}
const operators = {
  moderation: await limited('moderation'),
  claims: await limited('claims'),
  support: await limited('support'),
  communes: await limited('communes'),
  imports: await limited('imports'),
  dashboard: await limited('moderation'),
} as const
const operatorOf = (area: Area) => operators[area as keyof typeof operators]

const send = (user: ReturnType<typeof app.as>, method: string, path: string, body?: object) =>
  user.send(method, path, body)

for (const { method, path, area } of officeRows) {
  const below = path.replace('/api/v1', '')
  const start = /^\/admin\/(.+?)\/:id/.exec(below)?.[1] as keyof Items | undefined
  if (reachOf(method, path) === 'everywhere')
    test(`${rowName({ method, path })}: refused to a limited operator`, async () => {
      const asked = below.replaceAll(/:\w+/g, inside.publications)
      assert.equal(outcome(await send(operatorOf(area), method, asked, {})), '403 scope_violation')
    })
  else if (start !== undefined && start in inside)
    test(`${rowName({ method, path })}: 404 outside, not inside`, async () => {
      const at = (items: Items) => {
        const [id, another] = [items[start], '01985e2c-7d4a-7c3e-9b1f-4a6d2e8c0f17']
        return below.replace(':id', id).replaceAll(/:\w+/g, another)
      }
      // A body that no route takes, so that nothing is changed inside.
      const body = method === 'GET' || method === 'DELETE' ? undefined : { unheard_of: 1 }
      assert.equal(outcome(await send(operatorOf(area), method, at(outside), body)), '404 not_found')
      if (method !== 'DELETE' && !at(inside).includes('01985e2c-7d4a'))
        assert.notEqual(outcome(await send(operatorOf(area), method, at(inside), body)), '404 not_found')
    })
}

////////////////////////////////////////////////////////////////////////////// lists and numbers

const LISTS: readonly (readonly [Area, string, keyof Items])[] = [
  ['moderation', '/admin/publications', 'publications'],
  ['moderation', '/admin/publications?q=noel', 'publications'],
  ['moderation', '/admin/publications?moderation_status=published&sort=title_asc', 'publications'],
  ['moderation', '/admin/publications?reported=false', 'publications'],
  ['claims', '/admin/acteurs', 'acteurs'],
  ['claims', '/admin/acteurs?sort=created_at_desc', 'acteurs'],
  ['claims', '/admin/claims', 'claims'],
  ['support', '/admin/messages/threads', 'messages/threads'],
  ['support', '/admin/messages/threads?q=question', 'messages/threads'],
  ['communes', '/admin/communes', 'communes'],
  ['imports', '/admin/import-sources', 'import-sources'],
  ['moderation', '/admin/search?q=noel', 'publications'],
  ['claims', '/admin/search?q=acteur', 'acteurs'],
  ['claims', '/admin/search?q=nôtre', 'claims'],
  ['support', '/admin/search?q=question', 'messages/threads'],
  ['communes', '/admin/search?q=ville', 'communes'],
  ['imports', '/admin/search?q=agenda', 'import-sources'],
  ['claims', '/admin/pick/acteurs?q=acteur', 'acteurs'],
  ['communes', '/admin/pick/communes?q=ville', 'communes'],
  ['imports', '/admin/pick/import-sources?q=agenda', 'import-sources'],
]

for (const [area, path, kind] of LISTS)
  test(`${area}: ${path} lists what is inside, and nothing else`, async () => {
    const own = await operatorOf(area).get(path)
    assert.equal(own.status, 200)
    const [text, everywhere] = [own, await admin.get(path)].map(({ body }) => JSON.stringify(body))
    assert.ok(text?.includes(inside[kind]), text)
    assert.ok(!text?.includes(outside[kind]), text)
    assert.ok(everywhere?.includes(inside[kind]) && everywhere.includes(outside[kind]))
    if (own.body.meta) assert.equal(own.body.meta.total ?? own.body.data.length, own.body.data.length)
  })

test('an id is found or described inside only', async () => {
  for (const [kind, items] of [['publications', operators.moderation] as const])
    assert.deepEqual((await items.get(`/admin/search?q=${outside[kind]}`)).body.data[kind], [])
  const picked = await operators.claims.get(`/admin/pick/acteurs?ids=${outside.acteurs},${inside.acteurs}`)
  assert.deepEqual(
    picked.body.data.map((line: { id: string }) => line.id),
    [inside.acteurs],
  )
  const alike = (commune: string, user = operators.claims) =>
    user.get(`/admin/acteurs/look-alikes?nom=Club&commune_id=${commune}`)
  await make.acteur(app, there, { nom: 'Club' })
  assert.equal((await alike(there, admin)).body.data.length, 1)
  assert.deepEqual((await alike(there)).body.data, [])
})

test('counts, dashboard and statistics are about the territory', async () => {
  const pending = { moderation_status: 'pending', valide: false, publie_le: null }
  await make.publication(app, inside.acteurs, here, pending)
  await make.publication(app, outside.acteurs, there, { ...pending, commune_ids: [there, here] })
  for (const _ of Array(3)) await make.publication(app, outside.acteurs, there, pending)
  const { pending: waiting, oldest_pending_at } = (await operators.moderation.get('/admin/counts')).body.data
    .moderation
  assert.equal(waiting, 2)
  assert.ok(oldest_pending_at)
  const everywhere = (await admin.get('/admin/counts')).body.data
  assert.equal(everywhere.moderation.pending, 5)
  assert.deepEqual(
    [everywhere.claims.pending, everywhere.support.awaiting, everywhere.imports.failing],
    [2, 2, 2],
  )
  assert.equal((await operators.claims.get('/admin/counts')).body.data.claims.pending, 1)
  assert.equal((await operators.support.get('/admin/counts')).body.data.support.awaiting, 1)
  assert.equal((await operators.imports.get('/admin/counts')).body.data.imports.failing, 1)
  const board = (await operators.dashboard.get('/admin/dashboard')).body
  assert.deepEqual(
    [board.publications_pending, board.claims_pending, board.imports_failing, board.threads_unread],
    [2, 1, 1, 1],
  )
  assert.equal(board.users, undefined)
  const proposed = async (user: ReturnType<typeof app.as>) =>
    (await user.get('/admin/stats')).body.data.reduce(
      (n: number, day: { proposed: number }) => n + day.proposed,
      0,
    )
  assert.equal(await proposed(operators.moderation), 3)
  assert.equal(await proposed(admin), 7)
})

////////////////////////////////////////////////////////////////////////////// decisions

test('bulk decisions leave what is outside, by ids and by filter', async () => {
  const ids = [inside.publications, outside.publications]
  const named = await operators.moderation.patch('/admin/publications/bulk/feature', { ids, en_avant: true })
  assert.deepEqual(named.body.data.updated, [inside.publications])
  assert.deepEqual(
    named.body.data.failed.map(({ id, title, error }: Record<string, string>) => [id, title, error]),
    [[outside.publications, null, 'not_found']],
  )
  const filter = { moderation_status: 'published' }
  const found = (expected_total: number) =>
    operators.moderation.patch('/admin/publications/bulk/feature', {
      filter,
      expected_total,
      en_avant: false,
    })
  assert.equal(outcome(await found(2)), '409 total_changed')
  assert.deepEqual((await found(1)).body.data.updated, [inside.publications])
  const operation = (await operators.moderation.get('/admin/operations')).body.data[0].id
  const another = await limited('moderation')
  assert.equal(outcome(await another.get(`/admin/operations/${operation}`)), '404 not_found')
  assert.deepEqual((await another.get('/admin/operations')).body.data, [])
})

test('nothing is moved, created or merged outside of the territory', async () => {
  const text = { commune_id: there, commune_ids: [there] }
  assert.equal(
    outcome(await operators.moderation.patch(`/admin/publications/${inside.publications}`, text)),
    '422 validation_failed',
  )
  const acteur = { nom: 'Amicale', type: 'association', commune_id: there }
  assert.equal(outcome(await operators.claims.post('/admin/acteurs', acteur)), '422 validation_failed')
  assert.equal(outcome(await operators.claims.post('/admin/acteurs', { ...acteur, commune_id: here })), '201')
  const merge = { from_id: outside.acteurs }
  assert.equal(
    outcome(await operators.claims.post(`/admin/acteurs/${inside.acteurs}/merge`, merge)),
    '422 validation_failed',
  )
  const source = { nom: 'Agenda', url: 'https://agenda.exemple.fr/a.ics' }
  for (const place of [{}, { commune_id: there }])
    assert.equal(
      outcome(await operators.imports.post('/admin/import-sources', { ...source, ...place })),
      '422 validation_failed',
    )
  assert.equal(
    outcome(await operators.imports.post('/admin/import-sources', { ...source, acteur_id: inside.acteurs })),
    '201',
  )
})

test('what a body or query names outside is unknown', async () => {
  const threads = (id: string) => `/admin/messages/threads/${id}/merge`
  const [near, far] = [inside['messages/threads'], outside['messages/threads']]
  assert.equal(outcome(await operators.support.post(threads(near), { thread_id: far })), '404 not_found')
  const { rows } = await app.owner.query('select merged_into from support_threads where id = $1', [far])
  assert.deepEqual(rows, [{ merged_into: null }])
  const preview = `/admin/import-sources/preview?source_id=${outside['import-sources']}`
  const source = { nom: 'Agenda', url: 'https://agenda.exemple.fr/a.ics', commune_id: here }
  assert.equal(outcome(await operators.imports.post(preview, source)), '404 not_found')
})

test('duplicates outside are neither listed nor decided about', async () => {
  const key = '00000000-0000-7000-8000-0000000000aa'
  const fields = { duplicate_key: key, duplicate_reason: 'signature' }
  const one = await make.publication(app, inside.acteurs, here, fields)
  const [near, far] = [
    await make.publication(app, inside.acteurs, here, fields),
    await make.publication(app, outside.acteurs, there, fields),
  ]
  const path = `/admin/publications/${one}/duplicates`
  const listed = (await operators.moderation.get(path)).body
  assert.deepEqual([listed.data.map(({ id }: { id: string }) => id), listed.meta.total], [[near], 1])
  assert.equal(
    outcome(await operators.moderation.post(`${path}/dismiss`, { other_id: far })),
    '422 validation_failed',
  )
  const kept = await operators.moderation.post(`${path}/keep`, { other_ids: [near, far] })
  assert.deepEqual([kept.body.data.updated, kept.body.data.failed[0].id], [[near], far])
})

////////////////////////////////////////////////////////////////////////////// the grant

test('a role is granted for communes or intercommunalities, traced, and taken back with its limits', async () => {
  const epci = '243500139'
  await app.owner.query(`insert into epcis (code, nom) values ($1, 'Rennes Métropole')`, [epci])
  await app.owner.query('update communes set epci_code = $1 where id = $2', [epci, there])
  const user = await app.user()
  const path = `/admin/users/${user.id}/roles`
  const role = 'operator_moderation'
  const given = (await admin.post(path, { role, communes: [here], epcis: [epci] })).body.data
  assert.deepEqual(given.roles, [role])
  const [{ communes, epcis }] = given.territories
  assert.deepEqual([communes[0].id, epcis], [here, [{ code: epci, nom: 'Rennes Métropole' }]])
  const office = app.as(user)
  const sees = async () =>
    Promise.all(
      [inside, outside].map(async items =>
        outcome(await office.get(`/admin/publications/${items.publications}`)),
      ),
    )
  assert.deepEqual(await sees(), ['200', '200'])
  assert.deepEqual((await office.get('/me')).body.data.territories, given.territories)
  await admin.post(path, { role, epcis: [epci] })
  assert.deepEqual(await sees(), ['404 not_found', '200'])
  await admin.post(path, { role })
  assert.deepEqual([await sees(), (await office.get('/me')).body.data.territories], [['200', '200'], []])
  const trail = await make.auditOf(app, user.id)
  assert.deepEqual(
    trail.map(({ after }) => after.territories),
    [
      [{ role, commune_ids: [here], epci_codes: [epci] }],
      [{ role, commune_ids: [], epci_codes: [epci] }],
      [],
    ],
  )
  for (const wrong of [
    { role: 'admin', communes: [here] },
    { role, communes: [user.id] },
    { role, epcis: ['000000000'] },
  ])
    assert.equal(outcome(await admin.post(path, wrong)), '422 validation_failed')
})

test('a territory follows a merged commune', async () => {
  const [old, now] = [
    await make.commune(app, { code_insee: '14472', reference: '{"slug": "x"}' }),
    await make.commune(app, { code_insee: '14654', reference: '{"slug": "y"}' }),
  ]
  const publication = await make.publication(app, await make.acteur(app, now), now)
  const office = await limited('moderation', [old])
  const shown = async () => outcome(await office.get(`/admin/publications/${publication}`))
  assert.equal(await shown(), '404 not_found')
  await app.owner.query('update communes set successor_id = $1 where id = $2', [now, old])
  await app.service.db.transaction(moveList('user_roles').move)
  assert.equal(await shown(), '200')
})

test('the national list brings the intercommunality of a commune that was there before', async () => {
  const [rennes] = [await make.commune(app, { code_insee: '35238', nom: 'Rennes' })]
  await app.service.db.transaction(loadEpcis)
  const { rows } = await app.owner.query(
    'select c.id, e.nom from communes c join epcis e on e.code = c.epci_code where c.id = $1',
    [rennes],
  )
  assert.deepEqual(rows, [{ id: rennes, nom: 'Rennes Métropole' }])
})
