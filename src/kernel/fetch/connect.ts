import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import type { buildConnector } from 'undici'
import { whyNotPublic } from './addresses.ts'
import { FetchRefused } from './refused.ts'
import type { Target } from './target.ts'

export interface ResolvedAddress {
  readonly address: string
  readonly family: number
}

/** All addresses of a name. */
export type Resolve = (host: string) => Promise<readonly ResolvedAddress[]>

/** Opens a TCP connection to one of `answers`, and to nothing else. */
export type Dial = (to: {
  host: string
  port: number
  answers: readonly ResolvedAddress[]
  signal: AbortSignal
}) => Socket

export interface Network {
  readonly resolve: Resolve
  readonly dial: Dial
  /** Certificate authorities; absent: Node's, and NODE_EXTRA_CA_CERTS. */
  readonly ca: string | undefined
}

export const systemResolve: Resolve = host => lookup(host, { all: true, order: 'verbatim' })

/** The socket's lookup returns the checked addresses, so the name is not resolved a second time (DNS rebinding). */
export const systemDial: Dial = ({ host, port, answers, signal }) =>
  connectTcp({
    host,
    port,
    signal,
    lookup: (_host, options, done) => {
      const [first] = answers
      if (options.all) done(null, [...answers])
      else done(null, first?.address ?? '', first?.family)
    },
  })

/**
 * The connector for undici. Resolves a name once, refuses it if any address is forbidden, connects only to those addresses,
 * and checks the reached address again before sending a byte.
 */
export function connector(
  target: Target,
  wires: Network,
  signal: AbortSignal,
  reached: (address: string) => void,
): buildConnector.connector {
  return (_options, done) => {
    connect(target, wires, signal, reached).then(
      socket => done(null, socket),
      error => done(error, null),
    )
  }
}

async function connect(
  target: Target,
  wires: Network,
  signal: AbortSignal,
  reached: (address: string) => void,
): Promise<Socket | TLSSocket> {
  const { host, port } = target
  const literal = isIP(host)
  const answers = literal ? [{ address: host, family: literal }] : await wires.resolve(host)
  signal.throwIfAborted()
  if (answers.length === 0) throw new Error('The name has no address.')
  if (!target.exempt) for (const { address } of answers) refusePrivate(address)
  const socket = wires.dial({ host, port, answers, signal })
  // Without a listener, an error before undici takes the socket would end the process.
  socket.on('error', () => {})
  await once(socket, 'connect', { signal })
  const address = socket.remoteAddress ?? ''
  try {
    if (!target.exempt) refusePrivate(address)
  } catch (error) {
    socket.destroy()
    throw error
  }
  reached(address)
  socket.setNoDelay(true)
  return target.url.protocol === 'https:' ? secure(socket, host, wires.ca, signal) : socket
}

function refusePrivate(address: string): void {
  const why = whyNotPublic(address)
  if (why) throw new FetchRefused('forbidden_address', { cause: `${address}: ${why}` })
}

async function secure(
  socket: Socket,
  host: string,
  ca: string | undefined,
  signal: AbortSignal,
): Promise<TLSSocket> {
  const tls = connectTls({
    socket,
    host,
    ALPNProtocols: ['http/1.1'],
    ...(!isIP(host) && { servername: host }),
    ...(ca !== undefined && { ca }),
  })
  tls.on('error', () => socket.destroy())
  await once(tls, 'secureConnect', { signal })
  return tls
}
