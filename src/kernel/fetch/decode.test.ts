import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeText } from './decode.ts'

const latin1 = (text: string) => Buffer.from(text, 'latin1')
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16()
const BOM8 = Buffer.from([0xef, 0xbb, 0xbf])
const xml = (encoding: string, text: string) => `<?xml version="1.0" encoding="${encoding}"?><t>${text}</t>`

const CASES: readonly [what: string, bytes: Buffer, type: string | null, text: string, encoding: string][] = [
  ['nothing', Buffer.alloc(0), null, '', 'utf-8'],
  ['ASCII', latin1('abc'), null, 'abc', 'utf-8'],
  ['UTF-8 undeclared', Buffer.from('été €'), null, 'été €', 'utf-8'],
  ['UTF-8 mark', Buffer.concat([BOM8, Buffer.from('été')]), null, 'été', 'utf-8'],
  [
    'UTF-8 mark beats HTTP',
    Buffer.concat([BOM8, Buffer.from('é')]),
    'text/xml; charset=iso-8859-1',
    'é',
    'utf-8',
  ],
  ['UTF-16LE mark', Buffer.from('\ufeffété', 'utf16le'), null, 'été', 'utf-16le'],
  ['UTF-16BE mark', utf16be('\ufeffété'), 'text/xml; charset=utf-8', 'été', 'utf-16be'],
  ['UTF-16LE, no mark', Buffer.from('<rss>é', 'utf16le'), null, '<rss>é', 'utf-16le'],
  ['UTF-16BE, no mark', utf16be('BEGIN:é'), null, 'BEGIN:é', 'utf-16be'],
  ['windows-1252 undeclared', Buffer.from([0x80, 0xe9, 0x92, 0x9c]), null, '€é’œ', 'windows-1252'],
  ['Latin-1 is windows-1252', Buffer.from([0x80, 0xe9]), 'text/xml;charset=ISO-8859-1', '€é', 'windows-1252'],
  ['HTTP ISO-8859-15', Buffer.from([0xa4, 0xbd]), 'text/xml; charset="iso-8859-15"', '€œ', 'iso-8859-15'],
  ['HTTP latin-9', Buffer.from([0xa4, 0xbd]), "text/plain; x=y; charset='Latin-9'", '€œ', 'iso-8859-15'],
  ['XML ISO-8859-15', latin1(xml('ISO-8859-15', '\xa4')), null, xml('ISO-8859-15', '€'), 'iso-8859-15'],
  [
    'HTTP beats XML',
    latin1(xml('iso-8859-15', '\xa4')),
    'a/b; charset=windows-1252',
    xml('iso-8859-15', '¤'),
    'windows-1252',
  ],
  [
    'HTTP UTF-8 that is not',
    latin1(xml('iso-8859-1', 'été')),
    'text/xml; charset=utf-8',
    xml('iso-8859-1', 'été'),
    'windows-1252',
  ],
  [
    'UTF-8 that XML calls Latin-1',
    Buffer.from(xml('ISO-8859-1', 'l’été')),
    null,
    xml('ISO-8859-1', 'l’été'),
    'utf-8',
  ],
  [
    'UTF-8 that HTTP calls Latin-1',
    Buffer.from('Fête de l’été'),
    'text/xml; charset=iso-8859-1',
    'Fête de l’été',
    'utf-8',
  ],
  ['XML UTF-8 that is not', latin1(xml('UTF-8', 'été')), null, xml('UTF-8', 'été'), 'windows-1252'],
  ['a UTF-8 mark that lies', Buffer.concat([BOM8, latin1('été à')]), null, 'été à', 'windows-1252'],
  [
    'HTTP US-ASCII says nothing',
    Buffer.from(xml('utf-8', 'é')),
    'text/xml; charset=us-ascii',
    xml('utf-8', 'é'),
    'utf-8',
  ],
  ['an XML that says UTF-16 in ASCII', Buffer.from(xml('utf-16', 'é')), null, xml('utf-16', 'é'), 'utf-8'],
  ['an unknown label', Buffer.from('é'), 'text/xml; charset=klingon', 'é', 'utf-8'],
  ['an unknown label, not UTF-8', latin1('é'), 'text/xml; charset=x-unknown', 'é', 'windows-1252'],
  ['an empty label', Buffer.from('é'), 'text/xml; charset=', 'é', 'utf-8'],
  ['the label "replacement"', Buffer.from('é'), 'text/xml; charset=replacement', 'é', 'utf-8'],
  ['utf8mb4', Buffer.from('é'), 'application/json; charset=utf8mb4', 'é', 'utf-8'],
  [
    'HTML meta charset',
    latin1('<html><meta charset=iso-8859-15>\xa4'),
    'text/html',
    '<html><meta charset=iso-8859-15>€',
    'iso-8859-15',
  ],
  [
    'HTML http-equiv',
    latin1('<META http-equiv=Content-Type content="text/html; charset=windows-1250">\xe8'),
    null,
    '<META http-equiv=Content-Type content="text/html; charset=windows-1250">č',
    'windows-1250',
  ],
  ['Shift_JIS', Buffer.from([0x93, 0xfa]), 'text/xml; charset=Shift_JIS', '日', 'shift_jis'],
  ['GB18030', Buffer.from([0xc8, 0xd5]), 'text/xml; charset=gb2312', '日', 'gbk'],
  ['KOI8-R', Buffer.from([0xc1]), 'text/xml; charset=koi8-r', 'а', 'koi8-r'],
  ['Macintosh', Buffer.from([0x8e]), 'text/xml; charset=macintosh', 'é', 'macintosh'],
  [
    'cut in an é',
    Buffer.concat([Buffer.from('été à ça'), Buffer.from([0xc3]), Buffer.from('…')]),
    null,
    'été à ça\ufffd…',
    'windows-1252',
  ],
  [
    'UTF-8 with a byte of Latin-1, which XML calls Latin-1',
    Buffer.concat([Buffer.from(xml('ISO-8859-1', 'Fête de l’été, ')), latin1('\xe9')]),
    null,
    `${xml('ISO-8859-1', 'Fête de l’été, ')}é`,
    'windows-1252',
  ],
  [
    'the same, which HTTP calls Latin-9',
    Buffer.concat([Buffer.from('l’'), latin1('\xe9'), Buffer.from('cole')]),
    'text/xml; charset=iso-8859-15',
    'l’école',
    'windows-1252',
  ],
  [
    'the same, declared as UTF-8',
    Buffer.concat([Buffer.from('l’'), latin1('\xe9'), Buffer.from('cole')]),
    'text/xml; charset=utf-8',
    'l’école',
    'windows-1252',
  ],
  [
    'cut in Russian',
    Buffer.concat([Buffer.from('Привет'), Buffer.from([0xd0])]),
    null,
    'Привет\ufffd',
    'utf-8',
  ],
  ['an overlong NUL is not UTF-8', Buffer.from([0x61, 0xc0, 0x80]), null, 'aÀ€', 'windows-1252'],
]

test('decoding tries byte order mark, HTTP charset, declaration, strict UTF-8 and windows-1252', async context => {
  for (const [what, bytes, type, text, encoding] of CASES) {
    await context.test(what, async () => {
      assert.deepEqual(decodeText(bytes, type), { text, encoding })
    })
  }
})
