/** The table of docs/national.md as bars, so that the page says each figure once. Readable on white and black. */

const [WIDTH, LEFT, TOP, ROW] = [760, 190, 44, 24]
/** Title, and the cell of the table with its number; of several numbers the one at `at`. */
const COLUMNS: readonly { readonly title: string; readonly cell: number; readonly at?: number }[] = [
  { title: 'answers a second', cell: 1 },
  { title: 'p99, ms', cell: 2, at: 1 },
  { title: 'errors', cell: 3 },
  { title: 'origin, a second', cell: 4 },
  { title: 'nodes’ CPU, µs each', cell: 5 },
]
const COLUMN = (WIDTH - LEFT) / COLUMNS.length
const BAR = COLUMN - 58
const BLUE = '#2a6fb0'

export function drawnTable(page: string): string {
  const lines = /^\| in front \|.*\n\|[-:| ]+\|\n((?:\|.*\|\n)+)/m.exec(page)?.[1]?.trim().split('\n') ?? []
  const rows = lines.map(line => line.split('|').slice(1, -1))
  const height = TOP + ROW * rows.length + 8
  const columns = COLUMNS.map(({ title, cell, at = 0 }, index) => {
    const left = LEFT + COLUMN * index
    const said = rows.map(
      cells =>
        (cells[cell] ?? '')
          .split(',')
          [at]?.replace(/\(.*\)/, '')
          .trim() ?? '',
    )
    const numbers = said.map(one => Number(one.replaceAll(/\s/g, '')))
    const most = Math.max(...numbers)
    const bars = numbers.map((number, row) => {
      const [y, length] = [TOP + ROW * row, (BAR * number) / (most || 1)]
      const bar = `<path d="M${left} ${y + 8}h${length.toFixed(1)}" stroke="${BLUE}" stroke-width="12"/>`
      return `${bar}<text x="${(left + length + 4).toFixed(1)}" y="${y + 12}">${said[row]}</text>`
    })
    return [`<text x="${left}" y="30" font-size="10">${title}</text>`, ...bars].join('\n')
  })
  const names = rows.map(([name = ''], row) => {
    const words = name.replace(/\(.*\)/, '').trim()
    return `<text x="${LEFT - 10}" y="${TOP + ROW * row + 12}" text-anchor="end">${words}</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" font-family="sans-serif" font-size="11" fill="#767676">
<title>A herd of readers before nginx without a cache, with one that is not told, and with one that is told</title>
${[...names, ...columns].join('\n')}
</svg>
`
}
