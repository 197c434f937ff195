/**
 * Prints the plans of the product's queries on defibrillators, at the size of the register, as Markdown. Takes --rows
 * and --data.
 */
import pg from 'pg'
import { connect } from '../../src/kernel/db/database.ts'
import { prepareSession, STATEMENT_MS } from '../../src/kernel/db/session.ts'
import { telling } from '../telling.ts'
import { openDefibrillateurs, readSize } from './open.ts'
import { questionsFor } from './questions.ts'

const say = (line: string) => process.stderr.write(`${line}\n`)
await using filled = await openDefibrillateurs(readSize(process.argv.slice(2)), say)
const client = new pg.Client(filled.connection)
await client.connect()
const answering = connect(filled.connection)
try {
  await prepareSession(client, STATEMENT_MS)
  for (const { heading, ask } of await questionsFor(answering.pool)) {
    process.stdout.write(`### ${heading}\n\n`)
    // With the plan mode of the connection: public reads use generic plans.
    const on = (mode: 'force_generic_plan' | 'auto') =>
      telling(answering.pool, client, mode, (plan, milliseconds) =>
        process.stdout.write(`${milliseconds.toFixed(1)} ms\n\n\`\`\`\n${plan}\n\`\`\`\n\n`),
      )
    await ask({ db: on('force_generic_plan'), slow: on('auto') })
  }
} finally {
  await answering.close()
  await client.end()
}
