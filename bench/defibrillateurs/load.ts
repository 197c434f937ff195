/** A child process that loads one file like the command, and reports how long that took. */
import { once } from 'node:events'
import { connect } from '../../src/kernel/db/database.ts'
import { type ConnectionConfig, sql } from '../../src/kernel/db/db.ts'
import { loadFile } from '../../src/territory/defibrillateurs/sync/load-file.ts'
import { endWithTheBench } from '../measured.ts'

endWithTheBench()
const [message] = (await once(process, 'message')) as [{ connection: ConnectionConfig; file: string }]
const db = connect(message.connection)
await db.pool.one(sql`select 1`)
const began = performance.now()
await loadFile(db, message.file, { force: false, progress: () => {} })
const seconds = (performance.now() - began) / 1000
await db.close()
process.send?.({ seconds })
