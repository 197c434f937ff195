import { useEffect, useRef, useState } from 'react'

/** After news, lists and counts are read again soon, and then not for a while: a hundred open screens hear the same news. */
const SOON_MS = 400
const PAUSE_MS = 10_000

/** Runs `work` within a moment, chosen at random; calls until the pause is over share the next run. */
export function paced(work: () => void): { (): void; stop(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastAt = Number.NEGATIVE_INFINITY
  const run = () => {
    timer = undefined
    lastAt = performance.now()
    work()
  }
  const soon = () => {
    timer ??= setTimeout(run, Math.max(Math.random() * SOON_MS, lastAt + PAUSE_MS - performance.now()))
  }
  return Object.assign(soon, { stop: () => clearTimeout(timer) })
}

/** For a screen: the latest `work`, and none after it is left. */
export function usePaced(work: () => void): () => void {
  const latest = useRef(work)
  latest.current = work
  const [soon] = useState(() => paced(() => latest.current()))
  useEffect(() => () => soon.stop(), [soon])
  return soon
}
