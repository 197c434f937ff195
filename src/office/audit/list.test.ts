import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'
import { sql } from '../../kernel/db/db.ts'
import { decidedAs } from './list.ts'

const app = await startApp()
const admin = app.as(await app.user(['admin']))
const [one, other] = [crypto.randomUUID(), crypto.randomUUID()]
await app.owner.query(
  `insert into audit_log (at, user_id, action, entity, entity_id, before, after)
   select case n when 1 then '2026-03-09T22:59:59Z'::timestamptz when 2 then '2026-03-09T23:00:00Z' else '2026-03-12T12:00:00Z' end,
     case when n % 2 = 0 then $1::uuid else $2::uuid end, case when n > 4 then 'claim.decided' else 'commune.updated' end,
     case when n > 4 then 'claim' else 'commune' end, n::text, null, jsonb_build_object('attempts', n)
   from generate_series(1, 6) n`,
  [one, other],
)
const entries = async (query: string) => {
  const { status, body } = await admin.get(`/admin/audit?${query}`)
  assert.equal(status, 200, JSON.stringify(body))
  return [body.data.map(({ entity_id }: { entity_id: string }) => Number(entity_id)), body.meta.total]
}

for (const [query, expected] of [
  ['', [6, 5, 4, 3, 2, 1]],
  ['action=claim.decided', [6, 5]],
  ['entity=commune', [4, 3, 2, 1]],
  ['entity=commune&entity_id=3', [3]],
  [`user_id=${one}`, [6, 4, 2]],
  ['from=2026-03-10', [6, 5, 4, 3, 2]],
  ['to=2026-03-09', [1]],
  ['from=2026-03-10&to=2026-03-10', [2]],
] as const)
  test(`the audit trail${query && ` ?${query.replace(one, ':id')}`}: newest first, all of them counted`, async () => {
    assert.deepEqual(await entries(query), [expected, expected.length])
  })

test('the audit trail is filtered by decision, about publications, claims and appeals', async () => {
  const id = crypto.randomUUID()
  await app.owner.query(
    `insert into audit_log (action, entity, entity_id, after) select action, 'publication', $1, after::jsonb
     from (values ('publication.moderated', '{"moderation_status": "rejected"}'),
       ('publication.moderated', '{"moderation_status": "approved"}'),
       ('publication.moderated', '{"moderation_status": "changes_requested"}'),
       ('publication.updated', '{"moderation_status": "rejected"}'),
       ('claim.decided', '{"status": "rejected"}'), ('claim.appeal_decided', '{"appeal": "upheld"}'),
       ('publication.appeal_decided', '{"appeal": "overturned"}'), ('publication.reports_kept', '{}'),
       ('publication.moderation_undone', '{}')) as row (action, after)`,
    [id],
  )
  const decided = async (decision: string) => {
    const { body } = await admin.get(`/admin/audit?entity_id=${id}&decision=${decision}`)
    return body.data.map(({ action }: { action: string }) => action)
  }
  assert.deepEqual(await decided('rejected'), ['claim.decided', 'publication.moderated'])
  for (const [decision, action] of [
    ['approved', 'publication.moderated'],
    ['changes_requested', 'publication.moderated'],
    ['upheld', 'claim.appeal_decided'],
    ['overturned', 'publication.appeal_decided'],
    ['kept', 'publication.reports_kept'],
    ['undone', 'publication.moderation_undone'],
  ] as const)
    assert.deepEqual(await decided(decision), [action])
  assert.deepEqual(await decided('pending'), [])
  assert.equal((await admin.get('/admin/audit?decision=lost')).status, 422)
  await app.owner.query('delete from audit_log where entity_id = $1', [id])
})

test('decisions are found along their index, newest first', async () => {
  await app.owner.query(
    `insert into audit_log (action, entity, entity_id, after)
     select case when n % 3 = 0 then 'publication.moderated' else 'publication.updated' end, 'publication', 'plan',
       jsonb_build_object('moderation_status', case when n % 1000 = 0 then 'rejected' else 'approved' end)
     from generate_series(1, 20000) n`,
  )
  await app.owner.query('analyze audit_log')
  const conditions = decidedAs('rejected').reduce((all, one) => sql`${all} and ${one}`)
  const plan = await app.service.db.pool.all<Record<string, string>>(
    sql`explain select l.id from audit_log l where ${conditions} order by l.id desc limit 30`,
  )
  const lines = plan.map(row => row['QUERY PLAN']).join('\n')
  assert.match(lines, /Index Scan Backward using audit_log_decision/)
  assert.doesNotMatch(lines, /Sort|Seq Scan/)
  await app.owner.query(`delete from audit_log where entity_id = 'plan'`)
})

test('an entry has user, action, state before and state after', async () => {
  const { body } = await admin.get('/admin/audit?entity_id=6')
  const { id, at, ...rest } = body.data[0]
  assert.ok(Number.isInteger(id) && at === '2026-03-12T12:00:00.000Z')
  assert.deepEqual(rest, {
    user_id: one,
    by: null,
    key: null,
    app_source: null,
    request_id: null,
    ip_hash: null,
    action: 'claim.decided',
    entity: 'claim',
    entity_id: '6',
    label: null,
    before: null,
    after: { attempts: 6 },
    names: {},
    sealed: false,
  })
})

test('cursors reach every page, and the total is right with sealed rows', async () => {
  for (let sealed = 0; sealed < 2; sealed++) {
    const seen: number[] = []
    for (let next: string | null = ''; next !== null; ) {
      const { body } = await admin.get(`/admin/audit?per_page=2${next && `&after=${next}`}`)
      seen.push(...body.data.map(({ entity_id }: { entity_id: string }) => Number(entity_id)))
      assert.equal(body.meta.total, 6)
      next = body.meta.next
    }
    assert.deepEqual(seen, [6, 5, 4, 3, 2, 1])
    await app.service.db.pool.all(sql`select * from seal_audit(4)`)
  }
})

test('unknown filters are refused, and so are operators', async () => {
  for (const wrong of ['actions=x', 'user_id=x', 'from=hier', 'after=x'])
    assert.equal((await admin.get(`/admin/audit?${wrong}`)).status, 422, wrong)
  const operator = app.as(await app.user(['operator_moderation']))
  assert.equal((await operator.get('/admin/audit')).body.error, 'admin_required')
})

test('ids have their current names, and rows are found by these, by id and by request', async () => {
  const [somebody, commune] = [
    await app.user(['operator_claims']),
    await make.commune(app, { nom: 'Plouzané' }),
  ]
  await app.owner.query(`update users set nom = 'Maëlle Le Goff' where id = $1`, [somebody.id])
  const elsewhere = await make.commune(app, { nom: 'Brest' })
  const acteur = await make.acteur(app, commune, { nom: 'Club de voile' })
  const operator = app.as(somebody)
  const { headers } = await operator.patch(`/admin/acteurs/${acteur}`, {
    nom: 'Club nautique',
    commune_id: elsewhere,
  })
  const request = headers.get('x-request-id')
  const { body } = await admin.get(`/admin/audit?request_id=${request}`)
  const [entry] = body.data
  assert.deepEqual(
    [body.meta.total, entry.by, entry.label],
    [1, { id: somebody.id, nom: 'Maëlle Le Goff' }, 'Club nautique'],
  )
  assert.deepEqual(entry.before.nom, 'Club de voile')
  assert.deepEqual(entry.names, { [commune]: 'Plouzané', [elsewhere]: 'Brest' })
  for (const q of ['mael le goff', 'club nautique', acteur, somebody.id])
    assert.deepEqual(
      (await admin.get(`/admin/audit?q=${encodeURIComponent(q)}`)).body.data.map(
        (row: { id: number }) => row.id,
      ),
      [entry.id],
      q,
    )
  assert.equal((await admin.get('/admin/audit?q=personne+de+ce+nom')).body.meta.total, 0)
  assert.equal((await admin.get('/admin/audit?q=club+nautique&action=claim.decided')).body.meta.total, 0)
})

test('the places of a limited role and the partner of a merge have their names', async () => {
  const [somebody, commune] = [await app.user(), await make.commune(app, { nom: 'Guipavas' })]
  await app.owner.query(`insert into epcis (code, nom) values ('242900314', 'Brest métropole')`)
  const role = { role: 'operator_moderation', communes: [commune], epcis: ['242900314'] }
  assert.equal((await admin.post(`/admin/users/${somebody.id}/roles`, role)).status, 200)
  const [granted] = (await admin.get(`/admin/audit?entity_id=${somebody.id}`)).body.data
  assert.deepEqual(granted.names, { [commune]: 'Guipavas', '242900314': 'Brest métropole' })
  const into = await make.acteur(app, commune, { nom: 'Club nautique' })
  const from = await make.acteur(app, commune, { nom: 'Voile' })
  assert.equal((await admin.post(`/admin/acteurs/${into}/merge`, { from_id: from })).status, 200)
  const namesOf = async (id: string) => (await admin.get(`/admin/audit?entity_id=${id}`)).body.data[0].names
  assert.deepEqual(await namesOf(into), { [from]: 'Voile' })
  assert.deepEqual(await namesOf(from), { [into]: 'Club nautique' })
})

test('people without a name are shown by their address', async () => {
  const [nameless, other] = [await app.user(['admin']), await app.user()]
  await app.owner.query(
    `insert into audit_log (action, entity, entity_id, user_id) values ('user.erased', 'user', $1, $2)`,
    [other.id, nameless.id],
  )
  const [entry] = (await admin.get(`/admin/audit?entity_id=${other.id}`)).body.data
  assert.deepEqual([entry.by, entry.label], [{ id: nameless.id, nom: nameless.email }, other.email])
})

test('a deleted entity has the name of its last trace, a person never', async () => {
  const gone = crypto.randomUUID()
  await app.owner.query(
    `insert into audit_log (action, entity, entity_id, before) values
       ('import_source.deleted', 'import_source', $1, '{"nom": "Agenda du bourg"}'), ('user.erased', 'user', $1, '{"nom": "Anne"}')`,
    [gone],
  )
  const { body } = await admin.get(`/admin/audit?entity_id=${gone}`)
  assert.deepEqual(
    body.data.map(({ label }: { label: string | null }) => label),
    [null, 'Agenda du bourg'],
  )
})

test('every action is listed once with the time of its last use', async () => {
  const { body } = await admin.get('/admin/audit/actions')
  const names = body.data.map(({ action }: { action: string }) => action)
  assert.deepEqual(names, [
    'acteur.merged',
    'acteur.updated',
    'claim.decided',
    'commune.updated',
    'import_source.deleted',
    'user.erased',
    'user.role_granted',
  ])
  const decided = body.data.find(({ action }: { action: string }) => action === 'claim.decided')
  assert.equal(decided.last_at, '2026-03-12T12:00:00.000Z')
})

test('rows say whether they are sealed, and the list how many are', async () => {
  const before = (await admin.get('/admin/audit/seal')).body.data
  await app.service.db.pool.all(sql`select * from seal_audit(1000)`)
  const after = (await admin.get('/admin/audit/seal')).body.data
  assert.ok(before.open_rows > 0 && after.open_rows === 0)
  assert.deepEqual(
    [after.seals, after.sealed_rows],
    [before.seals + 1, before.sealed_rows + before.open_rows],
  )
  assert.match(after.head, /^[0-9a-f]{64}$/)
  const { data } = (await admin.get('/admin/audit')).body
  assert.ok(data.every(({ sealed }: { sealed: boolean }) => sealed))
})
