import type { ReactNode } from 'react'
import { Button, IconButton } from '../ui/button.tsx'
import { unbroken } from '../words/typography.ts'
import css from './item-head.module.css'
import { ITEM_TITLE } from './open-item.ts'
import { t } from './texts.ts'

/** The head of an item: chips, title, place in the list, and buttons to its neighbours. */
export function ItemHead({
  chips,
  title,
  by,
  back,
  at,
  total,
  isExact = true,
  onStep,
  onBack,
}: {
  readonly chips: ReactNode
  readonly title: string
  readonly by?: ReactNode
  /** The name of the list, for the back button of a narrow screen. */
  readonly back: string
  /** The place in the whole list, from 1. Absent where this page does not have it. */
  readonly at: number | undefined
  readonly total: number
  /** False: the total is a lower bound. */
  readonly isExact?: boolean
  onStep(by: 1 | -1): void
  onBack(): void
}) {
  const moves = (
    <span className={`flex middle gap-2 ${css.moves}`}>
      {at !== undefined && (
        <span className="figures">{(isExact ? t.place : t.placeOfAtLeast)(at, total)}</span>
      )}
      <IconButton icon="up" label={`${t.previousItem} (K)`} onClick={() => onStep(-1)} />
      <IconButton icon="down" label={`${t.nextItem} (J)`} onClick={() => onStep(1)} />
    </span>
  )
  return (
    <>
      <div className={css.back}>
        <Button look="quiet" icon="back" onClick={onBack}>
          {back}
        </Button>
        {moves}
      </div>
      <div className={`row middle soft second gap-10 ${css.crumb}`}>
        {chips}
        {moves}
      </div>
      <h2 className={css.title} id={ITEM_TITLE} tabIndex={-1} dir="auto">
        {unbroken(title)}
      </h2>
      {by && (
        <p className="soft fine" dir="auto">
          {by}
        </p>
      )}
    </>
  )
}
