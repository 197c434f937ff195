/** A site's robots.txt, as RFC 9309 says. */
export interface Robots {
  allows(url: URL): boolean
  readonly delayMs: number
}

interface Rule {
  readonly allow: boolean
  readonly path: string
}
interface Group {
  readonly agents: string[]
  readonly rules: Rule[]
  delay?: number
}

const LONGEST = 500 * 1024
const LONGEST_DELAY_MS = 10_000

export const ALLOWS_ALL: Robots = { allows: () => true, delayMs: 0 }
export const FORBIDS_ALL: Robots = { allows: () => false, delayMs: 0 }

/** The rules for the program of this name; those for `*` where none are named for it. */
export function robotsOf(text: string, program: string): Robots {
  const groups = groupsIn(text.slice(0, LONGEST))
  const own = groups.filter(({ agents }) => agents.includes(program.toLowerCase()))
  const ours = own.length > 0 ? own : groups.filter(({ agents }) => agents.includes('*'))
  const rules = ours.flatMap(each => each.rules)
  const delay = Math.max(0, ...ours.map(each => each.delay ?? 0))
  return {
    allows: url => isAllowed(rules, encoded(url.pathname + url.search)),
    delayMs: Math.min(delay * 1000, LONGEST_DELAY_MS),
  }
}

function groupsIn(text: string): readonly Group[] {
  const groups: Group[] = []
  let naming = false
  for (const line of text.split(/\r\n|[\r\n]/)) {
    const [, name = '', value = ''] = /^\s*([a-z-]+)\s*:([^#]*)/i.exec(line) ?? []
    const field = name.toLowerCase()
    const given = value.trim()
    const group = groups.at(-1)
    if (field === 'user-agent') {
      // `Parvis/1.0` names the product Parvis.
      const agent = given === '*' ? '*' : (/^[a-z_-]+/i.exec(given)?.[0].toLowerCase() ?? '')
      if (naming) group?.agents.push(agent)
      else groups.push({ agents: [agent], rules: [] })
      naming = true
    } else if (field === 'allow' || field === 'disallow') {
      // An empty path means nothing: “Disallow:” allows everything.
      if (given !== '') group?.rules.push({ allow: field === 'allow', path: encoded(given) })
      naming = false
    } else if (field === 'crawl-delay') {
      if (group && /^\d+(?:\.\d+)?$/.test(given)) group.delay = Number(given)
      naming = false
    }
  }
  return groups
}

/** The longest matching rule decides; of two of the same length, the one that allows. */
function isAllowed(rules: readonly Rule[], path: string): boolean {
  if (path === '/robots.txt') return true
  let best: Rule | undefined
  for (const rule of rules) {
    if (
      best &&
      (rule.path.length < best.path.length || (rule.path.length === best.path.length && best.allow))
    )
      continue
    if (matches(rule.path, path)) best = rule
  }
  return best?.allow ?? true
}

/** `*` stands for anything, `$` at the end for the end: piece by piece from the left, which needs no way back. */
function matches(pattern: string, path: string): boolean {
  const toTheEnd = pattern.endsWith('$')
  const pieces = (toTheEnd ? pattern.slice(0, -1) : pattern).split('*')
  const [first = '', ...others] = pieces
  if (!path.startsWith(first)) return false
  let at = first.length
  const last = toTheEnd && others.length > 0 ? others.pop() : undefined
  for (const piece of others) {
    const found = path.indexOf(piece, at)
    if (found < 0) return false
    at = found + piece.length
  }
  if (!toTheEnd) return true
  return last === undefined ? at === path.length : path.length - last.length >= at && path.endsWith(last)
}

/** Letters beyond ASCII as octets, octets in capitals: both spellings are compared alike. */
const encoded = (path: string): string =>
  path
    .replaceAll(/[^\x21-\x7e]+/g, letters => encodeURIComponent(letters.toWellFormed()))
    .replaceAll(/%[0-9a-f]{2}/gi, octet => octet.toUpperCase())
