import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { semaphore } from '../../kernel/concurrency/semaphore.ts'
import type { Database } from '../../kernel/db/database.ts'
import { refuseOtherMethods } from '../../kernel/http/other-methods.ts'
import { Problem } from '../../kernel/refusals/errors.ts'
import type { Config } from '../../kernel/settings/config.ts'
import type { Secrets } from '../../kernel/settings/secrets.ts'
import { refuseLowDisk } from '../../media/room.ts'
import { storeOf } from '../../media/which-store.ts'
import { communeFile } from './export.ts'
import { DOWNLOADS, openTicket } from './ticket.ts'

/** Serves the file of a commune to whoever has a ticket of `actions.ts`, while it is made. */

interface Services {
  readonly config: Config
  readonly db: Database
  readonly secrets: Secrets
}

/** Each has a connection until its rows are read, and a temporary file. */
const AT_ONCE = 2
const WAITING = 8
/** A slow reader loses its place. */
const LONGEST_MS = 3_600_000

export function serveCommuneFiles(server: FastifyInstance, { config, db, secrets }: Services): void {
  const turns = semaphore(AT_ONCE, WAITING)
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const [sealed = '', ...more] = new URLSearchParams((request.raw.url ?? '').split('?')[1]).getAll('t')
    const ref = more.length === 0 ? openTicket(secrets, sealed, new Date()) : undefined
    if (ref === undefined) throw new Problem('not_found')
    await refuseLowDisk(config)
    const { store, version, now } = { store: storeOf(config), version: config.version, now: new Date() }
    const stream = Readable.from(communeFile(ref, { db, dataDir: config.dataDir, store, version, now }), {
      objectMode: false,
    })
    // It has a limit of its own, and goes on for long.
    server.leaveInFlight(request)
    await untilClosed(turns, stream)
    reply.type('application/zip').headers({
      'cache-control': 'no-store',
      'content-disposition': `attachment; filename="commune-${ref}-${now.toISOString().slice(0, 10)}.zip"`,
    })
    return reply.send(stream)
  }
  server.route({ method: 'GET', url: DOWNLOADS, exposeHeadRoute: false, handler: answer })
  refuseOtherMethods(server, [{ method: 'GET', path: DOWNLOADS }])
}

/** Resolves when the stream has its turn, which ends with it. */
function untilClosed(turns: ReturnType<typeof semaphore>, stream: Readable): Promise<void> {
  return new Promise((begun, refused) => {
    turns(
      () =>
        new Promise<void>(ended => {
          const late = setTimeout(() => stream.destroy(new Error('The download took too long.')), LONGEST_MS)
          stream.once('close', () => {
            clearTimeout(late)
            ended()
          })
          begun()
        }),
    ).catch(error => {
      stream.destroy()
      refused(error)
    })
  })
}
