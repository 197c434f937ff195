import fs from 'node:fs'
import { dirname, join } from 'node:path'
import { Refusal } from '../refusals/refusal.ts'
import { findServer } from './postmaster.ts'
import { codeOf } from './tools.ts'

/** Files in a DATA_DIR with a cluster: if one of them exists, DATA_DIR was not removed. */
const KEPT = ['postgres.password', 'postgres.location', 'secret']

/**
 * A cluster outside of DATA_DIR, in a folder named by the hash of DATA_DIR's path, survives the removal of DATA_DIR but has
 * lost its password. Renames that folder and never deletes it.
 */
export function setAsideOrphan(dataDir: string, cluster: string, say: (line: string) => void): void {
  const folder = dirname(cluster)
  if (folder === dataDir || !fs.existsSync(join(cluster, 'PG_VERSION'))) return
  if (KEPT.some(name => fs.existsSync(join(dataDir, name)))) return
  const server = findServer(cluster)
  if (server)
    throw new Refusal(
      `${dataDir} was removed while its database ran: end PostgreSQL (process ${server.pid}) first, then start again.`,
    )
  const aside = `${folder}.orphan-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}`
  try {
    fs.renameSync(folder, aside)
  } catch (error) {
    // Another process was faster.
    if (codeOf(error) === 'ENOENT') return
    throw error
  }
  say(
    `${dataDir} was removed: its database is kept in ${aside}. Remove that folder too when nobody wants it.`,
  )
}
