import css from './devices.module.css'
import { type Frame, placeOf } from './frame.ts'
import { OUTLINE } from './outline.ts'
import { type Tiles, tilesIn, tilesOf } from './tiles.ts'

/** The background of a map: outline or tiles. */

const TILES = tilesOf(document.documentElement.dataset)

/** The outline of France, and the tiles of another map where the operator configures one. */
export const Land = ({ frame }: { readonly frame: Frame }) => (
  <>
    {OUTLINE.map(ring => (
      <polygon key={ring.slice(0, 20)} className={css.land} points={ringOf(frame, ring)} />
    ))}
    {TILES && <Pictures tiles={TILES} frame={frame} />}
  </>
)

export const TilesBy = () =>
  TILES && (
    <p className={`soft least ${css.tilesBy}`} dir="auto">
      {TILES.by}
    </p>
  )

/** A tile that fails to load shows the outline drawn below it. */
const Pictures = ({ tiles, frame }: { readonly tiles: Tiles; readonly frame: Frame }) => (
  <g className={css.tiles}>
    {tilesIn(frame, tiles.url).map(({ url, west, east, north, south }) => {
      const [from, to] = [placeOf(frame, west, north), placeOf(frame, east, south)]
      return (
        <image
          key={url}
          href={url}
          x={from.x}
          y={from.y}
          width={to.x - from.x}
          height={to.y - from.y}
          preserveAspectRatio="none"
        />
      )
    })}
  </g>
)

const ringOf = (frame: Frame, ring: string) =>
  ring
    .split(' ')
    .map(point => {
      const [longitude = 0, latitude = 0] = point.split(',').map(Number)
      const { x, y } = placeOf(frame, longitude, latitude)
      return `${x.toFixed(3)},${y}`
    })
    .join(' ')
