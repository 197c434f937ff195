import { IconButton } from '../ui/button.tsx'
import css from './pager.module.css'
import { t } from './texts.ts'

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
