/**
 * How long a file is kept by those who fetched it. What lies under an address never changes, but it may be removed for legal
 * reasons: a shared cache asks again after an hour (and is told 304 or 410), a browser after a day.
 */
export const CACHE_CONTROL = 'public, max-age=86400, s-maxage=3600'

/** By which a CDN forgets all files under a key at once: one header for each of the two names in use. */
export const cacheTags = (key: string) => ({ 'surrogate-key': key, 'cache-tag': key })
