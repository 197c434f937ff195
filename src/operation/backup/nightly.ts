import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { readClock } from '../../kernel/db/clock.ts'
import type { JobContext } from '../../kernel/jobs/jobs.ts'
import type { BackupResult } from './apart.ts'
import { isDue } from './keep.ts'
import { recordFailure, runsOf } from './runs.ts'

const PROGRAM = fileURLToPath(new URL('apart.ts', import.meta.url))

/** The job `backup.nightly`, which runs often: makes a backup when one is due. */
export async function nightlyBackup(_data: unknown, context: JobContext, signal: AbortSignal): Promise<void> {
  const { db, config, log } = context
  if (!config.backup) return
  const { running, lately } = await runsOf(db.pool)
  const attempts = lately.map(({ begun_at, outcome }) => ({
    begun_at: new Date(begun_at),
    good: outcome === 'made',
  }))
  // The database's clock, which recorded the attempts: another clock could place them all in another night.
  const { now } = await readClock(db.pool)
  if (running || !isDue(now, config.backup.at, attempts)) return

  const started = performance.now()
  const answer = await inOwnProcess(context, signal)
  const seconds = Math.round((performance.now() - started) / 1000)
  if ('failed' in answer) {
    log.error({ seconds, reason: answer.failed }, 'backup failed')
    await recordFailure(db.pool, answer.failed, seconds)
  }
  // Undefined: another node made it.
  else if (answer.made) log.info({ seconds, ...answer.made }, 'backup made')
}

async function inOwnProcess({ config, onStop }: JobContext, signal: AbortSignal): Promise<BackupResult> {
  const child = fork(PROGRAM, { serialization: 'advanced', stdio: 'ignore', execArgv: [] })
  const end = () => void child.kill()
  onStop(end)
  signal.addEventListener('abort', end, { once: true })
  try {
    let answer: BackupResult | undefined
    child.once('message', said => {
      answer = said as BackupResult
    })
    child.send(config)
    // The message arrives before the channel closes.
    const [[code, by]] = await Promise.all([once(child, 'exit'), once(child, 'disconnect')])
    return answer ?? { failed: `its process ended before it was done (${by ?? code})` }
  } finally {
    signal.removeEventListener('abort', end)
  }
}
