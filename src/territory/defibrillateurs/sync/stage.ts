import { type TypedColumns, typed } from '../../../kernel/db/columns.ts'
import { copyLine } from '../../../kernel/db/copy.ts'
import { type Db, sql } from '../../../kernel/db/db.ts'
import type { LongSession } from '../../../kernel/db/long-session.ts'
import type { CommuneOfDevice } from '../register/commune-of-device.ts'
import { type Device, REGISTERED } from '../register/record.ts'

const PLACE = { commune_id: 'uuid', departement: 'text' } as const satisfies TypedColumns<CommuneOfDevice>
/** The columns that a sync writes. */
export const MERGED = { ...REGISTERED, ...PLACE } as const

/** Where in the file a row was, and the mark of its line. */
interface Origin {
  readonly line: number
  readonly mark?: bigint | undefined
}

/** The staging table is temporary: it goes with the connection. */
const ARRIVAL = {
  line: 'int',
  gid: 'text',
  ...REGISTERED,
  douteux: 'boolean',
  ...PLACE,
  mark: 'bigint',
} as const satisfies TypedColumns<Device & CommuneOfDevice & Origin>
const COLUMNS = Object.keys(ARRIVAL) as (keyof typeof ARRIVAL)[]

export async function startStaging(session: LongSession): Promise<void> {
  await session.run(sql`drop table if exists arrivals`)
  await session.run(sql`create temporary table arrivals (${typed(ARRIVAL)})`)
}

export const arrivalLine = (origin: Origin, device: Device, place: CommuneOfDevice): string =>
  copyLine(
    COLUMNS.map(name =>
      name === 'line' || name === 'mark'
        ? origin[name]
        : name === 'commune_id' || name === 'departement'
          ? place[name]
          : device[name],
    ),
  )

/** Writes rows while the next ones are read; at most one piece is in flight. */
export class Stage {
  readonly #session: LongSession
  #lines: string[] = []
  #size = 0
  #sending: Promise<void> = Promise.resolve()

  constructor(session: LongSession) {
    this.#session = session
  }

  async add(line: string): Promise<void> {
    this.#lines.push(line)
    this.#size += line.length
    if (this.#size > PIECE) await this.flush()
  }

  async flush(): Promise<void> {
    await this.#sending
    if (this.#size === 0) return
    const lines = this.#lines.join('')
    this.#lines = []
    this.#size = 0
    this.#sending = this.#session.copy('arrivals', COLUMNS, lines)
    // The error is thrown at the next flush; until then it must not end the process.
    this.#sending.catch(() => {})
  }

  async end(): Promise<void> {
    await this.flush()
    await this.#sending
  }
}

const PIECE = 128 * 1024

/** Keeps, of a device that occurs twice, the sheet that was edited last. */
export async function dropRepeated(db: Db): Promise<number> {
  const among = await db.run(sql`
    delete from arrivals using (
      select ctid as place, row_number() over (
          partition by gid order by registry_updated_at desc nulls last, line desc) as rank
      from arrivals where gid in (select gid from arrivals group by gid having count(*) > 1)) as twice
    where arrivals.ctid = twice.place and twice.rank > 1`)
  // One of the two lines was skipped: its content is what the device already has.
  const older = await db.run(sql`
    delete from arrivals a using seen join defibrillateurs d using (gid)
    where seen.gid = a.gid and (coalesce(d.registry_updated_at, '-infinity'), seen.line)
      > (coalesce(a.registry_updated_at, '-infinity'), a.line)`)
  const newer = await db.run(sql`delete from seen using arrivals a where a.gid = seen.gid`)
  return among + older + newer
}
