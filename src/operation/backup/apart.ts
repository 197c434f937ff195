import { usingDatabase } from '../../foundation/database.ts'
import { queues } from '../../foundation/queues.ts'
import { queuesOf } from '../../kernel/jobs/jobs.ts'
import { operatorMessage } from '../../kernel/refusals/refusal.ts'
import type { Config } from '../../kernel/settings/config.ts'
import { lowerPriority } from '../../kernel/threads/lower-priority.ts'
import { type MadeOne, makeBackup } from './make.ts'

/**
 * Makes a backup in a process of its own, because it uses the processor for minutes and must not slow down requests. It
 * connects as the database owner, unlike the service, and ends with its parent process.
 */
export type BackupResult = { readonly made: MadeOne | undefined } | { readonly failed: string }

const orphaned = () => process.kill(process.pid, 'SIGTERM')
process.on('disconnect', orphaned)
process.once('message', (config: Config) => {
  lowerPriority()
  void work(config).then(answer => {
    process.off('disconnect', orphaned)
    process.send?.(answer, () => process.disconnect())
  })
})

async function work(config: Config): Promise<BackupResult> {
  const { backup: settings } = config
  if (!settings) return { made: undefined }
  try {
    const made = await usingDatabase(config, { as: 'command', say: () => {} }, database =>
      makeBackup({ database, config, settings, queues: queuesOf(queues) }),
    )
    return { made }
  } catch (error) {
    return { failed: operatorMessage(error) ?? String((error as Error).stack ?? error) }
  }
}
