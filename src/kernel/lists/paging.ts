import { type Static, type TObject, type TSchema, Type } from 'typebox'
import { invalid, Problem } from '../errors.ts'
import { Nullable, named, nameOf, Obj, Optional, Text } from '../routes/shapes.ts'

/** Counting pages further would read and throw away more rows than anybody looks at: `after` goes on from there. */
const DEEPEST = 100_000

export const pageQuery = {
  page: Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  per_page: Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  after: Optional(Text(1000)),
}
type PageQuery = Static<TObject<typeof pageQuery>>

/** Where a page begins: at a number of rows, or behind the last row of the page before (`after`). */
export interface Page<Key extends readonly string[]> {
  readonly number: number
  readonly perPage: number
  readonly offset: number
  readonly after: Key | undefined
}

/** What one part of a cursor must look like before PostgreSQL may see it. */
export type KeyPart = (part: string) => boolean
export const anyText: KeyPart = () => true
/** Where the parts depend on each other. */
export type WholeKey = (key: readonly string[]) => boolean

export function pageOf<Key extends readonly string[]>(
  query: PageQuery,
  perPage: number,
  keys: readonly KeyPart[] | WholeKey,
): Page<Key> {
  const size = query.per_page ?? perPage
  if (query.after !== undefined) {
    if (query.page !== undefined)
      throw invalid('page', 'ne va pas avec « after »', 'does not go with "after"')
    const cursor = readCursor(query.after, keys)
    return { number: cursor.page, perPage: size, offset: 0, after: cursor.key as unknown as Key }
  }
  const number = query.page ?? 1
  if (number * size > DEEPEST) throw new Problem('page_too_deep')
  return { number, perPage: size, offset: (number - 1) * size, after: undefined }
}

/**
 * One row more than the page was asked for tells whether there is a next page, without counting anything. `split`
 * parts what the list shows from what it is sorted by.
 */
export function cut<Row, Item>(
  rows: readonly Row[],
  page: Page<readonly string[]>,
  split: (row: Row) => { item: Item; key: readonly string[] },
) {
  const shown = rows.slice(0, page.perPage).map(split)
  const last = shown.at(-1)
  const next = rows.length > page.perPage && last ? writeCursor(page.number + 1, last.key) : null
  return { data: shown.map(({ item }) => item), next }
}

const writeCursor = (page: number, key: readonly string[]) =>
  Buffer.from(JSON.stringify([page, ...key])).toString('base64url')

function readCursor(
  text: string,
  keys: readonly KeyPart[] | WholeKey,
): { page: number; key: readonly string[] } {
  const parsed = parse(Buffer.from(text, 'base64url').toString())
  if (Array.isArray(parsed)) {
    const [page, ...key] = parsed
    const storable = (part: unknown) =>
      typeof part === 'string' && part.isWellFormed() && !part.includes('\0')
    const fits: WholeKey =
      typeof keys === 'function'
        ? keys
        : parts => parts.length === keys.length && keys.every((check, at) => check(parts[at] ?? ''))
    if (Number.isSafeInteger(page) && page >= 1 && key.every(storable) && fits(key)) return { page, key }
  }
  throw invalid('after', "n'est pas une valeur de meta.next", 'is not a value of meta.next')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The page of a record is called after it: `CommunePage`. */
export const pageNamed = <T extends TSchema>(items: TSchema, page: T): T => {
  const name = nameOf(items)?.name
  return name === undefined ? page : named(`${name}Page`, page)
}

const Count = Type.Integer({ minimum: 0 })
export const Next = Nullable(Type.String({ 'x-extension': true }))
/** Where a page stands, as most of the interface says it. */
export const pageMeta = { current_page: Count, last_page: Count, per_page: Count, total: Count, next: Next }
const PageMeta = named('PageMeta', Obj(pageMeta))
/** The paged list that most of the interface has. */
export const Paged = <T extends TSchema>(items: T) =>
  pageNamed(items, Obj({ data: Type.Array(items), meta: PageMeta }))
const NumberedPageMeta = named(
  'NumberedPageMeta',
  Obj({ page: Count, per_page: Count, total: Count, last_page: Count, next: Next }),
)
/** The communes list, as the interface spells it. */
export const NumberedPages = <T extends TSchema>(items: T) =>
  pageNamed(items, Obj({ data: Type.Array(items), meta: NumberedPageMeta }))

/** What `Paged` says of one page. */
export const paged = <Item>(
  { data, next }: { readonly data: Item[]; readonly next: string | null },
  page: Page<readonly string[]>,
  total: number,
) => ({
  data,
  meta: {
    current_page: page.number,
    last_page: lastPage(total, page.perPage),
    per_page: page.perPage,
    total,
    next,
  },
})

export const lastPage = (total: number, perPage: number) => Math.max(1, Math.ceil(total / perPage))
