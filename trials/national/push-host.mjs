/** Loaded first by the service: the name of the trial's push service leads to this machine, as a public address would. */
import dns from 'node:dns/promises'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'

const [host, port] = process.env.TRIAL_PUSH_HOST?.split(':') ?? []
const address = '93.184.216.1'
const { lookup } = dns
const { connect } = net

dns.lookup = async (name, ...rest) => (name === host ? [{ address, family: 4 }] : await lookup(name, ...rest))
net.connect = (...all) => {
  const [to] = all
  if (!host || to?.host !== host) return connect(...all)
  const socket = connect({ host: '127.0.0.1', port: Number(port), signal: to.signal })
  return Object.defineProperty(socket, 'remoteAddress', { value: address })
}
syncBuiltinESMExports()
