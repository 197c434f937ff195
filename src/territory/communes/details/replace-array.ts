import { invalid } from '../../../kernel/refusals/errors.ts'

/** Compares an array that replaces the old one: which rows stay, change, are removed and added. */
export interface RewritePlan<Row extends { readonly id: string }, Content> {
  readonly changed: readonly Row[]
  readonly removed: readonly Row[]
  readonly added: readonly Content[]
  /** The ids in the order in which they were sent; undefined where a row is new. */
  readonly order: readonly (string | undefined)[]
  readonly isNothing: boolean
}

/**
 * A row with an id is that row, with new content. A row without one is an existing row of the same content where there is
 * one, so that sending the same array twice changes nothing and ids stay; else it is new.
 */
export function planRewrite<Content extends object>(
  before: readonly (Content & { readonly id: string })[],
  sent: readonly (Content & { readonly id?: string | undefined })[],
  path: string,
  { inOrder = false } = {},
): RewritePlan<Content & { readonly id: string }, Content> {
  type Row = Content & { readonly id: string }
  const left = new Map(before.map(row => [row.id, row]))
  const named = sent.map(({ id }, at) => (id === undefined ? undefined : take(left, id, `${path}.${at}.id`)))
  const alike = Map.groupBy([...left.values()].reverse(), contentOf)
  const changed: Row[] = []
  const added: Content[] = []
  const order = sent.map((one, at) => {
    const same = named[at] ?? alike.get(contentOf(one))?.pop()
    if (!same) {
      added.push(withoutId(one))
      return undefined
    }
    left.delete(same.id)
    if (contentOf(same) !== contentOf(one)) changed.push({ ...one, id: same.id })
    return same.id
  })
  const removed = [...left.values()]
  const sameOrder = !inOrder || order.every((id, at) => id === before[at]?.id)
  const isNothing = changed.length + added.length + removed.length === 0 && sameOrder
  return { changed, removed, added, order, isNothing }
}

function take<Row>(left: Map<string, Row>, id: string, path: string): Row {
  const row = left.get(id)
  if (!row) throw invalid(path, 'n’est l’identifiant d’aucune ligne', 'is the id of no row')
  left.delete(id)
  return row
}

function withoutId<Content extends object>({
  id: _,
  ...content
}: Content & { readonly id?: string | undefined }): Content {
  return content as unknown as Content
}

/** The content of a row as a text: the same for the same content. */
const contentOf = (row: object) =>
  JSON.stringify(
    Object.entries(row)
      .filter(([name]) => name !== 'id')
      .sort(byName),
  )
const byName = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1)

/** What the audit trail keeps: counts, not contents. */
export const auditCounts = (
  { order, added, changed, removed }: RewritePlan<{ readonly id: string }, unknown>,
  before: number,
) => ({
  before: { rows: before },
  after: { rows: order.length, added: added.length, changed: changed.length, removed: removed.length },
})
