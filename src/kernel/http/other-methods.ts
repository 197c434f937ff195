import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../errors.ts'
import { answerPreflight } from './cors.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Every address that takes some methods only. */
    readonly limitedAddresses: LimitedAddress[]
  }
}

export interface LimitedAddress {
  readonly path: RegExp
  readonly parameters: number
  readonly allow: readonly string[]
}

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
    server.limitedAddresses.push({
      path: new RegExp(`^${url.replaceAll('.', '[.]').replaceAll(/:\w+/g, '[^/]+')}$`),
      parameters: url.split(':').length,
      allow,
    })
    server.route({ method: 'OPTIONS', url, handler: (_request, reply) => answerPreflight(reply, allow) })
    server.route({
      method: server.supportedMethods.filter(method => !allow.includes(method)),
      url,
      onRequest: async () => {
        throw notAllowed(allow)
      },
      handler: () => {},
    })
  }
}

/**
 * The same for a method that hardly anybody sends (`PROPFIND`, `MKCOL`, … twenty-five of them): the router does not know
 * these, since a route for each of them at each address was a third of what opening a service takes.
 */
export function refuseRareMethod({ server, method, url }: FastifyRequest): void {
  if (server.supportedMethods.includes(method)) return
  const path = url.split('?', 1)[0] ?? ''
  const [nearest] = server.limitedAddresses
    .filter(address => address.path.test(path))
    .sort((one, other) => one.parameters - other.parameters)
  if (nearest) throw notAllowed(nearest.allow)
}

const notAllowed = (allow: readonly string[]) =>
  new Problem('method_not_allowed', { headers: { allow: allow.join(', ') } })
