import type { MouseEvent, ReactNode } from 'react'
import css from './row.module.css'

/** A row of a desk: title, author, marks and age. */
export const Row = ({
  isOpen,
  isDone = false,
  choice,
  title,
  meta,
  marks,
  time,
}: {
  readonly isOpen: boolean
  readonly isDone?: boolean
  /** The checkbox; `null` keeps its place. */
  readonly choice?: ReactNode
  /** A link; the whole row is its click area. */
  readonly title: ReactNode
  readonly meta: ReactNode
  readonly marks?: ReactNode
  readonly time: ReactNode
}) => (
  <li
    className={choice === undefined ? css.row : `${css.row} ${css.choosable}`}
    data-open={isOpen || undefined}
    data-done={isDone || undefined}
  >
    {choice === null ? <span /> : choice}
    <div>
      <div className={css.title}>{title}</div>
      <p className={`cut soft second ${css.meta}`} dir="auto">
        {meta}
      </p>
      {marks && <p className={`row gap-6 ${css.marks}`}>{marks}</p>}
    </div>
    {time}
  </li>
)

/** Handles a plain click. With a modifier key the browser opens the link in another tab. */
export const onPlainClick = (run: () => void) => (event: MouseEvent) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  run()
}
