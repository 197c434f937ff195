import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { readClock } from '../kernel/clock.ts'
import type { JobContext } from '../kernel/jobs/jobs.ts'
import type { BackupResult } from './apart.ts'
import { isDue } from './keep.ts'
import { recordFailure, runsOf } from './runs.ts'

const PROGRAM = fileURLToPath(new URL('apart.ts', import.meta.url))

/** The job `backup.nightly`: looks whether one is due, which it mostly is not. */
export async function nightlyBackup(_data: unknown, context: JobContext, signal: AbortSignal): Promise<void> {
  const { db, config, log } = context
  if (!config.backup) return
  const { running, lately } = await runsOf(db.pool)
  const attempts = lately.map(({ begun_at, outcome }) => ({
    begun_at: new Date(begun_at),
    good: outcome === 'made',
  }))
  // By the clock that noted them: by another one, every attempt might seem to be one of another night.
  const { now } = await readClock(db.pool)
  if (running || !isDue(now, config.backup.at, attempts)) return

  const started = performance.now()
  const answer = await inOwnProcess(context, signal)
  const seconds = Math.round((performance.now() - started) / 1000)
  if ('failed' in answer) {
    log.error({ seconds, reason: answer.failed }, 'backup failed')
    await recordFailure(db.pool, answer.failed, seconds)
  }
  // Another node was faster.
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
    // What it said comes before the end of the way it said it by.
    const [[code, by]] = await Promise.all([once(child, 'exit'), once(child, 'disconnect')])
    return answer ?? { failed: `its process ended before it was done (${by ?? code})` }
  } finally {
    signal.removeEventListener('abort', end)
  }
}
