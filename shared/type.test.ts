import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type as Library } from 'typebox'
import { Type as ours } from './type.ts'

const MARK = Symbol('a mark')

/** Every builder that is used, each within others, with options and without. */
const built = (Type: typeof ours): unknown[] => {
  const text = Object.assign(Type.String({ minLength: 1, maxLength: 9 }), { [MARK]: 'kept' })
  const all = Type.Object(
    {
      needed: text,
      left: Type.Optional(text),
      twice: Type.Optional(Type.Optional(Type.Integer({ minimum: 1 }))),
      unsafe: Type.Unsafe<string | null>(Type.Optional(Type.Unsafe({ type: ['string', 'null'] }))),
      // Spread, it is needed again.
      spread: { ...Type.Optional(Type.Number()) },
      list: Type.Array(Type.Boolean(), { maxItems: 3 }),
    },
    { additionalProperties: false },
  )
  return [
    all,
    all.properties.left,
    Type.Object({}),
    Type.Object({ left: Type.Optional(Type.Boolean()) }),
    Type.Partial(all),
    Type.Partial(all, { minProperties: 1 }).properties.needed,
    Type.Object({ ...Type.Partial(all).properties }),
    Type.Array(all),
    Type.Record(Type.String(), Type.Unknown({ description: 'anything' })),
    Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()], { examples: [1] }), {
      maxProperties: 2,
    }),
    Type.Unknown(),
  ]
}

test('builds what the library builds', () => assert.deepEqual(built(ours), built(Library as typeof ours)))
