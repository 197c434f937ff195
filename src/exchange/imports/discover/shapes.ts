import { about, Data, List, Nullable, named, Obj, Text, WordOf } from '../../../../shared/shapes.ts'
import { Type } from '../../../../shared/type.ts'
import { FEED_KINDS } from '../../../../shared/words/imports.ts'
import { ExplanationOrNull, ShownExplanation } from '../explanations.ts'

export const Page = named('ImportPage', Obj({ url: Text(2000) }), { url: 'https://mairie.exemple.fr/' })

const FoundSource = Obj({
  url: about('The address to create an import source with', Text(2000)),
  kind: WordOf(FEED_KINDS),
  name: about('The title of the source, or its name on the page', Nullable(Text(200))),
  events: about('`true` if most of its items are events, `false` if most are news', Type.Boolean()),
  count: about('The number of items, without past events', Type.Integer({ minimum: 0 })),
  more: about('`true` if the source has more items than were read', Type.Boolean()),
  titles: about('The titles of its first items', List(Text(200))),
})

export const Discovered = Data(
  named(
    'ImportDiscovery',
    Obj({
      title: about('The title of the page or feed', Nullable(Text(200))),
      sources: about(
        'Sources that could be read and have items; the same content in several formats is listed once',
        List(FoundSource),
      ),
      refused: about(
        'Sources that the page names but that cannot be read',
        List(Obj({ url: Text(2000), error: ShownExplanation })),
      ),
      error: about('Why the given address cannot be read; null if it can', ExplanationOrNull),
    }),
  ),
)
