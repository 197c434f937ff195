import { withDatabase } from '../command-line.ts'
import { type CommandInput, say, textOf } from '../kernel/command.ts'
import { verifyAudit } from './seal.ts'

export const verify = ({ config, values }: CommandInput) =>
  withDatabase(config, async ({ db }) => {
    const verdict = await verifyAudit(db.pool, textOf(values.head))
    for (const sentence of verdict.broken) say(`BROKEN: ${sentence}`)
    say(`${verdict.seals} seals over ${verdict.sealedRows} rows, ${verdict.openRows} rows not sealed yet.`)
    say(`Head: ${verdict.head ?? 'none yet'}`)
    return verdict.broken.length === 0 ? 0 : 1
  })
