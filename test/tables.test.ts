import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { test } from 'node:test'
import { sql } from '../src/kernel/db/db.ts'
import { highestFirst } from '../src/kernel/lists/orders.ts'
import { paged, pageOf } from '../src/kernel/lists/paging.ts'
import { hasTable } from '../src/kernel/routes/route.ts'
import { routes } from '../src/routes.ts'
import { startApp, type TestUser } from './app.ts'
import { device } from './defibrillateurs/stock.ts'
import { eventually } from './eventually.ts'
import * as make from './factories.ts'

const logged: string[] = []
const app = await startApp({ log: line => logged.push(line), env: { LOG_LEVEL: 'info' } })
const user = await app.user(['admin'])
const admin = app.as(user)
const table = (path: string, language = 'fr', as = admin) =>
  as.get(path, { headers: { accept: 'text/csv', 'accept-language': language } })

/** For tables without line breaks in cells. */
const cells = (text: string, between: string) =>
  text
    .replace(/^\ufeff/, '')
    .trimEnd()
    .split('\r\n')
    .map(line => line.split(between))

test('every list of the back-office can be downloaded as CSV, with a column for each field', async () => {
  const lists = routes.filter(row => hasTable(row) && !row.path.includes(':'))
  assert.ok(lists.length >= 8)
  for (const { path } of lists) {
    const { status, headers, body } = await table(path)
    assert.equal(status, 200, path)
    assert.equal(headers.get('content-type'), 'text/csv; charset=utf-8')
    assert.match(body, /^\ufeff?\w+;/, path)
  }
})

test('all rows of it, each once, however many pages that takes, and as its filters say', async () => {
  await app.owner.query(
    `insert into audit_log (action, entity, entity_id)
     select case when n % 2 = 0 then 'even.done' else 'odd.done' end, 'thing', n::text from generate_series(1, 4500) n`,
  )
  const [head = [], ...rows] = cells((await table('/admin/audit?entity=thing&page=3&per_page=2')).body, ';')
  const at = head.indexOf('entity_id')
  assert.deepEqual(
    rows.map(row => row[at]),
    Array.from({ length: 4500 }, (_, n) => `'${4500 - n}`),
  )
  const even = cells((await table('/admin/audit?action=even.done')).body, ';')
  assert.equal(even.length, 2251)
})

test('CSV downloads do not count the total', async () => {
  const page = pageOf({ uncounted: true }, highestFirst(sql`l.id`))
  await paged(page, [], () => assert.fail('counted'))
  assert.equal((await admin.get('/admin/audit?uncounted=true')).status, 422)
})

test('cells contain no formulas, and quotes, signs and line breaks are escaped', async () => {
  const commune = await make.commune(app)
  for (const nom of ['=1+1', '@SUM(A1)', '-2', 'L’un; "l’autre"', 'deux\nlignes'])
    await make.acteur(app, commune, { nom })
  const { body } = await table('/admin/acteurs')
  for (const cell of [`;'=1+1;`, `;'@SUM(A1);`, `;'-2;`, ';"L’un; ""l’autre""";', ';"deux\nlignes";'])
    assert.ok(body.includes(cell), cell)
})

test('codes stay text with their zeros, in every row of a column, and numbers stay numbers', async () => {
  await app.owner.query(
    `insert into communes (nom, slug, code_insee, codes_postaux, departement, population)
     values ('Zéro', 'zero', '01999', '{01998}', '01', 1998), ('Zéros', 'zeros', '35999', '{35998,35997}', '35', 12)`,
  )
  const [zero] = (await admin.get('/admin/communes?q=01999')).body.data
  await make.acteur(app, zero.id, { nom: 'Le Zéro', siret: '01234567800012', telephone: '04 74 00 00 00' })
  const rows = async (path: string, names: string[]) => {
    const [head = [], ...lines] = cells((await table(path)).body, ';')
    return lines.map(line => names.map(name => line[head.indexOf(name)]))
  }
  const columns = ['code_insee', 'codes_postaux', 'departement', 'population']
  assert.deepEqual(await rows('/admin/communes?q=zero', columns), [
    ["'01999", "'01998", "'01", '1998'],
    ["'35999", '"35998, 35997"', "'35", '12'],
  ])
  assert.deepEqual(await rows('/admin/acteurs?q=le+zero', ['siret', 'telephone', 'publications_count']), [
    ["'01234567800012", "'04 74 00 00 00", '0'],
  ])
})

test('timestamps in Paris time, nested records as columns, and commas in English', async () => {
  await app.owner.query(
    `insert into audit_log (at, user_id, action, entity, entity_id, after)
     values ('2026-07-14T22:30:05Z', $1, 'clock.done', 'thing', 'x', '{"attempts": 1}')`,
    [user.id],
  )
  await app.owner.query(`update users set nom = 'Anne' where id = $1`, [user.id])
  const { body } = await table('/admin/audit?action=clock.done', 'en')
  const [head = [], row = []] = cells(body, ',')
  const value = (name: string) => row[head.indexOf(name)]
  assert.deepEqual(
    [value('at'), value('by.id'), value('by.nom'), value('after')],
    ['2026-07-15 00:30:05', user.id, 'Anne', '"{""attempts"":1}"'],
  )
})

test('a number in French has a comma, which a spreadsheet there reads as one', async () => {
  await device(app, null, { latitude: 48.1173, longitude: -1.6778 })
  const seen = async (language: string, between: string) => {
    const [head = [], row = []] = cells(
      (await table('/admin/defibrillateurs-france', language)).body,
      between,
    )
    return ['latitude', 'longitude'].map(name => row[head.indexOf(name)])
  }
  assert.deepEqual(await seen('fr', ';'), ['"48,1173"', '"-1,6778"'])
  assert.deepEqual(await seen('en', ','), ['48.1173', '-1.6778'])
})

test('a refusal stays one, public lists are none, and whoever takes contacts away is written down', async () => {
  const operator = app.as(await app.user(['operator_moderation']))
  assert.equal((await table('/admin/audit', 'fr', operator)).body.error, 'admin_required')
  assert.equal((await table('/admin/audit?from=hier')).body.error, 'validation_failed')
  assert.match((await table('/communes')).headers.get('content-type') ?? '', /^application\/json/)
  const before = logged.length
  assert.match((await table('/admin/users')).body, new RegExp(user.email))
  const said = logged.slice(before).find(line => line.includes('contact details were read')) ?? ''
  assert.ok(said.includes(user.id) && !said.includes(user.email))
})

test('a client that hangs up before its table is begun takes no place for good', async () => {
  const hasty = await app.user(['admin'])
  const asked = [
    'GET /api/v1/admin/audit HTTP/1.1',
    `host: ${new URL(app.url).host}`,
    'accept: text/csv',
    'x-app-source: backoffice',
    `authorization: Bearer ${hasty.token}`,
    '',
    '',
  ].join('\r\n')
  for (let n = 0; n < 20; n++) {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
    await once(socket, 'connect')
    socket.write(asked, () => socket.destroy())
    await once(socket, 'close')
  }
  await eventually(
    async () => (await table('/admin/audit?action=odd.done', 'fr', app.as(hasty))).status === 200,
    'a place is free',
  )
})

test('a user can download two CSV tables at once; finishing or aborting one frees its slot, and other users are served', async () => {
  // Larger than the socket buffers, so that an unread download stays in progress.
  await app.owner.query(
    `insert into audit_log (action, entity, entity_id, after)
     select 'long.done', 'long', n::text, jsonb_build_object('nom', repeat('a', 2000)) from generate_series(1, 12000) n`,
  )
  const [busy, other, member] = [await app.user(['admin']), await app.user(['admin']), await app.user()]
  const begin = async (who: TestUser, path = '/admin/audit?entity=long') => {
    const asked = request(`${app.url}/api/v1${path}`, {
      headers: { authorization: `Bearer ${who.token}`, 'x-app-source': 'backoffice', accept: 'text/csv' },
    })
    asked.on('error', () => {})
    asked.end()
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    return { status: answer.statusCode, answer, end: () => asked.destroy() }
  }
  const all = await Promise.all(Array.from({ length: 60 }, () => begin(busy)))
  const open = all.filter(({ status }) => status === 200)
  assert.equal(open.length, 2, all.map(({ status }) => status).join(' '))
  // On a busy machine some have waited too long before they are counted.
  const refusals = all
    .filter(one => !open.includes(one))
    .map(one => [one.status, one.answer.headers['retry-after']])
  for (const refusal of refusals) assert.match(String(refusal), /^(429,1|503,2)$/)
  assert.ok(refusals.some(([status]) => status === 429))

  const served = await Promise.all(Array.from({ length: 20 }, () => app.as(member).get('/me')))
  assert.ok(served.every(({ status }) => status === 200))
  assert.equal((await app.as(busy).get('/admin/audit')).status, 200, 'a page is no table')
  const theirs = await begin(other)
  assert.equal(theirs.status, 200)
  theirs.end()

  const [first, second] = open
  assert.ok(first && second)
  first.end()
  await eventually(
    async () => (await begin(busy, '/admin/audit?action=odd.done')).status === 200,
    'a place is free',
  )
  let bytes = 0
  for await (const piece of second.answer) bytes += (piece as Buffer).length
  assert.ok(bytes > 12_000 * 2_000, 'what was begun is whole')
  await eventually(
    async () => (await table('/admin/audit?action=odd.done', 'fr', app.as(busy))).status === 200,
    'again',
  )
})
