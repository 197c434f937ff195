import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useRef } from 'react'
import { listing } from '../../kit/api/queries.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Select } from '../../kit/ui/field.tsx'
import { Problem } from '../../kit/ui/message.tsx'
import { Options } from '../../kit/ui/options.tsx'
import { number } from '../../kit/words/format.ts'
import { asked, type DevicesAddress } from './address.ts'
import css from './devices.module.css'
import { boxOf, closeTo, type Frame, frameOf, isNear, moved, textOf, WHOLE, zoomed } from './frame.ts'
import { Land, TilesBy } from './land.tsx'
import { circlesOf, Marks, pointsOf } from './marks.tsx'
import { TERRITORIES, territoryIn } from './territories.ts'
import { t } from './texts.ts'

/** Most devices that the service returns. */
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
 * Our own SVG map of France: circles by departement, points when zoomed in, over the tiles of another map where the operator
 * configures one. The table below holds the same devices for screen readers.
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
  // The same query as the table, so that both show the same.
  const question = asked(address)
  const summary = useQuery(
    listing('GET /api/v1/admin/defibrillateurs-france/summary', {
      query: { ...question, by: 'departement' },
    }),
  )
  const points = useQuery({
    ...listing('GET /api/v1/admin/defibrillateurs-france', { query: { ...question, per_page: MOST } }),
    enabled: near,
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
  const drawing = useRef<SVGSVGElement>(null)
  const comeCloser = (longitude: number, latitude: number) => {
    go(closeTo(frame, longitude, latitude))
    // The focused circle disappears with the change of the frame.
    drawing.current?.focus()
  }
  const marks = near ? pointsOf(frame, points.data?.data ?? [], onOpen) : circlesOf(frame, groups, comeCloser)
  const of = (departement: string) => groups.find(group => group.departement === departement)?.count
  return (
    <div className={`stack gap-10 ${css.map}`}>
      {/* biome-ignore-start lint/a11y/noNoninteractiveTabindex: a drawing that is moved with the arrows must have the focus */}
      {/* biome-ignore-start lint/a11y/useSemanticElements: a drawing is no fieldset */}
      <svg
        ref={drawing}
        viewBox={`${box.x} ${box.y} ${box.width} ${box.height}`}
        role="group"
        aria-label={t.map.label(total)}
        tabIndex={0}
        onKeyDown={hear}
      >
        <Land frame={frame} />
        <Marks marks={marks} />
      </svg>
      {/* biome-ignore-end lint/a11y/useSemanticElements: as above */}
      {/* biome-ignore-end lint/a11y/noNoninteractiveTabindex: as above */}
      <TilesBy />
      <div className={`row gap-8-12 ${css.mapTools}`}>
        <Select
          label={t.map.territory}
          value={territoryIn(frame)?.departement ?? (address.cadre === undefined ? '' : ELSEWHERE)}
          onChange={({ currentTarget: { value } }) =>
            onFrame(textIf(TERRITORIES.find(({ departement }) => departement === value)?.frame))
          }
        >
          <option value="">{t.map.mainland}</option>
          {address.cadre !== undefined && !territoryIn(frame) && (
            <option value={ELSEWHERE}>{t.map.elsewhere}</option>
          )}
          <Options
            of={TERRITORIES.map(({ departement, nom }) => [
              departement,
              address.cadre === undefined ? t.map.inTerritory(nom, number(of(departement) ?? 0)) : nom,
            ])}
          />
        </Select>
        <Button data-goes-on="" onClick={() => go(zoomed(frame, 2))}>
          {t.map.closer}
        </Button>
        <Button data-goes-on="" onClick={() => go(zoomed(frame, 0.5))}>
          {t.map.farther}
        </Button>
        <Button look="quiet" onClick={() => onFrame(undefined)}>
          {t.map.whole}
        </Button>
        <span className="soft" role="status">
          {near && points.data && points.data.meta.total > MOST
            ? t.map.some(MOST, points.data.meta.total)
            : summary.data && t.map.shown(total)}
        </span>
      </div>
      {error && <Problem error={error} retry={() => void summary.refetch()} />}
    </div>
  )
}

/** The frame was moved by hand. */
const ELSEWHERE = 'ailleurs'

const textIf = (frame: Frame | undefined) => frame && textOf(frame)
