import { once } from 'node:events'
import { createServer } from 'node:net'
import { addressesOf, isMissing } from '../kernel/http/listening.ts'
import { Refusal } from '../kernel/refusals/refusal.ts'
import type { Config } from '../kernel/settings/config.ts'

/** Checks the port before creating and filling a database. Opening the port later may still fail. */
export async function refuseTakenPort(config: Config): Promise<void> {
  for (const [at, address] of addressesOf(config.host).entries()) {
    const probe = createServer()
    try {
      probe.listen(config.port, address)
      await once(probe, 'listening')
    } catch (error) {
      if (at === 0 || !isMissing(error)) throw listenProblem(error, config)
    } finally {
      probe.close()
    }
  }
}

export function listenProblem(error: unknown, { host, port }: Config): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new Refusal(`PORT ${port} is taken on ${host}: stop what uses it, or set another PORT.`)
    case 'EACCES':
      return new Refusal(`PORT ${port} needs rights this account does not have: set a PORT above 1023.`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new Refusal(`HOST ${host} is not an address of this machine.`)
    default:
      return error
  }
}
