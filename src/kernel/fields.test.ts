import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fieldsOf } from './fields.ts'

interface Word {
  readonly title: string
  readonly lieu?: string | null
}

test('the fields of a type are all of them: the compiler refuses a list with one too few, and one too many', () => {
  assert.deepEqual(fieldsOf<Word>({ lieu: true, title: true }), ['lieu', 'title'])
  // @ts-expect-error `lieu` was forgotten
  fieldsOf<Word>({ title: true })
  // @ts-expect-error there is no `body`
  fieldsOf<Word>({ title: true, lieu: true, body: true })
})
