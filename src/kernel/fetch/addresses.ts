import { BlockList, isIP, SocketAddress } from 'node:net'
import { networkInterfaces } from 'node:os'

/**
 * Forbidden IPv4 ranges: IANA's special-purpose registry, including "globally reachable" entries, since no feed is hosted
 * there; and the metadata addresses of cloud providers.
 */
const IPV4: readonly (readonly [string, string])[] = [
  ['0.0.0.0/8', 'this host on this network'],
  ['10.0.0.0/8', 'private network'],
  ['100.64.0.0/10', "carrier's shared network (CGNAT); Alibaba's metadata at 100.100.100.200"],
  ['127.0.0.0/8', 'loopback'],
  ['168.63.129.16/32', "Azure's platform address"],
  ['169.254.0.0/16', 'link-local; cloud metadata at 169.254.169.254 and 169.254.170.2'],
  ['172.16.0.0/12', 'private network'],
  ['192.0.0.0/24', "protocol assignments; Oracle's metadata at 192.0.0.192"],
  ['192.0.2.0/24', 'documentation'],
  ['192.31.196.0/24', 'AS112 redirection'],
  ['192.52.193.0/24', 'AMT relays'],
  ['192.88.99.0/24', '6to4 relays, deprecated'],
  ['192.168.0.0/16', 'private network'],
  ['192.175.48.0/24', 'AS112 service'],
  ['198.18.0.0/15', 'benchmarking'],
  ['198.51.100.0/24', 'documentation'],
  ['203.0.113.0/24', 'documentation'],
  ['224.0.0.0/4', 'multicast'],
  ['240.0.0.0/4', 'reserved, and the broadcast address'],
]

/** Forbidden IPv6 ranges. Everything outside 2000::/3 is forbidden anyway; those entries give the log a reason. */
const IPV6: readonly (readonly [string, string])[] = [
  ['::/128', 'unspecified'],
  ['::1/128', 'loopback'],
  ['::ffff:0:0/96', 'IPv4-mapped'],
  ['::ffff:0:0:0/96', 'IPv4-translated'],
  ['::/96', 'IPv4-compatible'],
  ['64:ff9b::/96', 'NAT64'],
  ['64:ff9b:1::/48', 'NAT64 of a local network'],
  ['100::/64', 'discard'],
  ['100:0:0:1::/64', 'dummy prefix'],
  ['2001::/32', 'Teredo'],
  ['2001::/23', 'protocol assignments: benchmarking, ORCHID, anycast'],
  ['2001:db8::/32', 'documentation'],
  ['2002::/16', '6to4'],
  ['2620:4f:8000::/48', 'AS112 service'],
  ['3ffe::/16', '6bone, returned to IANA'],
  ['3fff::/20', 'documentation'],
  ['5f00::/16', 'segment routing'],
  ['fc00::/7', "private network; Amazon's metadata at fd00:ec2::254, Google's at fd20:ce::254"],
  ['fe80::/10', 'link-local'],
  ['fec0::/10', 'site-local'],
  ['ff00::/8', 'multicast'],
]

/** One BlockList per rule and family: a mixed list would apply IPv4 rules to mapped addresses but to no other form. */
const rulesOf = (rules: readonly (readonly [string, string])[], family: 'ipv4' | 'ipv6') =>
  rules.map(([cidr, why]) => {
    const [prefix = '', bits] = cidr.split('/')
    const list = new BlockList()
    list.addSubnet(prefix, Number(bits), family)
    return { list, why }
  })
const FORBIDDEN = { ipv4: rulesOf(IPV4, 'ipv4'), ipv6: rulesOf(IPV6, 'ipv6') }
const GLOBAL_UNICAST = new BlockList()
GLOBAL_UNICAST.addSubnet('2000::', 3, 'ipv6')

/**
 * Why this address is not on the public Internet; undefined when it is. IPv4 inside IPv6 (mapped, compatible, translated,
 * 6to4, Teredo, NAT64, ISATAP) is always refused, because a gateway may send it anywhere.
 */
export function whyNotPublic(text: string): string | undefined {
  const address = canonical(text)
  if (!address) return 'not an address'
  const { family } = address
  const rule = FORBIDDEN[family].find(({ list }) => list.check(address.address, family))
  if (rule) return rule.why
  if (family === 'ipv6') {
    if (!GLOBAL_UNICAST.check(address.address, 'ipv6')) return 'not global unicast'
    if (isIsatap(address.address)) return 'ISATAP'
  }
  const own = ownAddresses()
  if (!own) return 'perhaps an address of this machine, whose own cannot be read'
  return own.includes(address.address) ? 'an address of this machine' : undefined
}

/** The canonical spelling; undefined for an address with a zone (`fe80::1%eth0`). */
function canonical(text: string): { address: string; family: 'ipv4' | 'ipv6' } | undefined {
  const version = isIP(text)
  if (version === 0 || text.includes('%')) return undefined
  const family = version === 4 ? 'ipv4' : 'ipv6'
  return { address: new SocketAddress({ address: text, family }).address, family }
}

/** …:0:5efe:a.b.c.d or …:200:5efe:a.b.c.d, below any prefix. */
function isIsatap(address: string): boolean {
  const [head = '', tail] = address.replace(/\d+\.\d+\.\d+\.\d+$/, '0:0').split('::')
  const groups = (part: string | undefined) => (part ? part.split(':') : [])
  const [first, last] = [groups(head), groups(tail)]
  const all = [...first, ...Array<string>(8 - first.length - last.length).fill('0'), ...last]
  return all[5] === '5efe' && (all[4] === '0' || all[4] === '200')
}

/** Read at each call, since addresses change at run time. Undefined in a sandbox without AF_NETLINK (systemd). */
export function ownAddresses(): readonly string[] | undefined {
  try {
    return Object.values(networkInterfaces()).flatMap(
      list => list?.flatMap(one => canonical(one.address)?.address ?? []) ?? [],
    )
  } catch {
    return undefined
  }
}
