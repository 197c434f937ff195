import { isInFrance } from './france.ts'
import type { Raw } from './raw-row.ts'
import { type Point, pointInWkb } from './wkb.ts'

/** The position of a device, and whether it is credible. */
interface Position {
  readonly longitude: number | null
  readonly latitude: number | null
  /** Doubtful: outside of France, swapped axes, a geocoder's placeholder, or not a position. */
  readonly doubtful: boolean
}

/** The geometry, which is exact, before the two columns, which are rounded and sometimes damaged. */
export function positionOf(raw: Raw): Position {
  let given = false
  for (const read of [geometryOf, columnsOf]) {
    const point = read(raw)
    if (point === undefined) continue
    given = true
    if (point !== 'unreadable' && isOnGlobe(point)) {
      const [longitude, latitude] = point
      return { longitude, latitude, doubtful: isPlaceholder(point) || !isInFrance(point) }
    }
  }
  return { longitude: null, latitude: null, doubtful: given }
}

type Read = Point | 'unreadable' | undefined

function geometryOf({ the_geom, geometry }: Raw): Read {
  const given = isEmpty(the_geom) ? geometry : the_geom
  if (isEmpty(given)) return undefined
  if (typeof given === 'string') return pointInWkb(given) ?? 'unreadable'
  const { type, coordinates } = given as { type?: unknown; coordinates?: unknown }
  const pair = type === 'MultiPoint' && Array.isArray(coordinates) ? coordinates[0] : coordinates
  if (!Array.isArray(pair)) return 'unreadable'
  const [x, y] = [numberIn(pair[0]), numberIn(pair[1])]
  return x === undefined || y === undefined ? 'unreadable' : [x, y]
}

function columnsOf({ c_long_coor1, c_lat_coor1 }: Raw): Read {
  if (isEmpty(c_long_coor1) && isEmpty(c_lat_coor1)) return undefined
  const [x, y] = [numberIn(c_long_coor1), numberIn(c_lat_coor1)]
  return x === undefined || y === undefined ? 'unreadable' : [x, y]
}

const isEmpty = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

function numberIn(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value !== 'string') return undefined
  const text = value.trim().replace(',', '.').replace(/°$/, '')
  return /^[-+]?\d{1,3}(\.\d{1,20})?$/.test(text) ? Number(text) : undefined
}

const isOnGlobe = ([x, y]: Point) => Math.abs(x) <= 180 && Math.abs(y) <= 90

/** Positions that geocoders give when they find nothing: devices from all over the country have them. */
const PLACEHOLDERS: readonly Point[] = [
  [2.335965, 48.87718],
  [2.349, 48.856],
  [2.352222, 48.856614],
]
const SAME = 1e-6
const isPlaceholder = ([x, y]: Point) =>
  PLACEHOLDERS.some(([a, b]) => Math.abs(x - a) < SAME && Math.abs(y - b) < SAME)
