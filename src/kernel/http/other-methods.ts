import type { FastifyInstance } from 'fastify'
import { Problem } from '../errors.ts'
import { answerPreflight } from './cors.ts'

/** 405 with `Allow` where an address exists, and the answer to OPTIONS. Before the body is read, like every guard. */
export function refuseOtherMethods(
  server: FastifyInstance,
  rows: readonly { readonly method: string; readonly path: string }[],
): void {
  const allowed = Map.groupBy(rows, row => row.path.replaceAll(/:\w+/g, ':'))
  for (const group of allowed.values()) {
    const methods = group.map(row => row.method)
    const allow = [...new Set([...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'])]
    const url = group[0]?.path ?? ''
    server.route({ method: 'OPTIONS', url, handler: (_request, reply) => answerPreflight(reply, allow) })
    server.route({
      method: server.supportedMethods.filter(method => !allow.includes(method)),
      url,
      onRequest: async () => {
        throw new Problem('method_not_allowed', { headers: { allow: allow.join(', ') } })
      },
      handler: () => {},
    })
  }
}
