import type { Static, TObject, TSchema } from 'typebox'
import { about, Nullable, named, nameOf, Obj, Optional, Text } from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import { invalid, Problem } from '../errors.ts'

/**
 * Every list has the same steps: `pageOf` reads the order and where the page begins, the list's own statements give one row
 * more than the page shows and the total, and `paged` makes the reply.
 */

/** Deepest page by number: beyond it too many rows would be read and thrown away. `after` has no limit. */
const DEEPEST = 100_000

/** Page size of lists for people who work on them. */
const PER_PAGE = 20
/** Page size of public lists. */
export const PER_PAGE_OF_APPS = 15

export const pageQuery = {
  page: Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      default: 1,
      description: `The number of the page. \`page × per_page\` is ${DEEPEST} at most: beyond, follow \`after\``,
    }),
  ),
  per_page: Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      description: 'How many a page. Without it 15 where anybody may read, 20 behind a token',
    }),
  ),
  after: Optional(
    about('`meta.next` of the page before: goes on behind its last row. Not together with `page`', {
      // A title of two hundred characters may be folded into several times as many.
      ...Text(4000),
      'x-extension': true,
    }),
  ),
}
/** `uncounted`: of a table, of which nobody reads the total. It cannot be asked for from outside. */
type PageQuery = Static<TObject<typeof pageQuery>> & { readonly uncounted?: true }

/** The order of a list, as far as cursors need it. */
export interface Order<Row> {
  /** Checks of the parts of a cursor, before PostgreSQL gets them. */
  readonly checks: readonly KeyPart[] | WholeKey
  /** The position of a row in this order, as text with all digits. */
  keyOf(row: Row): readonly string[]
}
/** What one part of a key must look like. */
export type KeyPart = (part: string) => boolean
/** Where the parts depend on each other. */
export type WholeKey = (key: readonly string[]) => boolean

export const anyText: KeyPart = () => true

/** Where a page begins: at a number of rows, or after the last row of the previous page (`after`). */
export interface Page<O = Order<never>> {
  readonly order: O
  readonly number: number
  readonly perPage: number
  readonly offset: number
  readonly after: readonly string[] | undefined
  readonly uncounted: boolean
}

export function pageOf<O extends Order<never>>(query: PageQuery, order: O, standard = PER_PAGE): Page<O> {
  const perPage = query.per_page ?? standard
  const uncounted = query.uncounted === true
  if (query.after !== undefined) {
    if (query.page !== undefined)
      throw invalid('page', 'ne va pas avec « after »', 'does not go with "after"')
    const { page, key } = readCursor(query.after, order.checks)
    return { order, number: page, perPage, offset: 0, after: key, uncounted }
  }
  const number = query.page ?? 1
  if (number * perPage > DEEPEST) throw new Problem('page_too_deep')
  return { order, number, perPage, offset: (number - 1) * perPage, after: undefined, uncounted }
}

/**
 * The reply of most lists. Rows and total may be promises, so that both statements run at the same time. A total that
 * takes long is a function: a table of half a million rows would ask it for every two thousand of them.
 */
export async function paged<Row, Item = Row>(
  page: Page<Order<NoInfer<Row>>>,
  asked: Promise<readonly Row[]> | readonly Row[],
  counted: Promise<number> | number | (() => Promise<number>),
  shown?: (row: Row) => Item,
) {
  const count = typeof counted !== 'function' ? counted : page.uncounted ? 0 : counted()
  const [rows, total] = await Promise.all([asked, count])
  const { data, next } = onPage(page, rows, shown)
  const { number: current_page, perPage: per_page } = page
  return { data, meta: { current_page, last_page: lastPage(total, per_page), per_page, total, next } }
}

/** The rows that the page shows: one more than fits tells that there is a next page, without a count. */
export function onPage<Row, Item = Row>(
  { order, number, perPage }: Page<Order<NoInfer<Row>>>,
  rows: readonly Row[],
  shown: (row: Row) => Item = row => row as unknown as Item,
) {
  const last = rows[perPage - 1]
  const next = rows.length > perPage && last ? writeCursor(number + 1, order.keyOf(last)) : null
  return { data: rows.slice(0, perPage).map(shown), next }
}

/** Whether the page is full and has a next one: then no further way need be tried. */
export const isFull = ({ perPage }: Page, rows: readonly unknown[]): boolean => rows.length > perPage

export const lastPage = (total: number, perPage: number) => Math.max(1, Math.ceil(total / perPage))

////////////////////////////////////////////////////////////////////////////// cursors

const writeCursor = (page: number, key: readonly string[]) =>
  Buffer.from(JSON.stringify([page, ...key])).toString('base64url')

function readCursor(
  text: string,
  checks: readonly KeyPart[] | WholeKey,
): { page: number; key: readonly string[] } {
  const parsed = parse(Buffer.from(text, 'base64url').toString())
  if (Array.isArray(parsed)) {
    const [page, ...key] = parsed
    const storable = (part: unknown) =>
      typeof part === 'string' && part.isWellFormed() && !part.includes('\0')
    if (Number.isSafeInteger(page) && page >= 1 && key.every(storable) && fits(key, checks))
      return { page, key }
  }
  throw invalid('after', "n'est pas une valeur de meta.next", 'is not a value of meta.next')
}

export const fits = (key: readonly string[], checks: readonly KeyPart[] | WholeKey): boolean =>
  typeof checks === 'function'
    ? checks(key)
    : key.length === checks.length && checks.every((check, at) => check(key[at] ?? ''))

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

////////////////////////////////////////////////////////////////////////////// shapes

/** The shape of the page is named after its record: `RecordPage`. */
export const pageNamed = <T extends TSchema>(items: TSchema, page: T): T => {
  const name = nameOf(items)?.name
  return name === undefined ? page : named(`${name}Page`, page)
}

const Count = Type.Integer({ minimum: 0 })
const Total = about('How many there are on all pages', Count)
const Next = Nullable(
  Type.String({ description: 'The `after` of the next page; null on the last', 'x-extension': true }),
)
/** `meta` in the form of most lists. */
export const pageMeta = { current_page: Count, last_page: Count, per_page: Count, total: Total, next: Next }
const PageMeta = named('PageMeta', Obj(pageMeta))
/** The paged list that most of the interface has. */
export const Paged = <T extends TSchema>(items: T) =>
  pageNamed(items, Obj({ data: Type.Array(items), meta: PageMeta }))
const NumberedPageMeta = named(
  'NumberedPageMeta',
  Obj({ page: Count, per_page: Count, total: Total, last_page: Count, next: Next }),
)
/** `meta` with page numbers, where the interface has it so. */
export const NumberedPages = <T extends TSchema>(items: T) =>
  pageNamed(items, Obj({ data: Type.Array(items), meta: NumberedPageMeta }))
