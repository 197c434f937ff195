import { JSON_TYPE } from '../http/sockets.ts'
import type { IntakeRow, Row } from './route.ts'
import type { Handler, Services } from './services.ts'

export const isIntake = (row: Row): row is IntakeRow => row.action.kind === 'intake'

/** Handles a webhook that is an `Intake`: from the signed bytes to the answer. */
export const takeIn =
  (
    { action, access, status }: IntakeRow,
    { config, db, jobs, log }: Services,
    write: (reply: unknown) => string,
  ): Handler =>
  async (request, reply) => {
    const body = await access.read(request.body as Buffer)
    const result = await action.run({ body, db: db.pool, enqueuing: jobs.enqueuing, config, log })
    return reply.header('cache-control', 'no-store').code(status).type(JSON_TYPE).send(write(result))
  }
