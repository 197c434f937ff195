/** Connections to mail servers: encrypted, refused, unreachable, silent. */
// Begun first: it waits long.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { after, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { copyOf } from '../../../test/databases.ts'
import { becomes, eventually } from '../../../test/eventually.ts'
import { letterTo, openPost, type Post } from '../../../test/fixtures/mail-post.ts'
import { startMailServer } from '../../../test/fixtures/mail-server.ts'
import type { LeasedMail } from './leases.ts'
import { createMailer } from './mailer.ts'

const endings: (() => unknown)[] = []
const atTheEnd = <T extends { stop(): unknown }>(one: T): T => {
  endings.unshift(() => one.stop())
  return one
}
after(async () => {
  for (const end of endings) await end()
})

/** Records every line, and offers only unencrypted passwords. */
async function plainServer(heard: string[]) {
  const server = createServer(socket => {
    let inData = false
    socket.on('error', () => {})
    socket.write('220 plain.example\r\n')
    socket.on('data', bytes => {
      for (const line of bytes.toString('latin1').split('\r\n').filter(Boolean)) {
        heard.push(line)
        if (inData && line !== '.') continue
        const reply = line === '.' ? '250 taken' : (ANSWERS[line.slice(0, 4).toUpperCase()] ?? '502 what?')
        inData = reply.startsWith('354')
        socket.write(`${reply}\r\n`)
      }
    })
  })
  await new Promise<void>(resolve => server.listen(0, '0.0.0.0', resolve))
  return { port: (server.address() as AddressInfo).port, stop: () => server.close() }
}
const ANSWERS: Readonly<Record<string, string>> = {
  EHLO: '250-plain.example\r\n250 AUTH PLAIN LOGIN',
  AUTH: '235 come in',
  MAIL: '250 ok',
  RCPT: '250 ok',
  DATA: '354 go on',
  QUIT: '221 bye',
}

async function postTo(
  url: string,
  env: Record<string, string> = {},
  work = true,
  log?: (line: string) => void,
): Promise<Post & { owner: pg.ClientConfig }> {
  const copy = await copyOf('empty')
  endings.unshift(() => copy.drop())
  const post = await openPost({
    connection: copy.owner,
    env: { SMTP_URL: url, ...env },
    work,
    ...(log && { log }),
  })
  return Object.assign(atTheEnd(post), { owner: copy.owner })
}

describe('servers', { concurrency: true }, () => {
  test('STARTTLS is used where it is offered', async () => {
    const server = atTheEnd(await startMailServer({ with: { disabledCommands: [] } }))
    const post = await postTo(server.url)
    await post.settled(await post.send(letterTo('chiffree@essai.fr')), 'sent')
    assert.deepEqual(
      server.deliveries.map(one => one.secure),
      [true],
    )
  })

  test('with an invalid certificate the mail waits and is never sent unencrypted', async () => {
    const server = atTheEnd(await startMailServer({ with: { disabledCommands: [] } }))
    const post = await postTo(`${server.url}?tls.rejectUnauthorized=true`)
    const id = await post.send(letterTo('chiffree@essai.fr'))
    const row = await eventually(async () => {
      const now = await post.row(id)
      return now.attempts >= 2 && now.error !== null && now
    }, 'tried twice')
    assert.equal(row.status, 'queued')
    assert.match(row.error ?? '', /encrypted connection|could not be reached/)
    assert.equal(server.deliveries.length, 0)
  })

  test('after a refused password the mail waits until the operator has corrected it', async () => {
    let good = false
    const server = atTheEnd(
      await startMailServer({
        with: {
          authOptional: false,
          disabledCommands: ['STARTTLS'],
          allowInsecureAuth: true,
          onAuth: (_auth, _session, done) =>
            good ? done(null, { user: 'parvis' }) : done(new Error('Bad credentials')),
        },
      }),
    )
    const post = await postTo(server.url.replace('//', '//parvis:p%40ss@'))
    const id = await post.send(letterTo('cle@essai.fr'))
    const row = await eventually(async () => {
      const now = await post.row(id)
      return now.error !== null && now
    }, 'refused once')
    assert.equal(row.status, 'queued')
    assert.match(row.error ?? '', /^535 /)
    good = true
    await post.settled(id, 'sent')
  })

  test('a password is never sent unencrypted: the mail waits, and the operator is told', async () => {
    const heard: string[] = []
    const server = atTheEnd(await plainServer(heard))
    // This machine, by a name that does not say so.
    const address = `parvis:p%40ss-canari@0.0.0.0:${server.port}`
    const lines: string[] = []
    const post = await postTo(`smtp://${address}`, {}, true, line => lines.push(line))
    const id = await post.send(letterTo('attend@essai.fr'))
    const row = await eventually(async () => {
      const now = await post.row(id)
      return now.attempts >= 2 && now.error !== null && now
    }, 'tried twice')
    assert.equal(row.status, 'queued')
    assert.match(row.error ?? '', /^The mail server offers no encryption, and a password is not sent without/)
    assert.ok(lines.some(line => line.includes('use smtps:// in SMTP_URL')))
    assert.ok(heard.includes('EHLO parvis.example.fr'), 'by the host of PUBLIC_URL')
    const secrets = [
      Buffer.from('p@ss-canari').toString('base64'),
      Buffer.from('\0parvis\0p@ss-canari').toString('base64'),
    ]
    for (const trace of ['AUTH', 'p@ss-canari', ...secrets])
      assert.ok(!heard.join('\n').includes(trace), `${trace} was sent`)
    assert.ok(!lines.join('').includes('canari'))

    // Allowed when the operator asks for it, and on this very machine.
    for (const url of [
      `smtp://${address}?requireTLS=false`,
      `smtp://${address.replace('0.0.0.0', '127.0.0.1')}`,
    ]) {
      heard.length = 0
      const open = await postTo(url)
      await open.settled(await open.send(letterTo('part@essai.fr')), 'sent')
      assert.ok(heard.some(line => line.startsWith('AUTH')))
    }
  })

  test('while a server is away mails wait, and then leave in the order of their threads', async () => {
    const away = await startMailServer()
    await away.stop()
    const post = await postTo(away.url)
    const thread = { inReplyTo: '<racine@essai.fr>' }
    const ids: string[] = []
    for (const place of [1, 2, 3])
      ids.push(
        await post.send(letterTo('suite@essai.fr', { ...thread, messageId: `<suite${place}@essai.fr>` })),
      )
    ids.push(await post.send(letterTo('seule@essai.fr')))
    await eventually(async () => (await post.row(ids[0] ?? '')).attempts >= 2, 'tried twice')
    const { error } = await post.row(ids[0] ?? '')
    assert.equal(error, 'The mail server could not be reached.')
    const back = atTheEnd(await startMailServer({ port: away.port }))
    for (const id of ids) await post.settled(id, 'sent')
    assert.deepEqual(
      back.acceptedFor('suite@essai.fr').map(one => one.parsed.messageId),
      ['<suite1@essai.fr>', '<suite2@essai.fr>', '<suite3@essai.fr>'],
    )
    assert.equal(back.deliveries.length, 4)
  })

  test('a permanent failure does not hold back later mails of the thread', async () => {
    const server = atTheEnd(await startMailServer())
    server.behaviours.set('un@essai.fr', { rcpt: () => '550 No such user' })
    const post = await postTo(server.url)
    const thread = { inReplyTo: '<autre-racine@essai.fr>' }
    const first = await post.send(letterTo('un@essai.fr', thread))
    const then = await post.send(letterTo('deux@essai.fr', thread))
    await post.settled(first, 'failed')
    await post.settled(then, 'sent')
  })

  test('silent and dripping servers run into the timeout', async t => {
    const silence = Promise.withResolvers<undefined>()
    t.after(() => silence.resolve(undefined))
    const server = atTheEnd(await startMailServer())
    server.behaviours.set('muette@essai.fr', { data: () => silence.promise })
    const post = await postTo(server.url, {}, false)
    const mail = { ...(await post.row(await post.send(letterTo('muette@essai.fr')))), reference_ids: [] }
    const sentWithin = async (limits: { readonly sendMs: number; readonly answerMs: number }) => {
      const mailer = createMailer(post.config, { connectMs: 5_000, ...limits })
      const outcome = await mailer.send(mail as unknown as LeasedMail, new AbortController().signal)
      mailer.close()
      return outcome
    }
    // On a busy machine the greeting may be late as well.
    await becomes(async () => {
      const outcome = await sentWithin({ sendMs: 60_000, answerMs: 700 })
      return [outcome.kind, 'words' in outcome && outcome.words]
    }, ['delayed', 'The mail server took too long.'])
    const tarpit = createServer(socket => socket.write('220 slow\r\n')).listen(0, '127.0.0.1')
    t.after(() => tarpit.close())
    await once(tarpit, 'listening')
    const { port } = tarpit.address() as AddressInfo
    const slow = createMailer(
      { ...post.config, smtpUrl: `smtp://127.0.0.1:${port}` },
      { connectMs: 5_000, sendMs: 700, answerMs: 20_000 },
    )
    assert.equal(
      (await slow.send(mail as unknown as LeasedMail, new AbortController().signal)).kind,
      'delayed',
    )
    slow.close()

    // The server scans for viruses: it has the mail, and a second attempt would deliver it twice.
    const scan = () => sleep(5_000, undefined, { ref: false })
    server.behaviours.set('muette@essai.fr', { data: () => scan() })
    // On a busy machine it may have the mail too late.
    await eventually(
      async () => (await sentWithin({ sendMs: 4_000, answerMs: 60_000 })).kind === 'sent',
      'it has scanned the mail',
    )
  })

  test('a service that stops while sending closes the connection and keeps the mail', async t => {
    const silence = Promise.withResolvers<undefined>()
    t.after(() => silence.resolve(undefined))
    const server = atTheEnd(await startMailServer())
    server.behaviours.set('arret@essai.fr', {
      data: nth => (nth === 1 ? silence.promise : undefined),
    })
    const copy = await copyOf('empty')
    endings.unshift(() => copy.drop())
    const env = { SMTP_URL: server.url }
    const first = atTheEnd(await openPost({ connection: copy.owner, env }))
    const id = await first.send(letterTo('arret@essai.fr'))
    await eventually(async () => (await first.row(id)).attempts === 1, 'it is being sent')
    // The server never answers: stopping must not wait for it.
    await first.stop()
    const second = atTheEnd(await openPost({ connection: copy.owner, env }))
    await second.settled(id, 'sent')
    assert.equal(server.acceptedFor('arret@essai.fr').length, 1)
  })
})
