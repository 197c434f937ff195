import { useEffect, useState } from 'react'

/** Debounce: long enough to request words rather than letters. */
const SILENCE_MS = 150

/** The debounced value. */
export function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), SILENCE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return settled
}
