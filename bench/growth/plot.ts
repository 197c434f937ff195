/**
 * Prints a Markdown table and writes a chart of measurements at several sizes: `node launch.mjs bench/growth/plot.ts
 * figures-1m.json figures-10m.json --svg ../docs/growth.svg`
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { drawing, type Panel } from '../drawing.ts'
import { type Figure, type Figures, GROUPS } from './figures.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { svg: { type: 'string' } },
})
const sizes = positionals
  .map(file => JSON.parse(readFileSync(file, 'utf8')) as Figures)
  .sort((one, other) => one.rows - other.rows)
if (sizes.length === 0)
  throw new Error('node launch.mjs bench/growth/plot.ts FIGURES.json… [--svg growth.svg]')

const rows = (count: number) => (count >= 1e6 ? `${count / 1e6} M` : `${count / 1e3} k`)
const milliseconds = (ms: number) =>
  ms >= 10_000 ? `${(ms / 1000).toFixed(0)} s` : ms >= 100 ? ms.toFixed(0) : ms.toFixed(1)
const gigabytes = (bytes: number) => `${(bytes / 1024 ** 3).toFixed(2)} GB`
const line = (cells: readonly string[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`)
const [least] = sizes
const names = (group: string) =>
  (sizes.at(-1)?.figures ?? []).filter(one => one.group === group).map(({ name }) => name)
const figure = (size: Figures, group: string, name: string) =>
  size.figures.find(one => one.group === group && one.name === name)

for (const group of GROUPS) {
  if (names(group).length === 0) continue
  const growing = sizes.length > 1
  line([`${group}, ms`, ...sizes.map(size => rows(size.rows)), ...(growing ? ['times'] : [])])
  line(['---', ...sizes.map(() => '---:'), ...(growing ? ['---:'] : [])])
  for (const name of names(group)) {
    const found = sizes.map(size => figure(size, group, name))
    const cells = found.map(one =>
      one === undefined ? '' : one.times === 0 ? 'refused' : milliseconds(one.least),
    )
    const [first, last] = [found[0], found.at(-1)]
    const grown = first?.times && last?.times ? (last.least / first.least).toFixed(1) : ''
    line([name, ...cells, ...(growing ? [grown] : [])])
  }
  process.stdout.write('\n')
}
line(['on the disk', ...sizes.map(size => rows(size.rows))])
line(['---', ...sizes.map(() => '---:')])
line(['the database', ...sizes.map(({ bytes }) => gigabytes(bytes.database))])
for (const table of Object.keys(least?.bytes.tables ?? {}))
  line([
    `${table}: rows, indexes`,
    ...sizes.map(({ bytes }) => {
      const { heap = 0, indexes = 0 } = bytes.tables[table] ?? {}
      return `${gigabytes(heap)}, ${gigabytes(indexes)}`
    }),
  ])

const panel = (
  title: string,
  ...chosen: readonly (readonly [group: Figure['group'], names: readonly string[]])[]
): Panel => ({
  title,
  logarithmic: true,
  across: rows,
  up: ms => `${milliseconds(ms)}${ms >= 10_000 ? '' : ' ms'}`,
  lines: chosen.flatMap(([group, names]) =>
    names.flatMap(name => {
      const points = sizes.flatMap(size => {
        const found = figure(size, group, name)
        return found && found.times > 0 ? [[size.rows, found.least] as const] : []
      })
      return points.length > 0 ? [{ name: name.replace('search: ', ''), points }] : []
    }),
  ),
})
if (values.svg !== undefined)
  writeFileSync(
    values.svg,
    drawing('What publications cost, by how many there are', [
      panel('Everybody', ['everybody', names('everybody').slice(0, 6)]),
      panel('Searching', ['everybody', names('everybody').filter(name => name.startsWith('search'))]),
      panel('The back-office', ['the back-office', names('the back-office').slice(0, 6)]),
      panel(
        'Writing and upkeep',
        ['writing', names('writing').slice(0, 3)],
        ['upkeep', names('upkeep').slice(0, 3)],
      ),
    ]),
  )
