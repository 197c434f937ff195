import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../../test/app.ts'
import * as make from '../../../../test/factories.ts'
import { publicationData } from '../personal-data.ts'
import { forgetReporters } from './reports.ts'

const lines: string[] = []
const app = await startApp({ env: { TRUST_PROXY: '127.0.0.1' }, log: line => lines.push(line) })
const office = app.as(await app.user(['operator_moderation']))
const commune = await make.commune(app)
// Before the first request: app scopes are cached for a second.
await app.owner.query(`insert into app_sources (slug, commune_ids) values ('ailleurs', array[$1::uuid])`, [
  await make.commune(app),
])
const acteur = await make.acteur(app, commune)
const visible = (fields = {}) => make.publication(app, acteur, commune, fields)
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
const report = (id: string, address: string, body: object = { reason: 'spam' }) =>
  app.anyone.post(`/publications/${id}/report`, body, from(address))
const mails = async () =>
  (await app.owner.query('select template, recipient_email, language, text from mails order by place')).rows

test('a report is received once a day from one client network; another day or address is another report', async () => {
  const id = await visible()
  const first = await report(id, '198.51.100.1', { reason: 'illegal', message: 'Regardez.' })
  assert.deepEqual([first.status, first.body.data.status], [201, 'received'])
  const again = await report(id, '198.51.100.1', { reason: 'other' })
  assert.deepEqual([again.status, again.body.data.id], [200, first.body.data.id])
  assert.equal((await report(id, '198.51.100.2')).status, 201)
  assert.equal((await report(id, '2001:db8:1:2::1')).status, 201)
  assert.equal((await report(id, '2001:db8:1:2:ffff::9')).status, 200, 'the same /64')
  assert.equal((await report(id, '2001:db8:1:3::1')).status, 201)
  await app.owner.query(`update publication_reports set created_at = now() - interval '25 hours'`)
  assert.equal((await report(id, '198.51.100.1')).status, 201)
  assert.equal((await make.row(app, id)).reports_count, 5)
  const trail = await make.auditOf(app, id)
  assert.deepEqual(
    trail.map(({ action }) => action),
    Array(5).fill('publication.reported'),
  )
  assert.ok(!JSON.stringify(trail).includes('Regardez'))
})

test('a signed-in user is one reporter from anywhere; an invalid token is refused', async () => {
  const id = await visible()
  const user = await app.user()
  const signed = (address: string) =>
    app.as(user, 'public').post(`/publications/${id}/report`, { reason: 'spam' }, from(address))
  assert.deepEqual([(await signed('198.51.100.1')).status, (await signed('198.51.100.2')).status], [201, 200])
  const bad = await app.anyone.post(
    `/publications/${id}/report`,
    { reason: 'spam' },
    { headers: { authorization: 'Bearer nonsense' } },
  )
  assert.equal(`${bad.status} ${bad.body.error}`, '401 unauthenticated')
})

test('fifty reports by one person at once are one; by fifty people they are fifty, counted exactly', async () => {
  const [one, fifty] = [await visible(), await visible()]
  const same = await Promise.all(Array.from({ length: 50 }, () => report(one, '203.0.113.1')))
  assert.deepEqual(same.map(({ status }) => status).sort(), [...Array(49).fill(200), 201])
  assert.equal(new Set(same.map(({ body }) => body.data.id)).size, 1)
  assert.equal((await make.row(app, one)).reports_count, 1)
  await Promise.all(Array.from({ length: 50 }, (_, at) => report(fifty, `203.0.113.${at}`)))
  assert.equal((await make.row(app, fifty)).reports_count, 50)
})

test('only visible publications within the scope of the app can be reported', async () => {
  const hidden = await visible({ moderation_status: 'pending', valide: false, publie_le: null })
  assert.equal((await report(hidden, '198.51.100.9')).status, 404)
  assert.equal((await report('00000000-0000-7000-8000-000000000000', '198.51.100.9')).status, 404)
  const id = await visible()
  const { status, body } = await app
    .as(undefined, 'ailleurs')
    .post(`/publications/${id}/report`, { reason: 'spam' })
  assert.equal(`${status} ${body.error}`, '403 scope_violation')
})

test('refusals name the wrong field', async () => {
  const id = await visible()
  for (const [body, path] of [
    [{}, 'reason'],
    [{ reason: 'ennuyeux' }, 'reason'],
    [{ reason: 'spam', message: 'x'.repeat(1001) }, 'message'],
    [{ reason: 'spam', email: 'nobody' }, 'email'],
    [{ reason: 'spam', email: 'a@b.fr, c@d.fr' }, 'email'],
    [{ reason: 'spam', email: 'a@b.fr\r\nBcc: c@d.fr' }, 'email'],
    [{ reason: 'spam', emial: 'a@b.fr' }, 'emial'],
  ] as const) {
    const answer = await report(id, '198.51.100.10', body)
    assert.deepEqual([answer.status, answer.body.details?.[0].path], [422, path], JSON.stringify(body))
  }
})

test('any decision closes the reports, and reporters with an address are told in their language', async () => {
  for (const [decision, outcome, said] of [
    ['published', 'kept', 'it follows the rules of the platform'],
    ['rejected', 'removed', 'it is no longer visible'],
  ] as const) {
    await app.owner.query('delete from mails')
    const id = await visible({ title: 'Brocante' })
    const english = { headers: { 'accept-language': 'en', 'x-forwarded-for': '198.51.100.20' } }
    await app.anyone.post(`/publications/${id}/report`, { reason: 'spam', email: 'jo@example.org' }, english)
    await report(id, '198.51.100.21')
    const { body } = await office.patch(`/admin/publications/${id}/moderate`, { moderation_status: decision })
    assert.equal(body.data.reports_count, 0)
    const [mail, ...others] = await mails()
    assert.deepEqual(
      [mail.template, mail.recipient_email, mail.language, others.length],
      ['report-outcome', 'jo@example.org', 'en', 0],
    )
    assert.ok(mail.text.includes(said) && mail.text.includes('> Brocante'))
    const listed = (await office.get(`/admin/publications/${id}/reports`)).body
    assert.deepEqual(
      listed.data.map((one: Record<string, string>) => `${one.status} ${one.outcome}`),
      Array(2).fill(`closed ${outcome}`),
    )
  }
})

test('a decision that only closes reports stands in the audit trail', async () => {
  const id = await visible()
  const actions = async () => (await make.auditOf(app, id)).map(({ action }) => action)
  const keep = () => office.patch(`/admin/publications/${id}/moderate`, { moderation_status: 'published' })
  await keep()
  const before = await actions()
  await keep()
  assert.deepEqual(await actions(), before, 'nothing was decided')
  await report(id, '198.51.100.22')
  assert.equal((await keep()).status, 200)
  assert.deepEqual(await actions(), [...before, 'publication.reported', 'publication.reports_kept'])
})

test('a signed-in reporter is named to moderators and told like one who left an address, once', async () => {
  await app.owner.query('delete from mails')
  const gerard = await app.user()
  await app.owner.query(`update users set nom = 'Gérard' where id = $1`, [gerard.id])
  const [one, other] = [await visible({ title: 'Bal' }), await visible({ title: 'Loto' })]
  const signed = app.as(gerard, 'public')
  for (const id of [one, other]) await signed.post(`/publications/${id}/report`, { reason: 'spam' })
  const [listed] = (await office.get(`/admin/publications/${one}/reports`)).body.data
  assert.deepEqual([listed.reporter, listed.email], [{ id: gerard.id, nom: 'Gérard' }, null])
  const bulk = { ids: [one, other], moderation_status: 'rejected', reason_code: 'spam' }
  const { body } = await office.patch('/admin/publications/bulk/moderate', bulk)
  assert.deepEqual(body.meta.mail.to, [{ as: 'reporter', id: gerard.id, nom: 'Gérard' }])
  assert.deepEqual(
    (await mails()).map(mail => [mail.template, mail.recipient_email, /> Bal\s+> Loto/.test(mail.text)]),
    [['report-outcome', gerard.email, true]],
  )
})

test('a report with an address is answered there, and a moderator gets no mail about their own decision', async () => {
  await app.owner.query('delete from mails')
  const moderator = await app.user(['operator_moderation'])
  const [left, own] = [await visible(), await visible()]
  const body = { reason: 'spam', email: 'ailleurs@example.org' }
  await app.as(await app.user(), 'public').post(`/publications/${left}/report`, body)
  await app.as(moderator, 'public').post(`/publications/${own}/report`, { reason: 'spam' })
  for (const id of [left, own]) await app.as(moderator).delete(`/admin/publications/${id}`)
  assert.deepEqual(
    (await mails()).map(mail => mail.recipient_email),
    ['ailleurs@example.org'],
  )
})

test('deleting and hiding close the reports too', async () => {
  for (const act of [
    (id: string) => office.delete(`/admin/publications/${id}`),
    (id: string) => office.patch(`/admin/publications/${id}/valide`, { valide: false }),
  ]) {
    const id = await visible()
    await report(id, '198.51.100.30')
    assert.equal((await act(id)).status, 200)
    const { rows } = await app.owner.query(
      'select outcome from publication_reports where publication_id = $1',
      [id],
    )
    assert.deepEqual(rows, [{ outcome: 'removed' }])
  }
})

test('a kept publication cannot be reported again by the same person until its content changes', async () => {
  const id = await visible()
  const { body: first } = await report(id, '198.51.100.40')
  await office.patch(`/admin/publications/${id}/moderate`, { moderation_status: 'approved' })
  await app.owner.query(`update publication_reports set created_at = now() - interval '3 days'`)
  const again = await report(id, '198.51.100.40')
  assert.deepEqual([again.status, again.body.data.id], [200, first.data.id])
  assert.equal((await make.row(app, id)).reports_count, 0)
  assert.equal((await report(id, '198.51.100.41')).status, 201, 'somebody else may')
  await app.owner.query('update publications set edited_at = now() where id = $1', [id])
  assert.equal((await report(id, '198.51.100.40')).status, 201)
})

test('reports are listed newest first with their total, and reading them is logged', async () => {
  const id = await visible()
  for (let n = 0; n < 5; n++)
    await report(id, `198.51.100.${50 + n}`, {
      reason: 'spam',
      message: `n° ${n}`,
      email: `p${n}@example.org`,
    })
  const page = (await office.get(`/admin/publications/${id}/reports?per_page=2`)).body
  assert.deepEqual(
    [page.data.map((one: { message: string }) => one.message), page.meta.total, page.meta.last_page],
    [['n° 4', 'n° 3'], 5, 3],
  )
  const next = (await office.get(`/admin/publications/${id}/reports?per_page=2&after=${page.meta.next}`)).body
  assert.deepEqual(
    next.data.map((one: { email: string }) => one.email),
    ['p2@example.org', 'p1@example.org'],
  )
  assert.equal(
    (await office.get('/admin/publications/00000000-0000-7000-8000-000000000000/reports')).status,
    404,
  )
  const read = lines.map(line => JSON.parse(line)).findLast(({ params }) => params?.id === id)
  assert.deepEqual(
    [read.msg, read.route],
    ['contact details were read', '/api/v1/admin/publications/:id/reports'],
  )
  assert.ok(read.user_id)
  assert.ok(!lines.join().includes('@example.org'), 'no address reaches the log')
})

test('after six months a report loses its reporter; reason and outcome stay', async () => {
  const id = await visible()
  await report(id, '198.51.100.60', { reason: 'illegal', message: 'Secret', email: 'ancien@example.org' })
  await app.owner.query(
    `update publication_reports set created_at = now() - interval '7 months' where publication_id = $1`,
    [id],
  )
  assert.ok((await app.service.db.transaction(forgetReporters)) >= 1)
  const { rows } = await app.owner.query(
    'select reason, message, email, reporter from publication_reports where publication_id = $1',
    [id],
  )
  assert.deepEqual(rows, [{ reason: 'illegal', message: null, email: null, reporter: null }])
})

test('after twenty reports an hour from one address the next is 429 with the time to wait', async () => {
  const limited = await startApp({ env: { RATE_LIMIT_SCALE: '1' } })
  const place = await make.commune(limited)
  const owner = await make.acteur(limited, place)
  const ids = await make.several(25, () => make.publication(limited, owner, place))
  const answers = await Promise.all(
    ids.map(id => limited.anyone.post(`/publications/${id}/report`, { reason: 'spam' })),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [
    ...Array(20).fill(201),
    ...Array(5).fill(429),
  ])
  assert.ok(Number(answers.find(({ status }) => status === 429)?.headers.get('retry-after')) > 0)
})

test('reporters can be given and erased their data; the report itself stays', async () => {
  const id = await visible()
  const user = await app.user()
  await app
    .as(user, 'public')
    .post(`/publications/${id}/report`, { reason: 'spam', message: 'Moi', email: 'Moi@example.org' })
  const subject = { userId: user.id, addresses: ['moi@example.org'], telephones: [] }
  const { publication_reports } = await publicationData.export(
    app.service.db.pool,
    subject,
    app.service.secrets,
  )
  assert.deepEqual(
    publication_reports?.map(one => (one as { message: string }).message),
    ['Moi'],
  )
  const erased = await app.service.db.transaction(tx =>
    publicationData.erase(tx, subject, app.service.secrets),
  )
  assert.deepEqual(erased, { publication_reports: 1 })
  const { rows } = await app.owner.query(
    'select reason, message, email, reporter from publication_reports where publication_id = $1',
    [id],
  )
  assert.deepEqual(rows, [{ reason: 'spam', message: null, email: null, reporter: null }])
})
