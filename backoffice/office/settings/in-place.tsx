import { type ReactNode, useState } from 'react'
import { Button } from '../../kit/ui/button.tsx'
import css from './settings.module.css'

/** Rows that are edited in their place, one at a time, and below them a button that adds one. */
export function EditedInPlace<R>({
  rows,
  keyOf,
  row,
  editor,
  add,
}: {
  readonly rows: readonly R[]
  keyOf(row: R): string
  row(row: R, onEdit: () => void, at: number): ReactNode
  /** The form for a row; undefined for a new one. */
  editor(row: R | undefined, onDone: () => void): ReactNode
  readonly add: string
}) {
  const [open, setOpen] = useState<string>()
  const close = () => setOpen(undefined)
  return (
    <>
      <ul className={css.types}>
        {rows.map((one, at) => (
          <li className="row middle gap-6-10" key={keyOf(one)}>
            {open === keyOf(one) ? editor(one, close) : row(one, () => setOpen(keyOf(one)), at)}
          </li>
        ))}
      </ul>
      {open === 'new' ? (
        editor(undefined, close)
      ) : (
        <div>
          <Button onClick={() => setOpen('new')}>{add}</Button>
        </div>
      )}
    </>
  )
}
