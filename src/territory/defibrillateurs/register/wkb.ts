/** A point as PostGIS writes it out: (E)WKB in hexadecimal, of a POINT or the first one of a MULTIPOINT. */

export type Point = readonly [longitude: number, latitude: number]

const [POINT, MULTIPOINT] = [1, 4]
const [HAS_Z, HAS_M, HAS_SRID] = [0x80000000, 0x40000000, 0x20000000]
const WGS84 = 4326
/** Longer than any header and point; of a multipoint only the beginning is read. */
const LONGEST = 400

/** Undefined when it is no point, empty, or not in WGS 84. */
export function pointInWkb(hex: string): Point | undefined {
  const text = hex.trim().slice(0, LONGEST)
  if (!/^(?:[0-9a-f]{2}){21,}$/i.test(text)) return undefined
  const bytes = Buffer.from(text, 'hex')
  const outer = headerAt(bytes, 0)
  if (!outer || !onGlobe(outer)) return undefined
  if (outer.type === POINT) return pointAt(bytes, outer)
  if (outer.type !== MULTIPOINT || outer.end + 4 > bytes.length) return undefined
  const count = outer.little ? bytes.readUInt32LE(outer.end) : bytes.readUInt32BE(outer.end)
  const inner = count > 0 ? headerAt(bytes, outer.end + 4) : undefined
  return inner?.type === POINT && onGlobe(inner) ? pointAt(bytes, inner) : undefined
}

interface Header {
  readonly little: boolean
  readonly type: number
  readonly srid: number
  /** The offset of the coordinates. */
  readonly end: number
}

const onGlobe = ({ srid }: Header) => srid === 0 || srid === WGS84

function headerAt(bytes: Buffer, at: number): Header | undefined {
  const order = bytes[at]
  if (order === undefined || order > 1 || at + 9 > bytes.length) return undefined
  const little = order === 1
  const integer = (place: number) => (little ? bytes.readUInt32LE(place) : bytes.readUInt32BE(place))
  const word = integer(at + 1)
  const hasSrid = (word & HAS_SRID) !== 0
  // ISO WKB marks Z and M by adding thousands to the type.
  const type = (word & ~(HAS_Z | HAS_M | HAS_SRID)) % 1000
  return { little, type, srid: hasSrid ? integer(at + 5) : 0, end: at + (hasSrid ? 9 : 5) }
}

/** X and Y; Z and M follow them. */
function pointAt(bytes: Buffer, { little, end }: Header): Point | undefined {
  if (end + 16 > bytes.length) return undefined
  const number = (place: number) => (little ? bytes.readDoubleLE(place) : bytes.readDoubleBE(place))
  const [x, y] = [number(end), number(end + 8)]
  return Number.isFinite(x) && Number.isFinite(y) ? [x, y] : undefined
}
