import { usingDatabase } from '../database.ts'
import type { Config } from '../kernel/config.ts'
import { queuesOf } from '../kernel/jobs/jobs.ts'
import { lowerPriority } from '../kernel/lower-priority.ts'
import { operatorMessage } from '../kernel/refusal.ts'
import { queues } from '../queues.ts'
import { type MadeOne, makeBackup } from './make.ts'

/**
 * A process of its own: a backup reads, packs and restores for minutes, and none of it is to be felt by who asks the service
 * something. It has the owner's connection, which the service itself does without, and ends with the process that started it.
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
