import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { SOURCES } from './vite.ts'

export interface BuiltFile {
  /** Below the root of the site: `assets/main-4fd1.js`. */
  readonly name: string
  readonly bytes: Uint8Array
  /** Absent for what is compressed already. */
  readonly brotli: Uint8Array | undefined
}

export type Built = ReadonlyMap<string, BuiltFile>

const KEPT = join(SOURCES, '.built')

/**
 * The back-office as browsers get it: built once for each state of its sources, and kept beside them. Where nothing can
 * be written there (an image, a folder of somebody else), each start builds it anew.
 */
export async function builtBackoffice(): Promise<Built> {
  const folder = join(KEPT, await sourcesHash())
  const kept = await readKept(folder)
  if (kept) return kept
  const files = await buildApart()
  await keep(folder, files).catch(() => {})
  return byName(files)
}

const byName = (files: readonly BuiltFile[]): Built => new Map(files.map(file => [file.name, file]))

/** The versions of the packages are part of the sources. */
async function sourcesHash(): Promise<string> {
  const hash = createHash('sha256')
  const names = (await readdir(SOURCES, { recursive: true, withFileTypes: true }))
    .filter(entry => entry.isFile() && !entry.parentPath.startsWith(KEPT))
    .map(entry => join(entry.parentPath, entry.name))
    .sort()
  const lock = join(SOURCES, '../package-lock.json')
  const vite = join(import.meta.dirname, 'vite.ts')
  for (const name of [...names, lock, vite]) {
    const bytes = await readFile(name).catch(() => '')
    hash.update(`${name.slice(SOURCES.length)}\n${bytes.length}\n`).update(bytes)
  }
  return hash.digest('hex').slice(0, 32)
}

/** The list of files is written last: a folder without it was left behind by a process that was killed. */
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
  // Two processes may build the same at once: the second finds the folder there, and drops its own.
  await rename(draft, folder).catch(() => rm(draft, { recursive: true, force: true }))
  await forgetOthers(folder)
}

/** Those of earlier sources. What another process is just writing has a name that nobody looks for. */
async function forgetOthers(folder: string): Promise<void> {
  for (const name of await readdir(KEPT)) {
    const other = join(KEPT, name)
    if (other !== folder && /^[0-9a-f]{32}$/.test(name)) await rm(other, { recursive: true, force: true })
  }
}

/** Long enough for a small machine that starts a database at the same time. */
const BUILD_TIMEOUT_MS = 120_000

function buildApart(): Promise<readonly BuiltFile[]> {
  return new Promise((resolve, reject) => {
    const child = fork(join(import.meta.dirname, 'build-apart.ts'), {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      timeout: BUILD_TIMEOUT_MS,
      // Vite reads it, and would build another page where a developer's shell sets it.
      env: { ...process.env, NODE_ENV: 'production' },
    })
    let said = ''
    child.stderr?.on('data', chunk => {
      said = (said + chunk).slice(-4_000)
    })
    child.on('message', files => resolve(files as readonly BuiltFile[]))
    child.on('error', reject)
    child.on('exit', code => {
      if (code !== 0) reject(new Error(`The build ended with ${code}: ${said.trim()}`))
    })
    // A service that is asked to stop does not wait for it.
    child.unref()
    child.channel?.unref()
  })
}
