import { useEffect, useLayoutEffect, useRef } from 'react'
import type { Query, Reply } from '../../kit/api/send.ts'
import { call } from '../../kit/api/session.ts'

type Page = Reply<'GET /api/v1/admin/publications'>

/** From so many undecided items of the page on, what comes after them is loaded. */
const NEAR_THE_END = 5

/**
 * The list as it will be after this page, loaded while its last items are read: at the edge the next item is there at
 * once, and a key pressed then is about what is seen.
 */
export function useAhead({
  left,
  query,
  shown,
  openId,
  showPage,
  onTurned,
}: {
  /** The undecided items of the page; 0 where nothing follows it. */
  readonly left: number
  /** The query of the shown list, which no longer contains its decided items. */
  readonly query: Query<'GET /api/v1/admin/publications'>
  readonly shown: Page | undefined
  readonly openId: string | undefined
  readonly showPage: (page: Page) => void
  /** The rows are the new ones; the open item is still the last of the old ones. */
  readonly onTurned: () => void
}) {
  const loaded = useRef<{ readonly of: string; readonly page: Page }>(undefined)
  const isTurning = useRef(false)
  const leaving = useRef<string>(undefined)
  const of = JSON.stringify(query)
  const isNear = left > 0 && left <= NEAR_THE_END
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the end of a page comes near
  useEffect(() => {
    if (!isNear) return
    const given = new AbortController()
    call('GET /api/v1/admin/publications', { query, signal: given.signal }).then(
      page => {
        if (!given.signal.aborted) loaded.current = { of, page }
      },
      // Without it, the desk waits at the edge.
      () => {},
    )
    return () => given.abort()
  }, [isNear, of])
  // A layout effect: no key comes between the new rows and this.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the rows are new
  useLayoutEffect(() => {
    if (!isTurning.current) return
    isTurning.current = false
    leaving.current = openId
    onTurned()
  }, [shown])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another item is open
  useEffect(() => {
    leaving.current = undefined
  }, [openId])
  return {
    /** Shows what is left of it. False where it was not loaded in time, or all of it was decided meanwhile. */
    goOn(isDecided: (id: string) => boolean): boolean {
      const ahead = loaded.current
      loaded.current = undefined
      const data = ahead?.of === of ? ahead.page.data.filter(({ id }) => !isDecided(id)) : []
      if (!ahead || data.length === 0) return false
      isTurning.current = true
      showPage({ ...ahead.page, data })
      return true
    },
    /** The open item is one of the page before. */
    isTurning: () => isTurning.current || (leaving.current !== undefined && leaving.current === openId),
  }
}
