import { type Frame, textOf } from './frame.ts'

/** The overseas departements with their frames. */
interface Territory {
  readonly departement: string
  readonly nom: string
  readonly frame: Frame
}

export const TERRITORIES: readonly Territory[] = [
  { departement: '971', nom: 'Guadeloupe', frame: { west: -61.9, south: 15.8, east: -60.95, north: 16.6 } },
  { departement: '972', nom: 'Martinique', frame: { west: -61.3, south: 14.35, east: -60.75, north: 14.95 } },
  { departement: '973', nom: 'Guyane', frame: { west: -54.9, south: 2, east: -51.4, north: 6 } },
  { departement: '974', nom: 'La Réunion', frame: { west: 55.15, south: -21.45, east: 55.9, north: -20.8 } },
  { departement: '976', nom: 'Mayotte', frame: { west: 45, south: -13.05, east: 45.35, north: -12.6 } },
]

/** The territory whose frame the map shows; none once the map was moved. */
export const territoryIn = (frame: Frame): Territory | undefined =>
  TERRITORIES.find(one => textOf(one.frame) === textOf(frame))

/** The nearest mark in a direction, among those that lie more that way than to the sides. */
export function nextTowards<Mark extends { readonly x: number; readonly y: number }>(
  marks: readonly Mark[],
  from: Mark,
  right: number,
  down: number,
): Mark | undefined {
  let nearest: { readonly mark: Mark; readonly far: number } | undefined
  for (const mark of marks) {
    const [dx, dy] = [mark.x - from.x, mark.y - from.y]
    const along = dx * right + dy * down
    const aside = Math.abs(dx * down) + Math.abs(dy * right)
    if (along <= 0 || aside > along) continue
    const far = Math.hypot(dx, dy)
    if (!nearest || far < nearest.far) nearest = { mark, far }
  }
  return nearest?.mark
}
