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

/**
 * What a limit allows the /64, the /56 and the /48 of an address, as multiples: whoever rents a server has a /48 with 65 536
 * networks of one household each.
 */
export const WIDER = [1, 4, 16] as const

/**
 * A client network and the wider ones that it is part of, in the order of `WIDER`; an IPv4 address alone.
 * `2001:db8:1:2ab` → `2001:db8:1:2ab`, `2001:db8:1:200/56`, `2001:db8:1/48`.
 */
export function networksOf(network: string): readonly string[] {
  const found = /^((?:[\da-f]{1,4}:){2}[\da-f]{1,4}):([\da-f]{1,4})$/.exec(network)
  if (!found) return [network]
  const [, site = '', last = ''] = found
  const wide = (Number.parseInt(last, 16) & 0xff00).toString(16)
  return [network, `${site}:${wide}/56`, `${site}/48`]
}
