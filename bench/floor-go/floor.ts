import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { ConnectionConfig } from '../../src/kernel/db/db.ts'
import type { Replayed, StoredPage } from '../measured.ts'

/** Where Debian puts the sources of Go's libraries. */
const LIBRARIES = '/usr/share/gocode'

/** Builds the floor with the Go of this machine, and returns the program. */
export function buildGo(folder: string): string {
  const program = join(folder, 'floor-go')
  const env = { ...process.env, GO111MODULE: 'off', GOPATH: process.env.GOPATH ?? LIBRARIES }
  try {
    execFileSync('go', ['build', '-o', program, '.'], { cwd: import.meta.dirname, env })
  } catch (error) {
    throw new Error(
      'The floor in Go needs Go and pgconn: golang-go and golang-github-jackc-pgconn-dev of Debian.',
      { cause: error },
    )
  }
  return program
}

/** The setting as the Go program reads it: values are sent to PostgreSQL as text. */
export interface GoSetting {
  readonly connection: string
  readonly replayed: readonly {
    readonly path: string
    readonly statements: readonly { readonly text: string; readonly values: readonly (string | null)[] }[]
  }[]
  readonly pages: readonly StoredPage[]
}

export function goSetting(
  { host, port, user, password, database }: ConnectionConfig,
  replayed: readonly Replayed[],
  pages: readonly StoredPage[],
): GoSetting {
  const parts = Object.entries({ host, port, user, password, dbname: database, sslmode: 'disable' })
  return {
    connection: parts.map(([name, value]) => `${name}='${value}'`).join(' '),
    replayed: replayed.map(({ path, statements }) => ({
      path,
      statements: statements.map(({ text, values }) => ({ text, values: values.map(textOf) })),
    })),
    pages,
  }
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (Array.isArray(value)) return `{${value.map(one => JSON.stringify(textOf(one))).join(',')}}`
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
