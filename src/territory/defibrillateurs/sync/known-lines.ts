import { hash } from 'node:crypto'
import { type Db, sql } from '../../../kernel/db/db.ts'
import { eventLoopYielder } from '../../../kernel/threads/event-loop.ts'
import type { KnownLines } from '../register/raw-row.ts'
import { READING } from '../register/remote.ts'

/**
 * Skips lines of the register that have not changed since the last sync, as nearly all have not. For each device the hash of
 * its line (its mark) is stored in `defibrillateur_lines`; a line with a known mark is not parsed. A trigger (`forget_line`)
 * deletes the mark when anything else changes the device. The header, the list of communes and the version of the reader are
 * part of the hash, so marks made under other ones are never found.
 */
export interface Lines extends KnownLines {
  /** In the order of the marks: the line at which each was found, or 0. */
  readonly met: Int32Array
  /** How many lines occurred a second time. */
  readonly repeated: number
}

interface Asked {
  /** Everything else that the parsed content of a line depends on. */
  readonly context: string
  /** Parses all lines, but still notes their marks. */
  readonly all: boolean
}

/** Copies the marks into `known`, since marks may be deleted during the sync. */
export async function readLines(db: Db, { context, all }: Asked): Promise<Lines> {
  await db.run(sql`drop table if exists known`)
  await db.run(sql`
    create temporary table known as
    select row_number() over () as number, gid, mark from defibrillateur_lines where ${!all}`)
  const found = await db.one<{ marks: Buffer | null }>(
    sql`select string_agg(int8send(mark), '' order by number) as marks from known`,
  )
  const lines = new Marks(found?.marks ?? Buffer.alloc(0), context)
  const othersTurn = eventLoopYielder()
  while (lines.learn(A_FEW)) await othersTurn()
  return lines
}

/** Writes the devices whose lines were skipped into `seen`. */
export async function noteSeen(db: Db, lines: Lines | undefined): Promise<void> {
  await db.run(sql`drop table if exists seen`)
  await db.run(sql`create temporary table seen (gid text, line int)`)
  if (lines === undefined) return
  await db.run(sql`
    insert into seen
    select gid, line from known join unnest(${`{${lines.met.join()}}`}::int[]) with ordinality as met (line, number) using (number)
    where line > 0`)
  await db.run(sql`analyze seen`)
}

/** Stores the marks of the lines that were read and merged. Only syncs add marks, and one runs at a time: no conflicts. */
export async function keepLines(db: Db): Promise<void> {
  await db.run(sql`
    update defibrillateur_lines kept set mark = a.mark from arrivals a
    where a.gid = kept.gid and a.mark is not null and a.mark <> kept.mark`)
  await db.run(sql`
    insert into defibrillateur_lines (gid, mark)
    select gid, mark from arrivals a
    where mark is not null and not exists (select from defibrillateur_lines kept where kept.gid = a.gid)
    order by gid`)
}

const BYTES = 8
const NONE = -1
/** Marks per step: a tenth of a millisecond. */
const A_FEW = 1_000

/** An open-addressing hash table: a few megabytes for the whole register, where a Map would take thirty. */
class Marks implements Lines {
  readonly met: Int32Array
  repeated = 0
  readonly #marks: Buffer
  readonly #context: string
  /** Slots: a mark's index is at the slot that its bits name, or at one of the next. */
  readonly #places: Int32Array
  #learnt = 0
  #salt = ''
  #last = { line: '', high: 0, low: 0 }

  constructor(marks: Buffer, context: string) {
    this.#marks = marks
    this.#context = context
    const count = marks.length / BYTES
    this.met = new Int32Array(count)
    this.#places = new Int32Array(2 ** Math.ceil(Math.log2(count * 2 + 2))).fill(NONE)
  }

  /** Inserts the next marks; false once all are inserted. */
  learn(many: number): boolean {
    const until = Math.min(this.#learnt + many, this.met.length)
    for (; this.#learnt < until; this.#learnt++) {
      let place = this.#placeOf(this.#marks.readInt32BE(this.#learnt * BYTES + 4))
      while (this.#places[place] !== NONE) place = this.#after(place)
      this.#places[place] = this.#learnt
    }
    return until < this.met.length
  }

  begins(header: string): void {
    this.#salt = hash('sha256', `${READING} ${this.#context} ${header}`).slice(0, 16)
  }

  passes(line: string, at: number): boolean {
    const number = this.#find(line)
    if (number === NONE) return false
    if (this.met[number] !== 0) this.repeated++
    this.met[number] = at
    return true
  }

  markOf(line: string): bigint {
    const { high, low } = this.#read(line)
    return BigInt.asIntN(64, (BigInt(high) << 32n) | BigInt(low >>> 0))
  }

  #find(line: string): number {
    const { high, low } = this.#read(line)
    for (let place = this.#placeOf(low); ; place = this.#after(place)) {
      const number = this.#places[place] ?? NONE
      if (number === NONE) return NONE
      const at = number * BYTES
      if (this.#marks.readInt32BE(at + 4) === low && this.#marks.readInt32BE(at) === high) return number
    }
  }

  /** Cached for the last line, which is asked for twice: whether it is known, and for its mark. */
  #read(line: string): { readonly high: number; readonly low: number } {
    if (this.#last.line !== line) {
      // Hashed as latin1 text: a Buffer for each line would cost more than the hash.
      const bytes = hash('sha256', this.#salt + line, 'binary')
      this.#last = { line, high: wordAt(bytes, 0), low: wordAt(bytes, 4) }
    }
    return this.#last
  }

  #placeOf = (low: number) => low & (this.#places.length - 1)
  #after = (place: number) => (place + 1) & (this.#places.length - 1)
}

const wordAt = (bytes: string, at: number) =>
  (bytes.charCodeAt(at) << 24) |
  (bytes.charCodeAt(at + 1) << 16) |
  (bytes.charCodeAt(at + 2) << 8) |
  bytes.charCodeAt(at + 3)
