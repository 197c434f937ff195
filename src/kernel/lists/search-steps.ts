/**
 * Search without knowing whether the words are common or rare. One plan for both is a hundred times too slow for one of
 * them: with a common word the index fetches and sorts half of all rows, and scanning the list never finds a rare word. So
 * these steps run in order, with statements of the list, until one returns enough rows.
 *
 * Support threads count instead (`support/search.ts`), because they need the total anyway.
 */
export interface SearchSteps<Row> {
  /** 1. Scans the first rows of the list in its own order: takes milliseconds and finds common words. */
  readonly shortScan?: () => Promise<Row[]>
  /** 2. If there are so many hits that sorting them takes longer, scans further. Without this step the index comes next. */
  readonly hasManyHits?: () => Promise<boolean>
  readonly longScan?: () => Promise<Row[]>
  /** 3. Reads all hits from the index and sorts them: complete, so always enough. */
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
