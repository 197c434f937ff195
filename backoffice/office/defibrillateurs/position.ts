import { WHOLE } from './frame.ts'
import { TERRITORIES } from './territories.ts'
import { t } from './texts.ts'

/** A typed latitude and longitude, checked against the bounds of the departement. */

interface Position {
  readonly latitude: string
  readonly longitude: string
}
type Errors = { readonly [Name in keyof Position]?: string | undefined }

/** `48,8566` or `48.8566`. Undefined: no number. */
export const figureIn = (text: string): number | undefined =>
  /^[+-]?\d{1,3}(?:[.,]\d+)?$/.test(text.trim()) ? Number(text.trim().replace(',', '.')) : undefined

/** The map's frame of a departement: its own overseas, else France and Corsica. */
export const frameOf = (departement: string | null | undefined) =>
  TERRITORIES.find(one => one.departement === departement)?.frame ?? WHOLE

export function positionErrors(typed: Position, departement: string | null | undefined): Errors {
  const [latitude, longitude] = [typed.latitude.trim(), typed.longitude.trim()]
  if (latitude === '' && longitude === '') return {}
  if (latitude === '') return { latitude: t.position.pair }
  if (longitude === '') return { longitude: t.position.pair }
  const [north, east] = [figureIn(latitude), figureIn(longitude)]
  const { west, south, east: mostEast, north: mostNorth } = frameOf(departement)
  return {
    latitude:
      north === undefined
        ? t.position.figure('48,8566')
        : north < south || north > mostNorth
          ? t.position.outside
          : undefined,
    longitude:
      east === undefined
        ? t.position.figure('2,3522')
        : east < west || east > mostEast
          ? t.position.outside
          : undefined,
  }
}
