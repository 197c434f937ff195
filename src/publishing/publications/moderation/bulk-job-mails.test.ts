import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { type Answer, startApp, type TestUser } from '../../../../test/app.ts'
import { endWaiting, waitingForLocks } from '../../../../test/databases.ts'
import { eventually } from '../../../../test/eventually.ts'
import * as make from '../../../../test/factories.ts'
import { jobs } from '../../../jobs.ts'
import { PIECE } from './bulk-job.ts'

/** The mails of operations that a job carries out: one per recipient, sent a minute after the end, cancelled by an undo. */

const app = await startApp({
  env: { PROCESS: 'all' },
  jobs: { 'operations.continue': jobs['operations.continue'] },
})
const commune = await make.commune(app)
/** More than the mails of one piece (50); their publications are more than one request decides (500). */
const AUTHORS = 52
const EACH = 10
const TOTAL = AUTHORS * EACH

type Author = Pick<TestUser, 'id' | 'email'>
interface Town {
  readonly acteur: string
  readonly authors: readonly Author[]
  readonly total: number
  readonly office: ReturnType<typeof app.as>
}
/** An acteur whose authors wait for a decision about ten publications each. */
async function town(each = EACH): Promise<Town> {
  const acteur = await make.acteur(app, commune)
  const { rows: authors } = await app.owner.query<Author>(
    `insert into users (email) select 'auteur-' || gen_random_uuid() || '@example.org' from generate_series(1, $1::int)
     returning id, email`,
    [AUTHORS],
  )
  await app.owner.query(
    `insert into actor_users (acteur_id, user_id, role) select $1, unnest($2::uuid[]), 'editor'`,
    [acteur, authors.map(({ id }) => id)],
  )
  await app.owner.query(
    `insert into publications (title, body, acteur_id, type_id, commune_id, commune_ids, moderation_status, valide,
       moderation_by, duplicate_key, duplicate_reason, created_by)
     select 'Annonce ' || n, 'Texte', $1, (select id from publication_types where slug = 'actualite'), $2::uuid,
            array[$2::uuid], 'pending', false, 'member', gen_random_uuid(), 'signature',
            ($3::uuid[])[1 + n % $4::int]
     from generate_series(1, $5::int) n`,
    [acteur, commune, authors.map(({ id }) => id), AUTHORS, AUTHORS * each],
  )
  return { acteur, authors, total: AUTHORS * each, office: app.as(await app.user(['operator_moderation'])) }
}
const publicationsOf = async (author: Author): Promise<{ id: string; title: string }[]> =>
  (await app.owner.query('select id, title from publications where created_by = $1 order by id', [author.id]))
    .rows
const mailsTo = async (email: string) =>
  (await app.owner.query('select * from mails where recipient_email = $1 order by place', [email])).rows
const mailsOf = async ({ authors }: Town) =>
  (
    await app.owner.query(
      `select template, status, recipient_email, text, next_try_at from mails where recipient_email = any($1) order by place`,
      [authors.map(({ email }) => email)],
    )
  ).rows
const ended = (office: Town['office'], id: string, state = 'done') =>
  eventually(async () => {
    const { data } = (await office.get(`/admin/operations/${id}`)).body
    return data.state === state && data
  }, `the operation is ${state}`)
async function reject({ office, acteur, total }: Town): Promise<string> {
  const { status, body }: Answer = await office.patch('/admin/publications/bulk/moderate', {
    filter: { acteur_id: acteur },
    expected_total: total,
    moderation_status: 'rejected',
    reason_code: 'spam',
  })
  assert.equal(status, 202)
  return body.meta.operation_id
}

test('each author gets one mail with all titles, a minute after the end; undone before, none is sent', async () => {
  const here = await town()
  const { office, authors } = here
  const reported = (await publicationsOf(authors[0] as Author)).slice(0, 3)
  await app.owner.query(
    `insert into publication_reports (publication_id, reason, language, reporter, email)
     select id, 'spam', 'fr', 'address:' || id, 'temoin@example.org' from unnest($1::uuid[]) id`,
    [reported.map(({ id }) => id)],
  )
  const operation = await reject(here)
  const done = await ended(office, operation)
  const { rows: end } = await app.owner.query(
    'select max(moderated_at) as at from publications where acteur_id = $1',
    [here.acteur],
  )
  assert.equal(done.mail.count, AUTHORS + 1)
  const mails = await mailsOf(here)
  assert.equal(mails.length, AUTHORS)
  assert.equal(new Set(mails.map(({ recipient_email }) => recipient_email)).size, AUTHORS)
  const left = mails.map(({ next_try_at }) => (next_try_at - end[0].at) / 1000)
  assert.ok(Math.min(...left) > 50, `the first leaves in ${Math.min(...left)} s`)
  assert.equal(done.mail.leaves_at, new Date(Math.min(...mails.map(m => m.next_try_at))).toISOString())
  for (const author of authors.slice(0, 5)) {
    const [mail] = await mailsTo(author.email)
    for (const { title } of await publicationsOf(author))
      assert.match(mail.text, new RegExp(`\\b${title}\\b`))
  }
  const told = await mailsTo('temoin@example.org')
  assert.equal(told.length, 1)
  for (const { title } of reported) assert.match(told[0].text, new RegExp(`\\b${title}\\b`))

  assert.equal((await office.post(`/admin/operations/${operation}/undo`)).status, 202)
  const { rows: queued } = await app.owner.query(
    `select from mails where status = 'queued' and recipient_email = any($1)`,
    [authors.map(({ email }) => email)],
  )
  assert.equal(queued.length, 0, 'none leaves while it is being undone')
  const undone = await ended(office, operation, 'undone')
  assert.deepEqual([undone.restored, undone.mail], [TOTAL, null])
  assert.deepEqual([...new Set((await mailsOf(here)).map(({ status }) => status))], ['cancelled'])
  const { rows } = await app.owner.query(
    'select count(*)::int as n from publication_reports where closed_at is null and publication_id = any($1)',
    [reported.map(({ id }) => id)],
  )
  assert.equal(rows[0].n, 3, 'the reports are open again')
})

test('undone in part after some mails were sent: a correction follows, or a new mail about the rest', async () => {
  const here = await town()
  const { office, authors } = here
  const operation = await reject(here)
  await ended(office, operation)
  const [sent, kept, both, whole, none] = authors as [Author, Author, Author, Author, Author]
  await app.owner.query(`update mails set status = 'sent', sent_at = now() where recipient_email = any($1)`, [
    [sent.email, both.email],
  ])
  const stay = async (author: Author, many: number) => {
    const ids = (await publicationsOf(author)).slice(0, many).map(({ id }) => id)
    await app.owner.query(`update publications set title = title || ' bis' where id = any($1)`, [ids])
  }
  await stay(kept, 1)
  await stay(both, 1)
  await stay(whole, EACH)
  await office.post(`/admin/operations/${operation}/undo`)
  const undone = await ended(office, operation, 'undone')
  assert.deepEqual([undone.restored, undone.skipped], [TOTAL - 2 - EACH, 2 + EACH])

  const about = async (author: Author) =>
    (await mailsTo(author.email)).map(({ template, status }) => `${template} ${status}`)
  assert.deepEqual(await about(sent), ['publication-rejected sent', 'decision-withdrawn queued'])
  assert.deepEqual(await about(both), ['publication-rejected sent', 'decision-withdrawn queued'])
  assert.deepEqual(await about(kept), ['publication-rejected cancelled', 'publication-rejected queued'])
  const [, again] = await mailsTo(kept.email)
  const [, withdrawn] = await mailsTo(both.email)
  const [still, ...back] = await publicationsOf(kept)
  const original = still?.title.replace(/ bis$/, '')
  assert.match(again.text, new RegExp(`\\b${original}\\b`))
  for (const { title } of back) assert.doesNotMatch(again.text, new RegExp(`\\b${title}\\b`))
  for (const { title } of (await publicationsOf(both)).slice(1))
    assert.match(withdrawn.text, new RegExp(`\\b${title}\\b`))
  assert.deepEqual(await about(none), ['publication-rejected cancelled'])
  // Withheld with the others, it leaves after all: every word of it still holds.
  assert.deepEqual(await about(whole), ['publication-rejected cancelled', 'publication-rejected queued'])
  const [first, second] = await mailsTo(whole.email)
  assert.equal(second.text, first.text)
})

test('undone while mails are queued: all of them are cancelled', async () => {
  const here = await town()
  const { office } = here
  const operation = await reject(here)
  await eventually(async () => (await mailsOf(here)).length > 0, 'the first mails are queued')
  await office.post(`/admin/operations/${operation}/undo`)
  await ended(office, operation, 'undone')
  assert.deepEqual([...new Set((await mailsOf(here)).map(({ status }) => status))], ['cancelled'])
  const { rows } = await app.owner.query('select from moderation_pieces')
  assert.equal(rows.length, 0)
})

for (const [how, pieces] of [
  ['within the request', 2],
  ['by the job', 3],
] as const)
  test(`undone ${how} while it decides: author and reporter of a publication changed meanwhile get their mail`, async t => {
    const each = ((pieces + 1) * PIECE) / AUTHORS
    const here = await town(Math.ceil(each))
    const { office, acteur } = here
    const { rows } = await app.owner.query(
      `select p.id, p.title, u.email from publications p join users u on u.id = p.created_by where acteur_id = $1 order by p.id`,
      [acteur],
    )
    const [touched, ...rest] = rows
    const witness = `temoin-${pieces}@example.org`
    await app.owner.query(
      `insert into publication_reports (publication_id, reason, language, reporter, email)
       select id, 'spam', 'fr', 'address:' || id, $2 from unnest($1::uuid[]) id`,
      [[touched.id, rest[0].id], witness],
    )
    const colleague = new pg.Client(app.connection)
    await colleague.connect()
    t.after(() => colleague.end())
    await colleague.query('begin')
    await colleague.query('select from publications where id = $1 for update', [rows[pieces * PIECE].id])
    const operation = await reject(here)
    await eventually(async () => {
      const { data } = (await office.get(`/admin/operations/${operation}`)).body
      return data.done === pieces * PIECE
    }, 'the pieces before it are decided')
    await app.owner.query(`update publications set en_avant = true where id = $1`, [touched.id])
    const waits = (who: number) =>
      eventually(
        async () => (await waitingForLocks(app.connection.database ?? '')) >= who,
        'the next piece waits for the publication, and the undo for the piece',
      )
    await waits(1)
    const undoing = office.post(`/admin/operations/${operation}/undo`)
    await waits(2)
    // Nothing of the piece is done.
    await endWaiting(app.connection.database ?? '', { program: 'parvis jobs' })
    assert.equal((await undoing).status, how === 'by the job' ? 202 : 200)
    await colleague.query('rollback')
    const undone = await ended(office, operation, 'undone')
    assert.equal(undone.skipped, 1)
    const mails = await mailsOf(here)
    assert.deepEqual(
      mails.map(mail => [mail.template, mail.status, mail.recipient_email]),
      [['publication-rejected', 'queued', touched.email]],
    )
    const told = [mails[0], ...(await mailsTo(witness))]
    assert.equal(told.length, 2)
    for (const { text } of told) {
      assert.match(text, new RegExp(`\\b${touched.title}\\b`))
      for (const { title } of rest) assert.doesNotMatch(text, new RegExp(`\\b${title}\\b`))
    }
    await office.post(`/admin/operations/${operation}/undo`)
    assert.equal((await mailsOf(here)).length, 1, 'and once')
  })
