/** Simple line charts as SVG, readable on white and black. */

export interface Line {
  readonly name: string
  readonly points: readonly (readonly [x: number, y: number])[]
}

export interface Panel {
  readonly title: string
  readonly lines: readonly Line[]
  readonly across: (x: number) => string
  readonly up: (y: number) => string
  /** Vertical marks with a label for events. */
  readonly marks?: readonly { readonly at: number; readonly says: string }[]
}

const WIDTH = 480
const HEIGHT = 200
const [LEFT, RIGHT, TOP, BOTTOM] = [58, 12, 30, 26]
const COLUMNS = 2
/** Blue, brick, moss, ochre, plum: distinguishable for colour-blind people too. */
const COLOURS = ['#3a55b4', '#b5482f', '#5f7d2e', '#b98a16', '#7a4a86', '#4a8a8a']

/** Several panels, two in a row. */
export function drawing(title: string, panels: readonly Panel[]): string {
  const rows = Math.ceil(panels.length / COLUMNS)
  const [width, height] = [WIDTH * Math.min(COLUMNS, panels.length), HEIGHT * rows]
  const placed = panels.map((panel, at) => {
    const [x, y] = [(at % COLUMNS) * WIDTH, Math.floor(at / COLUMNS) * HEIGHT]
    return `<g transform="translate(${x} ${y})">${panelOf(panel)}</g>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="sans-serif" font-size="10" fill="#767676">
<title>${title}</title>
${placed.join('\n')}
</svg>
`
}

function panelOf({ title, lines, across, up, marks = [] }: Panel): string {
  const all = lines.flatMap(({ points }) => points)
  if (all.length === 0) return text(LEFT, TOP, title)
  const times = all.map(([at]) => at)
  const [left, right] = [Math.min(...times), Math.max(...times)]
  const top = nice(Math.max(...all.map(([, value]) => value)) || 1)
  const x = (at: number) => LEFT + ((at - left) / (right - left || 1)) * (WIDTH - LEFT - RIGHT)
  const y = (value: number) => HEIGHT - BOTTOM - (value / top) * (HEIGHT - TOP - BOTTOM)
  const grid = [0, 0.5 * top, top].map(
    step =>
      `<path d="M${LEFT} ${y(step).toFixed(1)}H${WIDTH - RIGHT}" stroke="#76767640"/>${text(LEFT - 6, y(step) + 3, up(step), 'end')}`,
  )
  const feet = [...new Set([left, right])].map(end => text(x(end), HEIGHT - 10, across(end), 'middle'))
  const drawn = lines.map(({ name, points }, at) => {
    const colour = COLOURS[at % COLOURS.length] ?? ''
    const path = points.map(
      ([one, other], step) => `${step === 0 ? 'M' : 'L'}${x(one).toFixed(1)} ${y(other).toFixed(1)}`,
    )
    const label = text(LEFT + 4, TOP + 10 + at * 12, lines.length > 1 ? name : '', 'start', colour)
    return `<path d="${path.join('')}" fill="none" stroke="${colour}" stroke-width="1.5"/>${label}`
  })
  const happened = marks.map(
    ({ at, says }) =>
      `<path d="M${x(at).toFixed(1)} ${TOP}V${HEIGHT - BOTTOM}" stroke="#76767680" stroke-dasharray="2 3"><title>${escaped(says)}</title></path>`,
  )
  return [text(LEFT, 16, title, 'start', '#767676', true), ...grid, ...feet, ...happened, ...drawn].join('')
}

const text = (x: number, y: number, words: string, anchor = 'start', colour = '#767676', bold = false) =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}" fill="${colour}"${bold ? ' font-weight="600" font-size="11"' : ''}>${escaped(words)}</text>`
const escaped = (words: string) => words.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** The next of 1, 2, 5, 10, 20 … */
function nice(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  return power * ([1, 2, 5, 10].find(step => step * power >= value) ?? 10)
}
