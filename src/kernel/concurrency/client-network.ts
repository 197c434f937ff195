import { isIPv6 } from 'node:net'

/**
 * The unit that limits count by: an IPv4 address or an IPv6 /64.
 * `::ffff:192.0.2.1` → `192.0.2.1`; `2001:db8:1:2:3::4` → `2001:db8:1:2`.
 */
export function clientNetwork(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped?.[1]) return mapped[1]
  if (!isIPv6(address)) return address
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::')
  const groups = (text: string | undefined) => (text ? text.split(':') : [])
  const first = groups(head)
  const missing = tail === undefined ? 0 : 8 - first.length - groups(tail).length
  const all = [...first, ...Array<string>(Math.max(0, missing)).fill('0'), ...groups(tail)]
  return all
    .slice(0, 4)
    .map(group => group.replace(/^0+(?=.)/, ''))
    .join(':')
}
