/**
 * How a list finds what is searched for. Whether it is common or rare is not known beforehand, and one plan for both is a
 * hundred times too slow for one of them: for a common word the index fetches and sorts half of all rows to show a page,
 * and walking along the list never finds a rare one. So the ways are tried in this order, each by statements of the
 * list's own, until one has found enough.
 *
 * Threads of the support choose their way by counting (`support/search.ts`), for their total needs it as well.
 */
export interface SearchSteps<Row> {
  /** 1. The first rows of the list only, in its own order: takes milliseconds, and finds what is common. */
  readonly shortScan?: () => Promise<Row[]>
  /**
   * 2. When there are so many hits that sorting them takes longer than walking far: the test for that, and the long walk.
   * Without this step the index comes next.
   */
  readonly hasManyHits?: () => Promise<boolean>
  readonly longScan?: () => Promise<Row[]>
  /** 3. All hits, gathered by the index and sorted: complete, so always enough. */
  readonly index: () => Promise<Row[]>
}

export async function runSearch<Row>(
  { shortScan, hasManyHits, longScan, index }: SearchSteps<Row>,
  isEnough: (rows: readonly Row[]) => boolean,
): Promise<Row[]> {
  if (shortScan) {
    const rows = await shortScan()
    if (isEnough(rows)) return rows
  }
  if (hasManyHits && longScan && (await hasManyHits())) {
    const rows = await longScan()
    if (isEnough(rows)) return rows
  }
  return await index()
}
