import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import css from './table.module.css'

export interface Column<Row> {
  readonly name: string
  /** The first column names the row: a link, which makes the whole row clickable. Absent values show nothing. */
  readonly of: (row: Row) => ReactNode
  /** Right-aligned figures. */
  readonly isNumber?: boolean
  /** Keeps the width of a mail address or of a moment, which else break in the middle. */
  readonly isLong?: boolean
  /** Buttons: on a card they need no column name before them. */
  readonly isActs?: boolean
}

/** A table; on a narrow screen a card for each row. Roles are explicit, since `display` removes the native ones. */
export function Table<Row>({
  caption,
  columns,
  rows,
  keyOf,
}: {
  /** For screen readers. */
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
}) {
  const [first, ...others] = columns
  const box = useRef<HTMLDivElement>(null)
  const scrolls = useScrolls(box)
  return (
    // Focusable only while it overflows, so that keys can scroll it.
    <div
      ref={box}
      className={`card ${css.scroll}`}
      {...(scrolls && { role: 'region', 'aria-label': caption, tabIndex: 0 })}
    >
      {/* biome-ignore-start lint/a11y/noRedundantRoles: cards are no table to the browser, and stay one to those who listen */}
      <table className={`fine wide ${css.table}`} role="table">
        <caption className="unseen">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ name, isNumber }) => (
              <th key={name} scope="col" role="columnheader" className={isNumber ? css.number : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map(row => (
            <tr key={keyOf(row)} role="row">
              <th scope="row" role="rowheader" dir="auto">
                {first?.of(row)}
              </th>
              {others.map(({ name, of, isNumber, isLong, isActs }) => (
                <Cell
                  key={name}
                  name={isActs ? undefined : name}
                  look={isNumber ? css.number : isLong ? css.long : undefined}
                >
                  {of(row)}
                </Cell>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {/* biome-ignore-end lint/a11y/noRedundantRoles: as above */}
    </div>
  )
}

/** Whether the content overflows; checked again on each resize. */
function useScrolls(box: RefObject<HTMLDivElement | null>): boolean {
  const [scrolls, setScrolls] = useState(false)
  useEffect(() => {
    const { current: outer } = box
    const inner = outer?.firstElementChild
    if (!outer || !inner) return
    const watch = new ResizeObserver(() => setScrolls(outer.scrollWidth > outer.clientWidth))
    watch.observe(outer)
    watch.observe(inner)
    return () => watch.disconnect()
  }, [box])
  return scrolls
}

function Cell({
  name,
  look,
  children,
}: {
  readonly name: string | undefined
  readonly look: string | undefined
  readonly children: ReactNode
}) {
  const isBlank = children === null || children === undefined || children === '' || children === false
  return (
    // biome-ignore lint/a11y/noRedundantRoles: as above
    <td role="cell" className={look} dir="auto">
      {!isBlank && (
        <>
          {name && (
            <span className={css.label} aria-hidden="true">
              {name} :{' '}
            </span>
          )}
          {children}
        </>
      )}
    </td>
  )
}
