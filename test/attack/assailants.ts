/** A process of its own for the attack, so that what it costs is not measured as the service's. */
import { assail, type Force } from './assault.ts'

process.once('disconnect', () => process.exit(0))
process.once('message', async message => {
  const { port, force, seconds } = message as { port: number; force: Force; seconds: number }
  const statuses = await assail(port, force, AbortSignal.timeout(seconds * 1_000))
  process.send?.(Object.fromEntries(statuses))
})
