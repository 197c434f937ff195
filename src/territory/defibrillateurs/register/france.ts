import type { Point } from './wkb.ts'

/** A rough outline of France, with some ten kilometres to spare at the borders. */

type Box = readonly [west: number, south: number, east: number, north: number]

const ISLANDS: readonly Box[] = [
  // Corsica
  [8.4, 41.3, 9.7, 43.15],
  // Guadeloupe; Saint-Martin and Saint-Barthélemy; Martinique; Guyane
  [-62, 15.7, -60.9, 16.7],
  [-63.3, 17.7, -62.6, 18.3],
  [-61.4, 14.3, -60.7, 15],
  [-54.8, 2, -51.5, 6],
  // Réunion; Mayotte; Saint-Pierre-et-Miquelon
  [55.1, -21.5, 55.95, -20.8],
  [44.9, -13.1, 45.4, -12.5],
  [-56.6, 46.6, -56, 47.25],
  // Polynésie; Nouvelle-Calédonie; Wallis-et-Futuna
  [-155, -28.2, -134, -7.7],
  [162.5, -23.3, 169.5, -17.9],
  [-178.4, -14.6, -175.9, -13],
  // Terres australes: Kerguelen and Crozet, Amsterdam and Saint-Paul, Terre Adélie
  [50, -50.2, 78.2, -37.5],
  [135.5, -67.5, 142.5, -65.5],
]

/** Around the mainland, clockwise from Dunkerque. */
const MAINLAND: readonly Point[] = [
  [2.1, 51.2],
  [2.75, 51.12],
  [3.3, 50.85],
  [3.8, 50.5],
  [4.3, 50.3],
  [4.75, 50.27],
  [5.0, 50.2],
  [5.1, 49.9],
  [5.6, 49.68],
  [6.2, 49.6],
  [6.65, 49.5],
  [7.1, 49.28],
  [7.75, 49.18],
  [8.4, 49.08],
  [8.2, 48.75],
  [7.95, 48.3],
  [7.75, 47.85],
  [7.75, 47.5],
  [7.4, 47.35],
  [7.1, 47.25],
  [6.75, 46.95],
  [6.6, 46.65],
  [6.35, 46.45],
  [6.85, 46.5],
  [7.0, 46.05],
  [7.2, 45.85],
  [7.2, 45.2],
  [7.2, 44.6],
  [7.15, 44.4],
  [7.85, 44.2],
  [7.7, 43.65],
  [7.0, 43.3],
  [6.6, 42.85],
  [5.0, 43.0],
  [3.4, 43.0],
  [3.3, 42.3],
  [2.5, 42.2],
  [1.9, 42.2],
  [1.3, 42.45],
  [0.65, 42.55],
  [-0.1, 42.55],
  [-0.85, 42.65],
  [-1.5, 42.9],
  [-1.95, 43.2],
  [-1.95, 43.5],
  [-1.6, 44.3],
  [-1.5, 45.4],
  [-2.6, 46.5],
  [-3.5, 47.15],
  [-5.15, 47.75],
  [-5.4, 48.6],
  [-3.9, 49.0],
  [-2.3, 49.05],
  [-2.3, 49.95],
  [-1.0, 49.95],
  [0.0, 49.9],
  [1.2, 50.4],
  [1.35, 50.95],
]

type Side = readonly [from: Point, to: Point]

const BANDS_A_DEGREE = 10
const bandOf = (latitude: number) => Math.floor(latitude * BANDS_A_DEGREE)

/** By bands of latitude, the sides of the outline that come by: three of sixty have to be looked at. */
const SIDES: ReadonlyMap<number, readonly Side[]> = (() => {
  const bands = new Map<number, Side[]>()
  for (const [at, from] of MAINLAND.entries()) {
    const to = MAINLAND[(at + 1) % MAINLAND.length] ?? from
    const [lowest, highest] = [Math.min(from[1], to[1]), Math.max(from[1], to[1])]
    for (let band = bandOf(lowest); band <= bandOf(highest); band++)
      bands.set(band, [...(bands.get(band) ?? []), [from, to]])
  }
  return bands
})()

export const isInFrance = (point: Point): boolean =>
  isOnMainland(point) || ISLANDS.some(box => isIn(point, box))

const isIn = ([x, y]: Point, [west, south, east, north]: Box) =>
  x >= west && x <= east && y >= south && y <= north

/** Inside, when a line from the point to the east crosses the border an odd number of times. */
function isOnMainland([x, y]: Point): boolean {
  let inside = false
  for (const [[fromX, fromY], [toX, toY]] of SIDES.get(bandOf(y)) ?? [])
    if (fromY > y !== toY > y && x < ((toX - fromX) * (y - fromY)) / (toY - fromY) + fromX) inside = !inside
  return inside
}
