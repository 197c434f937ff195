/** Fills a database with publications and prints what it contains. */
import pg from 'pg'
import { openPublications } from './open.ts'
import { readSize, USAGE } from './options.ts'
import { WATCHED } from './words.ts'

const say = (line: string) => process.stderr.write(`${line}\n`)
const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort())

try {
  const began = performance.now()
  const size = readSize(process.argv.slice(2))
  await using filled = await openPublications(size, stop.signal, say)
  say(`${size.dataDir}: ${Math.round((performance.now() - began) / 1000)} s`)
  const client = new pg.Client(filled.connection)
  await client.connect()
  try {
    for (const { word, says } of WATCHED) {
      const { rows } = await client.query<{ found: string }>(
        `select count(*) as found from publication_words where recherche @@ plainto_tsquery('parvis', french_words($1))`,
        [word],
      )
      process.stdout.write(`${word} (${says}): ${rows[0]?.found}\n`)
    }
  } finally {
    await client.end()
  }
} catch (error) {
  if (!stop.signal.aborted) say(`${error instanceof Error ? error.message : error}\n\n${USAGE}`)
  process.exitCode = stop.signal.aborted ? 130 : 1
}
