import { withDatabase } from '../../foundation/command-line.ts'
import { type CommandInput, say } from '../../kernel/commands/command.ts'
import { acceptClock, readClock } from '../../kernel/db/clock.ts'

/** Prints the time, so that an operator who accepts a wrong one notices. */
export const accept = ({ config, queues }: CommandInput) =>
  withDatabase({ config, queues }, async ({ db }) => {
    await db.transaction(acceptClock)
    const { trusted_at } = await readClock(db.pool)
    say(`Trusted: it is ${trusted_at}.`)
  })
