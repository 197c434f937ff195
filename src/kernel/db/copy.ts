import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from } from 'pg-copy-streams'

/** COPY in text format, the fastest way to insert many rows. */

export type Cell = string | number | bigint | boolean | null | undefined | readonly string[]

/** One line. Values must not contain NUL. */
export const copyLine = (values: readonly Cell[]): string => `${values.map(cell).join('\t')}\n`

function cell(value: Cell): string {
  if (value === null || value === undefined) return '\\N'
  if (typeof value === 'boolean') return value ? 't' : 'f'
  if (typeof value === 'number' || typeof value === 'bigint') return String(value)
  return escaped(typeof value === 'string' ? value : arrayOf(value))
}

const arrayOf = (values: readonly string[]) =>
  `{${values.map(value => `"${value.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`

const SPECIAL: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }
/** Most texts need no escaping: testing first costs a fifth of replacing. */
const escaped = (text: string) =>
  /[\\\n\r\t]/.test(text) ? text.replaceAll(/[\\\n\r\t]/g, character => SPECIAL[character] ?? '') : text

/** Inserts all lines, or none when one fails. `table` and `columns` must be trusted names. */
export async function copyInto(
  client: pg.ClientBase,
  table: string,
  columns: readonly string[],
  lines: string | Iterable<string> | AsyncIterable<string>,
  signal?: AbortSignal,
): Promise<void> {
  await pipeline(
    Readable.from(typeof lines === 'string' ? [lines] : lines, { highWaterMark: 4 }),
    client.query(from(`copy ${table} (${columns.join(', ')}) from stdin`)),
    ...(signal ? [{ signal }] : []),
  )
}
