import type { PageHints, System } from '../reading/page/page-hints.ts'

/** Where sites keep their feeds, by the program that makes them. */

const BY_SYSTEM: Readonly<Record<Exclude<System, 'wordpress'>, readonly string[]>> = {
  spip: ['spip.php?page=backend'],
  drupal: ['rss.xml'],
  joomla: ['?format=feed&type=rss'],
  typo3: ['?type=9818', 'rss.xml'],
  wix: ['blog-feed.xml'],
}

/** Addresses to try after those that the page names; those of the system that made it. */
export function addressesOf({ system, api }: PageHints, page: string): readonly string[] {
  const root = new URL('/', page).href
  if (api !== null || system === 'wordpress') return wordpress(api ?? `${root}wp-json/`, root)
  return system ? BY_SYSTEM[system].map(path => root + path) : []
}

/** Tried only where nothing else was found. */
export const usualAddresses = (page: string): readonly string[] =>
  ['feed/', 'rss', 'rss.xml', 'feed.xml', 'atom.xml', 'agenda.ics'].map(
    path => new URL(`/${path}`, page).href,
  )

/** The root is `/wp-json/`, or `/?rest_route=/` where addresses are not rewritten. */
function wordpress(api: string, root: string): readonly string[] {
  const below = (path: string) => {
    const url = new URL(api)
    const route = url.searchParams.get('rest_route')
    if (route === null) url.pathname = url.pathname.replace(/\/?$/, `/${path}`)
    else url.searchParams.set('rest_route', `/${path}`)
    return url.href
  }
  return [below('tribe/events/v1/events'), below('wp/v2/posts'), `${root}feed/`]
}
