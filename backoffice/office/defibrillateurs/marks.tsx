import { type KeyboardEvent, useRef, useState } from 'react'
import type { DefibrillateursInBrief, NationalDefibrillateur } from '../../kit/api/contract.ts'
import { number } from '../../kit/words/format.ts'
import css from './devices.module.css'
import { boxOf, type Frame, placeOf, radiusOf } from './frame.ts'
import { nextTowards } from './territories.ts'
import { t } from './texts.ts'

/** A circle or a point: its position, name and action. */
interface Mark {
  readonly key: string
  readonly x: number
  readonly y: number
  readonly r: number
  readonly name: string
  /** The text in a circle. */
  readonly text?: string | undefined
  readonly statut?: string
  open(): void
}

export const circlesOf = (
  frame: Frame,
  groups: readonly DefibrillateursInBrief[],
  onOpen: (longitude: number, latitude: number) => void,
): readonly Mark[] => {
  const most = Math.max(...groups.map(({ count }) => count))
  const { width } = boxOf(frame)
  return groups.flatMap(({ departement, count, statuts, latitude, longitude }) =>
    latitude === null || longitude === null
      ? []
      : {
          ...placeOf(frame, longitude, latitude),
          key: departement ?? '?',
          r: radiusOf(count, most, width),
          name: t.map.departement(departement ?? '?', number(count), number(statuts.a_verifier)),
          text: number(count),
          open: () => onOpen(longitude, latitude),
        },
  )
}

export const pointsOf = (
  frame: Frame,
  devices: readonly NationalDefibrillateur[],
  onOpen: (id: string) => void,
): readonly Mark[] =>
  devices.flatMap(({ id, nom, gid, overrides, statut, actif, ...device }) => {
    const longitude = overrides.longitude ?? device.longitude
    const latitude = overrides.latitude ?? device.latitude
    return longitude === null || latitude === null
      ? []
      : {
          ...placeOf(frame, longitude, latitude),
          key: id,
          r: boxOf(frame).width / 110,
          name: overrides.nom ?? nom ?? gid,
          statut: actif ? 'actif' : statut === 'actif' ? 'masque' : statut,
          open: () => onOpen(id),
        }
  })

const TOWARDS: Readonly<Record<string, readonly [right: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** One tab stop for all marks (roving focus): the arrow keys move between them. */
export function Marks({ marks }: { readonly marks: readonly Mark[] }) {
  const [chosen, setChosen] = useState<string>()
  const group = useRef<SVGGElement>(null)
  const current = marks.find(({ key }) => key === chosen) ?? marks[0]
  const hear = (mark: Mark, event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      event.stopPropagation()
      return mark.open()
    }
    const [right, down] = TOWARDS[event.key] ?? []
    if (right === undefined || down === undefined) return
    // Keeps the map from moving with the arrows, also at the last mark.
    event.preventDefault()
    event.stopPropagation()
    const next = nextTowards(marks, mark, right, down)
    if (!next) return
    setChosen(next.key)
    group.current?.querySelector<SVGGElement>(`[data-key="${CSS.escape(next.key)}"]`)?.focus()
  }
  return (
    <g ref={group}>
      {marks.map(mark => (
        // biome-ignore lint/a11y/useSemanticElements: there are no buttons within a drawing
        <g
          key={mark.key}
          data-key={mark.key}
          className={mark.text ? css.circle : css.point}
          data-statut={mark.statut}
          role="button"
          aria-label={mark.name}
          tabIndex={mark === current ? 0 : -1}
          onFocus={() => setChosen(mark.key)}
          onClick={mark.open}
          onKeyDown={event => hear(mark, event)}
        >
          <title>{mark.name}</title>
          <circle cx={mark.x} cy={mark.y} r={mark.r} />
          {mark.text && (
            <text
              x={mark.x}
              y={mark.y}
              fontSize={mark.r * 0.8}
              textAnchor="middle"
              dominantBaseline="central"
            >
              {mark.text}
            </text>
          )}
        </g>
      ))}
    </g>
  )
}
