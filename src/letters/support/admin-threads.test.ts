import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'

const lines: string[] = []
const app = await startApp({ log: line => lines.push(line) })
const office = app.as(await app.user(['operator_support']))
const question = { subject: 'Question', body: 'Quand ?', nom: 'Jeanne Dupré', email: 'jeanne@example.org' }

const ask = async (fields: object = {}) => {
  const { status, body } = await app.anyone.post('/messages', { ...question, ...fields })
  assert.equal(status, 201)
  return body.data.id as string
}
const one = async (id: string) =>
  (await app.owner.query('select * from support_threads where id = $1', [id])).rows[0]
const list = async (query: string) => {
  const { status, body } = await office.get(`/admin/messages/threads?${query}`)
  assert.equal(status, 200, `${query} ${JSON.stringify(body)}`)
  return body
}
const ids = async (query: string) => (await list(query)).data.map((thread: { id: string }) => thread.id)

test('one conversation by its address, as the list has it; who read it is logged', async () => {
  const id = await ask({ subject: 'Par son adresse' })
  lines.length = 0
  const { status, body } = await office.get(`/admin/messages/threads/${id}`)
  const { data } = await list('q=Par son adresse')
  assert.deepEqual([status, body.data], [200, data[0]])
  assert.ok(lines.some(line => line.includes('contact details were read') && line.includes(id)))
  assert.equal((await office.get(`/admin/messages/threads/${crypto.randomUUID()}`)).status, 404)
})

test('read, unread, a colour, closed and open again: each answers the thread, and only closing leaves a trace', async () => {
  const id = await ask()
  const at = (path: string, body?: object) => office.patch(`/admin/messages/threads/${id}/${path}`, body)
  const steps = [
    ['read', undefined, { unread: false }, 2],
    ['read', undefined, { unread: false }, 2],
    ['unread', undefined, { unread: true }, 3],
    ['flag', { flag: 'red' }, { flag: 'red' }, 4],
    ['flag', { flag: null }, { flag: null }, 5],
    ['close', undefined, { status: 'closed' }, 6],
    ['close', { closed: true }, { status: 'closed' }, 6],
    ['close', { closed: false }, { status: 'open' }, 7],
  ] as const
  const { version: first } = await one(id)
  for (const [path, body, expected, version] of steps) {
    const answer = await at(path, body)
    assert.equal(answer.status, 200, path)
    assert.partialDeepStrictEqual(answer.body.data, { id, ...expected, version: first + version - 1 })
  }
  assert.deepEqual(
    (await make.auditOf(app, id)).map(({ action, entity, before, after }) => ({
      action,
      entity,
      before,
      after,
    })),
    [
      { action: 'thread.closed', entity: 'thread', before: { status: 'open' }, after: { status: 'closed' } },
      { action: 'thread.opened', entity: 'thread', before: { status: 'closed' }, after: { status: 'open' } },
    ],
  )
  for (const [path, body, field] of [
    ['flag', {}, 'flag'],
    ['flag', { flag: 'pink' }, 'flag'],
    ['close', { closed: null }, 'closed'],
    ['read', { a: 1 }, 'a'],
  ] as const) {
    const refused = await at(path, body)
    assert.deepEqual([refused.status, refused.body.details[0].path], [422, field])
  }
})

test('a stale version is refused, also for one of two concurrent requests', async () => {
  const id = await ask()
  const { version } = await one(id)
  const at = (path: string, body: object | undefined, known: number) =>
    office.patch(`/admin/messages/threads/${id}/${path}`, body, { headers: { 'if-match': `"${known}"` } })
  for (const [path, body] of [
    ['read', undefined],
    ['unread', undefined],
    ['flag', { flag: 'red' }],
    ['close', undefined],
  ] as const)
    assert.equal((await at(path, body, version + 1)).body.error, 'stale_version', path)
  const both = await Promise.all([
    at('flag', { flag: 'red' }, version),
    at('flag', { flag: 'blue' }, version),
  ])
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 412])
})

test('answering: closes when it is told to, reads what it answers, and is done once under its key', async () => {
  const id = await ask()
  const path = `/admin/messages/threads/${id}/reply`
  const once = { headers: { 'idempotency-key': 'cle-1' } }
  const first = await office.post(path, { body: 'Oui.', close: true }, once)
  const again = await office.post(path, { body: 'Oui.', close: true }, once)
  assert.deepEqual([first.status, again.status, again.body], [201, 201, first.body])
  const state = async () =>
    (({ status, unread, messages_count }) => [status, unread, messages_count])(await one(id))
  assert.deepEqual(await state(), ['closed', false, 2])
  await office.post(path, { body: 'Encore.' })
  assert.deepEqual(await state(), ['closed', false, 3])
  await office.post(path, { body: 'Et encore.', close: false })
  assert.deepEqual(await state(), ['open', false, 4])
  for (const [body, field] of [
    [{}, 'body'],
    [{ body: '' }, 'body'],
    [{ body: 'x'.repeat(20_001) }, 'body'],
    [{ body: { path: '/etc/hostname' } }, 'body'],
    [{ body: 'x', close: 'yes' }, 'close'],
  ] as const) {
    const refused = await office.post(path, body)
    assert.deepEqual([refused.status, refused.body.details[0].path], [422, field])
  }
  assert.equal((await office.post(path.replace(id, crypto.randomUUID()), { body: 'x' })).status, 404)
  assert.deepEqual(await state(), ['open', false, 4])
  // Without incoming mail, the mail invites no answer.
  const { rows } = await app.owner.query(`select reply_to, text from mails where template = 'support-reply'`)
  assert.equal(rows.length, 3)
  for (const row of rows) {
    assert.equal(row.reply_to, null)
    assert.match(row.text, /Les réponses à ce message ne sont pas lues\./)
  }
})

test('every filter alone and together, every page by number and by cursor, with exact totals', async () => {
  await app.owner.query('truncate support_threads cascade')
  const all = await make.several(23, at =>
    ask({ subject: `Sujet ${at}`, body: at % 5 === 0 ? 'Une ÉGLISE 100%' : 'Rien' }),
  )
  for (const [at, id] of all.entries())
    await app.owner.query(
      `update support_threads set status = $2, unread = $3, flag = $4, last_message_at = now() - $5 * interval '1 minute'
       where id = $1`,
      [id, at % 2 ? 'closed' : 'open', at % 3 === 0, at % 4 ? null : 'red', at],
    )
  const FILTERS: Record<string, (at: number) => boolean> = {
    '': () => true,
    'status=open': at => at % 2 === 0,
    'status=closed': at => at % 2 === 1,
    'unread=true': at => at % 3 === 0,
    'unread=0': at => at % 3 !== 0,
    'flag=red': at => at % 4 === 0,
    'flag=blue': () => false,
    'q=eglise': at => at % 5 === 0,
    'q=100%25': at => at % 5 === 0,
    'q=sujet+1': at => at === 1 || (at >= 10 && at < 20),
    'q=JEANNE%40example': () => true,
    'q=dupre': () => true,
    'q=_': () => false,
    'q=%5C': () => false,
    'q=': () => true,
    'status=open&unread=1&flag=red&q=eglise': at => at === 0,
  }
  for (const [query, matches] of Object.entries(FILTERS)) {
    const expected = all.filter((_, at) => matches(at))
    for (const size of [1, 4, 100]) {
      const byNumber: string[] = []
      const byCursor: string[] = []
      for (let page = 1; page <= Math.max(1, Math.ceil(expected.length / size)); page++) {
        const { data, meta } = await list(`${query}&per_page=${size}&page=${page}`)
        assert.equal(meta.total, expected.length, query)
        byNumber.push(...data.map((thread: { id: string }) => thread.id))
      }
      for (let after = ''; ; ) {
        const { data, meta } = await list(`${query}&per_page=${size}${after && `&after=${after}`}`)
        byCursor.push(...data.map((thread: { id: string }) => thread.id))
        if (meta.next === null) break
        after = meta.next
      }
      assert.deepEqual([byNumber, byCursor], [expected, expected], `${query} by ${size}`)
    }
  }
  for (const [query, field] of [
    ['status=both', 'status'],
    ['unread=2', 'unread'],
    ['flag=', 'flag'],
    ['flag=null', 'flag'],
    ['after=x', 'after'],
    [`after=${Buffer.from('[1,"x","y"]').toString('base64url')}`, 'after'],
    ['sort=id', 'sort'],
    [`q=${'x'.repeat(101)}`, 'q'],
  ]) {
    const refused = await office.get(`/admin/messages/threads?${query}`)
    assert.deepEqual([refused.status, refused.body.details?.[0].path], [422, field])
  }
  assert.deepEqual(await ids('per_page=2'), all.slice(0, 2))
})

test('a long conversation is read page by page, oldest first', async () => {
  const id = await ask({ body: 'n 0' })
  for (let n = 1; n < 8; n++) await office.post(`/admin/messages/threads/${id}/reply`, { body: `n ${n}` })
  const read: string[] = []
  for (let after = ''; ; ) {
    const { data, meta } = (await office.get(`/admin/messages/threads/${id}/messages?per_page=3${after}`))
      .body
    assert.equal(meta.total, 8)
    read.push(...data.map((message: { body: string }) => message.body))
    if (meta.next === null) break
    after = `&after=${meta.next}`
  }
  assert.deepEqual(
    read,
    Array.from({ length: 8 }, (_, n) => `n ${n}`),
  )
  const { data } = (await office.get(`/admin/messages/threads/${id}/messages?per_page=3&page=3`)).body
  assert.deepEqual(
    data.map((message: { body: string }) => message.body),
    ['n 6', 'n 7'],
  )
  const missing = await office.get(`/admin/messages/threads/${crypto.randomUUID()}/messages`)
  assert.equal(missing.status, 404)
  const cursor = Buffer.from('[2,"9999999999999999999999"]').toString('base64url')
  assert.equal((await office.get(`/admin/messages/threads/${id}/messages?after=${cursor}`)).status, 422)
})

test('the log names who read conversations, without their content', async () => {
  const seen = lines.filter(line => line.includes('contact details were read'))
  assert.ok(seen.some(line => line.includes('/admin/messages/threads"')))
  assert.ok(seen.some(line => line.includes('/admin/messages/threads/:id/messages')))
  assert.ok(!lines.some(line => /jeanne|dupré|eglise/i.test(line)))
})
