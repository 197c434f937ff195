import { JSON_TYPE } from '../http/sockets.ts'
import { presenter } from './by-shape.ts'
import type { Row, StoreRow } from './route.ts'
import type { Handler, Services } from './services.ts'

export const isStore = (row: Row): row is StoreRow => row.action.kind === 'store'

/** A webhook that is a `Store`: from the signed bytes to the answer. */
export function storer({ action, access, status }: StoreRow, services: Services): Handler {
  const { config, db, jobs, log } = services
  const write = presenter(action.reply, config)
  return async (request, reply) => {
    const body = await access.read(request.body as Buffer)
    const result = await action.run({ body, db: db.pool, enqueuing: jobs.enqueuing, config, log })
    return reply.header('cache-control', 'no-store').code(status).type(JSON_TYPE).send(write(result))
  }
}
