import type { FastifyInstance } from 'fastify'
import { answerPreflight } from './cors.ts'
import { Problem } from './errors.ts'
import type { Row } from './route.ts'

/** 405 with `Allow` where an address exists, and the answer to OPTIONS. Before the body is read, like every guard. */
export function refuseOtherMethods(
  server: FastifyInstance,
  rows: readonly Pick<Row, 'method' | 'path'>[],
): void {
  const allowed = Map.groupBy(rows, row => row.path.replaceAll(/:\w+/g, ':'))
  for (const group of allowed.values()) {
    const methods: string[] = group.map(row => row.method)
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
