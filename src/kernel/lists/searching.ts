/**
 * How a list finds what is searched for. Nobody knows beforehand whether it is common or rare, and one plan for both is a
 * hundred times too slow for one of them: of a common word the index fetches and sorts half the stock to show a page,
 * and on a walk along the list a rare one is never met. So the ways are tried in this order, each by statements of the
 * list's own, until one has brought enough.
 *
 * Threads of the support choose their way by counting (`support/search.ts`), for their total needs it as well.
 */
export interface Ways<Row> {
  /** 1. The first rows of the list alone, in its own order: milliseconds, and what is common is met there. */
  readonly glance?: () => Promise<Row[]>
  /**
   * 2. Where so many may be found that to sort them takes longer than to walk far: whether that is so, and the long
   * walk. What is left out here goes straight to the index.
   */
  readonly areMany?: () => Promise<boolean>
  readonly longWalk?: () => Promise<Row[]>
  /** 3. All that is found, gathered by its index and sorted: sees everything, so it is always enough. */
  readonly index: () => Promise<Row[]>
}

export async function searched<Row>(
  { glance, areMany, longWalk, index }: Ways<Row>,
  isEnough: (rows: readonly Row[]) => boolean,
): Promise<Row[]> {
  if (glance) {
    const rows = await glance()
    if (isEnough(rows)) return rows
  }
  if (areMany && longWalk && (await areMany())) {
    const rows = await longWalk()
    if (isEnough(rows)) return rows
  }
  return await index()
}
