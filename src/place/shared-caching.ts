import { type CachedPage, LATE_SECONDS } from './page-cache.ts'

/** What caches in front are told of a page where they are told of changes: browsers stay at their seconds. */

/** Below, the page ends soon, and says so as without a cache. */
const LEAST_SECONDS = 60
/** They may show the old page while they ask for the new one. */
const STALE_SECONDS = 60

export function sharedCaching({
  headers,
  sharedSeconds,
}: CachedPage): Readonly<Record<string, string>> | undefined {
  const ofBrowsers = /^public, max-age=\d+/.exec(headers['cache-control'] ?? '')?.[0]
  const seconds = sharedSeconds()
  if (ofBrowsers === undefined) return undefined
  if (seconds === LATE_SECONDS)
    return { 'cache-control': `${ofBrowsers}, s-maxage=${seconds}, stale-if-error=86400` }
  if (seconds < LEAST_SECONDS) return undefined
  const ofCaches = `max-age=${seconds}, stale-while-revalidate=${STALE_SECONDS}, stale-if-error=86400`
  return {
    'cache-control': `${ofBrowsers}, s-maxage=${seconds}, stale-if-error=86400`,
    // Browsers read the first one alone, and would show old pages by it too.
    'cdn-cache-control': ofCaches,
    'surrogate-control': ofCaches,
  }
}
