/** Which mails are accepted, what they look like as files, and how long they are kept. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import pg from 'pg'
import PostalMime from 'postal-mime'
import { copyOf } from '../../../test/databases.ts'
import { letterTo, openPost, type Post } from '../../../test/fixtures/mail-post.ts'
import { sql } from '../../kernel/db/db.ts'
import { Problem } from '../../kernel/refusals/errors.ts'
import { resumeOverdueMails } from './deliver.ts'
import { type LeasedMail, markFailed, markSent, postpone, secondsToWait, takeLease } from './leases.ts'
import { createMailer } from './mailer.ts'
import { forgetOldMails, type Mail } from './outbox.ts'

const lines: string[] = []
let dataDir = ''
let copy: Awaited<ReturnType<typeof copyOf>>
let owner: pg.Client
let post: Post

before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'parvis-outbox-'))
  copy = await copyOf('empty')
  owner = new pg.Client(copy.owner)
  owner.on('error', () => {})
  await owner.connect()
  post = await openPost({ connection: copy.owner, env: { DATA_DIR: dataDir }, log: line => lines.push(line) })
})
after(async () => {
  await post?.stop()
  await owner?.end()
  await copy?.drop()
  await rm(dataDir, { recursive: true, force: true })
})

/** A user with this verified address. */
const called = (email: string, nom: string) =>
  owner.query(
    `with somebody as (
       insert into users (email, nom) values ($1, $2) on conflict (email) do update set nom = excluded.nom returning id)
     insert into user_identities (issuer, subject, user_id) select 'https://elsewhere.example.fr', $1, id from somebody
     on conflict do nothing`,
    [email, nom],
  )
const folder = () => join(dataDir, 'outbox')
const mailIn = async (row: { message_id: string }) => {
  const name = readdirSync(folder()).find(one => one.includes(row.message_id.slice(1, 37)))
  assert.ok(name, 'the mail lies in the folder')
  const raw = readFileSync(join(folder(), name))
  return { name, raw: raw.toString(), parsed: await PostalMime.parse(raw) }
}

test('without a mail server a mail becomes a file readable by the service only, and the log names it', async () => {
  await called('dossier@canari.fr', 'Élodie, née Roy')
  const id = await post.send(letterTo('dossier@canari.fr'))
  const row = await post.settled(id, 'sent')
  const { name, raw, parsed } = await mailIn(row)
  assert.match(name, /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z-[0-9a-f-]{36}\.eml$/)
  assert.equal(statSync(join(folder(), name)).mode & 0o777, 0o600)
  assert.equal(statSync(folder()).mode & 0o777, 0o700)
  assert.deepEqual(parsed.to, [{ name: 'Élodie, née Roy', address: 'dossier@canari.fr' }])
  assert.deepEqual(parsed.from, { name: 'Parvis', address: 'no-reply@parvis.example.fr' })
  assert.equal(parsed.messageId, row.message_id)
  assert.match(parsed.text ?? '', /Le mot de passe de votre compte a été changé le 20 novembre 2026/)
  assert.ok(parsed.html?.startsWith('<!doctype html>'))
  assert.ok(!raw.replaceAll('\r\n', '').includes('\n'), 'lines end as mails end')
  assert.ok(lines.some(line => JSON.parse(line).file === join(folder(), name)))
  assert.ok(!lines.some(line => line.includes('canari')))
})

test('a folder that is not writable delays the mail', async () => {
  const mailer = createMailer({ ...post.config, dataDir: '/dev/null/nowhere' })
  const mail = { ...(await post.row(await post.send(letterTo('x@essai.fr')))), reference_ids: [] }
  const outcome = await mailer.send(mail as unknown as LeasedMail, new AbortController().signal)
  assert.deepEqual(outcome, {
    kind: 'delayed',
    words: 'The folder of the outbox could not be written (ENOTDIR).',
    code: 'ENOTDIR',
  })
  const elsewhere = join(dataDir, 'elsewhere')
  const another = createMailer({ ...post.config, dataDir: elsewhere })
  const send = () => another.send(mail as unknown as LeasedMail, new AbortController().signal)
  const { file = '' } = { ...(await send()) } as { file?: string }
  // A directory of that name keeps the file from being renamed.
  await rm(file)
  mkdirSync(join(file, 'in its way'), { recursive: true })
  assert.equal((await send()).kind, 'delayed')
  assert.deepEqual(
    readdirSync(join(elsewhere, 'outbox')).filter(name => name.endsWith('.part')),
    [],
    'and nothing of it stays',
  )
})

const NOT_ONE_ADDRESS = [
  '',
  'personne',
  'a@b',
  'a@b.fr, c@d.fr',
  'a@b.fr;c@d.fr',
  'a@b.fr c@d.fr',
  'groupe: a@b.fr, c@d.fr;',
  'Nom <a@b.fr>',
  '<a@b.fr>',
  'a@b.fr\r\nBcc: mal@ailleurs.fr',
  'a@b.fr\nRCPT TO:<mal@ailleurs.fr>',
  'a\r@b.fr',
  'a@b.fr\u0000',
  'a\u2028@b.fr',
  'a@b.fr\u0085x',
  'a@b\u202e.fr',
  'a@exa\u200bmple.fr',
  '"a b"@c.fr',
  'a@@b.fr',
  'a@b.fr>',
  'a@[127.0.0.1]',
  'a@b..fr',
  'a@-b.fr',
  'a@b.fr/../x',
  '`id`@b.fr',
  'a|b@c.fr',
  'a\ud800@b.fr',
  `${'x'.repeat(65)}@b.fr`,
  `a@${'x'.repeat(260)}.fr`,
]

test('a recipient that is not exactly one address is refused, and nothing is queued', async () => {
  const count = async () => (await owner.query(`select count(*)::int as n from mails`)).rows[0]?.n
  const before = await count()
  for (const email of NOT_ONE_ADDRESS) {
    const isRefusal = (error: unknown) => error instanceof Problem && error.code === 'validation_failed'
    await assert.rejects(post.send(letterTo(email)), isRefusal, JSON.stringify(email))
    await assert.rejects(
      post.send(letterTo('bon@essai.fr', { replyTo: email })),
      isRefusal,
      JSON.stringify(email),
    )
  }
  for (const messageId of ['', 'x@y', '<x>', '<x@y> <z@y>', '<x@y>\r\nBcc: a@b.fr', '<x @y>'])
    await assert.rejects(post.send(letterTo('bon@essai.fr', { messageId })), /Message-ID/)
  assert.equal(await count(), before)
})

test('addresses with accents, plus signs and dots are accepted', async () => {
  for (const email of [
    'zoé@mairie-écully.fr',
    "o'brien+parvis@sub.essai.fr",
    'a.b-c_d@xn--cully-9ra.fr',
    'A@B.FR',
  ])
    assert.ok(await post.send(letterTo(email)))
})

const HOSTILE = [
  'Jeanne\r\nBcc: mal@ailleurs.fr',
  'Jeanne\nX-Piège: oui',
  'Jeanne\r\n\r\n<html>corps</html>',
  'Jeanne\u0000\u0007\u001b[31m',
  'Jeanne\u2028Bcc: mal@ailleurs.fr',
  'Jeanne\u0085Bcc: mal@ailleurs.fr',
  'Jeanne" <mal@ailleurs.fr>, "',
  'Jeanne <mal@ailleurs.fr>',
  'mal@ailleurs.fr, autre@ailleurs.fr',
  'groupe: mal@ailleurs.fr;',
  '=?utf-8?Q?=0D=0ABcc:_mal@ailleurs.fr?=',
  `${'très long '.repeat(100)}`,
  '\u202eriatnemmoc\u202c',
]

test('hostile names cannot inject recipients, subjects or headers into a mail', async () => {
  for (const nom of HOSTILE) {
    await called('cible@essai.fr', nom.replaceAll('\0', '').slice(0, 200))
    const id = await post.send(
      letterTo('cible@essai.fr', {
        template: 'invitation',
        data: {
          link: 'https://x.fr/',
          decline: 'https://x.fr/',
          minutes: 60,
          by: { colleague: nom },
          roles: [],
          acteurs: [],
          more: 0,
        },
      } as Partial<Mail>),
    )
    const { raw, parsed } = await mailIn(await post.settled(id, 'sent'))
    const about = JSON.stringify(nom)
    assert.equal(parsed.to?.length, 1, about)
    assert.equal(parsed.to?.[0]?.address, 'cible@essai.fr', about)
    const known = new Set([
      'from',
      'to',
      'subject',
      'message-id',
      'date',
      'mime-version',
      'content-type',
      'auto-submitted',
      'x-auto-response-suppress',
    ])
    for (const { key } of parsed.headers) assert.ok(known.has(key), `${about}: ${key}`)
    assert.match(parsed.subject ?? '', /^[^\r\n\u2028\u0085]+vous invite sur Parvis$/, about)
    assert.ok(!/^bcc:/im.test(raw.split('\r\n\r\n')[0] ?? ''), about)
    assert.doesNotMatch(
      `${parsed.to?.[0]?.name} ${parsed.subject} ${parsed.text}`,
      /mal@|ailleurs\.fr/,
      about,
    )
  }
})

test('only the user with the verified address is named, not an invited one', async () => {
  await owner.query(`insert into users (invited_email, nom) values ('attendue@essai.fr', 'Un nom choisi')`)
  await owner.query(`insert into users (email, nom) values ('inscrite@essai.fr', 'Un nom choisi')`)
  await owner.query(
    `insert into auth_users (email, name) values ('attendue@essai.fr', 'Un autre'), ('inconnue@essai.fr', 'Un autre')`,
  )
  await called('connue@essai.fr', 'Zoé Roy')
  for (const [email, name] of [
    ['attendue@essai.fr', ''],
    ['inscrite@essai.fr', ''],
    ['inconnue@essai.fr', ''],
    ['personne@essai.fr', ''],
    ['connue@essai.fr', 'Zoé Roy'],
    ['Connue@Essai.fr', 'Zoé Roy'],
  ] as const) {
    const { parsed } = await mailIn(await post.settled(await post.send(letterTo(email)), 'sent'))
    const greeting = /Bonjour([^,]*),/.exec(parsed.text ?? '')?.[1]
    assert.deepEqual([parsed.to?.[0]?.name, greeting], [name, name && ` ${name}`], email)
  }
})

test('nothing in a mail makes the service read a file or fetch an address', async () => {
  const mail = { ...(await post.row(await post.send(letterTo('x@essai.fr')))), reference_ids: [] }
  for (const text of [{ path: '/etc/hostname' }, { href: 'http://127.0.0.1:1/' }, ['x'], 1]) {
    const outcome = await createMailer(post.config).send(
      { ...mail, text } as unknown as LeasedMail,
      new AbortController().signal,
    )
    assert.equal(outcome.kind, 'delayed')
  }
})

test('a mail belongs to one job, and a job that lost its lease changes nothing', async t => {
  const quiet = await openPost({ connection: copy.owner, env: { DATA_DIR: dataDir }, work: false })
  t.after(() => quiet.stop())
  const id = await post.db.transaction(async tx => {
    const made = await quiet.sendIn(tx, letterTo('cloture@essai.fr'))
    await tx.run(sql`delete from pgboss.job where data->>'mail' = ${made}`)
    return made
  })
  const [mine, other] = [randomUUID(), randomUUID()]
  const first = await takeLease(post.db.pool, id, mine)
  assert.equal(await takeLease(post.db.pool, id, other), undefined)
  assert.ok(
    ((await secondsToWait(post.db.pool, id)) ?? 0) > 60,
    'the other waits until the lease has run out',
  )
  const again = await takeLease(post.db.pool, id, mine)
  assert.ok(first && again)
  assert.equal(await markSent(post.db.pool, first, mine), false, 'an attempt that was taken over')
  assert.equal(await markSent(post.db.pool, again, other), false)
  for (const [mail, job] of [
    [first, mine],
    [again, other],
  ] as const) {
    const put = await post.db.transaction(tx => postpone(tx, mail, job, 'later', 60))
    assert.equal(put, undefined, 'nor does it put off what another one is sending')
    assert.equal(await markFailed(post.db.pool, mail, job, 'never'), false)
  }
  assert.equal(await markSent(post.db.pool, again, mine), true)
  assert.equal(await takeLease(post.db.pool, id, mine), undefined, 'what was sent is never sent again')
  assert.equal(await secondsToWait(post.db.pool, id), undefined)
})

test('a mail whose job was lost gets another; one that waits does not', async t => {
  const context = { enqueue: post.jobs.enqueue, log: { warn() {} } } as never
  const quiet = await openPost({ connection: copy.owner, env: { DATA_DIR: dataDir }, work: false })
  t.after(() => quiet.stop())
  const [lost, patient] = await post.db.transaction(async tx => [
    await quiet.sendIn(tx, letterTo('perdue@essai.fr')),
    await quiet.sendIn(tx, letterTo('patiente@essai.fr')),
  ])
  await owner.query(`delete from pgboss.job where data->>'mail' = any($1)`, [[lost, patient]])
  await owner.query(`update mails set next_try_at = now() - interval '6 minutes' where id = $1`, [lost])
  await post.db.transaction(tx => resumeOverdueMails(tx, undefined, context))
  const jobsOf = async (id = '') =>
    (await owner.query(`select count(*)::int as n from pgboss.job where data->>'mail' = $1`, [id])).rows[0]?.n
  assert.deepEqual([await jobsOf(lost), await jobsOf(patient)], [1, 0])
  await post.settled(lost ?? '', 'sent')
})

test('after thirty days recipient and content are gone; that a mail was sent stays', async () => {
  const old = await post.send(letterTo('vieille@essai.fr'))
  const young = await post.send(letterTo('jeune@essai.fr'))
  await post.settled(old, 'sent')
  await post.settled(young, 'sent')
  await owner.query(`update mails set created_at = now() - interval '31 days' where id = $1`, [old])
  assert.equal(await post.db.transaction(forgetOldMails), 1)
  assert.equal(await post.db.transaction(forgetOldMails), 0)
  const row = await post.row(old)
  assert.deepEqual([row.recipient_email, row.subject, row.text, row.html], [null, null, null, null])
  assert.deepEqual([row.status, row.attempts], ['sent', 1])
  assert.equal((await post.row(young)).recipient_email, 'jeune@essai.fr')
  const whole = await post.db.pool.one<{ text: string }>(
    sql`select to_jsonb(mails)::text as text from mails where id = ${old}`,
  )
  assert.ok(!/vieille|Jeanne|Votre/.test(whole?.text ?? ''))
})

test('a mail is given up when its link expires, after two days at the latest', async () => {
  const minutesOf = async (minutes: number) => {
    const letter = {
      template: 'reset-password',
      data: { link: 'https://ville.example.fr/x', minutes },
    } as const
    const id = await post.send({ ...letter, to: { email: 'lien@ville.example.fr' }, language: 'fr' })
    const { rows } = await owner.query(
      'select round(extract(epoch from give_up_at - created_at) / 60)::int as minutes from mails where id = $1',
      [id],
    )
    return rows[0].minutes
  }
  assert.equal(await minutesOf(30), 30)
  assert.equal(await minutesOf(7 * 24 * 60), 2 * 24 * 60)
})
