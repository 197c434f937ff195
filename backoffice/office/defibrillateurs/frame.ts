/** The part of the earth that a map shows, in degrees, and the position of a place on it. Pure. */

export interface Frame {
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

/** France and Corsica. */
export const WHOLE: Frame = { west: -6, south: 41, east: 10.2, north: 51.4 }
/** Wider than this, places are counted by departement; narrower, each is a point. */
const NEAR = 1.2
const NARROWEST = 0.01

export function frameOf(text: string | undefined): Frame {
  const [west, south, east, north] = (text ?? '').split(',').map(Number)
  if (west === undefined || south === undefined || east === undefined || north === undefined) return WHOLE
  const holds = -180 <= west && west < east && east <= 180 && -90 <= south && south < north && north <= 90
  return holds ? { west, south, east, north } : WHOLE
}

const round = (degrees: number) => Math.round(degrees * 10_000) / 10_000
export const textOf = ({ west, south, east, north }: Frame) => [west, south, east, north].map(round).join(',')
export const isNear = ({ west, east }: Frame) => east - west <= NEAR

/** A degree of longitude is shorter than one of latitude, by this much in the middle of the frame. */
const narrowing = ({ south, north }: Frame) => Math.cos(((south + north) / 2) * (Math.PI / 180))

/** The `viewBox`, and a place in it. */
export const boxOf = (frame: Frame) => ({
  x: frame.west * narrowing(frame),
  y: -frame.north,
  width: (frame.east - frame.west) * narrowing(frame),
  height: frame.north - frame.south,
})
export const placeOf = (frame: Frame, longitude: number, latitude: number) => ({
  x: longitude * narrowing(frame),
  y: -latitude,
})

/** The place that is drawn there: the inverse of `placeOf`. */
export const degreesAt = (frame: Frame, x: number, y: number) => ({
  longitude: x / narrowing(frame),
  latitude: -y,
})

/** A frame of a few kilometres around a place, wide enough to know a quarter. */
export const villageAround = (longitude: number, latitude: number): Frame =>
  around({ west: 0, east: 1.5, south: 0, north: 1 }, longitude, latitude, VILLAGE)
const VILLAGE = 0.06

const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))

/** A frame around a place, of this width and with the proportions of the frame before. */
function around(frame: Frame, longitude: number, latitude: number, width: number): Frame {
  const wide = clamp(width, NARROWEST, 60)
  const high = ((frame.north - frame.south) / (frame.east - frame.west)) * wide
  const [x, y] = [
    clamp(longitude, -180 + wide / 2, 180 - wide / 2),
    clamp(latitude, -90 + high / 2, 90 - high / 2),
  ]
  return { west: x - wide / 2, east: x + wide / 2, south: y - high / 2, north: y + high / 2 }
}

const middle = ({ west, east, south, north }: Frame) => [(west + east) / 2, (south + north) / 2] as const

export function zoomed(frame: Frame, times: number): Frame {
  const [longitude, latitude] = middle(frame)
  return around(frame, longitude, latitude, (frame.east - frame.west) / times)
}

/** Moves the frame by a third of its size. */
export function moved(frame: Frame, right: number, up: number): Frame {
  const [longitude, latitude] = middle(frame)
  const [wide, high] = [frame.east - frame.west, frame.north - frame.south]
  return around(frame, longitude + (right * wide) / 3, latitude + (up * high) / 3, wide)
}

/** A frame around a place, small enough for points. */
export const closeTo = (frame: Frame, longitude: number, latitude: number): Frame =>
  around(WHOLE, longitude, latitude, Math.min(NEAR * 0.9, (frame.east - frame.west) / 4))

/** The radius of a circle, 10 to 34 thousandths of the width, by its count. */
export const radiusOf = (count: number, most: number, width: number) =>
  (width / 1000) * (10 + 24 * Math.sqrt(count / Math.max(1, most)))
