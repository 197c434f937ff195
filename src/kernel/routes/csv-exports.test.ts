import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { Data, List, Nullable, Obj, Text } from '../../../shared/shapes.ts'
import fc from '../../../test/fast-check.ts'
import { holdsNobodyUp } from '../../../test/hostile/cost.ts'
import { type Language, Problem } from '../refusals/errors.ts'
import { tableOf } from './csv-exports.ts'

const Row = Obj({ first: Text(20_000), second: Text(20_000), words: Nullable(List(Text(200))) })
const table = tableOf(Data(List(Row)))
const written = async (cell: string, language: Language) => {
  const row = { first: cell, second: `a${cell}`, words: ['x', cell] }
  return await text(await table(async () => ({ data: [row], meta: { next: null } }), language))
}

/**
 * Reads CSV like a spreadsheet: a quote counts only at the beginning of a cell, text after its closing quote is kept,
 * and only the delimiter is known.
 */
function cellsOf(file: string, delimiter: string): string[] {
  const cells: string[] = []
  let [cell, at] = ['', file.startsWith('\ufeff') ? 1 : 0]
  const end = () => {
    cells.push(cell)
    cell = ''
  }
  for (let isOpen = false; at < file.length; at++) {
    const sign = file[at] ?? ''
    if (isOpen && sign === '"' && file[at + 1] === '"') cell += file[at++]
    else if (isOpen && sign === '"') isOpen = false
    else if (isOpen) cell += sign
    else if (sign === '"' && cell === '' && isBeginning(file[at - 1], delimiter)) isOpen = true
    else if (sign === delimiter || sign === '\n' || sign === '\r') end()
    else cell += sign
  }
  end()
  return cells
}
const isBeginning = (before: string | undefined, delimiter: string) =>
  before === undefined || [delimiter, '\n', '\r', '\ufeff'].includes(before)

const isFormula = (cell: string) => /^[\s"]*[=+\-@＝＋－＠]/.test(cell)

async function assertNoFormula(cell: string): Promise<void> {
  for (const language of ['fr', 'en'] as const) {
    const file = await written(cell, language)
    for (const delimiter of [';', ',', '\t'])
      assert.deepEqual(cellsOf(file, delimiter).filter(isFormula), [], `${language}, split at “${delimiter}”`)
  }
}

test('a table that a spreadsheet of the other language splits at the wrong sign holds no formula', async () => {
  const attack = `=1+cmd|' /C calc'!A0`
  for (const between of [';', ',', '\t', '\n', '\r\n', '; ', ';\u00a0', ';"', ', "" ', ',;', '\n\n'])
    await assertNoFormula(`a${between}${attack}${between}b`)
  for (const begin of ['=', '+', '-', '@', '＝', '－2+', '- =', '- SUM(1)-', "- 1+cmd|'x'!"])
    await assertNoFormula(`fête;${begin}HYPERLINK("http://x.example")`)
})

test('no mixture of signs does', async () => {
  const signs = fc.constantFrom(
    ';',
    ',',
    '\t',
    '\n',
    '\r',
    '"',
    "'",
    ' ',
    '\u00a0',
    '=',
    '+',
    '-',
    '- ',
    '@',
    '＝',
    '(',
    '|',
    '!',
    'a',
    '1',
  )
  const cells = fc.array(signs, { maxLength: 14 }).map(parts => parts.join(''))
  await fc.assert(fc.asyncProperty(cells, assertNoFormula), { numRuns: 500 })
})

test('text that is not a formula is not changed', async () => {
  const plain = 'Tél. 02 38 00 00 00 ; 10 h-12 h, a=b, (c@d.fr)\n* Artisans\n– Producteurs'
  const cells = cellsOf(await written(plain, 'fr'), ';')
  assert.deepEqual(cells.slice(4, 6), [plain, `a${plain}`])
})

test('a database that is busy after the first rows is asked again: the file is whole', async () => {
  let refusals = 0
  const read = async ({ after }: { after?: string }) => {
    if (after !== undefined && refusals < 2) {
      refusals++
      throw new Problem('unavailable')
    }
    const row = { first: after ?? 'beginning', second: '', words: null }
    return { data: [row], meta: { next: after === undefined ? 'end' : null } }
  }
  const lines = (await text(await table(read, 'en'))).split('\r\n')
  assert.deepEqual([refusals, lines.slice(1)], [2, ['beginning,,', 'end,,', '']])
})

holdsNobodyUp('a cell of a table', 20_000, cell => written(cell, 'fr'))
