/**
 * Cache lifetimes of a file. Content never changes under its address, but may be removed for legal reasons: a shared
 * cache revalidates after an hour (304 or 410), a browser after a day.
 */
export const CACHE_CONTROL = 'public, max-age=86400, s-maxage=3600'

/** Headers that let a CDN purge all files of a key at once, under the two header names in use. */
export const cacheTags = (key: string) => ({ 'surrogate-key': key, 'cache-tag': key })
