import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import findMyWay from 'find-my-way'
import { Problem } from '../refusals/errors.ts'
import { answerPreflight } from './cors.ts'

interface Row {
  readonly method: string
  readonly path: string
}

const PARAMETER = ':'

interface Address {
  readonly url: string
  readonly segments: readonly string[]
  readonly allow: readonly string[]
}

/** Paths that accept only some methods. */
interface Addresses {
  add(addresses: readonly Address[]): void
  /** The path matching this URL, by the router's rules. */
  find(url: string): Address | undefined
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly limitedAddresses: Addresses
  }
}

/**
 * A separate router, built at first use: as refusing routes of the server, one per path and method, they took half of
 * the startup time.
 */
export function addressesOf(maxParamLength: number): Addresses {
  const all: Address[] = []
  let router: findMyWay.Instance<findMyWay.HTTPVersion.V1> | undefined
  const made = () => {
    router = findMyWay({ maxParamLength })
    for (const address of all) router.on('GET', address.url, () => {}, address)
    return router
  }
  return {
    add(addresses) {
      all.push(...addresses)
      router = undefined
    },
    find: url => (router ?? made()).find('GET', url)?.store ?? undefined,
  }
}

/** Answers 405 with `Allow`, and OPTIONS, for these paths. */
export function refuseOtherMethods(server: FastifyInstance, rows: readonly Row[]): void {
  const addresses = [...Map.groupBy(rows, row => row.path.replaceAll(/:\w+/g, PARAMETER))].map(addressOf)
  server.limitedAddresses.add(addresses)
  for (const { method, address } of mistakable(addresses, server.supportedMethods))
    server.route({
      method,
      url: address.url,
      exposeHeadRoute: false,
      onRequest: async () => {
        throw notAllowed(address)
      },
      handler: () => {},
    })
}

function addressOf([shape, rows]: [string, readonly Row[]]): Address {
  const methods = rows.map(row => row.method)
  return {
    url: rows[0]?.path ?? '',
    segments: shape.split('/'),
    allow: [...new Set([...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'])],
  }
}

/** PATCH of `/things/search` would match `/things/:id`, so the server's own router must refuse it. */
function mistakable(addresses: readonly Address[], methods: readonly string[]) {
  const bySize = Map.groupBy(addresses, ({ segments }) => segments.length)
  const further = (address: Address) =>
    (bySize.get(address.segments.length) ?? []).filter(other => comesBefore(address.segments, other.segments))
  const isTaken = (others: readonly Address[], method: string): boolean =>
    others.some(other => other.allow.includes(method) || isTaken(further(other), method))
  return addresses.flatMap(address => {
    const others = further(address)
    return methods
      .filter(method => !address.allow.includes(method) && isTaken(others, method))
      .map(method => ({ method, address }))
  })
}

/** Both paths can match one URL, and the router tries this one first: static segments come before parameters. */
function comesBefore(one: readonly string[], other: readonly string[]): boolean {
  const first = one.findIndex((segment, at) => segment !== other[at])
  return (
    first !== -1 &&
    one[first] !== PARAMETER &&
    one.every((segment, at) => segment === other[at] || segment === PARAMETER || other[at] === PARAMETER)
  )
}

/**
 * Handles a request that matches no route, or only the catch-all page route. Returns true when answered, before the
 * body is read.
 */
export function answerOtherMethod(request: FastifyRequest, reply: FastifyReply): boolean {
  const { method, server, raw } = request
  const address = server.limitedAddresses.find(raw.url ?? '')
  if (!address) return false
  request.address = address.url
  if (method === 'OPTIONS') {
    answerPreflight(reply, address.allow)
    return true
  }
  if (!address.allow.includes(method)) throw notAllowed(address)
  return false
}

const notAllowed = ({ allow }: Address) =>
  new Problem('method_not_allowed', { headers: { allow: allow.join(', ') } })
