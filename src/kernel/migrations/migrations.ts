import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Sql, sql } from '../db/db.ts'

const FOLDER = join(import.meta.dirname, '../../../db/migrations')

export interface Migration {
  readonly number: number
  readonly name: string
  readonly sql: string
  readonly sha256: string
  /** The oldest migration that a program must know to work on the database; 0: every program can. */
  readonly needs: number
  /** Runs statement by statement without a transaction, so that writers are not blocked. */
  readonly concurrently: boolean
}

export function readMigrations(folder = FOLDER): Migration[] {
  return readdirSync(folder)
    .filter(file => /^\d{4}_\w+\.sql$/.test(file))
    .sort()
    .map((file, index) => {
      const number = Number(file.slice(0, 4))
      if (number !== index + 1)
        throw new Error(`${file} is out of order: migrations are numbered without gaps.`)
      const sql = readFileSync(join(folder, file), 'utf8')
      const sha256 = createHash('sha256').update(sql).digest('hex')
      return { number, name: file.slice(5, -4), sql, sha256, ...parseStep(file, number, sql) }
    })
}

/** The last migration of the baseline, which defines the schema as it was before 0.4.0. */
export const BASELINE = 17
const STEP = /^-- (?:expand|contract: needs (?<needs>\d+))(?<concurrently>, concurrently)?(?:[.:]|$)/m

/** Parses the first line: a migration only adds (expand), or removes what programs since migration N do not use (contract). */
function parseStep(file: string, number: number, sql: string): Pick<Migration, 'needs' | 'concurrently'> {
  const [line = ''] = sql.split('\n', 1)
  const step = STEP.exec(line)?.groups
  if (!step)
    throw new Error(
      `${file} does not begin with “-- expand” or “-- contract: needs N”: CONTRIBUTING.md, “A migration”.`,
    )
  const needs = Number(step.needs ?? 0)
  if (step.needs !== undefined && (needs < 1 || needs > number))
    throw new Error(`${file} needs migration ${needs}: it is one from 1 to ${number}.`)
  return { needs, concurrently: step.concurrently !== undefined }
}

const FIRST = readMigrations()[0]?.sha256 ?? ''
/** SQL: the newest migration of the database; null before `parvis migrate --adopt` of an older database. */
export const NEWEST: Sql = sql`(select max(number) from schema_migrations having bool_or(number = 1 and sha256 = ${FIRST}))`
/** SQL: the newest migration that a program must know to work on this database. */
export const NEEDED: Sql = sql`(select max(needs) from schema_migrations)`

/** Compares a program's migrations with a database's. A newer program must wait; an older one may work. */
export function compatibilityOf(
  known: number,
  { newest, needed }: { readonly newest: number | null; readonly needed: number | null },
): 'equal' | 'older and good' | 'too old' | 'ahead' {
  if ((newest ?? 0) < known) return 'ahead'
  if ((needed ?? 0) > known) return 'too old'
  return newest === known ? 'equal' : 'older and good'
}

/** The statements of a `concurrently` migration: each ends at a line end. */
export const statementsOf = ({ sql }: Pick<Migration, 'sql'>): string[] =>
  sql
    .replaceAll(/^\s*--.*$/gm, '')
    .split(/;\s*$/m)
    .map(statement => statement.trim())
    .filter(statement => statement !== '')
