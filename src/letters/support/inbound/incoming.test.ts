import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mail } from '../../../../test/fixtures/inbound-mail.ts'
import { readMail } from './incoming.ts'

const latin1 = (text: string) => Buffer.from(text, 'latin1')
const LATIN = { 'Content-Type': 'text/plain; charset=iso-8859-1' }
const UTF8 = { 'Content-Type': 'text/plain; charset=utf-8' }
const base64 = (bytes: Buffer) => bytes.toString('base64')
const IN_BASE64 = { 'Content-Transfer-Encoding': 'base64' }
const HEADS = { Subject: 'Ecole', From: 'Helene <h@exemple.fr>' }
const RAW = { Subject: '\xc9cole \xe0 F\xe9n\xe9trange', From: 'H\xe9l\xe8ne <h@exemple.fr>' }

const LETTERS: Readonly<Record<string, readonly [raw: Buffer, subject: string, nom: string, body: string]>> =
  {
    'raw headers in Latin-1, and a charset': [
      latin1(mail({ ...RAW, ...LATIN }, 'D\xe9j\xe0 re\xe7u')),
      'École à Fénétrange',
      'Hélène',
      'Déjà reçu',
    ],
    'raw headers in Latin-1 above UTF-8': [
      Buffer.concat([latin1(mail({ ...RAW, ...UTF8 }, '').trimEnd()), Buffer.from('\r\n\r\nПривет, déjà')]),
      'École à Fénétrange',
      'Hélène',
      'Привет, déjà',
    ],
    'raw headers in UTF-8 above Latin-1': [
      Buffer.concat([
        Buffer.from(mail({ ...LATIN, Subject: 'École', From: 'Hélène <h@exemple.fr>' }, '').trimEnd()),
        latin1('\r\n\r\nD\xe9j\xe0'),
      ]),
      'École',
      'Hélène',
      'Déjà',
    ],
    'an encoded subject in Latin-1 that says UTF-8': [
      Buffer.from(mail({ ...HEADS, Subject: '=?UTF-8?Q?=C9cole?=' }, 'Déjà')),
      'École',
      'Helene',
      'Déjà',
    ],
    'Latin-1 that says UTF-8': [
      latin1(mail({ ...HEADS, ...UTF8 }, 'D\xe9j\xe0 re\xe7u')),
      'Ecole',
      'Helene',
      'Déjà reçu',
    ],
    'Latin-1 and UTF-8 that say UTF-8': [
      Buffer.concat([latin1(mail({ ...HEADS, ...UTF8 }, 'D\xe9j\xe0').trimEnd()), Buffer.from(' reçu 🎉')]),
      'Ecole',
      'Helene',
      'Déjà reçu 🎉',
    ],
    'base64 of Latin-1 without a charset': [
      latin1(mail({ ...HEADS, ...IN_BASE64, 'Content-Type': 'text/plain' }, base64(latin1('D\xe9j\xe0')))),
      'Ecole',
      'Helene',
      'Déjà',
    ],
    'base64 of Latin-1 without a type': [
      latin1(mail({ ...HEADS, ...IN_BASE64, 'Content-Type': undefined }, base64(latin1('D\xe9j\xe0')))),
      'Ecole',
      'Helene',
      'Déjà',
    ],
    'a charset on the next line': [
      latin1(mail({ ...RAW, 'Content-Type': 'text/plain;\r\n charset=iso-8859-15' }, '5 \xa4')),
      'École à Fénétrange',
      'Hélène',
      '5 €',
    ],
    'UTF-8 that says Latin-1, with C1 letters': [
      Buffer.from(mail({ ...HEADS, ...LATIN, Subject: 'l\u0092école' }, 'L’été')),
      'l’école',
      'Helene',
      'L’été',
    ],
  }
for (const [name, [raw, subject, nom, body]] of Object.entries(LETTERS))
  test(`letters of a mail: ${name}`, async () => {
    const read = await readMail(raw)
    assert.deepEqual([read.subject, read.from?.nom, read.body], [subject, nom, body])
  })

const HTML: readonly (readonly [html: string, text: string])[] = [
  ['<body><style>p{a:b}</style><p>Bonjour</p>', 'Bonjour'],
  ['<ul><li>Un</li><li>Deux</li></ul><ol><li>Trois</li></ol>', '- Un\n- Deux\n\n1. Trois'],
  [
    'Voir <a href="https://x.fr/">le lien</a> ou <a href="https://x.fr/">https://x.fr</a>.',
    'Voir le lien (https://x.fr/) ou https://x.fr.',
  ],
  ['<a href="https://x.fr/"><b>gras</b></a> <img src="cid:1">', 'gras (https://x.fr/)'],
  ['<p>Un</p><div>Deux</div>Trois<br>Quatre', 'Un\n\nDeux\nTrois\nQuatre'],
  [
    '<table><tr><td>Nom</td><td>Léa</td></tr><tr><td>Jour</td><td>Lundi</td></tr></table>',
    'Nom Léa\nJour Lundi',
  ],
  ['<script>x()</script><title>t</title>&nbsp;', '(message vide)'],
  // Plain text, not Markdown: no sign is escaped, no word is left out but a hidden one.
  ['<h1>Avis</h1><p>3*4*5 m, 16. rue_de_la_Gare</p>', 'Avis\n\n3*4*5 m, 16. rue_de_la_Gare'],
  ['<p>Oui</p><blockquote>Non ?<br>Si</blockquote>', 'Oui\n\n> Non ?\n> Si'],
  [
    '<p class="submitted">Vu <a class="username" href="https://x.fr/u">Léa</a></p>',
    'Vu Léa (https://x.fr/u)',
  ],
  [
    '<p>Écrire à <a href="mailto:a@x.fr">la mairie</a><span style="display:none">A</span></p>',
    'Écrire à la mairie (a@x.fr)',
  ],
  // As deep as a mail may be: the square of the open tags took 8 s.
  [`${'<ul><li>'.repeat(40_000)}Bonjour`, 'Bonjour'],
]
for (const [html, text] of HTML)
  test(`an HTML mail as text: ${html.slice(0, 100)}`, async () => {
    const raw = mail({ 'Content-Type': 'text/html; charset=utf-8' }, html)
    assert.equal((await readMail(Buffer.from(raw))).body, text)
  })

const ARMOUR = '-----BEGIN PGP MESSAGE-----\r\n\r\nhQEMA\r\n=abcd\r\n-----END PGP MESSAGE-----'
const UNREADABLE = '(message chiffré : il ne peut pas être lu ici)'
const ENCRYPTED: Readonly<Record<string, readonly [raw: string, body: string]>> = {
  'S/MIME': [
    mail(
      { 'Content-Type': 'application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m', ...IN_BASE64 },
      'MIAG',
    ),
    UNREADABLE,
  ],
  'PGP/MIME': [
    mail(
      { 'Content-Type': 'multipart/encrypted; protocol="application/pgp-encrypted"; boundary=b' },
      `--b\r\nContent-Type: application/pgp-encrypted\r\n\r\nVersion: 1\r\n--b\r\nContent-Type: application/octet-stream\r\n\r\n${ARMOUR}\r\n--b--`,
    ),
    UNREADABLE,
  ],
  'PGP in the text': [mail({}, `Bonjour\r\n\r\n${ARMOUR}`), `Bonjour\n\n${UNREADABLE}`],
}
for (const [name, [raw, body]] of Object.entries(ENCRYPTED))
  test(`an encrypted mail says that it cannot be read: ${name}`, async () => {
    assert.equal((await readMail(Buffer.from(raw))).body, body)
  })

test('a file of Outlook says what it is, results of the mail server are kept as they were written', async () => {
  const parts = [
    'Content-Type: text/plain\r\n\r\nVoir la pièce jointe.',
    'Content-Type: application/ms-tnef; name="winmail.dat"\r\nContent-Disposition: attachment; filename="winmail.dat"\r\n\r\nx',
  ]
  const { attachments, authentication } = await readMail(
    Buffer.from(
      mail(
        {
          'Content-Type': 'multipart/mixed; boundary="b"',
          'Authentication-Results': 'mx.essai.fr;\r\n dmarc=pass header.from=exemple.fr',
          'Authentication-Results ': 'mx.essai.fr; dmarc=pass',
        },
        `${parts.map(part => `--b\r\n${part}`).join('\r\n')}\r\n--b--`,
      ),
    ),
  )
  assert.match(attachments[0] ?? '', /^winmail\.dat \(pièces jointes emballées par Outlook/)
  assert.equal(authentication.length, 1)
  assert.match(authentication[0] ?? '', /mx\.essai\.fr;\s+dmarc=pass header\.from=exemple\.fr/)
})
