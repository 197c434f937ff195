import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react'
import { Button } from '../../kit/ui/button.tsx'
import css from './devices.module.css'
import { boxOf, degreesAt, type Frame, placeOf, villageAround, zoomed } from './frame.ts'
import { Land, TilesBy } from './land.tsx'
import { figureIn, frameOf } from './position.ts'
import { t } from './texts.ts'

interface Point {
  readonly latitude: number
  readonly longitude: number
}

/** Steps of the arrows, in parts of the width of the map. */
const STEP = 1 / 24
const FINE = 1 / 240
const ARROWS: Readonly<Record<string, readonly [right: number, up: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
}
const ZOOMS: Readonly<Record<string, number>> = { '+': 2, '-': 0.5 }

/** Around the known place, in metres: without tiles nothing else shows the scale. */
const RINGS = [500, 1_000, 2_000]
const METRES_A_DEGREE = 111_320

/** A metre. */
const text = (degrees: number) => String(Math.round(degrees * 100_000) / 100_000).replace('.', ',')

/** Picks a latitude and a longitude, by a click or the arrows. The fields beside it hold the same numbers. */
export function PlaceMap({
  latitude,
  longitude,
  start,
  departement,
  onPick,
}: {
  /** As typed. */
  readonly latitude: string
  readonly longitude: string
  /** The position in the register, or else the centre of the commune. */
  readonly start: { readonly latitude: number | null; readonly longitude: number | null } | null | undefined
  readonly departement: string | null | undefined
  onPick(typed: { readonly latitude: string; readonly longitude: string }): void
}) {
  const known = pointOf(start?.latitude ?? undefined, start?.longitude ?? undefined)
  const point = pointOf(figureIn(latitude), figureIn(longitude))
  const [chosen, setChosen] = useState<Frame>()
  const centre = point ?? known
  const frame = chosen ?? (centre ? villageAround(centre.longitude, centre.latitude) : frameOf(departement))
  const drawing = useRef<SVGSVGElement>(null)
  const box = boxOf(frame)

  const pick = (next: Point, seen: Frame) => {
    // The frame stays while the point moves within it.
    setChosen(isIn(seen, next) ? seen : villageAround(next.longitude, next.latitude))
    onPick({ latitude: text(next.latitude), longitude: text(next.longitude) })
  }
  const onClick = ({ clientX, clientY }: MouseEvent) => {
    const matrix = drawing.current?.getScreenCTM()
    if (!matrix) return
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse())
    pick(degreesAt(frame, x, y), frame)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const [arrow, zoom] = [ARROWS[event.key], ZOOMS[event.key]]
    if (!arrow && zoom === undefined) return
    event.preventDefault()
    if (zoom !== undefined) return setChosen(zoomedAt(frame, zoom, centre))
    const [right, up] = arrow ?? [0, 0]
    const step = (frame.east - frame.west) * (event.shiftKey ? FINE : STEP)
    const from = point ?? middleOf(frame)
    pick({ longitude: from.longitude + right * step, latitude: from.latitude + up * step }, frame)
  }
  const radius = box.width / 70
  const at = point && placeOf(frame, point.longitude, point.latitude)
  const begun = known && placeOf(frame, known.longitude, known.latitude)
  return (
    <details className={`stack gap-10 ${css.place}`}>
      <summary>{t.place.title}</summary>
      <div className={`stack gap-10 ${css.place}`}>
        {/* biome-ignore-start lint/a11y/noNoninteractiveTabindex: a drawing that is worked with the arrows must have the focus */}
        {/* biome-ignore-start lint/a11y/useSemanticElements: a drawing is no fieldset */}
        <svg
          ref={drawing}
          viewBox={`${box.x} ${box.y} ${box.width} ${box.height}`}
          role="group"
          aria-label={t.place.label}
          tabIndex={0}
          onClick={onClick}
          onKeyDown={onKeyDown}
        >
          <Land frame={frame} />
          {begun &&
            RINGS.map(metres => (
              <circle
                key={metres}
                className={css.ring}
                cx={begun.x}
                cy={begun.y}
                r={metres / METRES_A_DEGREE}
              />
            ))}
          {begun && <circle className={css.start} cx={begun.x} cy={begun.y} r={radius * 1.6} />}
          {at && <circle className={css.here} cx={at.x} cy={at.y} r={radius} />}
        </svg>
        {/* biome-ignore-end lint/a11y/useSemanticElements: as above */}
        {/* biome-ignore-end lint/a11y/noNoninteractiveTabindex: as above */}
        <TilesBy />
        {known && <p className="soft">{t.place.rings}</p>}
        <div className={`row gap-8-12 ${css.mapTools}`}>
          <Button data-goes-on="" onClick={() => setChosen(zoomedAt(frame, 2, centre))}>
            {t.map.closer}
          </Button>
          <Button data-goes-on="" onClick={() => setChosen(zoomedAt(frame, 0.5, centre))}>
            {t.map.farther}
          </Button>
          <Button look="quiet" onClick={() => setChosen(undefined)}>
            {t.place.back}
          </Button>
          <span className="soft" role="status">
            {point ? t.place.at(text(point.latitude), text(point.longitude)) : t.place.none}
          </span>
        </div>
      </div>
    </details>
  )
}

const pointOf = (latitude: number | undefined, longitude: number | undefined): Point | undefined =>
  latitude === undefined || longitude === undefined || Math.abs(latitude) > 90 || Math.abs(longitude) > 180
    ? undefined
    : { latitude, longitude }

const middleOf = ({ west, east, south, north }: Frame): Point => ({
  latitude: (south + north) / 2,
  longitude: (west + east) / 2,
})

const isIn = ({ west, east, south, north }: Frame, { latitude, longitude }: Point) =>
  west <= longitude && longitude <= east && south <= latitude && latitude <= north

/** Closer to the point where it is in sight, else to the middle. */
function zoomedAt(frame: Frame, times: number, towards: Point | undefined): Frame {
  const next = zoomed(frame, times)
  if (!towards || !isIn(frame, towards) || isIn(next, towards)) return next
  const [wide, high] = [(next.east - next.west) / 2, (next.north - next.south) / 2]
  const { latitude, longitude } = towards
  return { west: longitude - wide, east: longitude + wide, south: latitude - high, north: latitude + high }
}
