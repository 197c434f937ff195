import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deflateSync } from 'node:zlib'
import { textPdf } from '../kernel/files/text-pdf.ts'
import { hasText } from './pdf-text.ts'

const file = (...streams: readonly (readonly [header: string, content: string | Buffer])[]) =>
  Buffer.concat([
    Buffer.from('%PDF-1.7\n'),
    ...streams.flatMap(([header, content], at) => [
      Buffer.from(`${at + 1} 0 obj\n<< ${header} >>\nstream\n`),
      Buffer.from(content),
      Buffer.from('\nendstream\nendobj\n'),
    ]),
    Buffer.from('trailer\n<<>>\n%%EOF\n'),
  ])
const packed = (content: string) => ['/Filter /FlateDecode', deflateSync(content)] as const
const WORDS = 'BT /F1 12 Tf 50 700 Td [(Le) -20 (conseil)] TJ ET'
const SCAN = 'q 595 0 0 842 0 0 cm /Im1 Do Q'

for (const [name, pdf, expected] of [
  ['packed text', file(packed(SCAN), packed(WORDS)), true],
  ['plain text', file(['/Length 9', WORDS]), true],
  ['hexadecimal glyphs', file(packed('BT /F1 9 Tf <00410042> Tj ET')), true],
  ['a text of ours', Buffer.from(textPdf('Acte', [{ text: 'Le maire arrête' }])), true],
  ['pictures only', file(['/Subtype /Image /Filter /DCTDecode', WORDS], packed(SCAN)), false],
  ['a packed picture', file(['/Subtype /Image /Filter /FlateDecode', deflateSync(WORDS)]), false],
  ['an empty text', file(packed('BT /F1 12 Tf ET')), false],
  ['a damaged stream', file(['/Filter /FlateDecode', 'x'.repeat(99)]), false],
  ['an encrypted file', file(packed(WORDS), ['/Encrypt 9 0 R', '']), false],
  ['no stream at all', Buffer.from('%PDF-1.4\n%%EOF'), false],
] as const)
  test(`a PDF with ${name}: ${expected ? 'has text' : 'has none'}`, async () => {
    assert.equal(await hasText(pdf), expected)
  })

test('the cost of hostile files is bounded: many streams, a bomb, and openings without an end', async () => {
  const many = Buffer.from(`%PDF-1.4\n${'1 0 obj<<>>stream\nendstream '.repeat(500_000)}%%EOF`)
  const bomb = file(...Array.from({ length: 20 }, () => packed('BT '.repeat(4_000_000))))
  const blanks = file(['/Length 9', `BT ${`)${' '.repeat(500)}`.repeat(8_000)}`])
  for (const hostile of [many, bomb, blanks]) {
    const began = process.cpuUsage()
    assert.equal(await hasText(hostile), false)
    const { user, system } = process.cpuUsage(began)
    assert.ok((user + system) / 1e6 < 5, 'seconds of the processor')
  }
})
