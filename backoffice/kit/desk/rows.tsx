import type { ReactNode } from 'react'
import { Empty, NotYet } from '../ui/message.tsx'
import { NothingFound } from './nothing-found.tsx'

/** The rows of a desk, or why it is empty. */
export function Rows({
  listed,
  empty,
  emptyNext,
  onShowAll,
  nothing,
  children,
}: {
  readonly listed: Parameters<typeof NotYet>[0]
  /** The title where nothing waits. */
  readonly empty: string
  readonly emptyNext: string
  /** Removes the filters. Absent: none is set. */
  readonly onShowAll: (() => void) | undefined
  /** Shown instead where the filters leave nothing. */
  readonly nothing?: ReactNode
  readonly children: readonly ReactNode[]
}) {
  if (!listed.data) return <NotYet {...listed} />
  if (children.length > 0) return <ol>{children}</ol>
  if (onShowAll) return nothing ?? <NothingFound onShowAll={onShowAll} />
  return <Empty title={empty} next={emptyNext} />
}
