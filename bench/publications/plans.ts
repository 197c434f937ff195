/**
 * Prints the plans of the product's queries on publications, at any size, as Markdown. Takes the options of
 * generate.ts, and uses its database.
 */
import pg from 'pg'
import { connect } from '../../src/kernel/db/database.ts'
import { prepareSession, STATEMENT_MS } from '../../src/kernel/db/session.ts'
import { telling } from '../telling.ts'
import { openPublications } from './open.ts'
import { readSize } from './options.ts'
import { questionsFor } from './questions.ts'

const say = (line: string) => process.stderr.write(`${line}\n`)
const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort())
await using filled = await openPublications(readSize(process.argv.slice(2)), stop.signal, say)
const client = new pg.Client(filled.connection)
await client.connect()
const answering = connect(filled.connection)
try {
  await prepareSession(client, STATEMENT_MS)
  for (const { heading, ask, on } of await questionsFor(answering.pool)) {
    process.stdout.write(`### ${heading}\n\n`)
    // With the plan mode of the connection: public reads use generic plans.
    const mode = on === 'reads' ? 'force_generic_plan' : 'auto'
    const db = telling(answering.pool, client, mode, (plan, milliseconds) =>
      process.stdout.write(`${milliseconds.toFixed(1)} ms\n\n\`\`\`\n${plan}\n\`\`\`\n\n`),
    )
    await ask(db)
  }
} finally {
  await answering.close()
  await client.end()
}
