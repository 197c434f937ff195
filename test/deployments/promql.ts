/**
 * A subset of PromQL for the rules of deploy/alerts.yaml, over two scrapes of /metrics: a range goes from the first to
 * the second. Anything unsupported throws.
 */
export interface Sample {
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}
export type Reading = ReadonlyMap<string, readonly Sample[]>

/** The nodes' metrics, with the labels of Prometheus; a node that does not answer has `up` 0. */
export function readingOf(nodes: Readonly<Record<string, string | undefined>>): Reading {
  const found = new Map<string, Sample[]>()
  const add = (name: string, sample: Sample) => found.set(name, [...(found.get(name) ?? []), sample])
  for (const [instance, text] of Object.entries(nodes)) {
    const own = { instance, job: 'parvis' }
    add('up', { labels: own, value: text === undefined ? 0 : 1 })
    for (const [, name = '', labels = '', value] of (text ?? '').matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)) {
      const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label, text]) => [label, text])
      add(name, {
        labels: { ...Object.fromEntries(pairs), ...own },
        value: Number(value?.replace('Inf', 'Infinity')),
      })
    }
  }
  return found
}

type Vector = readonly Sample[]
type Value = number | Vector

/** The assumed length of a range, for `rate`. */
const SECONDS = 60

/** A rule fires for each remaining sample. */
export function evaluated(expr: string, before: Reading, now: Reading): Vector {
  const tokens = [
    ...expr.matchAll(/\s*("(?:[^"\\]|\\.)*"|\[\w+\]|[\d.]+|[A-Za-z_]\w*|!=|!~|=~|==|<=|>=|[-+*/<>=(){},])/gy),
  ].map(([, token = '']) => token)
  if (tokens.join('') !== expr.replaceAll(/\s+(?=(?:[^"]*"[^"]*")*[^"]*$)/g, ''))
    throw new Error(`Not read: ${expr}`)
  let at = 0
  const peek = () => tokens[at]
  const take = (wanted?: string) => {
    const token = tokens[at++]
    if (token === undefined || (wanted !== undefined && token !== wanted))
      throw new Error(`${wanted ?? 'more'} is missing in ${expr}, before ${tokens.slice(at - 1).join(' ')}`)
    return token
  }
  const list = () => {
    take('(')
    const names: string[] = []
    while (peek() !== ')') {
      names.push(take())
      if (peek() === ',') take()
    }
    take(')')
    return names
  }

  const behind = (word: string) => {
    if (peek() !== word) return undefined
    take()
    return list()
  }

  function either(): Value {
    let left = both()
    while (peek() === 'or') {
      take()
      const right = both()
      const all = [...vectorOf(left)]
      left = [...all, ...vectorOf(right).filter(one => !all.some(other => same(one, other)))]
    }
    return left
  }
  function both(): Value {
    let left = compared()
    while (peek() === 'and') {
      take()
      const on = behind('on')
      const right = vectorOf(compared())
      left = vectorOf(left).filter(one => right.some(other => same(one, other, on)))
    }
    return left
  }
  function compared(): Value {
    let left = divided()
    while (['==', '<', '>', '<=', '>='].includes(peek() ?? '')) {
      const sign = take()
      const right = divided()
      if (typeof right !== 'number') throw new Error(`Compared with more than a number: ${expr}`)
      left = vectorOf(left).filter(({ value }) => holds(value, sign, right))
    }
    return left
  }
  function divided(): Value {
    let left = one()
    while (peek() === '/') {
      take()
      const right = vectorOf(one())
      left = vectorOf(left).flatMap(each => {
        const other = right.find(candidate => same(each, candidate))
        return other ? [{ labels: withoutName(each), value: each.value / other.value }] : []
      })
    }
    return left
  }
  function one(): Value {
    const token = take()
    if (/^[\d.]/.test(token)) return Number(token)
    if (token === '(') {
      const inner = either()
      take(')')
      return inner
    }
    if (['sum', 'max', 'min'].includes(token)) {
      const by = behind('by') ?? []
      take('(')
      const inner = vectorOf(either())
      take(')')
      return aggregated(token, inner, by)
    }
    if (peek() === '(') {
      take('(')
      const given = token === 'histogram_quantile' ? [one(), take(',')][0] : undefined
      const inner = vectorOf(either())
      take(')')
      return applied(token, inner, given as number)
    }
    return selected(token)
  }
  function selected(name: string): Vector {
    const matchers: ((labels: Sample['labels']) => boolean)[] = []
    if (peek() === '{') {
      take()
      while (peek() !== '}') {
        const [label, sign, text] = [take(), take(), JSON.parse(take()) as string]
        const whole = new RegExp(`^(?:${text})$`)
        matchers.push(labels => {
          const value = labels[label] ?? ''
          const fits = sign.includes('~') ? whole.test(value) : value === text
          return sign.startsWith('!') ? !fits : fits
        })
        if (peek() === ',') take()
      }
      take('}')
    }
    const chosen = (reading: Reading) =>
      (reading.get(name) ?? []).filter(({ labels }) => matchers.every(fits => fits(labels)))
    if (!/^\[/.test(peek() ?? '')) return chosen(now)
    take()
    const earlier = chosen(before)
    return chosen(now).map(sample => ({
      ...sample,
      range: [earlier.find(other => same(sample, other))?.value ?? 0, sample.value] as const,
    }))
  }

  const value = either()
  if (at < tokens.length) throw new Error(`Left over in ${expr}: ${tokens.slice(at).join(' ')}`)
  return vectorOf(value)
}

const vectorOf = (value: Value): Vector => {
  if (typeof value === 'number') throw new Error('A number in place of a vector.')
  return value
}
const withoutName = ({ labels }: Sample) => labels
const same = (
  one: Sample,
  other: Sample,
  on = [...new Set([...Object.keys(one.labels), ...Object.keys(other.labels)])],
) => on.every(label => one.labels[label] === other.labels[label])

const holds = (value: number, sign: string, limit: number) => {
  switch (sign) {
    case '==':
      return value === limit
    case '<':
      return value < limit
    case '>':
      return value > limit
    case '<=':
      return value <= limit
    default:
      return value >= limit
  }
}

function aggregated(how: string, all: Vector, by: readonly string[]): Vector {
  const groups = new Map<string, { labels: Record<string, string>; values: number[] }>()
  for (const { labels, value } of all) {
    const own = Object.fromEntries(by.map(label => [label, labels[label] ?? '']))
    const group = groups.get(JSON.stringify(own)) ?? { labels: own, values: [] }
    groups.set(JSON.stringify(own), { ...group, values: [...group.values, value] })
  }
  return [...groups.values()].map(({ labels, values }) => ({
    labels,
    value: how === 'sum' ? values.reduce((sum, one) => sum + one, 0) : Math[how as 'max' | 'min'](...values),
  }))
}

function applied(name: string, all: Vector, given: number): Vector {
  const range = (sample: Sample) => (sample as Sample & { range?: readonly [number, number] }).range ?? [0, 0]
  const mapped = (figure: (sample: Sample) => number) =>
    all.map(sample => ({ labels: sample.labels, value: figure(sample) }))
  switch (name) {
    case 'abs':
      return mapped(({ value }) => Math.abs(value))
    case 'increase':
      return mapped(sample => range(sample)[1] - range(sample)[0])
    case 'rate':
      return mapped(sample => (range(sample)[1] - range(sample)[0]) / SECONDS)
    case 'min_over_time':
      return mapped(({ value }) => value)
    case 'histogram_quantile':
      return quantile(given, all)
    default:
      throw new Error(`${name} is not known here.`)
  }
}

/** The upper bound of the quantile's bucket, precise enough to compare. */
function quantile(share: number, buckets: Vector): Vector {
  const groups = new Map<string, Sample[]>()
  for (const sample of buckets) {
    const { le: _, ...rest } = sample.labels
    groups.set(JSON.stringify(rest), [...(groups.get(JSON.stringify(rest)) ?? []), sample])
  }
  return [...groups].map(([labels, all]) => {
    const bound = ({ labels: { le = '' } }: Sample) => Number(le.replace('+Inf', 'Infinity'))
    const sorted = all.toSorted((a, b) => bound(a) - bound(b))
    const total = sorted.at(-1)?.value ?? 0
    const found = sorted.find(({ value }) => value >= share * total)
    return { labels: JSON.parse(labels), value: total > 0 && found ? bound(found) : Number.NaN }
  })
}
