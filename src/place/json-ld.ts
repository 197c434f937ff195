import { ownUrl } from '../kernel/settings/config.ts'
import { isWithin } from '../people/access/app-sources.ts'
import { byId, publicationToShow } from '../publishing/publications/lists/actions.ts'
import { scopeOfPlace } from './app.ts'
import { canonicalPlace } from './canonical.ts'
import { structuredPublication } from './structured.ts'

/** `GET /publications/{id}`, on request in the vocabulary of schema.org, as its page has it. */
export const publicationById: typeof byId = {
  ...byId,
  alternative: {
    type: 'application/ld+json',
    description:
      'With `Accept: application/ld+json`, the JSON-LD of its page for residents, in the vocabulary of schema.org: an `Event`, or a `NewsArticle`. Where it has no such page, the JSON is sent',
    async run(context) {
      const { db, config, now } = context
      const one = await publicationToShow(context, context.params.id)
      if (config.place === 'off') return undefined
      const source = await scopeOfPlace(db)
      if (!source || !isWithin(source, { ...one, acteur_id: one.acteur?.id ?? null })) return undefined
      const publicUrl = config.publicUrl ?? ownUrl(config)
      const urls = { portal: config.placeUrl ?? publicUrl, publicUrl }
      const place = await canonicalPlace(db, urls, source, one.commune_ids, now)
      return place && structuredPublication(place, one)
    },
  },
}
