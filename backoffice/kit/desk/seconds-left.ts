import { useEffect, useState } from 'react'

/** Never below zero. */
export const secondsLeft = (until: number, now: number): number =>
  Math.max(0, Math.ceil((until - now) / 1000))

/** Counted down while the page is looked at; none where nothing is about to leave. */
export function useSecondsLeft(until: number | undefined): number | undefined {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (until === undefined) return
    setNow(Date.now())
    const ticking = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(ticking)
  }, [until])
  return until === undefined ? undefined : secondsLeft(until, now)
}
