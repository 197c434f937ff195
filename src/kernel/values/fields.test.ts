import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fieldsOf } from './fields.ts'

interface Word {
  readonly title: string
  readonly lieu?: string | null
}

test('a list with a missing or additional field does not compile', () => {
  assert.deepEqual(fieldsOf<Word>({ lieu: true, title: true }), ['lieu', 'title'])
  // @ts-expect-error `lieu` was forgotten
  fieldsOf<Word>({ title: true })
  // @ts-expect-error there is no `body`
  fieldsOf<Word>({ title: true, lieu: true, body: true })
})
