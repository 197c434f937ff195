import { invalid } from '../../../kernel/refusals/errors.ts'

/** Points, boxes and distances of a search, on the unit sphere, like `on_unit_sphere` in the database. */

export interface Point {
  readonly latitude: number
  readonly longitude: number
}
export interface Circle {
  readonly here: Point
  /** In metres. */
  readonly radius: number
}
/** In degrees, edges included. */
export interface Box {
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

/** The mean radius of the earth, in metres: the flattening of half a percent does not matter on foot. */
const RADIUS = 6_371_008.8

/** The length of the straight line (chord) for a distance along the surface. */
export const chordOf = (metres: number) => 2 * Math.sin(metres / (2 * RADIUS))
export const metresOf = (chord: number) => Math.round(2 * RADIUS * Math.asin(Math.min(1, chord / 2)))

const radians = (degrees: number) => (degrees * Math.PI) / 180

function onUnitSphere({ latitude, longitude }: Point): readonly [x: number, y: number, z: number] {
  const [phi, lambda] = [radians(latitude), radians(longitude)]
  return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)]
}

/** In the text form of PostgreSQL's `cube`. */
export const cubeAt = (point: Point) => `(${onUnitSphere(point).join()})`

/** A cube that contains everything within this distance of the point, and a little more. */
export function cubeAround(point: Point, chord: number): string {
  const centre = onUnitSphere(point)
  return `(${centre.map(at => at - chord).join()}),(${centre.map(at => at + chord).join()})`
}

type Range = readonly [low: number, high: number]
const MARGIN = 1e-9

/** A cube that contains every point of the box, and a little more: the condition for the index. */
export function cubeOver({ west, south, east, north }: Box): string {
  const lengths = between(Math.cos, south, north, 0)
  const sides: readonly Range[] = [
    times(lengths, between(Math.cos, west, east, 0)),
    times(lengths, between(Math.sin, west, east, 90)),
    between(Math.sin, south, north, 90),
  ]
  return `(${sides.map(([low]) => low - MARGIN).join()}),(${sides.map(([, high]) => high + MARGIN).join()})`
}

/** The range of a sine or cosine between two angles of ±180°; it is 1 at `top`, and the sine −1 at −`top`. */
function between(curve: (angle: number) => number, from: number, to: number, top: number): Range {
  const ends = [curve(radians(from)), curve(radians(to))]
  const holds = (angle: number) => from <= angle && angle <= to
  return [top !== 0 && holds(-top) ? -1 : Math.min(...ends), holds(top) ? 1 : Math.max(...ends)]
}

function times(lengths: Range, turns: Range): Range {
  const products = lengths.flatMap(length => turns.map(turn => length * turn))
  return [Math.min(...products), Math.max(...products)]
}

////////////////////////////////////////////////////////////////////////////// as it is asked

/** `48.85,2.35`; its form has been checked. */
export function readNear(text: string): Point {
  const [latitude = Number.NaN, longitude = Number.NaN] = text.split(',').map(Number)
  if (Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180) return { latitude, longitude }
  throw invalid(
    'near',
    'attend latitude,longitude : ±90 et ±180 degrés au plus',
    'takes latitude,longitude: ±90 and ±180 degrees at most',
  )
}

/** `west,south,east,north`. One that crosses the antimeridian is two. */
export function readBox(text: string): Box {
  const [west = Number.NaN, south = Number.NaN, east = Number.NaN, north = Number.NaN] = text
    .split(',')
    .map(Number)
  if (-180 <= west && west <= east && east <= 180 && -90 <= south && south <= north && north <= 90)
    return { west, south, east, north }
  throw invalid(
    'bbox',
    'attend ouest,sud,est,nord en degrés : ouest ≤ est (±180), sud ≤ nord (±90)',
    'takes west,south,east,north in degrees: west ≤ east (±180), south ≤ north (±90)',
  )
}
