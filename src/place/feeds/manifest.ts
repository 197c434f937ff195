import { ASSETS_PATH } from '../style.ts'
import type { Visit } from '../visit.ts'
import { FEED_SECONDS, type Written } from './feed.ts'

/** By a web app manifest, an iPhone opens the pages from its home screen like an app, and so shows notifications. */
export const manifest = ({ town, home }: Visit): Written => ({
  type: 'application/manifest+json; charset=utf-8',
  text: JSON.stringify({
    name: town.nom,
    short_name: town.nom,
    lang: 'fr',
    display: 'standalone',
    start_url: home,
    scope: home,
    id: `/place/-/${town.id}/`,
    icons: [{ src: `${ASSETS_PATH}icon-${town.place.teinte}.svg`, sizes: 'any', type: 'image/svg+xml' }],
  }),
  seconds: FEED_SECONDS,
})
