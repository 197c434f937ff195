import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/** Whether this screen is still the current one: a late answer must not navigate back to it. */
export function useIsCurrentScreen(path: string): () => boolean {
  const router = useRouter()
  // After leaving and coming back, another instance is at the same address.
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])
  return () => !isGone.current && router.latestLocation.pathname === path
}
