import pg from 'pg'
import { connect } from '../../src/kernel/db.ts'
import { openEmbedded } from '../../src/kernel/postgres/open.ts'
import { prepareSession } from '../../src/kernel/session.ts'
import { telling } from '../telling.ts'
import { questionsFor } from './questions.ts'

const cluster = await openEmbedded({ dataDir: '/tmp/reads-pub1m', as: 'command', say: console.error })
const client = new pg.Client(cluster.connection)
await client.connect()
await prepareSession(client, 60_000)
const answering = connect(cluster.connection)
for (const { heading, ask, on } of await questionsFor(answering.pool)) {
  if (!/2199|2000|exclusions|Search: a word in one text|Search: a word in every|offset|Newest$/.test(heading))
    continue
  process.stdout.write(`### ${heading}\n\n`)
  const db = telling(answering.pool, client, on === 'reads' ? 'force_generic_plan' : 'auto', (plan, ms) =>
    process.stdout.write(`${ms.toFixed(1)} ms\n\n\`\`\`\n${plan}\n\`\`\`\n\n`),
  )
  await ask(db)
}
await answering.close()
await client.end()
await cluster.stop()
