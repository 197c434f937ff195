import type { Frame } from './frame.ts'

/** The map tiles (`MAP_TILES_URL`) of a frame and their positions. Pure. */

interface Tile {
  readonly url: string
  readonly west: number
  readonly east: number
  readonly north: number
  readonly south: number
}

/** The settings that the service wrote into the page. */
export interface Tiles {
  readonly url: string
  readonly by: string
}
export const tilesOf = ({ tiles, tilesBy }: DOMStringMap): Tiles | undefined =>
  tiles && tilesBy ? { url: tiles, by: tilesBy } : undefined

/** Most tile servers have nothing at a deeper zoom. */
const DEEPEST = 19
const SIZE = 256
/** The greatest height of the drawing in pixels: tiles are chosen to be sharp at that height. */
const HEIGHT = 560
/** The widest and the narrowest proportions of the drawing: it also shows what is beside the frame. */
const [WIDEST, NARROWEST] = [2.2, 0.85]
/** Where the projection of the tiles ends. */
const POLE = 85.05

const radians = (degrees: number) => degrees * (Math.PI / 180)
const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))

/** The position in tiles from the date line, or from the pole, at this zoom. */
const column = (longitude: number, depth: number) => ((longitude + 180) / 360) * 2 ** depth
const row = (latitude: number, depth: number) =>
  ((1 - Math.asinh(Math.tan(radians(clamp(latitude, -POLE, POLE)))) / Math.PI) / 2) * 2 ** depth
const longitudeOf = (x: number, depth: number) => (x / 2 ** depth) * 360 - 180
const latitudeOf = (y: number, depth: number) =>
  Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / 2 ** depth))) * (180 / Math.PI)

function depthOf({ south, north }: Frame): number {
  const narrowing = Math.cos(radians((south + north) / 2))
  const wanted = ((HEIGHT / (north - south)) * 360 * narrowing) / SIZE
  return clamp(Math.round(Math.log2(wanted)), 0, DEEPEST)
}

/**
 * Those that can be seen. Their projection stretches towards the poles, and the drawing's does not: within one tile the
 * difference is less than a pixel from near, and two over the whole of France.
 */
export function tilesIn(frame: Frame, url: string): readonly Tile[] {
  const depth = depthOf(frame)
  const [x, y] = [(frame.west + frame.east) / 2, (frame.south + frame.north) / 2]
  const narrowing = Math.cos(radians(y))
  const wide = Math.max(frame.east - frame.west, ((frame.north - frame.south) * WIDEST) / narrowing)
  const high = Math.max(frame.north - frame.south, ((frame.east - frame.west) * narrowing) / NARROWEST)
  const last = 2 ** depth - 1
  const range = (from: number, to: number) => {
    const [first, end] = [clamp(Math.floor(from), 0, last), clamp(Math.floor(to), 0, last)]
    return Array.from({ length: end - first + 1 }, (_, at) => first + at)
  }
  const columns = range(column(x - wide / 2, depth), column(x + wide / 2, depth))
  return range(row(y + high / 2, depth), row(y - high / 2, depth)).flatMap(y =>
    columns.map(x => ({
      url: url.replace('{z}', `${depth}`).replace('{x}', `${x}`).replace('{y}', `${y}`),
      west: longitudeOf(x, depth),
      east: longitudeOf(x + 1, depth),
      north: latitudeOf(y, depth),
      south: latitudeOf(y + 1, depth),
    })),
  )
}
