import type { Static, TObject, TSchema } from 'typebox'
import { about, Nullable, named, nameOf, Obj, Optional, Text } from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import { invalid, Problem } from '../refusals/errors.ts'
import { isStorable } from '../texts/texts.ts'

/**
 * The steps of every list: `pageOf` reads order and start of the page, the list's statements return the total and one row
 * more than the page shows, `paged` builds the reply.
 */

/** Limit of `page × per_page`: deeper, too many rows would be read and discarded. `after` has no limit. */
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
      description: `\`page × per_page\` is ${DEEPEST} at most; use \`after\` beyond`,
    }),
  ),
  per_page: Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      description: 'Rows per page',
    }),
  ),
  after: Optional(
    about('`meta.next` of the page before, instead of `page`', {
      // Folding can make a title of 200 characters several times as long.
      ...Text(4000),
      'x-extension': true,
    }),
  ),
}
/** `uncounted`: for CSV exports, which show no total. Clients cannot set it. */
export type PageQuery = Static<TObject<typeof pageQuery>> & { readonly uncounted?: true }

/** The order of a list, as cursors need it. */
export interface Order<Row> {
  /** Validates the parts of a cursor before they reach PostgreSQL. */
  readonly checks: readonly KeyPart[] | WholeKey
  /** The cursor key of a row, as text without loss of precision. */
  keyOf(row: Row): readonly string[]
}
export type KeyPart = (part: string) => boolean
/** Validates a key whose parts depend on each other. */
type WholeKey = (key: readonly string[]) => boolean

export const anyText: KeyPart = () => true

/** A page begins at an offset, or after the last row of the previous page (`after`). */
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
 * The reply of most lists. Rows and total may be promises, so that both statements run at the same time. An expensive total
 * is a function: an export of half a million rows would otherwise count for every 2 000 of them.
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

/**
 * The rows that the page shows. An additional row means that there is a next page, without counting; so does `resume`, the key
 * behind which a search goes on that stopped before the page was full.
 */
export function onPage<Row, Item = Row>(
  { order, number, perPage }: Page<Order<NoInfer<Row>>>,
  rows: readonly Row[],
  shown: (row: Row) => Item = row => row as unknown as Item,
  resume?: readonly string[],
) {
  const last = rows[perPage - 1]
  const key = rows.length > perPage && last ? order.keyOf(last) : resume
  const next = key ? writeCursor(number + 1, key) : null
  return { data: rows.slice(0, perPage).map(shown), next }
}

/** Whether the page is full and has a next one: then the search needs no further step. */
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
    const storable = (part: unknown) => typeof part === 'string' && isStorable(part)
    if (Number.isSafeInteger(page) && page >= 1 && key.every(storable) && fits(key, checks))
      return { page, key }
  }
  throw invalid('after', 'n’est pas une valeur de meta.next', 'is not a value of meta.next')
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

/** Names the page's shape after its record: `RecordPage`. */
export const pageNamed = <T extends TSchema>(items: TSchema, page: T): T => {
  const name = nameOf(items)?.name
  return name === undefined ? page : named(`${name}Page`, page)
}

const Count = Type.Integer({ minimum: 0 })
const Total = about('The number of rows on all pages', Count)
const Next = Nullable(
  Type.String({ description: 'The `after` of the next page; null on the last page', 'x-extension': true }),
)
/** `meta` of most lists. */
export const pageMeta = { current_page: Count, last_page: Count, per_page: Count, total: Total, next: Next }
const PageMeta = named('PageMeta', Obj(pageMeta))
/** The shape of most paged lists. */
export const Paged = <T extends TSchema>(items: T) =>
  pageNamed(items, Obj({ data: Type.Array(items), meta: PageMeta }))
const NumberedPageMeta = named(
  'NumberedPageMeta',
  Obj({ page: Count, per_page: Count, total: Total, last_page: Count, next: Next }),
)
/** The shape of lists whose `meta` the specification gives other names. */
export const NumberedPages = <T extends TSchema>(items: T) =>
  pageNamed(items, Obj({ data: Type.Array(items), meta: NumberedPageMeta }))
