import { useState } from 'react'
import css from './list.module.css'
import { t } from './texts.ts'

/** How many publications a page of the desk has: chosen below the list, and remembered in this browser. */

const SIZES = [10, 25, 50]
const KEY = 'parvis.desk-page'

function remembered(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

export function usePageSize() {
  const [size, setSize] = useState(() => SIZES.find(one => `${one}` === remembered()) ?? 10)
  return [
    size,
    (next: number) => {
      setSize(next)
      try {
        localStorage.setItem(KEY, `${next}`)
      } catch {
        // No localStorage: the size lasts until the page is closed.
      }
    },
  ] as const
}

export const PageSize = ({
  size,
  onSize,
}: {
  readonly size: number
  readonly onSize: (size: number) => void
}) => (
  <label className={css.size}>
    <select value={size} onChange={event => onSize(Number(event.currentTarget.value))}>
      {SIZES.map(one => (
        <option key={one}>{one}</option>
      ))}
    </select>
    {t.aPage}
  </label>
)
