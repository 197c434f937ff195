import { globSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'

/**
 * The files of a release made by `make.ts`, for upgrade tests: VERSION/code.json.br (sources without tests,
 * migrations), VERSION/data.backup (a backup) and VERSION/beside.json.br (the data folder without PostgreSQL's files).
 * Packages are today's. The PostgreSQL cluster is recreated from the backup by the release's own program.
 */
const ROOT = join(import.meta.dirname, '../..')
export const folderOf = (version: string) => join(ROOT, 'test/releases', version)
export const backupOf = (version: string) => join(folderOf(version), 'data.backup')

export const RELEASES = readdirSync(join(ROOT, 'test/releases'), { withFileTypes: true })
  .filter(entry => entry.isDirectory())
  .map(entry => entry.name)
  .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))

/** Latin-1 maps each byte to a character. */
export function pack(
  into: string,
  from: string,
  patterns: readonly string[],
  without: readonly string[] = [],
) {
  const names = globSync(patterns, { cwd: from, exclude: without, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(from.length + 1))
    .sort()
  const files = Object.fromEntries(names.map(name => [name, readFileSync(join(from, name), 'latin1')]))
  const params = { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS }
  mkdirSync(dirname(into), { recursive: true })
  writeFileSync(into, brotliCompressSync(JSON.stringify(files), { params }))
}

function unpack(packed: string, into: string): void {
  const files: Record<string, string> = JSON.parse(brotliDecompressSync(readFileSync(packed)).toString())
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(into, name)), { recursive: true })
    writeFileSync(join(into, name), content, 'latin1')
  }
}

/** The program of a release, with today's packages. */
export function programOf(version: string, into: string): string {
  unpack(join(folderOf(version), 'code.json.br'), into)
  symlinkSync(join(ROOT, 'node_modules'), join(into, 'node_modules'))
  return into
}

/** The files of the data folder except the database. */
export const besideOf = (version: string, into: string) =>
  unpack(join(folderOf(version), 'beside.json.br'), into)
