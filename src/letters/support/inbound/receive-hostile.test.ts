/** Hostile mails: to send one, our mail server's address is enough. */
// A process of its own: its requests keep the event loop busy.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startApp } from '../../../../test/app.ts'
import { deliver, INBOUND_SECRET, mail } from '../../../../test/fixtures/inbound-mail.ts'

const lines: string[] = []
const app = await startApp({
  env: { MAIL_FROM: 'support@essai.fr', INBOUND_MAIL_SECRETS: INBOUND_SECRET },
  log: line => lines.push(line),
})
const office = app.as(await app.user(['operator_support']))

const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))
/** The thread and the one message that a mail has created. */
async function received(raw: string | Uint8Array<ArrayBuffer>) {
  const { status, body } = await deliver(app, raw)
  assert.equal(status, 200, JSON.stringify(body))
  const [thread] = (await office.get('/admin/messages/threads?per_page=1')).body.data
  const { data } = (await office.get(`/admin/messages/threads/${thread.id}/messages`)).body
  return { thread, message: data[0] }
}
const multipart = (subtype: string, ...parts: string[]) =>
  [
    { 'Content-Type': `multipart/${subtype}; boundary="b"`, 'Content-Transfer-Encoding': undefined },
    `${parts.map(part => `--b\r\n${part}`).join('\r\n')}\r\n--b--`,
  ] as const
const part = (type: string, content: string, more = '') => `Content-Type: ${type}\r\n${more}\r\n${content}`

const SAID: Record<
  string,
  readonly [raw: string | Uint8Array<ArrayBuffer>, body: string | RegExp, attachments?: readonly string[]]
> = {
  'text in UTF-8': [mail({}, 'Été à Œuilly 🎉'), 'Été à Œuilly 🎉'],
  'UTF-8 declared as ISO-8859-1': [
    bytes(
      mail({ 'Content-Type': 'text/plain; charset=iso-8859-1' }, Buffer.from('L’été').toString('latin1')),
    ),
    'L’été',
  ],
  'windows-1252 without a charset': [
    bytes(mail({ 'Content-Type': 'text/plain' }, 'L\x92\xe9t\xe9')),
    'L’été',
  ],
  'text in ISO-8859-1': [
    bytes(mail({ 'Content-Type': 'text/plain; charset=iso-8859-1' }, '\xc9t\xe9')),
    'Été',
  ],
  'text in a charset that does not exist': [
    bytes(mail({ 'Content-Type': 'text/plain; charset=x-nowhere' }, 'Caf\xe9')),
    /^Caf.$/,
  ],
  'text that is not the UTF-8 it says': [bytes(mail({}, 'Caf\xe9 \xff\xfe fin')), 'Café ÿþ fin'],
  'quoted-printable that breaks off': [
    mail({ 'Content-Transfer-Encoding': 'quoted-printable' }, 'C=C3=A9 =ZZ ='),
    /^Cé =ZZ/,
  ],
  'base64 that is none': [mail({ 'Content-Transfer-Encoding': 'base64' }, '????'), /./],
  'NUL and other control characters': [mail({}, 'a\0b\x07c\x1b[31md\x85e'), 'abc[31md…e'],
  'half a surrogate pair': [
    mail({ 'Content-Transfer-Encoding': 'quoted-printable' }, 'a=ED=A0=80b'),
    /^a.+b$/,
  ],
  'every kind of line end': [mail({}, 'a\r\nb\nc\rd\u2028e'), 'a\nb\nc\nd\ne'],
  'nothing at all': [mail({}, ''), '(message vide)'],
  'nothing but a file': [
    mail(
      ...multipart(
        'mixed',
        part('image/jpeg', 'AAAA', 'Content-Disposition: attachment; filename="photo.jpg"\r\n'),
      ),
    ),
    '(message vide)',
    ['photo.jpg'],
  ],
  'a file with a name of tricks': [
    mail(
      ...multipart(
        'mixed',
        part('text/plain', 'Voir'),
        part(
          'image/png',
          'AAAA',
          `Content-Disposition: attachment; filename="../../etc/\u202egnp.exe${'x'.repeat(300)}"\r\n`,
        ),
      ),
    ),
    'Voir',
    [`../../etc/ gnp.exe${'x'.repeat(81)}…`],
  ],
  'sixty files': [
    mail(
      ...multipart(
        'mixed',
        part('text/plain', 'Voir'),
        ...Array.from({ length: 60 }, () => part('image/png', 'AAAA')),
      ),
    ),
    'Voir',
    Array.from({ length: 50 }, () => 'sans nom'),
  ],
  'HTML alone': [
    mail(
      { 'Content-Type': 'text/html; charset=utf-8' },
      '<html><head><style>p{color:red}</style><script>alert("canari-script")</script></head><body><p>Bonjour&nbsp;&eacute;</p><p onclick="x()">Deux<br>lignes &lt;b&gt;</p><img src=x onerror=alert(1)></body></html>',
    ),
    /^(?!.*(canari-script|onclick|onerror|<p|<img|color:red))Bonjour\sé[\s\S]*Deux\nlignes <b>/s,
  ],
  'HTML beside text': [
    mail(...multipart('alternative', part('text/plain', 'Le texte'), part('text/html', '<b>Le HTML</b>'))),
    'Le texte',
  ],
  'tags in a text stay the text they are': [
    mail({}, '<script>alert(1)</script>'),
    '<script>alert(1)</script>',
  ],
  'a boundary that never comes': [
    mail({ 'Content-Type': 'multipart/mixed; boundary="nowhere"' }, '--b\r\n\r\nBonjour'),
    /./,
  ],
  'a boundary that never ends': [
    mail({ 'Content-Type': 'multipart/mixed; boundary="b"' }, `--b\r\n${part('text/plain', 'Sans fin')}`),
    'Sans fin',
  ],
  'an empty boundary': [mail({ 'Content-Type': 'multipart/mixed; boundary=""' }, '--\r\n\r\nBonjour'), /./],
  'one boundary inside itself': [
    mail(...multipart('mixed', part('multipart/mixed; boundary="b"', '--b\r\n\r\nDedans\r\n--b--'))),
    /Dedans/,
  ],
  'a text that is endless': [mail({}, 'é'.repeat(50_000)), /^é{20000}\n\n\[Message coupé\]$/],
  'one line of a megabyte': [mail({}, 'a'.repeat(1_000_000)), /^a{20000}\n/],
}
for (const [name, [raw, expected, attachments = []]] of Object.entries(SAID))
  test(`kept as text: ${name}`, async () => {
    const { message, thread } = await received(raw)
    if (typeof expected === 'string') assert.equal(message.body, expected)
    else assert.match(message.body, expected)
    assert.deepEqual(message.attachments, attachments)
    assert.ok(message.body.isWellFormed() && !/[^\P{Cc}\n\t]/u.test(message.body))
    assert.equal(thread.messages_count, 1)
  })

const HEADS: Record<
  string,
  readonly [headers: Record<string, string | undefined>, subject: string | RegExp]
> = {
  'no subject': [{ Subject: undefined }, '(sans objet)'],
  'an empty one': [{ Subject: '   ' }, '(sans objet)'],
  'an encoded one': [{ Subject: '=?UTF-8?B?w4l0w6k=?= =?iso-8859-1?Q?_=E0?=' }, 'Été à'],
  'lines in an encoded one': [
    { Subject: '=?UTF-8?Q?Bonjour=0D=0ABcc:_tous@canari.fr=0D=0A=0D=0A<html>?=' },
    'Bonjour Bcc: tous@canari.fr <html>',
  ],
  'an encoded one inside': [{ Subject: '=?UTF-8?Q?=3D=3FUTF-8=3FQ=3Fpi=C3=A8ge=3F=3D?=' }, /^(?!.*=\?)/],
  'another direction': [{ Subject: '\u202egnp.exe\u202c' }, 'gnp.exe'],
  NUL: [{ Subject: 'a\0b' }, 'a b'],
  'an endless one': [{ Subject: 'x'.repeat(5_000) }, /^x{199}…$/],
  'a thousand folds': [{ Subject: Array.from({ length: 1_000 }, () => 'x').join('\r\n ') }, /^x( x)+…$/],
  'a broken one': [{ Subject: '=?UTF-8?B?????' }, /./],
}
for (const [name, [headers, expected]] of Object.entries(HEADS))
  test(`a subject on one line: ${name}`, async () => {
    const { thread } = await received(mail({ ...headers, From: 'Eve <eve@example.net>' }))
    if (typeof expected === 'string') assert.equal(thread.subject, expected)
    else assert.match(thread.subject, expected)
    assert.match(thread.subject, /^[^\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]{1,200}$/u)
    const answer = await office.post(`/admin/messages/threads/${thread.id}/reply`, { body: 'Voilà.' })
    assert.equal(answer.status, 201)
  })

test('headers in raw 8 bits and names of any kind are read, and nothing of them is another header', async () => {
  for (const from of [
    '"Camille\\"; Bcc: x@canari.fr" <camille@example.com>',
    '=?UTF-8?Q?Camille=0D=0ABcc:_x@canari.fr?= <camille@example.com>',
    'Ca\xffmille <camille@example.com>',
    'camille@example.com (Camille)',
    `${'x'.repeat(3_000)} <camille@example.com>`,
    '\u202eellimaC <camille@example.com>',
  ]) {
    const { thread, message } = await received(bytes(mail({ From: Buffer.from(from).toString('latin1') })))
    assert.equal(thread.requester.email, 'camille@example.com')
    assert.match(thread.requester.nom ?? 'x', /^[^\p{Cc}\u202a-\u202e]{1,200}$/u)
    assert.equal(message.author.email, 'camille@example.com')
    const reply = await office.post(`/admin/messages/threads/${thread.id}/reply`, { body: 'Voilà.' })
    assert.equal(reply.status, 201)
    const { rows } = await app.owner.query('select recipient_email from mails order by place desc limit 1')
    assert.equal(rows[0].recipient_email, 'camille@example.com')
  }
})

test('ids and references of any kind neither break nor lead anywhere', async () => {
  for (const headers of [
    { 'Message-ID': 'none' },
    { 'Message-ID': '<>' },
    { 'Message-ID': `<${'x'.repeat(5_000)}@y>` },
    { 'Message-ID': '<a b@c>' },
    { 'Message-ID': "<'; drop table support_threads; --@x>" },
    { 'In-Reply-To': '<'.repeat(10_000) },
    { References: Array.from({ length: 3_000 }, (_, n) => `<${n}@x.fr>`).join('\r\n ') },
    { References: `<${'x'.repeat(100_000)}` },
    { To: `${'support+'.repeat(1_000)}@essai.fr` },
    { Date: 'hier' },
    { 'Content-Type': ';;;' },
    { 'Content-Type': `text/plain; ${'a=b; '.repeat(10_000)}` },
    { 'Content-Transfer-Encoding': 'rot13' },
  ])
    await received(mail({ From: 'Eve <eve@example.net>', ...headers }))
})

const nested = (depth: number) => {
  let inner = part('text/plain', 'Au fond')
  for (let level = depth; level > 0; level--)
    inner = part(`multipart/mixed; boundary="n${level}"`, `--n${level}\r\n${inner}\r\n--n${level}--`)
  return `From: eve@example.net\r\nSubject: x\r\n${inner}\r\n`
}
const matryoshka = (depth: number) =>
  `From: eve@example.net\r\n${'Content-Type: message/rfc822\r\n\r\n'.repeat(depth)}Content-Type: text/plain\r\n\r\nAu fond\r\n`

const UNREADABLE: Record<string, string | Uint8Array<ArrayBuffer>> = {
  nothing: '',
  'not a mail': 'Bonjour',
  'bytes of any kind': new Uint8Array(Buffer.from(Array.from({ length: 5_000 }, (_, n) => (n * 7919) % 256))),
  nobody: mail({ From: undefined }),
  'an empty sender': mail({ From: '<>' }),
  'a sender without a domain': mail({ From: 'camille' }),
  'a group as its sender': mail({ From: 'Equipe: a@b.fr, c@d.fr;' }),
  'two senders': mail({ From: 'eve@example.net\r\nFrom: camille@example.com' }),
  'a sender that no mail can be sent to': mail({ From: '"a b"@example.com' }),
  'parts in each other a thousand times': nested(1_000),
  'half a million lines': mail({}, '\r\n'.repeat(500_000)),
  'ten thousand parts': mail(
    { 'Content-Type': 'multipart/mixed; boundary="b"' },
    '--b\r\n\r\nx\r\n'.repeat(10_000),
  ),
  'two thousand headers': `${'X-A: b\r\n'.repeat(2_000)}From: eve@example.net\r\n\r\nx`,
  'a header of a megabyte': mail({ 'X-Long': 'x'.repeat(1_000_000) }),
}
for (const [name, raw] of Object.entries(UNREADABLE))
  test(`refused, and nothing is kept of it: ${name}`, async () => {
    const state = async () =>
      (
        await app.owner.query(
          'select (select count(*) from support_threads) || $1 || (select count(*) from support_receipts) as n',
          ['/'],
        )
      ).rows[0].n
    const before = await state()
    const { status, body } = await deliver(app, raw)
    assert.equal(`${status} ${body.error}`, '422 invalid_webhook_payload')
    assert.equal(await state(), before)
  })

test('mails within the limits are read, however they are structured', async () => {
  assert.equal((await received(nested(40))).message.body, 'Au fond')
  assert.match((await received(matryoshka(500))).message.body, /./)
  const large = mail(
    ...multipart(
      'mixed',
      part('text/plain', 'Voir'),
      part(
        'application/pdf',
        `${'A'.repeat(76)}\r\n`.repeat(120_000),
        'Content-Transfer-Encoding: base64\r\n',
      ),
    ),
  )
  const { message } = await received(large)
  assert.deepEqual([message.body, message.attachments], ['Voir', ['sans nom']])
})

test('a mail that is slow to read holds up nobody', async () => {
  const answersMeanwhile = async (round: number) => {
    const text = `${round}${'\r\n'.repeat(240_000)}${'<br>'.repeat(2_000_000)}`
    const began = performance.now()
    let [done, answered] = [false, 0]
    const reading = deliver(app, mail({ 'Content-Type': 'text/html' }, text)).finally(() => {
      done = true
    })
    while (!done && performance.now() - began < 60_000) {
      await app.anyone.get('/communes')
      answered++
      // Without a pause the requests of this test would take the time themselves.
      await sleep(10)
    }
    // A busy machine may not read it in time, and asks for it again.
    assert.ok([200, 422, 503].includes((await reading).status))
    return answered
  }
  // Parsed on the event loop, the mail would block every answer but the first. Repeated, since the machine may be held up as well.
  let answered = 0
  for (let round = 0; round < 5 && answered < 5; round++)
    answered = Math.max(answered, await answersMeanwhile(round))
  assert.ok(answered >= 5, `${answered} answers meanwhile`)
})

test('more than ten megabytes are not taken', async () => {
  const { status, body } = await deliver(app, mail({}, 'a'.repeat(10 * 1024 * 1024)))
  assert.equal(`${status} ${body.error}`, '413 payload_too_large')
})

test('nothing of a mail stands in the log', () => {
  const log = lines.join('')
  assert.ok(log.includes('/api/v1/webhooks/inbound-mail'))
  for (const trace of ['canari', 'camille', 'eve@', 'Bonjour']) assert.ok(!log.includes(trace), trace)
})
