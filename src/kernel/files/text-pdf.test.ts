import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textPdf } from './text-pdf.ts'

test('the file is ASCII, and each object lies where its table says', () => {
  const pdf = textPdf('Certificat d’affichage', [
    { text: 'Délibération n° 1 (« œuvre »)', bold: true },
    { text: 'Łódź 𝕏 \\' },
  ])
  assert.match(pdf, /^[\n\x20-\x7e]+$/)
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(pdf)?.[1])
  assert.equal(pdf.slice(start, start + 4), 'xref')
  const offsets = [...pdf.slice(start).matchAll(/^(\d{10}) 00000 n /gm)].map(([, at]) => Number(at))
  for (const [at, offset] of offsets.entries()) assert.ok(pdf.startsWith(`${at + 1} 0 obj\n`, offset))
  for (const [, length, content] of pdf.matchAll(/\/Length (\d+) >>\nstream\n([\s\S]*?)\nendstream/g))
    assert.equal(content?.length, Number(length))
  assert.match(pdf, /\(D\\351lib\\351ration n\\260 1 \\050\\253 \\234uvre \\273\\051\) Tj/)
  // A letter that it lacks loses its accent, or becomes a question mark.
  assert.match(pdf, /\(\?\\363dz \? \\134\) Tj/)
})

test('long lines are broken, words without a blank too, and further lines begin a page', () => {
  const pdf = textPdf('Long', [
    { text: 'mot '.repeat(100) },
    { text: 'x'.repeat(300) },
    ...Array.from({ length: 80 }, (_, at) => ({ text: `ligne ${at}` })),
  ])
  const rows = [...pdf.matchAll(/\((.*)\) Tj/g)].map(([, row = '']) => row)
  assert.ok(
    rows.every(row => row.length <= 90),
    rows.join('\n'),
  )
  assert.equal(rows.filter(row => row.startsWith('x')).join('').length, 300)
  assert.equal(rows.at(-1), 'ligne 79')
  assert.match(pdf, /\/Count 2 /)
})
