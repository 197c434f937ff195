import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  assigned,
  assignedFrom,
  type Columns,
  columnsOf,
  type TypedColumns,
  typed,
  valuesOf,
} from './columns.ts'

interface Word {
  readonly title: string
  readonly lieu?: string | null
}
const WORD = { title: true, lieu: true } as const satisfies Columns<Word>
const TYPED = { title: 'text', lieu: 'text' } as const satisfies TypedColumns<Word>

test('one list of columns writes every statement, in its order, and values travel as parameters', () => {
  const word = { lieu: 'Gien', title: "l'eau", id: 'no column' }
  assert.equal(columnsOf(WORD).text, 'title, lieu')
  assert.equal(columnsOf(WORD, 'p').text, 'p.title, p.lieu')
  assert.equal(typed(TYPED).text, 'title text, lieu text')
  assert.equal(assignedFrom(TYPED, 'r').text, 'title = r.title, lieu = r.lieu')
  for (const [made, text] of [
    [valuesOf(WORD, word), '$1, $2'],
    [assigned(WORD, word), 'title = $1, lieu = $2'],
  ] as const) {
    assert.equal(made.text, text)
    assert.deepEqual(made.values, ["l'eau", 'Gien'])
  }
})

test('a missing or unknown column does not compile', () => {
  // @ts-expect-error `lieu` was forgotten
  const short = { title: true } as const satisfies Columns<Word>
  // @ts-expect-error `lieu` was forgotten
  const shortTyped = { title: 'text' } as const satisfies TypedColumns<Word>
  // @ts-expect-error there is no `body`
  const long = { title: true, lieu: true, body: true } as const satisfies Columns<Word>
  // @ts-expect-error the record has no `lieu`
  const lacking = (): unknown => valuesOf(WORD, { title: 'Eau' })
  // @ts-expect-error rows sent as JSON need the types
  const untyped = (): unknown => typed(WORD)
  assert.equal([short, shortTyped, long, lacking, untyped].length, 5)
})
