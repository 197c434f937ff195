import fs from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from '../refusals/refusal.ts'
import { OWNER } from './connect.ts'
import { type ClusterPlace, give, makeSurroundings } from './data-folder.ts'
import { flags, type Programs, run } from './programs.ts'
import { SETTINGS } from './settings.ts'
import { errorLine, messageOf, token } from './tools.ts'

/** Creates a cluster in a temporary folder and renames it at the end, so that a killed process leaves no half-made cluster. */
export async function prepareCluster(place: ClusterPlace, programs: Programs): Promise<void> {
  place.say('Preparing the database…')
  makeSurroundings(place)
  const draft = `${place.cluster}.new-${token()}`
  const passwordFile = `${draft}.password`
  try {
    fs.mkdirSync(draft, { mode: 0o700 })
    fs.writeFileSync(passwordFile, place.password, { mode: 0o600 })
    for (const path of [draft, passwordFile]) give(path, place.account)
    await initdb(place, programs, draft, passwordFile)
    fs.renameSync(draft, place.cluster)
    const folders = new Set([dirname(place.cluster), place.dataDir])
    if (folders.size > 1) fs.writeFileSync(join(place.dataDir, 'postgres.location'), `${place.cluster}\n`)
    // PostgreSQL syncs its files; the rename of the folder must be synced here.
    if (place.durable) for (const folder of folders) syncFolder(folder)
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal(`PostgreSQL could not prepare ${place.cluster}: ${messageOf(error)}.`)
  } finally {
    fs.rmSync(passwordFile, { force: true })
    fs.rmSync(draft, { recursive: true, force: true })
  }
}

async function initdb(
  place: ClusterPlace,
  programs: Programs,
  folder: string,
  passwordFile: string,
): Promise<void> {
  const { max_connections, shared_buffers, scram_iterations, timezone, log_timezone } = SETTINGS
  const args = [
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--encoding=UTF8',
    '--auth=scram-sha-256',
    `--username=${OWNER}`,
    `--pwfile=${passwordFile}`,
    '--no-instructions',
    '-D',
    folder,
    // Saves 0.15 s: initdb would start servers to try values, and search for the time zone.
    ...flags({ max_connections, shared_buffers, scram_iterations, timezone, log_timezone }),
    ...(place.durable ? [] : ['--no-sync']),
  ]
  const program = run(place, programs, 'initdb', args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [program.child.stdout, program.child.stderr])
    stream?.on('data', text => {
      output += text
    })
  while (!program.ended) await sleep(5)
  if (program.ended !== 'exit 0') throw new Error(errorLine(output) || program.ended)
}

function syncFolder(folder: string): void {
  const fd = fs.openSync(folder, 'r')
  fs.fsyncSync(fd)
  fs.closeSync(fd)
}

/** Removes leftovers of killed processes and programs of earlier versions. Requires the start lock and no running server. */
export function tidy({ cluster }: ClusterPlace, programs: Programs): void {
  const around = dirname(cluster)
  for (const entry of fs.existsSync(around) ? fs.readdirSync(around) : []) {
    const path = join(around, entry)
    const isDraft = /^postgres(-\S+-[0-9a-f]{8})?\.new-[0-9a-f]{8}(\.password)?$/.test(entry)
    const isOld = /^postgres-\d\S*-[0-9a-f]{8}$/.test(entry) && path !== programs.folder
    if (isDraft || isOld) fs.rmSync(path, { recursive: true, force: true, maxRetries: 3 })
  }
}
