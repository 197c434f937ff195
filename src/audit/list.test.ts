import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../test/app.ts'
import { sql } from '../kernel/db/db.ts'

const app = await startApp()
const admin = app.as(await app.user(['admin']))
const [one, other] = [crypto.randomUUID(), crypto.randomUUID()]
await app.owner.query(
  `insert into audit_log (at, user_id, action, entity, entity_id, before, after)
   select case n when 1 then '2026-03-09T22:59:59Z'::timestamptz when 2 then '2026-03-09T23:00:00Z' else '2026-03-12T12:00:00Z' end,
     case when n % 2 = 0 then $1::uuid else $2::uuid end, case when n > 4 then 'claim.decided' else 'commune.updated' end,
     case when n > 4 then 'claim' else 'commune' end, n::text, null, jsonb_build_object('n', n)
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

test('an entry says who, what and how it was before and after', async () => {
  const { body } = await admin.get('/admin/audit?entity_id=6')
  const { id, at, ...rest } = body.data[0]
  assert.ok(Number.isInteger(id) && at === '2026-03-12T12:00:00.000Z')
  assert.deepEqual(rest, {
    user_id: one,
    app_source: null,
    request_id: null,
    ip_hash: null,
    action: 'claim.decided',
    entity: 'claim',
    entity_id: '6',
    before: null,
    after: { n: 6 },
  })
})

test('every page by its cursor, and the total holds when a part is sealed', async () => {
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

test('a misspelt filter is refused, and operators have no business here', async () => {
  for (const wrong of ['actions=x', 'user_id=x', 'from=hier', 'after=x'])
    assert.equal((await admin.get(`/admin/audit?${wrong}`)).status, 422, wrong)
  const operator = app.as(await app.user(['operator_moderation']))
  assert.equal((await operator.get('/admin/audit')).body.error, 'admin_required')
})
