import { access, constants, stat } from 'node:fs/promises'
import type { Database } from '../../kernel/db/database.ts'
import type { Config } from '../../kernel/settings/config.ts'
import { nameOfPlace } from '../backup/places.ts'
import { lastEnded, runsOf, stateOf } from '../backup/runs.ts'
import { spell } from '../health/backlog.ts'
import { explain } from './explanations.ts'
import { type Finding, note, ok, wrong } from './finding.ts'

/** Reports the last automatic backup. */
export async function backups(
  db: Database,
  { backup, process = 'all' }: Pick<Config, 'backup'> & Partial<Pick<Config, 'process'>>,
): Promise<Finding> {
  if (!backup)
    return note(
      'backup',
      'no automatic backups: set BACKUP_DIR or BACKUP_S3_ENDPOINT (docs/backup.md)',
      explain('no_backups'),
    )
  const runs = await runsOf(db.pool).catch(() => undefined)
  if (!runs) return note('backup', 'the database is not up to date', explain('backup_unknown'))
  const { good, running } = runs
  const place = nameOfPlace(backup)
  const last = good ? `the last good one is ${spell(good.age)} old` : 'there is no good one yet'
  const state = stateOf(runs)
  // After a failed try its reason says more.
  const missing = state === 'failed' ? undefined : await missingFolder({ backup, process })
  if (missing)
    return wrong(
      'backup',
      `${missing} (BACKUP_DIR) is not there, or may not be written into: make it, or mount it; ${last}`,
      explain('backup_no_folder'),
    )
  switch (state) {
    case 'failed':
      return wrong(
        'backup',
        `the last try failed: ${lastEnded(runs)?.reason ?? 'its process was killed'}; ${last}`,
        explain('backup_failed'),
      )
    case 'old':
      return wrong(
        'backup',
        `${last}, in ${place}: a worker makes them, with the same settings as this`,
        explain('backup_old'),
      )
    case 'none':
      return note(
        'backup',
        `${last}: ${running ? 'it is being made' : `a worker makes it within ten minutes, in ${place}`}`,
        explain('backup_none'),
      )
    case 'ok': {
      const sum = good?.sha256 ? `, SHA-256 ${good.sha256}` : ''
      const stored = `${last}, ${Math.ceil((good?.bytes ?? 0) / 1e6)} MB in ${place}${sum}`
      return good?.verified === 'restored'
        ? ok('backup', `${stored}, restored on trial and compared`, explain('backup'))
        : note(
            'backup',
            `${stored}, read to its end, not restored on trial: ${good?.reason}`,
            explain('backup_read'),
          )
    }
  }
}

/** The folder, if a worker of this machine could write no backup into it. */
async function missingFolder({ backup, process }: Pick<Config, 'backup' | 'process'>) {
  if (!backup || !('folder' in backup.to) || process === 'web') return undefined
  const { folder } = backup.to
  const isFolder = await stat(folder).then(
    found => found.isDirectory(),
    () => false,
  )
  const isWritable = await access(folder, constants.W_OK).then(
    () => true,
    () => false,
  )
  return isFolder && isWritable ? undefined : folder
}
