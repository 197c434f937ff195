import type { Server as HttpServer } from 'node:http'
import { BlockList, isIP, type Socket } from 'node:net'
import { clientNetwork } from './client-network.ts'
import { NetworkShares } from './network-shares.ts'
import { idleSince } from './pipelining.ts'

/** Far below the usual limit of open files per process. */
const MOST_IN_ALL = 4_000
const MOST_PER_NETWORK = 400

/**
 * Limits open connections, because slow clients hold them. Above the limit, the client network with the most connections
 * loses one: first those that never sent a request, then the longest idle. Trusted proxies are not counted.
 */
export function limitConnections(server: HttpServer, trustedProxies: readonly string[]): void {
  const isProxy = addressMatcher(trustedProxies)
  const mostInAll = Math.min(MOST_IN_ALL, Math.floor(openFilesAllowed() / 2))
  const open = new NetworkShares<Socket>()
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    if (isProxy(address)) return
    const home = clientNetwork(address)
    open.add(home, socket)
    socket.once('close', () => open.remove(home, socket))
    if (open.of(home) > MOST_PER_NETWORK) giveUpOne(open, home, socket)
    else if (open.total > mostInAll) giveUpOne(open, open.heaviest() ?? home, socket)
  })
}

/** Closes the newest connection when all others have a request in progress. */
function giveUpOne(open: NetworkShares<Socket>, home: string, newest: Socket): void {
  let spared = newest
  let longest = Number.POSITIVE_INFINITY
  for (const socket of open.items(home)) {
    const since = socket === newest ? undefined : idleSince(socket)
    if (since !== undefined && since < longest) [spared, longest] = [socket, since]
  }
  open.remove(clientNetwork(spared.remoteAddress ?? ''), spared)
  spared.destroy()
}

let allowed: number | undefined
/** Cached: building a process report takes some milliseconds. */
const openFilesAllowed = (): number => (allowed ??= readOpenFilesAllowed())

function readOpenFilesAllowed(): number {
  // Otherwise the report would look up the host name of every connected address.
  Object.assign(process.report, { excludeNetwork: true })
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft?: unknown } } }
  const soft = Number(userLimits?.open_files?.soft)
  return soft > 0 ? soft : Number.POSITIVE_INFINITY
}

/** Tests whether an address is in these addresses and CIDR ranges. */
function addressMatcher(ranges: readonly string[]): (address: string) => boolean {
  if (ranges.length === 0) return () => false
  const list = new BlockList()
  const family = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    if (bits === undefined) list.addAddress(address, family(address))
    else list.addSubnet(address, Number(bits), family(address))
  }
  // BlockList compares an IPv4-mapped address (`::ffff:192.0.2.1`) as IPv4.
  return address => isIP(address) > 0 && list.check(address, family(address))
}
