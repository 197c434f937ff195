import { hash, randomBytes } from 'node:crypto'
import type { Tx } from '../../../kernel/db/db.ts'
import { OpenQuote, readCsv } from '../../../kernel/files/csv.ts'
import { dayOfFile, encodingOf, textOf } from '../../../kernel/files/text-file.ts'
import { recordBySystem } from '../../../kernel/records/audit.ts'
import { Refusal } from '../../../kernel/refusals/refusal.ts'
import { firstLetters } from '../../../kernel/texts/texts.ts'
import { personKey, rankOf } from '../details/persons.ts'
import { type CommuneCodes, communeCodes } from './commune-codes.ts'
import {
  type Header,
  headerOf,
  type Official,
  officialIn,
  type Reason,
  type Register,
} from './elus-register.ts'
import { dateRegister, mergeElus, refuseLosses, type Staged, stage, startStaging } from './merge-elus.ts'
import { awaitRegisterTurn } from './turn.ts'

export interface ElusLoaded {
  readonly register: Register
  /** Lines of the file with a person. */
  readonly rows: number
  readonly taken: number
  readonly created: number
  readonly updated: number
  readonly removed: number
  /** Edited or removed here: left as they are. */
  readonly kept: number
  readonly refused: Refused
}

export interface Refused {
  /** How many, and the first lines. */
  readonly reasons: ReadonlyMap<Reason, { readonly count: number; readonly lines: readonly number[] }>
  /** Codes in the file that no commune has or had. */
  readonly unknown: ReadonlyMap<string, { readonly name: string; readonly count: number }>
}

const BATCH = 5_000
/** The longest statement: half a million people on a busy machine. */
const TIMEOUT_MS = 300_000
const LINES_NAMED = 10

interface Options {
  readonly force: boolean
  progress(rows: number): void
}

/** The whole file or nothing: streamed into a temporary table, then merged, in one transaction. */
export async function loadElus(
  database: Tx,
  file: string,
  { force, progress }: Options,
): Promise<ElusLoaded> {
  await awaitRegisterTurn(database)
  const tx = await database.withTimeout(TIMEOUT_MS)
  const encoding = await encodingOf(file)
  const codes = await communeCodes(tx)
  await startStaging(tx)
  const reading = new Reading(file, codes, force)
  try {
    for await (const { line, fields, ended } of readCsv(textOf(file, encoding))) {
      reading.take(line, fields, ended)
      if (reading.batch.length < BATCH) continue
      await stage(tx, reading.empty())
      progress(reading.rows)
    }
  } catch (error) {
    if (error instanceof OpenQuote)
      throw new Refusal(
        `${file} is cut short or damaged: the quote in line ${error.line} is never closed. Nothing was changed.`,
      )
    throw error
  }
  await stage(tx, reading.empty())
  const { register } = reading.header ?? refuseEmpty(file)
  const { rows, taken, refused } = reading
  if (taken === 0) return { register, rows, taken, created: 0, updated: 0, removed: 0, kept: 0, refused }
  if (!force) await refuseLosses(tx, register, file)
  const figures = await mergeElus(tx, register)
  await dateRegister(tx, register, await dayOfFile(file))
  if (figures.created + figures.updated + figures.removed > 0) {
    await recordBySystem(tx, 'elus.loaded', register, { rows, taken, ...figures })
  }
  return { register, rows, taken, ...figures, refused }
}

function refuseEmpty(file: string): never {
  throw new Refusal(`${file} is empty.`)
}

class Reading {
  header: Header | undefined
  batch: Staged[] = []
  rows = 0
  taken = 0
  readonly #file: string
  readonly #force: boolean
  readonly #codes: CommuneCodes
  readonly #reasons = new Map<Reason, { count: number; lines: number[] }>()
  readonly #unknown = new Map<string, { name: string; count: number }>()
  /** A key of this run alone: the hashes of birth dates cannot be reversed. */
  readonly #salt = randomBytes(16).toString('base64')

  constructor(file: string, codes: CommuneCodes, force: boolean) {
    this.#file = file
    this.#force = force
    this.#codes = codes
  }

  get refused(): Refused {
    return { reasons: this.#reasons, unknown: this.#unknown }
  }

  empty(): Staged[] {
    const batch = this.batch
    this.batch = []
    return batch
  }

  take(line: number, fields: readonly string[], ended: boolean): void {
    if (!this.header) {
      this.header = headerOf(fields, this.#file)
      return
    }
    this.rows++
    const official = officialIn(fields, this.header)
    // The file was cut off within its last line, or just before the last field.
    if (!ended && !this.#force && (typeof official === 'string' || fields.at(-1)?.trim() === '')) {
      throw new Refusal(
        `${this.#file} is cut short: its last line (${line}) is not whole. Nothing was changed. If it is right, load ` +
          'it with --force.',
      )
    }
    if (typeof official === 'string') this.#refuse(official, line)
    else this.#place(official)
  }

  #refuse(reason: Reason, line: number): void {
    const known = this.#reasons.get(reason) ?? { count: 0, lines: [] }
    known.count++
    if (known.lines.length < LINES_NAMED) known.lines.push(line)
    this.#reasons.set(reason, known)
  }

  #place(official: Official): void {
    const found = this.#codes.find(official.code)
    if (!found) {
      const known = this.#unknown.get(official.code)
      this.#unknown.set(official.code, { name: official.commune, count: (known?.count ?? 0) + 1 })
      return
    }
    this.taken++
    const { nom, prenom, debut_mandat, debut_fonction, naissance } = official
    // For a commune that is part of another one today, its name is added to the function.
    const fonction = found.itself || official.commune === '' ? official.fonction : withPlace(official)
    this.batch.push({
      commune_id: found.id,
      nom,
      prenom,
      fonction,
      debut_mandat,
      debut_fonction,
      ordre: found.itself ? rankOf(official.fonction) : rankOf(official.fonction) + 400,
      personne: personKey({ nom, prenom, fonction }, 0),
      marque: hash('sha1', this.#salt + naissance, 'base64'),
    })
  }
}

const withPlace = ({ fonction, commune }: Official) =>
  fonction.endsWith(')') ? fonction : `${firstLetters(fonction, 90)} (${commune})`
