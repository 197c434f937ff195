import { useEffect, useState } from 'react'

/** Long enough that a word is asked for, and not each of its letters; short enough not to be waited for. */
const SILENCE_MS = 150

/** What somebody types, once they have stopped for a moment. */
export function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), SILENCE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return settled
}
