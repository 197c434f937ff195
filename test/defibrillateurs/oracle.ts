/** The expected answers of the catalogue, computed row by row and independently of the service. */

export interface Placed {
  readonly id: string
  readonly latitude: number | null
  readonly longitude: number | null
}

const EARTH = 6_371_008.8
const radians = (degrees: number) => (degrees * Math.PI) / 180

/** The haversine formula. */
export function metresBetween(
  a: { readonly latitude: number; readonly longitude: number },
  b: { readonly latitude: number; readonly longitude: number },
): number {
  const half = (one: number, other: number) => Math.sin(radians(other - one) / 2) ** 2
  const h =
    half(a.latitude, b.latitude) +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * half(a.longitude, b.longitude)
  return 2 * EARTH * Math.asin(Math.min(1, Math.sqrt(h)))
}

/** Nearest first; by id at the same distance. */
export const nearest = <T extends Placed>(
  rows: readonly T[],
  here: { readonly latitude: number; readonly longitude: number },
  radius: number,
): readonly { readonly row: T; readonly metres: number }[] =>
  rows
    .flatMap(row => {
      const { latitude, longitude } = row
      return latitude === null || longitude === null
        ? []
        : [{ row, metres: metresBetween(here, { latitude, longitude }) }]
    })
    .filter(({ metres }) => metres <= radius)
    .sort((a, b) => a.metres - b.metres || (a.row.id < b.row.id ? -1 : 1))
