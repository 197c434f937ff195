import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { KeyboardEvent } from 'react'
import type { DefibrillateursInBrief, NationalDefibrillateur } from '../api/contract.ts'
import { reading } from '../api/queries.ts'
import { Button } from '../ui/button.tsx'
import { Problem } from '../ui/message.tsx'
import { number } from '../words/format.ts'
import { asked, type DevicesAddress } from './address.ts'
import css from './devices.module.css'
import {
  boxOf,
  closeTo,
  type Frame,
  frameOf,
  isNear,
  moved,
  placeOf,
  radiusOf,
  textOf,
  WHOLE,
  zoomed,
} from './frame.ts'
import { OUTLINE } from './outline.ts'
import { t } from './texts.ts'

/** As many as the service gives at once. */
const MOST = 100
const STEPS: Readonly<Record<string, (frame: Frame) => Frame>> = {
  ArrowLeft: frame => moved(frame, -1, 0),
  ArrowRight: frame => moved(frame, 1, 0),
  ArrowUp: frame => moved(frame, 0, 1),
  ArrowDown: frame => moved(frame, 0, -1),
  '+': frame => zoomed(frame, 2),
  '-': frame => zoomed(frame, 0.5),
}

/**
 * Our own drawing: France, with circles by departement from afar and points from near. Whatever it shows stands in the table
 * below as well, which has the words; so those who listen are told of the drawing as a whole.
 */
export function Carte({
  address,
  onFrame,
  onOpen,
}: {
  readonly address: DevicesAddress
  onFrame(cadre: string | undefined): void
  onOpen(id: string): void
}) {
  const frame = frameOf(address.cadre)
  const near = isNear(frame)
  // The question of the table, word by word: they always show the same.
  const question = asked(address)
  const summary = useQuery({
    ...reading('GET /api/v1/admin/defibrillateurs-france/summary', {
      query: { ...question, by: 'departement' },
    }),
    placeholderData: keepPreviousData,
  })
  const points = useQuery({
    ...reading('GET /api/v1/admin/defibrillateurs-france', { query: { ...question, per_page: MOST } }),
    enabled: near,
    placeholderData: keepPreviousData,
  })
  const go = (next: Frame) => onFrame(textOf(next) === textOf(WHOLE) ? undefined : textOf(next))
  const box = boxOf(frame)
  const groups = summary.data?.data ?? []
  const total = groups.reduce((sum, { count }) => sum + count, 0)
  const error = summary.error ?? points.error
  const hear = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (!step || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    go(step(frame))
  }
  return (
    <div className={css.map}>
      {/* biome-ignore-start lint/a11y/noNoninteractiveTabindex: a drawing that is moved with the arrows must have the focus */}
      <svg
        viewBox={`${box.x} ${box.y} ${box.width} ${box.height}`}
        role="img"
        aria-label={t.map.label(total)}
        tabIndex={0}
        onKeyDown={hear}
      >
        {OUTLINE.map(ring => (
          <polygon key={ring.slice(0, 20)} className={css.land} points={pointsOf(frame, ring)} />
        ))}
        {near
          ? points.data?.data.map(device => (
              <Point key={device.id} device={device} frame={frame} onOpen={() => onOpen(device.id)} />
            ))
          : groups.map(group => (
              <Circle key={group.departement} group={group} groups={groups} frame={frame} onGo={go} />
            ))}
      </svg>
      {/* biome-ignore-end lint/a11y/noNoninteractiveTabindex: as above */}
      <div className={css.mapTools}>
        <Button onClick={() => go(zoomed(frame, 2))}>{t.map.closer}</Button>
        <Button onClick={() => go(zoomed(frame, 0.5))}>{t.map.farther}</Button>
        <Button look="quiet" onClick={() => onFrame(undefined)}>
          {t.map.whole}
        </Button>
        <span className={css.soft} role="status">
          {near && points.data && points.data.meta.total > MOST
            ? t.map.some(MOST, points.data.meta.total)
            : summary.data && t.map.shown(total)}
        </span>
      </div>
      {error && <Problem error={error} retry={() => void summary.refetch()} />}
    </div>
  )
}

const pointsOf = (frame: Frame, ring: string) =>
  ring
    .split(' ')
    .map(point => {
      const [longitude = 0, latitude = 0] = point.split(',').map(Number)
      const { x, y } = placeOf(frame, longitude, latitude)
      return `${x.toFixed(3)},${y}`
    })
    .join(' ')

function Circle({
  group: { departement, count, statuts, latitude, longitude },
  groups,
  frame,
  onGo,
}: {
  readonly group: DefibrillateursInBrief
  readonly groups: readonly DefibrillateursInBrief[]
  readonly frame: Frame
  onGo(frame: Frame): void
}) {
  if (latitude === null || longitude === null) return null
  const { x, y } = placeOf(frame, longitude, latitude)
  const { width } = boxOf(frame)
  const r = radiusOf(count, Math.max(...groups.map(group => group.count)), width)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing is a shorter way; the keys and the table do the same
    <g className={css.circle} onClick={() => onGo(closeTo(frame, longitude, latitude))}>
      <title>{t.map.departement(departement ?? '?', number(count), number(statuts.a_verifier))}</title>
      <circle cx={x} cy={y} r={r} />
      <text x={x} y={y} fontSize={r * 0.8} textAnchor="middle" dominantBaseline="central">
        {departement}
      </text>
    </g>
  )
}

function Point({
  device: { nom, gid, latitude, longitude, overrides, statut, actif },
  frame,
  onOpen,
}: {
  readonly device: NationalDefibrillateur
  readonly frame: Frame
  onOpen(): void
}) {
  const at = [overrides.longitude ?? longitude, overrides.latitude ?? latitude] as const
  if (at[0] === null || at[1] === null) return null
  const { x, y } = placeOf(frame, at[0], at[1])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: as above
    <g
      className={css.point}
      data-statut={actif ? 'actif' : statut === 'actif' ? 'masque' : statut}
      onClick={onOpen}
    >
      <title>{overrides.nom ?? nom ?? gid}</title>
      <circle cx={x} cy={y} r={boxOf(frame).width / 110} />
    </g>
  )
}
