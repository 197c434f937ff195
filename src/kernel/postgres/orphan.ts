import fs from 'node:fs'
import { dirname, join } from 'node:path'
import { Refusal } from '../refusal.ts'
import { findServer } from './postmaster.ts'
import { codeOf } from './tools.ts'

/** Files that DATA_DIR holds as soon as it has a cluster: while one of them is there, DATA_DIR was not removed. */
const KEPT = ['postgres.password', 'postgres.location', 'secret']

/**
 * A cluster that had to lie outside of DATA_DIR outlives it, in a folder named by the hash of DATA_DIR's path. Once
 * DATA_DIR was removed its password is lost: the folder is renamed, and never deleted.
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
