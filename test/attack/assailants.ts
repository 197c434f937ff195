/** The attack runs in its own process, so that its CPU time does not count as the service's. */
import { assail, type Force } from './assault.ts'

process.once('disconnect', () => process.exit(0))
process.once('message', async message => {
  const { port, force, seconds } = message as { port: number; force: Force; seconds: number }
  const statuses = await assail(port, force, AbortSignal.timeout(seconds * 1_000))
  process.send?.(Object.fromEntries(statuses))
})
