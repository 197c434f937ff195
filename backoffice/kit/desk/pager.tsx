import { useEffect, useRef } from 'react'
import { IconButton } from '../ui/button.tsx'
import css from './pager.module.css'
import { t } from './texts.ts'

/** Leaves a page beyond the last for the first: its rows were dealt with. `shown`: absent until this page is loaded. */
export function useNoPageBeyond(page = 1, shown: number | undefined, onFirst: () => void): void {
  const leave = useRef(onFirst)
  leave.current = onFirst
  const isBeyond = page > 1 && shown === 0
  useEffect(() => {
    if (isBeyond) leave.current()
  }, [isBeyond])
}

/** The range of the rows that are shown, their total, and the buttons to the other pages. */
export function Pager({
  page,
  shown,
  meta,
  isExact = true,
  onPage,
}: {
  readonly page: number
  readonly shown: number
  /** From the reply. Absent until it is loaded. */
  readonly meta: { readonly total: number; readonly per_page: number } | undefined
  /** False: the total is a lower bound. */
  readonly isExact?: boolean
  /** Called without a page for the first, which the address does not name. */
  readonly onPage: (page: number | undefined) => void
}) {
  const { total, per_page } = meta ?? { total: 0, per_page: 0 }
  const isEmpty = meta !== undefined && isExact && total === 0 && page === 1
  if (isEmpty) return null
  const first = (page - 1) * per_page + 1
  const last = first + shown - 1
  const to = (next: number) => onPage(next > 1 ? next : undefined)
  return (
    <div className={`flex middle apart soft least ${css.pages}`}>
      <span className="figures">
        {shown > 0 && (isExact ? t.range : t.rangeOfAtLeast)(first, last, total)}
      </span>
      <span>
        <IconButton icon="back" label={t.previousPage} off={page === 1} onClick={() => to(page - 1)} />
        <IconButton
          icon="forward"
          label={t.nextPage}
          off={isExact && last >= total}
          onClick={() => to(page + 1)}
        />
      </span>
    </div>
  )
}
