import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/** Whether this screen is still the one that is asked for: an answer that comes late leads nobody back who has gone on. */
export function useIsHere(path: string): () => boolean {
  const router = useRouter()
  // Whoever has gone and come back is on another one, at the same address.
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])
  return () => !isGone.current && router.latestLocation.pathname === path
}
