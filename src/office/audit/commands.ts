import { verifyAudit } from '../../foundation/audit-seal.ts'
import { withDatabase } from '../../foundation/command-line.ts'
import { type CommandInput, say, textOf } from '../../kernel/commands/command.ts'

/** Every row of the trail is read and hashed again: 600 000 take about seven seconds. */
const AUDIT_MS = 3_600_000

export const verify = ({ config, queues, values }: CommandInput) =>
  withDatabase({ config, queues }, async ({ db }) => {
    const verdict = await db.transaction(async tx =>
      verifyAudit(await tx.withTimeout(AUDIT_MS), textOf(values.head)),
    )
    for (const sentence of verdict.broken) say(`BROKEN: ${sentence}`)
    say(`${verdict.seals} seals over ${verdict.sealedRows} rows, ${verdict.openRows} rows not sealed yet.`)
    say(`Head: ${verdict.head ?? 'none yet'}`)
    return verdict.broken.length === 0 ? 0 : 1
  })
