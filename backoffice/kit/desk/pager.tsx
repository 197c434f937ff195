import { useEffect, useRef } from 'react'
import { IconButton } from '../ui/button.tsx'
import css from './pager.module.css'
import { t } from './texts.ts'

/**
 * A page beyond the last one is left for the first: what stood on it has been dealt with, and that there is nothing would not be
 * true. `shown`: absent until the list of this page has come.
 */
export function useNoPageBeyond(page = 1, shown: number | undefined, onFirst: () => void): void {
  const leave = useRef(onFirst)
  leave.current = onFirst
  const isBeyond = page > 1 && shown === 0
  useEffect(() => {
    if (isBeyond) leave.current()
  }, [isBeyond])
}

/** Which of them are shown, of how many, and the way to the others. */
export function Pager({
  page,
  perPage,
  shown,
  total,
  isExact = true,
  onPage,
}: {
  readonly page: number
  readonly perPage: number
  readonly shown: number
  readonly total: number
  /** False: there may be more. */
  readonly isExact?: boolean
  /** Absent: the first one, which the address does not name. */
  readonly onPage: (page: number | undefined) => void
}) {
  const first = (page - 1) * perPage + 1
  const last = first + shown - 1
  const to = (next: number) => onPage(next > 1 ? next : undefined)
  return (
    <div className={css.pages}>
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
