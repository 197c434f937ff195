import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from } from 'pg-copy-streams'

export type Value = string | number | boolean | null | undefined | readonly string[]

/** One line of COPY's text format. */
export const lineOf = (values: readonly Value[]): string => `${values.map(cell).join('\t')}\n`

function cell(value: Value): string {
  if (value === null || value === undefined) return '\\N'
  if (typeof value === 'boolean') return value ? 't' : 'f'
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return escaped(value)
  return `{${value.join(',')}}`
}

const SPECIAL = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' } as Record<string, string>
const escaped = (text: string) => text.replaceAll(/[\\\n\r\t]/g, character => SPECIAL[character] ?? '')

export async function copyInto(
  client: pg.Client,
  table: string,
  columns: readonly string[],
  chunks: Iterable<string> | AsyncIterable<string>,
): Promise<void> {
  await pipeline(
    Readable.from(chunks, { highWaterMark: 4 }),
    client.query(from(`copy ${table} (${columns.join(', ')}) from stdin`)),
  )
}
