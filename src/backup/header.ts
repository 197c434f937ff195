import { Refusal } from '../kernel/refusal.ts'

/**
 * The first line of a backup. Whoever can write to the store may have written it: it is read into values of known types and
 * lengths, and none of its text goes into a statement. Tables, columns and sequences are looked up by it in the database.
 */
export const FORMAT = 1

export interface Table {
  readonly schema: string
  readonly name: string
  /** The columns that can be written; generated ones are computed from them again. */
  readonly columns: readonly { readonly name: string; readonly type: string }[]
  /** A partition: its rows stand in the file under the parent table. */
  readonly partitions: readonly { readonly name: string; readonly bound: string }[]
}

export interface Header {
  readonly parvis_backup: number
  readonly version: string
  readonly created_at: string
  readonly postgres: number
  readonly pgboss: number
  readonly migrations: readonly { readonly number: number; readonly name: string; readonly sha256: string }[]
  /** A fingerprint of the secret that the sealed columns were sealed with; it does not reveal the secret. */
  readonly secret_fingerprint: string
  /** The secret of an embedded database, which made it itself; absent when the operator set PARVIS_SECRET. */
  readonly secret?: string
  /** The one that it made for the payment webhook. */
  readonly signing_secret?: string
  readonly tables: readonly Table[]
  readonly sequences: readonly {
    readonly name: string
    readonly last_value: string
    readonly is_called: boolean
  }[]
}

export const notABackup = (file: string) => new Refusal(`${file} is not a backup made by Parvis.`)

export function headerFrom(given: Record<string, unknown> | undefined, file: string): Header {
  if (typeof given?.parvis_backup !== 'number' || !Array.isArray(given.tables)) throw notABackup(file)
  if (given.parvis_backup > FORMAT)
    throw new Refusal(
      `${file} was made by ${VERSION.test(`${given.version}`) ? `Parvis ${given.version}, which is` : 'a Parvis that is'} newer than this one: restore it with that version.`,
    )
  const read = new Reading(given, file)
  const header: Header = {
    parvis_backup: read.whole('parvis_backup'),
    version: read.text('version', VERSION),
    created_at: read.text('created_at', MOMENT),
    postgres: read.whole('postgres'),
    pgboss: read.whole('pgboss'),
    migrations: read.list('migrations', 10_000, one => ({
      number: one.whole('number'),
      name: one.text('name', /^[a-z0-9_]{1,100}$/),
      sha256: one.text('sha256', /^[0-9a-f]{1,64}$/),
    })),
    secret_fingerprint: read.text('secret_fingerprint', /^[0-9a-f]{64}$/),
    ...('secret' in given && { secret: read.text('secret', /^[^\p{Cc}]{32,1000}$/u) }),
    ...('signing_secret' in given && { signing_secret: read.text('signing_secret', /^[^\p{Cc}]{1,1000}$/u) }),
    tables: read.list('tables', 10_000, one => ({
      schema: one.text('schema', /^(public|pgboss)$/),
      name: one.text('name', NAME),
      columns: one.list('columns', 1_600, column => ({
        name: column.text('name', NAME),
        type: column.text('type', /^[^\p{Cc}]{1,200}$/u),
      })),
      partitions: one.list('partitions', 10_000, part => ({
        name: part.text('name', NAME),
        bound: part.text('bound', /^[^\p{Cc}]{1,1000}$/u),
      })),
    })),
    sequences: read.list('sequences', 10_000, one => ({
      name: one.text('name', /^[^\p{Cc}]{1,300}$/u),
      last_value: one.text('last_value', /^-?\d{1,19}$/),
      is_called: one.flag('is_called'),
    })),
  }
  const names = new Set(header.tables.map(({ schema, name }) => `${schema}.${name}`))
  if (names.size !== header.tables.length) read.refuse('tables')
  return header
}

const VERSION = /^[\w.+-]{1,60}$/
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/
/** As PostgreSQL shortens them; an operator's own table may have any letters. */
const NAME = /^[^\p{Cc}]{1,63}$/u

class Reading {
  readonly #of: Record<string, unknown>
  readonly #file: string

  constructor(of: unknown, file: string) {
    this.#file = file
    this.#of = of as Record<string, unknown>
    if (typeof of !== 'object' || of === null || Array.isArray(of)) this.refuse('a list')
  }

  refuse(what: string): never {
    throw new Refusal(`${this.#file} begins as no backup of Parvis does (${what}): it is not restored.`)
  }

  text(name: string, form: RegExp): string {
    const value = this.#of[name]
    return typeof value === 'string' && form.test(value) ? value : this.refuse(name)
  }

  whole(name: string): number {
    const value = this.#of[name]
    return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 2 ** 31
      ? value
      : this.refuse(name)
  }

  flag(name: string): boolean {
    const value = this.#of[name]
    return typeof value === 'boolean' ? value : this.refuse(name)
  }

  list<T>(name: string, most: number, read: (one: Reading) => T): T[] {
    const value = this.#of[name]
    if (!Array.isArray(value) || value.length > most) this.refuse(name)
    return value.map(one => read(new Reading(one, this.#file)))
  }
}

////////////////////////////////////////////////////////////////////////////// a partition

/** A day of a table whose rows are parted by days, from midnight to midnight (UTC): the only partitions that are made. */
export interface Day {
  readonly name: string
  /** As PostgreSQL reads it: `2026-11-22 00:00:00+00`. */
  readonly from: string
  readonly to: string
}

const DAY_MS = 86_400_000
const MIDNIGHT = String.raw`'(\d{4}-\d\d-\d\d) 00:00:00\+00'`
const BOUND = new RegExp(`^FOR VALUES FROM \\(${MIDNIGHT}\\) TO \\(${MIDNIGHT}\\)$`)

/** Undefined where it is no day, or not called after it. What it answers is made of the two dates alone. */
export function dayOf(table: string, { name, bound }: Table['partitions'][number]): Day | undefined {
  const [from, to] = (BOUND.exec(bound) ?? []).slice(1).map(day => new Date(`${day}T00:00:00Z`).getTime())
  if (from === undefined || to === undefined || to - from !== DAY_MS) return undefined
  const [day, next] = [from, to].map(time => new Date(time).toISOString().slice(0, 10))
  const its = `${table}_${day?.replaceAll('-', '')}`
  return name === its ? { name: its, from: `${day} 00:00:00+00`, to: `${next} 00:00:00+00` } : undefined
}
