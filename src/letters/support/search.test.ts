import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import { sql } from '../../kernel/db/db.ts'
import { type Way, wayTo, withWords } from './search.ts'

const app = await startApp()
const office = app.as(await app.user(['operator_support']))

/** Every third thread has "Fenêtre" in a message, every hundredth "xylophone", one "k7" in its subject. */
await app.owner.query(`
  with thread as (
    insert into support_threads (subject, requester_nom, requester_email, language, reply_token, status, messages_count,
      last_message_at)
    select 'Sujet ' || n || case when n = 150 then ' K7' else '' end, 'Zoé', 'z' || n || '@example.org', 'fr',
      md5(n::text), case when n % 2 = 0 then 'open' else 'closed' end, 1, now() - n * interval '1 minute'
    from generate_series(1, 300) n returning id, subject)
  insert into support_messages (thread_id, direction, author_email, body)
  select id, 'inbound', 'z@example.org', 'Bonjour' || case when n % 3 = 0 then ' la Fenêtre 100%' else '' end
    || case when n % 100 = 0 then ' du xylophone' else '' end
  from (select id, substring(subject from 'Sujet (\\d+)')::int as n from thread) numbered`)

const subjectsBy = async (q: string, way: Way) =>
  (
    await app.service.db.pool.all<{ subject: string }>(
      sql`select t.subject from support_threads t where ${withWords(q, way)} order by t.id`,
    )
  ).map(({ subject }) => subject)

const WORDS: Record<string, readonly [found: number, way: Way]> = {
  fenetre: [100, 'walk'],
  'FENÊTRE 100%': [100, 'walk'],
  sujet: [300, 'walk'],
  e: [300, 'walk'],
  xylophone: [3, 'index'],
  'sujet 299': [1, 'index'],
  absent: [0, 'index'],
  '%%%': [0, 'index'],
  k7: [1, 'scan'],
  qq: [0, 'scan'],
  _: [0, 'scan'],
}
for (const [q, [found, expected]] of Object.entries(WORDS))
  test(`"${q}" is in ${found} threads, whichever way they are looked for; the way is ${expected}`, async () => {
    assert.equal(await wayTo(app.service.db.pool, q, []), expected)
    const all = await subjectsBy(q, 'index')
    assert.equal(all.length, found)
    for (const way of ['walk', 'scan'] as const) assert.deepEqual(await subjectsBy(q, way), all, way)
    const { body } = await office.get(`/admin/messages/threads?per_page=100&q=${encodeURIComponent(q)}`)
    assert.deepEqual([body.meta.total, body.data.length], [found, Math.min(found, 100)])
  })

test('paging through a common word with a filter neither repeats nor misses a thread', async () => {
  const seen: string[] = []
  let after: string | null = ''
  while (after !== null) {
    const { body } = await office.get(
      `/admin/messages/threads?q=fenetre&status=open&per_page=7${after && `&after=${after}`}`,
    )
    assert.equal(body.meta.total, 50)
    seen.push(...body.data.map((one: { subject: string }) => one.subject))
    after = body.meta.next
  }
  assert.deepEqual(
    seen,
    Array.from({ length: 50 }, (_, at) => `Sujet ${(at + 1) * 6}`.replace('Sujet 150', 'Sujet 150 K7')),
  )
})
