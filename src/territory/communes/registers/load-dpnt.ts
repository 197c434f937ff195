import type { Tx } from '../../../kernel/db/db.ts'
import { OpenQuote, readCsv } from '../../../kernel/files/csv.ts'
import { jsonRecords, NotRecords } from '../../../kernel/files/json-records.ts'
import { bytesOf, dayOfFile } from '../../../kernel/files/text-file.ts'
import { type Peeked, unpackedBytes } from '../../../kernel/files/unpacked-bytes.ts'
import { recordBySystem } from '../../../kernel/records/audit.ts'
import { Refusal } from '../../../kernel/refusals/refusal.ts'
import { communeCodes } from './commune-codes.ts'
import { DPNT_COLUMNS, presenceIn, type Reason, type Row } from './dpnt.ts'
import { countKnown, saveTownHallReadings, TownHallReadings } from './town-hall-readings.ts'
import { awaitRegisterTurn } from './turn.ts'

interface DpntLoaded {
  readonly rows: number
  readonly communes: number
  readonly left: ReadonlyMap<Reason | 'columns', number>
  readonly unknown: ReadonlyMap<string, number>
}

const TIMEOUT_MS = 120_000
/** A file that names fewer of the communes that an earlier one named counts as cut short. */
const SHARE_THAT_STAYS = 0.8

/** The data on the digital presence of territories, JSON or CSV, gzip too. It serves the proof of town halls alone. */
export async function loadDpnt(
  database: Tx,
  file: string,
  { force, progress }: { readonly force: boolean; progress(rows: number): void },
): Promise<DpntLoaded> {
  await awaitRegisterTurn(database)
  const tx = await database.withTimeout(TIMEOUT_MS)
  const codes = await communeCodes(tx)
  const readings = new TownHallReadings()
  const left = new Map<Reason | 'columns', number>()
  const unknown = new Map<string, number>()
  const count = <K>(map: Map<K, number>, key: K) => map.set(key, (map.get(key) ?? 0) + 1)
  let rows = 0
  for await (const row of rowsOf(file)) {
    if (++rows % 1_000 === 0) progress(rows)
    const presence = row === undefined ? 'columns' : presenceIn(row)
    if (typeof presence === 'string') {
      count(left, presence)
      continue
    }
    const { code, ...reading } = presence
    const place = code === null ? undefined : codes.find(code)
    readings.uses(reading.emails, [place?.id ?? 'elsewhere'], true)
    if (code === null) continue
    if (!place) count(unknown, code)
    // The row of a commune that is a part of another one today is no town hall's.
    else if (place.itself) readings.add(place.id, reading)
  }
  const { known, named } = (await countKnown(tx, 'dpnt', readings)) ?? { known: 0, named: 0 }
  if (!force && readings.communes > 0 && named < known * SHARE_THAT_STAYS) {
    throw new Refusal(
      `${file} names ${named} of the ${known} communes that an earlier load knew. It looks cut short; nothing was ` +
        'changed. If it is right, load it with --force.',
    )
  }
  await saveTownHallReadings(tx, 'dpnt', readings, await dayOfFile(file))
  const communes = readings.communes
  if (communes > 0) await recordBySystem(tx, 'dpnt.loaded', 'dpnt', { rows, taken: communes })
  return { rows, communes, left, unknown }
}

/** Undefined for a line with more or fewer columns than the first one. */
async function* rowsOf(file: string): AsyncGenerator<Row | undefined> {
  const found = await unpackedBytes(bytesOf(file), (fault, options) => {
    const why =
      fault === 'unpacked_too_large' ? 'it unpacks to more than 1 GiB' : 'its gzip is cut short or damaged'
    return new Refusal(`${file} cannot be read: ${why}. Nothing was changed.`, options)
  })
  const begin = found.head
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart()
  try {
    if (begin.startsWith('[') || begin.startsWith('{')) yield* jsonRecords(found.all)
    else yield* tabled(found, file)
  } catch (error) {
    if (error instanceof NotRecords)
      throw new Refusal(`${file} is no whole list (${error.message}). Nothing was changed.`)
    if (error instanceof OpenQuote)
      throw new Refusal(
        `${file} is cut short or damaged: the quote in line ${error.line} is never closed. Nothing was changed.`,
      )
    throw error
  }
}

async function* tabled({ all }: Peeked, file: string): AsyncGenerator<Row | undefined> {
  let header: readonly string[] | undefined
  for await (const { fields } of readCsv(decoded(all))) {
    if (header) {
      const names = header
      yield fields.length === names.length
        ? Object.fromEntries(names.map((name, at) => [name, fields[at]]))
        : undefined
      continue
    }
    header = fields.map(name => name.trim().toLowerCase())
    const missing = DPNT_COLUMNS.filter(name => !header?.includes(name))
    if (missing.length > 0)
      throw new Refusal(
        `${file} is no list of the digital presence of territories: its first line names no column ` +
          `“${missing.join('”, “')}”.`,
      )
  }
  if (!header) throw new Refusal(`${file} is empty.`)
}

async function* decoded(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}
