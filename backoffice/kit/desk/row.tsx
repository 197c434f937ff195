import type { MouseEvent, ReactNode } from 'react'
import css from './row.module.css'

/** One of the list: what it is, from whom, what marks it out, and how old it is. */
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
  /** The checkbox, where several can be chosen; `null` keeps its place. */
  readonly choice?: ReactNode
  /** A link, on which the whole of the row can be clicked. */
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
      <p className={css.meta} dir="auto">
        {meta}
      </p>
      {marks && <p className={css.marks}>{marks}</p>}
    </div>
    {time}
  </li>
)

/** A click goes on at this desk; with a key held it is the browser's: a tab of its own. */
export const onPlainClick = (run: () => void) => (event: MouseEvent) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  run()
}
