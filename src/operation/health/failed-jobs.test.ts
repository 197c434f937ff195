/** Failed mails and jobs, with a real mail server and real workers. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import { eventually } from '../../../test/eventually.ts'
import * as make from '../../../test/factories.ts'
import { mailJobs } from '../../../test/fixtures/mail-post.ts'
import { startMailServer } from '../../../test/fixtures/mail-server.ts'
import { sql } from '../../kernel/db/db.ts'
import { inOneTransaction } from '../../kernel/jobs/jobs.ts'
import { reasonOf } from '../../letters/mail/reasons.ts'
import { takeBack } from '../../letters/mail/take-back.ts'
import { failedMails } from '../doctor/mail.ts'

const lines: string[] = []
const server = await startMailServer()
after(() => server.stop())
let ran = 0
const app = await startApp({
  env: { PROCESS: 'all', SMTP_URL: server.url, MAIL_FROM: 'Ville d’Essai <mairie@essai.fr>' },
  jobs: { ...mailJobs, 'keys.rotate': inOneTransaction(async () => ran++) },
  log: line => lines.push(line),
})
const admin = await app.user(['admin'])
const office = app.as({ ...admin, language: 'fr' })
/** The same on another node. */
const elsewhere = (await app.beside()).as({ ...admin, language: 'en' })

let made = 0
/** A failed mail, unless the fields say otherwise. */
async function failed(email: string | null, fields: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const row = {
    message_id: `<failed-${++made}@essai.fr>`,
    thread: `<failed-${made}@essai.fr>`,
    template: 'publication-rejected',
    language: 'fr',
    recipient_email: email,
    recipient_name: 'Jeanne Dupré',
    subject: 'Votre publication',
    text: 'Bonjour',
    html: '<p>Bonjour</p>',
    status: 'failed',
    attempts: 3,
    error: '550 5.1.1 <…>: Recipient address rejected: User unknown',
    give_up_at: new Date(),
    ...fields,
  }
  const names = Object.keys(row)
  const { rows } = await app.owner.query(
    `insert into mails (${names}) values (${names.map((_, at) => `$${at + 1}`)}) returning id`,
    Object.values(row),
  )
  return rows[0].id
}
const mailOf = async (id: string) =>
  (await app.owner.query('select status, message_id, attempts, given_up_at from mails where id = $1', [id]))
    .rows[0]
const countOf = async (): Promise<number> =>
  (await office.get('/admin/counts')).body.data.reserved.mails_failing
const listed = async (): Promise<{ id: string }[]> => (await office.get('/admin/failed-mails')).body.data

test('a failed mail shows recipient, kind and reason; sent again by two at once it leaves once', async () => {
  const id = await failed('une@canari.fr')
  const [mail] = await listed()
  assert.partialDeepStrictEqual(mail, {
    id,
    template: 'publication-rejected',
    attempts: 3,
    can_retry: true,
    thread_id: null,
    recipient: { email: 'une@canari.fr', nom: 'Jeanne Dupré' },
    because: {
      code: 'no_such_address',
      message: 'L’adresse n’existe pas : elle a sans doute été mal écrite.',
    },
  })
  const path = `/admin/failed-mails/${id}/retry`
  const both = await Promise.all([office.post(path), elsewhere.post(path), office.post(path)])
  assert.deepEqual(
    both.map(({ status }) => status),
    [200, 200, 200],
    'who comes second finds it on its way',
  )
  await eventually(async () => (await mailOf(id)).status === 'sent', 'the mail has left')
  assert.equal((await office.post(path)).body.data.status, 'sent', 'once more, nothing happens')
  const { rows: jobs } = await app.owner.query(`select state from pgboss.job where data->>'mail' = $1`, [id])
  assert.deepEqual([jobs.length, server.acceptedFor('une@canari.fr').length], [1, 1])
  const now = await mailOf(id)
  assert.equal(now.attempts, 4, 'attempts are the fence, and go on counting')
  assert.notEqual(now.message_id, '<failed-1@essai.fr>')
  const trail = await make.auditOf(app, id)
  assert.deepEqual(
    trail.map(({ action, after }) => [action, after]),
    [['mail.retried', { template: 'publication-rejected' }]],
  )
  assert.ok(
    !lines.some(line => line.includes('canari') || line.includes('Dupré')),
    'nobody stands in the log',
  )
})

test('all of one kind are sent again, except those without link; the others are closed', async () => {
  const two = [await failed('a@canari.fr'), await failed('b@canari.fr')]
  const secret = await failed('c@canari.fr', {
    template: 'invitation',
    confidential: true,
    text: null,
    html: null,
  })
  await failed('d@canari.fr', { template: 'support-reply' })
  await failed(null, { subject: null, text: null, error: null })
  assert.equal((await office.get('/admin/counts')).body.data.reserved.mails_failing, 3)
  assert.deepEqual((await office.get('/admin/failed-mails/kinds')).body.data, [
    { template: 'publication-rejected', failed: 2, can_retry: 2 },
    { template: 'invitation', failed: 1, can_retry: 0 },
  ])
  assert.equal((await office.post(`/admin/failed-mails/${secret}/retry`)).body.error, 'not_retriable')
  const all = { template: 'publication-rejected' }
  const done = await Promise.all([
    office.post('/admin/failed-mails/retry', all),
    elsewhere.post('/admin/failed-mails/retry', all),
  ])
  assert.deepEqual(done.map(({ body }) => body.data.done).sort(), [0, 2])
  for (const id of two) await eventually(async () => (await mailOf(id)).status === 'sent', 'it has left')
  for (const who of ['a', 'b']) assert.equal(server.acceptedFor(`${who}@canari.fr`).length, 1)

  const given = await office.post(`/admin/failed-mails/${secret}/give-up`)
  assert.equal(given.body.data.status, 'failed')
  await office.post(`/admin/failed-mails/${secret}/give-up`)
  assert.deepEqual(
    (await make.auditOf(app, secret)).map(({ action }) => action),
    ['mail.given_up'],
    'once is enough',
  )
  await failed('e@canari.fr', { template: 'invitation', confidential: true, text: null, html: null })
  const rest = await office.post('/admin/failed-mails/give-up', { template: 'invitation' })
  assert.deepEqual([rest.body.data, await listed()], [{ done: 1, left: 0 }, []])
  assert.equal((await office.post(`/admin/failed-mails/${two[0]}/give-up`)).body.error, 'not_failed')
})

test('a failed mail of a thread is sent again from the thread only', async () => {
  const question = { subject: 'Question', body: 'Quand ?', nom: 'Jeanne', email: 'jeanne@canari.fr' }
  const thread = (await app.anyone.post('/messages', question)).body.data.id
  const id = await failed('jeanne@canari.fr', { template: 'claim-question' })
  await app.owner.query(
    `insert into support_messages (thread_id, direction, body, mail_id) values ($1, 'outbound', 'Qui ?', $2)`,
    [thread, id],
  )
  assert.partialDeepStrictEqual(await listed(), [{ id, thread_id: thread, can_retry: false }])
  assert.equal((await office.post(`/admin/failed-mails/${id}/retry`)).body.error, 'not_retriable')
  assert.equal((await office.post(`/admin/failed-mails/${id}/give-up`)).status, 200)
})

test('a mail that is tried again is listed with its next try; health says when none leaves meanwhile', async () => {
  const [since, next] = [new Date(Date.now() - 90_000), new Date(Date.now() + 3_600_000)]
  const id = await failed('lent@canari.fr', {
    status: 'queued',
    created_at: since,
    next_try_at: next,
    attempts: 4,
    give_up_at: new Date(Date.now() + 86_400_000),
    error: '451 4.7.1 Try later',
  })
  await failed('neuf@canari.fr', { status: 'queued', error: null, next_try_at: next })
  const before = await countOf()
  assert.partialDeepStrictEqual(await listed(), [
    { id, attempts: 4, next_try_at: next.toISOString(), can_retry: false },
  ])
  assert.equal((await office.post(`/admin/failed-mails/${id}/give-up`)).body.error, 'not_failed')
  assert.equal(await countOf(), before, 'it needs nobody')
  await app.owner.query(`update mails set sent_at = $1 where sent_at > $1`, [since])
  const { state, explanation } = await failedMails(app.service.db)
  assert.partialDeepStrictEqual([state, explanation], ['wrong', { code: 'mails_wait', params: { n: 1 } }])
  const minutes = Number(explanation.params.minutes)
  assert.ok(minutes >= 1 && minutes < 30, `${minutes}`)
  await app.service.db
    .transaction(async tx => {
      await tx.run(sql`update nodes set worked_at = now() - interval '1 hour'`)
      const db = { ...app.service.db, pool: tx }
      const without = await failedMails(db)
      assert.notEqual(without.explanation.code, 'mails_wait', 'without a worker, as after a restore')
      throw new Error('undone')
    })
    .catch(error => assert.equal(error.message, 'undone'))
  await app.owner.query(
    `update mails set sent_at = now() where id = (select id from mails where status = 'sent' limit 1)`,
  )
  assert.notEqual((await failedMails(app.service.db)).explanation.code, 'mails_wait', 'others leave')
  await app.owner.query(`delete from mails where status = 'queued'`)
})

test('a failed mail about an undone decision cannot be sent again', async () => {
  const id = await failed('f@canari.fr')
  await app.service.db.transaction(tx => takeBack(tx, [id]))
  assert.deepEqual(await listed(), [])
  assert.equal((await office.post(`/admin/failed-mails/${id}/retry`)).status, 409)
})

test('the reason comes from the server’s status or from our own error', () => {
  const why = (words: string | null, returned = false) => reasonOf(words, returned)
  assert.deepEqual(
    [
      why('552 5.2.2 Mailbox full'),
      why('550 5.7.1 Message refused'),
      why('Not sent: it was too old to be of use.'),
      why('The mail server could not be reached.'),
      why('The mail could not be composed.'),
      why('554 no'),
      why(null, true),
      why(null),
    ],
    ['mailbox_full', 'unwanted', 'too_late', 'not_reached', 'not_composed', 'refused', 'returned', 'unknown'],
  )
})

const failedJob = async (name: string, output: object, hours = 1): Promise<string> =>
  (
    await app.owner.query(
      `insert into pgboss.job (name, data, state, output, retry_count, retry_limit, created_on, completed_on)
       values ($1, '{}', 'failed', $2, 3, 3, now() - interval '1 day', now() - $3 * interval '1 hour') returning id`,
      [name, output, hours],
    )
  ).rows[0].id

test('a failed job shows its reason without user data; retried by two at once it runs once', async () => {
  const detail = { code: '23505', severity: 'ERROR', message: 'zoe@canari.fr', detail: 'zoe@canari.fr' }
  const refused = await failedJob('payments.apply', detail, 2)
  const away = await failedJob('imports.run', { value: { message: 'job heartbeat timeout' } }, 3)
  await failedJob('audit.seal', {})
  await app.owner.query(
    `insert into pgboss.job (name, state, completed_on) values ('audit.seal', 'completed', now())`,
  )
  const mine = { name: 'Error', message: 'nothing at /srv/parvis/key for zoe@canari.fr, 06 12 34 56 78' }
  const id = await failedJob('keys.rotate', mine)
  const { data, meta } = (await office.get('/admin/failed-jobs')).body
  assert.deepEqual(
    data.map((job: { id: string; error: string; because: { code: string } }) => [
      job.id,
      job.because.code,
      job.error,
    ]),
    [
      [id, 'own', 'nothing at … for …, …'],
      [refused, 'database', 'SQLSTATE 23505'],
      [away, 'worker_gone', null],
    ],
    'one that comes by itself and has succeeded since is left out',
  )
  assert.equal(meta.total, 3)
  const page = await office.get('/admin/failed-jobs?per_page=1')
  const next = await office.get(`/admin/failed-jobs?per_page=1&after=${page.body.meta.next}`)
  assert.equal(next.body.data[0].id, refused)
  const before = ran
  const path = `/admin/failed-jobs/${id}/retry`
  const both = await Promise.all([office.post(path), elsewhere.post(path), elsewhere.post(path)])
  assert.deepEqual(
    both.map(({ status }) => status),
    [200, 200, 200],
  )
  const stateNow = async () =>
    (await app.owner.query('select state from pgboss.job where id = $1', [id])).rows[0].state
  await eventually(async () => (await stateNow()) === 'completed', 'the job is done')
  assert.equal(ran - before, 1)
  assert.equal((await office.post(path)).body.data.state, 'completed')
  assert.equal((await make.auditOf(app, id)).length, 1)
  assert.equal((await office.post(`/admin/failed-jobs/${id}/give-up`)).body.error, 'not_failed')
  assert.equal((await office.post(`/admin/failed-jobs/${refused}/give-up`)).status, 200)
  assert.equal((await office.get('/admin/counts')).body.data.reserved.jobs_failing, 1)
})

test('the health page says what doctor says, in the reader’s language, without machine details', async () => {
  const { checks } = (await office.get('/admin/health')).body.data
  const of = (about: string) => checks.find((check: { about: string }) => check.about === about)
  assert.deepEqual(
    [of('mail').message, of('mail').state, of('mail').todo],
    ['Le serveur de courriel répond.', 'ok', null],
  )
  assert.equal(of('administrators').message, 'Qui administre Parvis : 1.')
  assert.deepEqual([of('worker').state, of('worker').code], ['note', 'worker_with_failures'])
  const all = JSON.stringify(checks)
  for (const hidden of ['127.0.0.1', 'localhost', '/tmp', '/dev', 'the secret of the tests', 'whsec'])
    assert.ok(!all.includes(hidden), hidden)
  const english = (await elsewhere.get('/admin/health')).body.data.checks
  assert.deepEqual(
    english.map(({ about }: { about: string }) => about),
    checks.map(({ about }: { about: string }) => about),
  )
  for (const { title, message } of [...checks, ...english]) assert.ok(title !== '' && !/[{}]/.test(message))
  for (const path of ['health', 'failed-mails', 'failed-jobs'])
    assert.equal((await app.as(await app.user(['operator_support'])).get(`/admin/${path}`)).status, 403)
})
