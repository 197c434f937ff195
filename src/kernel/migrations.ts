import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Sql, sql } from './db/db.ts'

const FOLDER = join(import.meta.dirname, '../../db/migrations')

export interface Migration {
  readonly number: number
  readonly name: string
  readonly sql: string
  readonly sha256: string
  /** Programs that know no migration as new as this one stop working on the database; 0: all go on. */
  readonly needs: number
  /** Statement by statement, outside of a transaction, so that writers go on meanwhile. */
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

/** The newest migration of the baseline: together, the files up to it define each table once, as it was before 0.4.0. */
export const BASELINE = 17
const STEP = /^-- (?:expand|contract: needs (?<needs>\d+))(?<concurrently>, concurrently)?(?:[.:]|$)/m

/** What the first line says: a migration only adds, or takes away what programs from migration N on have no use for. */
function parseStep(file: string, number: number, sql: string): Pick<Migration, 'needs' | 'concurrently'> {
  const [line = ''] = sql.split('\n', 1)
  const said = STEP.exec(line)?.groups
  if (!said)
    throw new Error(
      `${file} does not begin with “-- expand” or “-- contract: needs N”: CONTRIBUTING.md, “A migration”.`,
    )
  const needs = Number(said.needs ?? 0)
  if (said.needs !== undefined && (needs < 1 || needs > number))
    throw new Error(`${file} needs migration ${needs}: it is one from 1 to ${number}.`)
  return { needs, concurrently: said.concurrently !== undefined }
}

const FIRST = readMigrations()[0]?.sha256 ?? ''
/** In a statement: the newest migration of the database; null before `parvis migrate --adopt` of an older database. */
export const NEWEST: Sql = sql`(select max(number) from schema_migrations having bool_or(number = 1 and sha256 = ${FIRST}))`
/** In a statement: the newest migration that a program must know to work on this database. */
export const NEEDED: Sql = sql`(select max(needs) from schema_migrations)`

/** What a program with these migrations is to a database. A newer program must not work yet, an older one may. */
export function compatibilityOf(
  known: number,
  { newest, needed }: { readonly newest: number | null; readonly needed: number | null },
): 'equal' | 'older and good' | 'too old' | 'ahead' {
  if ((newest ?? 0) < known) return 'ahead'
  if ((needed ?? 0) > known) return 'too old'
  return newest === known ? 'equal' : 'older and good'
}

/** Of a migration that is carried out `concurrently`: each statement ends its line. */
export const statementsOf = ({ sql }: Pick<Migration, 'sql'>): string[] =>
  sql
    .replaceAll(/^\s*--.*$/gm, '')
    .split(/;\s*$/m)
    .map(statement => statement.trim())
    .filter(statement => statement !== '')
