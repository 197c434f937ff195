import { useRouter } from '@tanstack/react-router'

/** Whether this screen is still the one that is asked for: an answer that comes late leads nobody back who has gone on. */
export function useIsHere(path: string): () => boolean {
  const router = useRouter()
  return () => router.latestLocation.pathname === path
}
