import type { Point } from '../territory/defibrillateurs/lists/geography.ts'
import { html, type Value } from './html.ts'

/** Defibrillators around an address, as a drawing without a map: nothing is loaded from another site. */

export interface Spot extends Point {
  /** As in the list. */
  readonly number: number
}

const [WIDTH, HEIGHT] = [420, 250]
const [MIDDLE_X, MIDDLE_Y] = [WIDTH / 2, HEIGHT / 2]
/** 80 metres a minute, along the air: ways are longer. */
const METRES_IN_FIVE_MINUTES = 400
const RING = 52
const PER_METRE = RING / METRES_IN_FIVE_MINUTES
const METRES_PER_DEGREE = 111_195
const DOT = 11

/** Those outside of it are in the list alone. */
export function plan(here: Point, spots: readonly Spot[]): Value {
  const shrink = Math.cos((here.latitude * Math.PI) / 180)
  const dots = spots
    .map(({ latitude, longitude, number }) => ({
      number,
      x: Math.round(MIDDLE_X + (longitude - here.longitude) * shrink * METRES_PER_DEGREE * PER_METRE),
      y: Math.round(MIDDLE_Y - (latitude - here.latitude) * METRES_PER_DEGREE * PER_METRE),
    }))
    .filter(({ x, y }) => x >= DOT && x <= WIDTH - DOT && y >= DOT && y <= HEIGHT - DOT)
  return (
    dots.length > 0 &&
    html`<figure class="plan"><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="plan"><title id="plan">Plan : où se trouvent les appareils autour de l’adresse, numérotés comme dans la liste</title><g class="rings">${[
      [RING, '5 min à pied'],
      [2 * RING, '10 min'],
    ].map(
      ([radius, words]) =>
        html`<circle cx="${MIDDLE_X}" cy="${MIDDLE_Y}" r="${radius}"/><text x="${MIDDLE_X}" y="${MIDDLE_Y - Number(radius) - 5}">${words}</text>`,
    )}</g><path d="M${MIDDLE_X} ${MIDDLE_Y - 8}v16M${MIDDLE_X - 8} ${MIDDLE_Y}h16"/><g class="dots">${dots.map(
      ({ number, x, y }) =>
        html`<circle cx="${x}" cy="${y}" r="${DOT}"/><text x="${x}" y="${y + 4}">${number}</text>`,
    )}</g><path d="M16 ${HEIGHT - 16}v6h${Math.round(500 * PER_METRE)}v-6"/><text x="${110}" y="${HEIGHT - 10}">500 m</text></svg><figcaption>Les minutes sont à vol d’oiseau. Sans fond de carte : rien n’est demandé à un autre site.</figcaption></figure>`
  )
}
