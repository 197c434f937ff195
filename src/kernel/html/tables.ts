import type { DomNode } from 'html-to-text'
import { BAR, CELL } from './escape.ts'
import { attribute, type Conversion, oneLine, wordsIn } from './inline.ts'

/** Tables of data, as GitHub's Markdown writes them. */

/** The most cells of all tables of a text together. Beyond `MARKDOWN_LIMITS.cells` it would be shown without any formatting. */
const MOST_CELLS = 1_000
const MOST_COLUMNS = 20

const CONTAINERS = new Set(['thead', 'tbody', 'tfoot'])
const CELLS = new Set(['th', 'td'])

/** The lines of a table whose first row is a header and whose rows have the same cells; undefined for any other, and in plain text. */
export function tableOf(table: DomNode, conversion: Conversion): readonly string[] | undefined {
  const rows = conversion.isPlain ? [] : rowsOf(table)
  if (rows.length < 2 || conversion.cells + rows.length > MOST_CELLS) return undefined
  const grid = gridOf(rows)
  const columns = grid[0]?.length ?? 0
  const isData = columns >= 2 && columns <= MOST_COLUMNS && grid.every(({ length }) => length === columns)
  if (!isData || holdsMore(table) || !isHeader(grid[0] ?? [], conversion)) return undefined
  conversion.cells += grid.length * columns
  if (conversion.cells > MOST_CELLS) return undefined
  const lines = grid.map(row =>
    lineOf(row.map(cell => oneLine(wordsIn(cell, conversion)).replaceAll('|', BAR))),
  )
  return [lines[0] ?? '', lineOf(Array(columns).fill('---')), ...lines.slice(1)]
}

/** Titles of columns, and above those of rows an empty corner. */
const isHeader = (row: readonly DomNode[], conversion: Conversion): boolean =>
  row.some(({ name }) => name === 'th') &&
  row.every(cell => cell.name === 'th' || wordsIn(cell, conversion).trim() === '')

const lineOf = (cells: readonly string[]): string => `${CELL} ${cells.join(` ${CELL} `)} ${CELL}`

const rowsOf = (table: DomNode): DomNode[] =>
  table.children.flatMap(part =>
    part.name === 'tr'
      ? part
      : CONTAINERS.has(part.name ?? '')
        ? part.children.filter(({ name }) => name === 'tr')
        : [],
  )

/** A cell stands in each row and column that it covers: Markdown's tables have no cells of several. */
function gridOf(rows: readonly DomNode[]): readonly (readonly DomNode[])[] {
  const below = new Map<number, { cell: DomNode; left: number }>()
  return rows.map(row => {
    const cells: DomNode[] = []
    const fill = () => {
      for (let from = below.get(cells.length); from; from = below.get(cells.length)) {
        if (--from.left === 0) below.delete(cells.length)
        cells.push(from.cell)
      }
    }
    for (const cell of row.children.filter(({ name }) => CELLS.has(name ?? ''))) {
      fill()
      for (let column = 0; column < spanOf(cell, 'colspan') && cells.length <= MOST_COLUMNS; column++) {
        const left = spanOf(cell, 'rowspan') - 1
        if (left > 0) below.set(cells.length, { cell, left })
        cells.push(cell)
      }
    }
    fill()
    return cells
  })
}

const spanOf = (cell: DomNode, name: string): number => {
  const span = attribute(cell, name)
  return /^\d{1,4}$/.test(span) ? Math.max(1, Number(span)) : 1
}

const BLOCKS = new Set([
  'table',
  'ul',
  'ol',
  'menu',
  'dl',
  'blockquote',
  'pre',
  'iframe',
  'video',
  'audio',
  'embed',
  'caption',
])

/** Whether something stands in it that a line cannot show. */
function holdsMore(element: DomNode): boolean {
  const left = [...element.children]
  for (let node = left.pop(); node; node = left.pop()) {
    if (BLOCKS.has(node.name ?? '')) return true
    left.push(...(node.children ?? []))
  }
  return false
}
