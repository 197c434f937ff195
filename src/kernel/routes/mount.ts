import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuseOtherMethods } from '../http/other-methods.ts'
import type { Visitor } from '../http/visitor.ts'
import { Answers } from './answers.ts'
import type { Access, Guard } from './guard.ts'
import {
  type Allowance,
  giveBack,
  type Limit,
  rateLimitHeaders,
  type Subject,
  subjectsOf,
  takeOne,
} from './limits.ts'
import { reader } from './reader.ts'
import { mountReceiving, receivingOf } from './received.ts'
import { type ExchangeRow, type GuardedRow, isExchange, isSigned, type Row } from './route.ts'
import type { Admitted, Handler, Services } from './services.ts'
import { mountSigned } from './signed.ts'
import { admission, answersAnyway, writer } from './writer.ts'

/**
 * Mounts every row as a route with the same steps: guard → limit → shapes → transaction → audit → reply. The first two
 * run before the body is read.
 */
export function mount<A extends Access, E extends ExchangeRow = never>(
  server: FastifyInstance,
  rows: readonly (Row<A> | E)[],
  services: Services,
  guard: Guard<A>,
  mountExchange: (row: E) => void = () => {},
): void {
  const answers = new Answers()
  for (const row of rows) {
    if (isExchange(row)) {
      mountExchange(row)
    } else if (isSigned(row)) {
      mountSigned(server, row, services, writer(row, services))
    } else {
      mountGuarded(server, row, services, guard, answers)
    }
  }
  refuseOtherMethods(server, rows)
}

function mountGuarded<A extends Access>(
  server: FastifyInstance,
  row: GuardedRow<A>,
  services: Services,
  guard: Guard<A>,
  answers: Answers,
): void {
  const { access } = row
  const { rateLimitScale: scale } = services.config
  const { pool } = services.db
  const handle: Handler = 'posture' in row ? writer(row, services) : reader(row, services, answers)
  const isStream = row.action.kind === 'read' && row.action.streams === true
  const limits = 'posture' in row ? (row.posture.limit ?? []) : []
  const admit = 'posture' in row ? admission(row, services) : undefined
  const receiving = receivingOf(row)
  const admitted = new WeakMap<FastifyRequest, Admitted>()
  const taken = new WeakMap<FastifyRequest, (readonly [Limit, Subject])[]>()
  // Refunds the rate limit unless the action has slow preparatory work, which must stay limited even when it fails.
  const givesBack = row.action.kind === 'write' && row.action.prepare === undefined
  const route = {
    method: row.method,
    url: row.path,
    ...('posture' in row && row.posture.bodyLimit && { bodyLimit: row.posture.bodyLimit }),
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      const { visitor, ...check } = await guard.admit(access, request)
      request.visitor = visitor
      if ('posture' in row || isStream) admitted.set(request, { at: performance.now(), ...check })
      if (scale > 0) {
        const allowances: Allowance[] = []
        for (const limit of limits) {
          const subject =
            limit.by === 'user' && visitor.caller
              ? visitor.caller.id
              : await subjectsOf(services.addresses, request.clientNetwork)
          try {
            allowances.push(await takeOne(pool, limit, subject, scale))
            if (givesBack) taken.set(request, [...(taken.get(request) ?? []), [limit, subject]])
          } catch (error) {
            if (!answersAnyway(row.action, error)) throw error
          }
        }
        if (allowances.length > 0) reply.headers(rateLimitHeaders(allowances))
      }
      await admit?.(request, visitor)
    },
    handler: (request: FastifyRequest, reply: FastifyReply) =>
      handle(request, reply, request.visitor as Visitor, admitted.get(request)),
    ...(limits.length > 0 && {
      onResponse: async (request: FastifyRequest, reply: FastifyReply) => {
        if (reply.statusCode !== 503) return
        // Not awaited: if the database failed, the allowance stays used.
        for (const [limit, subject] of taken.get(request) ?? [])
          void giveBack(pool, limit, subject, scale).catch(() => {})
      },
    }),
  }
  if (receiving) mountReceiving(server, receiving, services, route)
  else server.route(route)
}
