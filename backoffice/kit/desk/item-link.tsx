import { Link } from '@tanstack/react-router'
import { unbroken } from '../words/typography.ts'
import { onPlainClick } from './row.tsx'

/** The title of a row, which opens the item in its desk. */
export const ItemLink = ({
  desk,
  id,
  title,
  isOpen,
  onShow,
}: {
  readonly desk: '/moderation' | '/demandes' | '/messages' | '/contestations'
  readonly id: string
  readonly title: string
  readonly isOpen: boolean
  onShow(id: string): void
}) => (
  <Link
    from={desk}
    to={desk}
    search={before => ({ ...before, item: id })}
    activeProps={{}}
    aria-current={isOpen ? 'true' : undefined}
    dir="auto"
    onClick={onPlainClick(() => onShow(id))}
  >
    {unbroken(title)}
  </Link>
)
