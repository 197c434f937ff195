import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import findMyWay from 'find-my-way'
import { Problem } from '../errors.ts'
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

/** Every address that takes some methods only. */
export interface Addresses {
  add(addresses: readonly Address[]): void
  /** The one that is asked for, as the router itself would read it. */
  find(url: string): Address | undefined
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly limitedAddresses: Addresses
  }
}

/**
 * A router of their own, made when the first of them is looked for: as routes of the server, one for each method that is
 * refused at each address, they were half of what opening a service takes.
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

/** From now on 405 with `Allow` where an address exists, and the answer to OPTIONS. */
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

/** PATCH of `/things/search` would be taken for one of `/things/:id`: the server's own router must refuse it. */
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

/** Something may be asked for that both describe, and the router tries this one first: a word goes before a parameter. */
function comesBefore(one: readonly string[], other: readonly string[]): boolean {
  const first = one.findIndex((segment, at) => segment !== other[at])
  return (
    first !== -1 &&
    one[first] !== PARAMETER &&
    one.every((segment, at) => segment === other[at] || segment === PARAMETER || other[at] === PARAMETER)
  )
}

/** A request that no route takes, or only the one of all pages. True when it has its answer, before its body is read. */
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
