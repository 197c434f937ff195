import { useEffect, useRef } from 'react'
import { useAhead } from './ahead.ts'
import { isSettled, type Outcome } from './use-moderation.ts'
import type { usePublications } from './use-publications.ts'

/** The way from a page whose publications are all decided to what comes after it. */
export function useTurnPage({
  list: { ids, isNarrow, listed, query, openId, showPage },
  outcomes,
  isAsked,
  onTurned,
}: {
  readonly list: ReturnType<typeof usePublications>
  readonly outcomes: Readonly<Record<string, Outcome>>
  readonly isAsked: boolean
  readonly onTurned: () => void
}) {
  const isDecided = (id: string) => isSettled(outcomes[id])
  const allDone = ids.length > 0 && ids.every(isDecided)
  // Waits for the decisions of all pages: until then the service lists some as undecided.
  const isSent = Object.values(outcomes).every(({ at }) => at !== 'sending')
  const hasMore = !isNarrow && (listed.data?.meta.next ?? null) !== null
  const ahead = useAhead({
    left: hasMore ? ids.filter(id => !isDecided(id)).length : 0,
    query,
    shown: listed.data,
    openId,
    showPage,
    onTurned,
  })
  const failed = useRef(false)
  const loadNext = async () => {
    failed.current = false
    const { isError } = await listed.refetch()
    failed.current = isError
    // Keeps the outcomes: the list is still the old one.
    if (!isError) onTurned()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the last of the page is decided
  useEffect(() => {
    if (!allDone || isNarrow || isAsked) return
    // Without the next ones, the service is asked once the last decision is saved.
    if (!ahead.goOn(isDecided) && isSent) void loadNext()
  }, [allDone, isSent, isAsked, isNarrow])
  return {
    allDone,
    loadNext,
    /**
     * While the next page loads, the last item is still open: shortcuts are meant for the next page and do nothing. Also
     * just before it loads, and just after: an effect begins it, and a render ends it.
     */
    isTurning: () => ahead.isTurning() || (allDone && !isNarrow && (!isSent || !(isAsked || failed.current))),
  }
}
