import type { TProperties, TSchema, Type as Typebox } from 'typebox'

/**
 * The dozen builders of shapes that are used here, typed as TypeBox's own and building what those build (`type.test.ts`
 * compares them). The library itself is four hundred files, a tenth of what every process would compute before its first line.
 */
type Plain = Readonly<Record<string, unknown>>
type Used =
  | 'Array'
  | 'Boolean'
  | 'Integer'
  | 'Number'
  | 'Object'
  | 'Optional'
  | 'Partial'
  | 'Record'
  | 'String'
type Builders = Pick<typeof Typebox, Used | 'Union' | 'Unknown' | 'Unsafe'>

/** On the shape itself, but not enumerable: it is not sent, and who spreads a shape leaves it behind. */
const OPTIONAL = '~optional'

const plain = (type: string) => (options?: Plain) => ({ type, ...options })
const copy = (shape: object) => Object.defineProperties({}, Object.getOwnPropertyDescriptors(shape))
const optional = (shape: object) => Object.defineProperty(copy(shape), OPTIONAL, { value: true })

function object(properties: TProperties, options?: Plain) {
  const required = Object.keys(properties).filter(
    name => !Object.hasOwn(properties[name] as object, OPTIONAL),
  )
  return { type: 'object', ...(required.length > 0 && { required }), properties, ...options }
}

export const Type = {
  Array: (items: TSchema, options?: Plain) => ({ type: 'array', items, ...options }),
  Boolean: plain('boolean'),
  Integer: plain('integer'),
  Number: plain('number'),
  Object: object,
  Optional: optional,
  Partial: ({ properties }: { properties: TProperties }, options?: Plain) =>
    object(
      Object.fromEntries(Object.entries(properties).map(([name, shape]) => [name, optional(shape)])),
      options,
    ),
  Record: (_name: TSchema, value: TSchema, options?: Plain) => ({
    type: 'object',
    patternProperties: { '^.*$': value },
    ...options,
  }),
  String: plain('string'),
  Union: (anyOf: readonly TSchema[], options?: Plain) => ({ anyOf, ...options }),
  Unknown: (options?: Plain) => ({ ...options }),
  Unsafe: copy,
} as unknown as Builders
