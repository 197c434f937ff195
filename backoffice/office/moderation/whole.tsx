import { Button } from '../../kit/ui/button.tsx'
import type { Counted } from './counted.ts'
import css from './list.module.css'
import type { Selection } from './selection.ts'
import { t } from './texts.ts'

/** Extends the selection from the page to all that the filter finds. */
export function Whole({
  selection: { whole, chooseWhole },
  shown,
  counted: { total, isExact, state, countAll },
}: {
  readonly selection: Selection
  readonly counted: Counted
  readonly shown: number
}) {
  if (whole) return <p className={`second round ${css.whole}`}>{t.wholeChosen(total)}</p>
  const next = isExact ? (
    <Button look="link" onClick={chooseWhole}>
      {t.chooseWhole(total)}
    </Button>
  ) : state === 'counting' ? (
    t.counting
  ) : (
    <Button look="link" onClick={countAll}>
      {t.countWhole(total)}
    </Button>
  )
  return (
    <p className={`second round ${css.whole}`}>
      {t.pageChosen(shown)} {state === 'failed' && t.tooMany} {next}
    </p>
  )
}
