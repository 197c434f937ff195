import { useRef, useState } from 'react'
import { Button } from './button.tsx'
import { Note } from './message.tsx'
import { t } from './texts.ts'

const half = new Map<string, unknown>()

/**
 * What is half typed stays while the page is open, with what it was begun on: whoever looks something up meanwhile goes on where
 * they were, and what a colleague saved since is still asked about.
 */
export function useKept<T>(key: string, first: () => T) {
  const [isFound, setFound] = useState(() => half.has(key))
  const [value, setValue] = useState(() => (half.get(key) as T | undefined) ?? first())
  const latest = useRef(value)
  const become = (next: T) => {
    latest.current = next
    setValue(next)
  }
  return {
    value,
    /** Also what was typed since the page was drawn. */
    latest: () => latest.current,
    /** It was begun before this part of the page was opened. */
    isFound,
    type(change: (before: T) => T) {
      become(change(latest.current))
      half.set(key, latest.current)
    },
    /** What it is based on has moved; nobody typed. */
    follow(next: T) {
      become(next)
      if (half.has(key)) half.set(key, next)
    },
    /** It is saved, or given up. */
    settle(next: T) {
      become(next)
      half.delete(key)
      setFound(false)
    },
  }
}

export const Unsaved = ({ onDrop }: { readonly onDrop: () => void }) => (
  <Note tone="wait">
    <p>{t.unsaved}</p>
    <Button onClick={onDrop}>{t.drop}</Button>
  </Note>
)
