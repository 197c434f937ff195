/** A child process that loads one file like the command, and reports the cost. */
import { once } from 'node:events'
import { connect } from '../../src/kernel/db/database.ts'
import { type ConnectionConfig, sql } from '../../src/kernel/db/db.ts'
import { loadFile } from '../../src/territory/defibrillateurs/sync/load-file.ts'
import { endWithTheBench } from '../measured.ts'

endWithTheBench()
const [message] = (await once(process, 'message')) as [{ connection: ConnectionConfig; file: string }]
const db = connect(message.connection)
await db.pool.one(sql`select 1`)
const idle = process.memoryUsage.rss()
const began = performance.now()
const outcome = await loadFile(db, message.file, { force: false, progress: () => {} })
const seconds = (performance.now() - began) / 1000
await db.close()
// libuv reports kibibytes on every platform.
const peak = process.resourceUsage().maxRSS * 1024
process.send?.({ seconds, idle, peak, figures: outcome.status === 'ok' ? outcome.figures : {} })
