import { copyLine } from '../../kernel/db/copy.ts'
import { type Db, sql } from '../../kernel/db/db.ts'
import type { LongSession } from '../../kernel/db/long-session.ts'
import { fieldsOf } from '../../kernel/fields.ts'
import type { Place } from '../register/commune-of-device.ts'
import type { Device } from '../register/record.ts'

/** The staging table: a temporary one, which is gone with the connection. */
const COLUMNS = fieldsOf<Device & Place & { line: number }>({
  line: true,
  gid: true,
  nom: true,
  adresse: true,
  code_postal: true,
  code_insee: true,
  commune_nom: true,
  latitude: true,
  longitude: true,
  acces: true,
  acces_libre: true,
  etage: true,
  complement: true,
  disponibilite_jours: true,
  disponibilite_heures: true,
  telephone: true,
  etat_fonctionnement: true,
  derniere_maintenance: true,
  registry_updated_at: true,
  en_service: true,
  douteux: true,
  commune_id: true,
  departement: true,
})

export async function startStaging(session: LongSession): Promise<void> {
  await session.run(sql`drop table if exists arrivals`)
  await session.run(sql`
    create temporary table arrivals (
      line int, gid text, nom text, adresse text, code_postal text, code_insee text, commune_nom text,
      latitude float8, longitude float8, acces text, acces_libre boolean, etage text, complement text,
      disponibilite_jours text[], disponibilite_heures text[], telephone text, etat_fonctionnement text,
      derniere_maintenance date, registry_updated_at timestamptz, en_service boolean, douteux boolean,
      commune_id uuid, departement text
    )`)
}

export const arrivalLine = (line: number, device: Device, place: Place): string => {
  return copyLine(
    COLUMNS.map(name =>
      name === 'line' ? line : name === 'commune_id' || name === 'departement' ? place[name] : device[name],
    ),
  )
}

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
export const dropRepeated = (db: Db): Promise<number> =>
  db.run(sql`
    delete from arrivals using (
      select ctid as place, row_number() over (
          partition by gid order by registry_updated_at desc nulls last, line desc) as rank
      from arrivals where gid in (select gid from arrivals group by gid having count(*) > 1)) as twice
    where arrivals.ctid = twice.place and twice.rank > 1`)
