/** Delivery to a real mail server. */
// Begun first: it waits long.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { copyOf } from '../../../test/databases.ts'
import { becomes, eventually } from '../../../test/eventually.ts'
import { letterTo, openPost, type Post } from '../../../test/fixtures/mail-post.ts'
import { type MailServer, startMailServer } from '../../../test/fixtures/mail-server.ts'
import { sql } from '../../kernel/db/db.ts'
import { weekMessageId } from '../weekly-mail/subscribers.ts'

const lines: string[] = []
let copy: Awaited<ReturnType<typeof copyOf>>
let server: MailServer
let post: Post
let second: Post

before(async () => {
  copy = await copyOf('empty')
  server = await startMailServer()
  const env = { SMTP_URL: server.url, MAIL_FROM: 'Ville d’Essai <mairie@essai.fr>' }
  const log = (line: string) => lines.push(line)
  // Two nodes with two workers each.
  post = await openPost({ connection: copy.owner, env, log })
  second = await openPost({ connection: copy.owner, env, log })
})
after(async () => {
  await post?.stop()
  await second?.stop()
  await server?.stop()
  await copy?.drop()
})

describe('delivery', { concurrency: true }, () => {
  test('a mail arrives once and complete, with the headers of an automatic message', async () => {
    const id = await post.send(
      letterTo('une@canari.fr', {
        template: 'verify-email',
        data: { link: 'https://parvis.example.fr/v?token=canari-jeton&a=1', minutes: 60 },
        replyTo: 'accueil@essai.fr',
      } as never),
    )
    const row = await post.settled(id, 'sent')
    assert.equal(row.attempts, 1)
    assert.equal(row.error, null)
    assert.deepEqual([row.text, row.html], [null, null], 'the link is gone with the sending')
    await post.noJobLeft(id)
    const [delivery, ...others] = server.acceptedFor('une@canari.fr')
    assert.ok(delivery)
    assert.equal(others.length, 0)
    const { parsed } = delivery
    const header = (name: string) => parsed.headers.find(one => one.key === name)?.value
    assert.equal(header('auto-submitted'), 'auto-generated')
    assert.deepEqual(parsed.from, { name: 'Ville d’Essai', address: 'mairie@essai.fr' })
    assert.deepEqual(parsed.to, [{ name: '', address: 'une@canari.fr' }])
    assert.deepEqual(parsed.replyTo, [{ name: '', address: 'accueil@essai.fr' }])
    assert.equal(parsed.messageId, row.message_id)
    assert.match(row.message_id, /^<[0-9a-f-]{36}@essai\.fr>$/)
    assert.ok(Math.abs(Date.parse(parsed.date ?? '') - Date.now()) < 900_000)
    assert.equal(parsed.subject, 'Confirmez votre adresse électronique')
    assert.match(parsed.text ?? '', /https:\/\/parvis\.example\.fr\/v\?token=canari-jeton&a=1\n/)
    assert.match(parsed.html ?? '', /href="https:\/\/parvis\.example\.fr\/v\?token=canari-jeton&amp;a=1"/)
    assert.equal(header('x-mailer'), undefined)
    for (const line of delivery.raw.split('\r\n'))
      assert.ok(line.length <= 998, 'no line is too long for SMTP')
  })

  test('a person’s mail is not marked as automatic, and refers to its thread', async () => {
    const references = [
      '<premier@ailleurs.fr>',
      'not an id',
      '<x@y>\r\nBcc: tous@canari.fr',
      '<second@ailleurs.fr>',
    ]
    const id = await post.send(
      letterTo('fil@canari.fr', { autoSubmitted: 'no', inReplyTo: '<second@ailleurs.fr>', references }),
    )
    await post.settled(id, 'sent')
    const [delivery] = server.acceptedFor('fil@canari.fr')
    const header = (name: string) => delivery?.parsed.headers.find(one => one.key === name)?.value
    assert.equal(header('auto-submitted'), undefined)
    assert.equal(delivery?.parsed.inReplyTo, '<second@ailleurs.fr>')
    assert.equal(delivery?.parsed.references, '<premier@ailleurs.fr> <second@ailleurs.fr>')
    assert.equal(header('bcc'), undefined)
  })

  test('a weekly mail says how to stop it by one POST; sent or refused, its recipient is forgotten; one who is gone gets no more', async () => {
    const unsubscribeUrl = 'https://parvis.example.fr/auth/stop-week/canari'
    const week = {
      template: 'week',
      data: {
        commune: 'Rennes',
        alerts: [],
        agenda: [],
        news: [],
        collections: [],
        link: 'https://parvis.example.fr/place/rennes',
        stop: unsubscribeUrl,
      },
      unsubscribeUrl,
    }
    server.behaviours.set('partie@canari.fr', { rcpt: () => '550 5.1.1 User unknown' })
    const [{ id: commune } = { id: '' }] = await post.db.pool.all<{ id: string }>(
      sql`insert into communes (slug, nom) values ('rennes', 'Rennes') returning id`,
    )
    const subscribers = () =>
      post.db.pool.all<{ id: string; hash: string }>(
        sql`select id, address_hash as hash from weekly_mail_subscribers order by hash`,
      )
    for (const hash of ['partie', 'semaine'])
      await post.db.pool.run(sql`
        insert into weekly_mail_subscribers (commune_id, address_sealed, address_hash)
        values (${commune}, '-', rpad(${hash}, 43, '-'))`)
    const [gone, there] = await subscribers()
    for (const [to, status, subscriber] of [
      ['semaine@canari.fr', 'sent', there],
      ['partie@canari.fr', 'failed', gone],
    ] as const) {
      const messageId = weekMessageId(subscriber?.id ?? '', '2026-11-27', 'essai.fr')
      const row = await post.settled(await post.send(letterTo(to, { ...week, messageId } as never)), status)
      assert.doesNotMatch(JSON.stringify(row), /canari/)
    }
    await becomes(async () => (await subscribers()).map(({ id }) => id), [there?.id ?? ''])
    const [delivery] = server.acceptedFor('semaine@canari.fr')
    assert.match(
      delivery?.raw.replaceAll('\r\n ', ' ') ?? '',
      /^List-Unsubscribe: <https:\/\/parvis\.example\.fr\/auth\/stop-week\/canari>\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/im,
    )
  })

  test('a transaction that rolls back sends no mail and leaves no row', async () => {
    let id = ''
    const changed = post.db.transaction(async tx => {
      id = await post.sendIn(tx, letterTo('jamais@canari.fr'))
      throw new Error('changed my mind')
    })
    await assert.rejects(changed, /changed my mind/)
    await assert.rejects(post.row(id), /No such mail/)
    await post.noJobLeft(id)
    assert.equal(server.deliveries.filter(one => one.to === 'jamais@canari.fr').length, 0)
  })

  test('after 451 the mail is retried with its error recorded', async () => {
    const to = 'gris@canari.fr'
    server.behaviours.set(to, {
      rcpt: nth => (nth <= 2 ? `451 4.7.1 <${to}>: Greylisted, try later` : undefined),
    })
    const id = await post.send(letterTo(to))
    const waiting = await eventually(async () => {
      const row = await post.row(id)
      return row.error !== null && row
    }, 'the first refusal is known')
    assert.equal(waiting.status, 'queued')
    assert.equal(waiting.error, '451 4.7.1 <…>: Greylisted, try later')
    const row = await post.settled(id, 'sent')
    assert.deepEqual([row.attempts, row.error], [3, null])
    assert.equal(server.acceptedFor(to).length, 1)
  })

  test('after 550 the mail has failed with the server’s words and is not retried', async () => {
    const to = 'inconnue@canari.fr'
    let asked = 0
    server.behaviours.set(to, {
      rcpt() {
        asked++
        return `550 5.1.1 <${to}>, <autre@canari.fr>: User unknown ${'x'.repeat(400)}${'y'.repeat(400)}`
      },
    })
    const id = await post.send(letterTo(to))
    const row = await post.settled(id, 'failed')
    assert.equal(row.attempts, 1)
    assert.match(row.error ?? '', /^550 5\.1\.1 <…>: User unknown x+y*…$/)
    assert.equal(row.error?.length, 500)
    assert.equal(row.sent_at, null)
    await post.noJobLeft(id)
    assert.equal(asked, 1)
    assert.equal((await post.row(id)).attempts, 1)
  })

  test('after 554 or 552 for the message the mail has failed', async () => {
    for (const answer of ['554 5.7.1 Refused by policy', '552 5.3.4 Message too big']) {
      const to = `politique${answer.slice(0, 3)}@canari.fr`
      server.behaviours.set(to, { data: () => answer })
      const row = await post.settled(await post.send(letterTo(to)), 'failed')
      assert.deepEqual([row.attempts, row.error], [1, answer])
    }
  })

  test('after a connection lost before 250 the mail is sent again with the same Message-ID', async () => {
    const to = 'coupee@canari.fr'
    server.behaviours.set(to, { data: nth => (nth === 1 ? 'cut' : undefined) })
    const id = await post.send(letterTo(to))
    const row = await post.settled(id, 'sent')
    assert.equal(row.attempts, 2)
    const both = server.deliveries.filter(one => one.to === to)
    assert.deepEqual(
      both.map(one => one.accepted),
      [false, true],
    )
    assert.deepEqual(
      both.map(one => one.parsed.messageId),
      [row.message_id, row.message_id],
    )
    assert.equal(both[0]?.parsed.date, both[1]?.parsed.date, 'the same to the last header')
  })

  test('a slow server does not delay the mails beside it', async t => {
    const to = 'lente@canari.fr'
    const answer = Promise.withResolvers<undefined>()
    t.after(() => answer.resolve(undefined))
    server.behaviours.set(to, { data: () => answer.promise })
    const id = await post.send(letterTo(to))
    await eventually(async () => (await post.row(id)).attempts === 1, 'it is being sent')
    for (let n = 1; n <= 3; n++)
      await post.settled(await post.send(letterTo(`pressee${n}@canari.fr`)), 'sent')
    assert.equal((await post.row(id)).status, 'queued')
    answer.resolve(undefined)
    assert.equal((await post.settled(id, 'sent')).attempts, 1)
    assert.equal(server.acceptedFor(to).length, 1)
  })

  test('ten mails, each with three jobs, over four workers: each is sent once', async () => {
    const all = Array.from({ length: 10 }, (_, index) => `foule${index}@canari.fr`)
    for (const to of all) server.behaviours.set(to, { data: () => sleep(30).then(() => undefined) })
    const ids = await post.db.transaction(async tx => {
      const made: string[] = []
      for (const to of all) {
        const id = await post.sendIn(tx, letterTo(to))
        for (let n = 0; n < 2; n++) await post.jobs.enqueue(tx, 'mail.send', { mail: id })
        made.push(id)
      }
      return made
    })
    for (const id of ids) assert.equal((await post.settled(id, 'sent')).attempts, 1)
    for (const id of ids) await post.noJobLeft(id)
    for (const to of all) assert.equal(server.deliveries.filter(one => one.to === to).length, 1, to)
  })

  test('an expired mail is not sent', async () => {
    const to = 'tard@canari.fr'
    const id = await post.send(letterTo(to, { until: new Date(Date.now() - 1_000) }))
    assert.match((await post.settled(id, 'failed')).error ?? '', /too old/)
    // A mail that expires while the server still answers "later".
    server.behaviours.set('bientot@canari.fr', {
      async data() {
        await post.db.pool.run(
          sql`update mails set give_up_at = now() where recipient_email = 'bientot@canari.fr'`,
        )
        return '450 4.2.1 Mailbox busy'
      },
    })
    const row = await post.settled(await post.send(letterTo('bientot@canari.fr')), 'failed')
    assert.deepEqual([row.attempts, row.error], [1, '450 4.2.1 Mailbox busy'])
    assert.equal(server.deliveries.filter(one => one.to === to).length, 0)
  })
})

test('connections to the server are reused', () => {
  const connections = new Set(server.deliveries.map(one => one.connection))
  assert.ok(
    connections.size < server.deliveries.length / 2,
    `${connections.size} for ${server.deliveries.length}`,
  )
})

test('the log contains no address, name or word of any mail', () => {
  const log = lines.join('')
  for (const told of [
    'mail sent',
    'mail failed',
    'mail could not be sent yet',
    'EENVELOPE 550',
    '"template"',
  ])
    assert.ok(log.includes(told), told)
  for (const trace of ['canari', 'Jeanne', 'mairie@', 'Confirmez', 'User unknown', 'Greylisted', 'passe']) {
    const line = lines.find(one => one.includes(trace))
    assert.equal(line, undefined, `${trace} stands in the log`)
  }
})
