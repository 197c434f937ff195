import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/message.tsx'
import { t } from './texts.ts'

/** Shown when the filters leave nothing, with a button that removes them. */
export const NothingFound = ({
  title = t.nothingFound,
  onShowAll,
  children,
}: {
  readonly title?: string | undefined
  readonly onShowAll: () => void
  readonly children?: ReactNode
}) => (
  <Empty title={title}>
    {children}
    <p>{t.nothingFoundNext}</p>
    <Button onClick={onShowAll}>{t.withoutFilters}</Button>
  </Empty>
)
