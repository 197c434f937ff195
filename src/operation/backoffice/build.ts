import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { SOURCES } from './vite.ts'

export interface BuiltFile {
  /** Below the root of the site: `assets/main-4fd1.js`. */
  readonly name: string
  readonly bytes: Uint8Array
  /** Absent for compressed formats. */
  readonly brotli: Uint8Array | undefined
}

export type Built = ReadonlyMap<string, BuiltFile>

const KEPT = join(SOURCES, '.built')

/**
 * The files of the back-office, built once for each state of its sources and stored beside them. Where the folder is
 * not writable (an image), each start builds them anew.
 */
export async function builtBackoffice(): Promise<Built> {
  const kept = await keptBackoffice()
  if (kept) return kept
  const files = await buildApart()
  await keep(await folderNow(), files).catch(() => {})
  return byName(files)
}

/** The files that an earlier start or `npm run build` built from the present sources. */
export const keptBackoffice = async (): Promise<Built | undefined> => await readKept(await folderNow())

/** For `npm run build`: the installing account is often not the serving one, and may have a narrow umask. */
export async function letOthersRead(folder = KEPT): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  await chmod(folder, 0o755)
  for (const entry of entries)
    await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644)
}

/** Whether a stored build exists that this account may not read. */
export async function isUnreadable(folder = KEPT): Promise<boolean> {
  return await readFile(join(folder, await sourcesHash(), LIST)).then(
    () => false,
    (error: NodeJS.ErrnoException) => error.code === 'EACCES',
  )
}

const folderNow = async () => join(KEPT, await sourcesHash())

const byName = (files: readonly BuiltFile[]): Built => new Map(files.map(file => [file.name, file]))

/** Further inputs of a build: the package versions and Vite's configuration. */
const BESIDE = [
  'package-lock.json',
  'src/operation/backoffice/vite.ts',
  'src/operation/backoffice/build-apart.ts',
]

/** Hashes contents and relative paths, so that a copied image finds its build. */
export async function sourcesHash(project = join(SOURCES, '..')): Promise<string> {
  const hash = createHash('sha256')
  const sources = ['backoffice', 'shared', 'packages/client/src'].map(folder =>
    filesBelow(join(project, folder)),
  )
  const names = (await Promise.all(sources))
    .flat()
    .map(file => relative(project, file))
    .filter(file => !file.endsWith('.test.ts') && !file.startsWith('backoffice/test/'))
  for (const name of [...names, ...BESIDE].sort()) {
    const bytes = await readFile(join(project, name)).catch(() => '')
    hash.update(`${name}\n${bytes.length}\n`).update(bytes)
  }
  return hash.digest('hex').slice(0, 32)
}

/** Excludes built files: another start may be renaming them. */
async function filesBelow(folder: string): Promise<string[]> {
  const entries = (await readdir(folder, { withFileTypes: true })).filter(entry => entry.name !== '.built')
  const files = entries.map(entry => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesBelow(path) : entry.isFile() ? [path] : []
  })
  return (await Promise.all(files)).flat()
}

/** The list of files is written last: a folder without it was left by a killed process. */
const LIST = 'files.json'

async function readKept(folder: string): Promise<Built | undefined> {
  try {
    const names: readonly string[] = JSON.parse(await readFile(join(folder, LIST), 'utf8'))
    const files = names.map(async name => ({
      name,
      bytes: await readFile(join(folder, name)),
      brotli: await readFile(join(folder, `${name}.br`)).catch(() => undefined),
    }))
    return byName(await Promise.all(files))
  } catch {
    return undefined
  }
}

async function keep(folder: string, files: readonly BuiltFile[]): Promise<void> {
  const draft = `${folder}.${process.pid}`
  for (const { name, bytes, brotli } of files) {
    await mkdir(join(draft, dirname(name)), { recursive: true })
    await writeFile(join(draft, name), bytes)
    if (brotli) await writeFile(join(draft, `${name}.br`), brotli)
  }
  await writeFile(join(draft, LIST), JSON.stringify(files.map(({ name }) => name)))
  // Two processes may build at once: the second finds the folder and drops its own.
  await rename(draft, folder).catch(() => rm(draft, { recursive: true, force: true }))
  await forgetOthers(folder)
}

/** Deletes builds of earlier sources. Builds in progress have temporary names and are left alone. */
async function forgetOthers(folder: string): Promise<void> {
  for (const name of await readdir(KEPT)) {
    const other = join(KEPT, name)
    if (other !== folder && /^[0-9a-f]{32}$/.test(name)) await rm(other, { recursive: true, force: true })
  }
}

/** Long enough for a small machine that starts a database at the same time. */
const BUILD_TIMEOUT_MS = 120_000

/** The environment that a build needs. The rest, secrets included, is kept from build packages. */
const PASSED_ON = ['PATH', 'HOME', 'TMPDIR', 'LD_LIBRARY_PATH']

/** With `development`, the developers' `/gallery` is included. */
export function buildApart(
  program = join(import.meta.dirname, 'build-apart.ts'),
  NODE_ENV: 'production' | 'development' = 'production',
  timeout = BUILD_TIMEOUT_MS,
): Promise<readonly BuiltFile[]> {
  const passedOn = PASSED_ON.flatMap(name =>
    process.env[name] === undefined ? [] : [[name, process.env[name]]],
  )
  return new Promise((resolve, reject) => {
    const child = fork(program, {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      timeout,
      // Vite reads NODE_ENV and would build a different page if a developer's shell sets it.
      env: { ...Object.fromEntries(passedOn), NODE_ENV },
    })
    let output = ''
    child.stderr?.on('data', chunk => {
      output = (output + chunk).slice(-4_000)
    })
    child.on('message', files => resolve(files as readonly BuiltFile[]))
    child.on('error', reject)
    child.on('exit', (code, signal) => {
      const how =
        signal === null ? `ended with ${code}` : `was ended by ${signal} (it may take ${timeout / 1000} s)`
      if (code !== 0) reject(new Error(`The build ${how}: ${output.trim()}`))
    })
  })
}
