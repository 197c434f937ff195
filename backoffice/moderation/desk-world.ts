import type { TestApp } from '../../test/app.ts'
import { startBackoffice } from '../../test/browser/visit.ts'
import * as make from '../../test/factories.ts'
import { honestPictures } from '../../test/hostile/pictures.ts'
import { feedServer } from '../../test/imports/feed-server.ts'

/** What waits at the desk of the tests: a dozen texts as they come, one of them with a picture. */

export const HOSTILE = [
  'Vide-greniers de la Saint-Michel',
  '<img src=x onerror=alert(1)> soldes',
  'Œuvre d’été à Saint-Benoît 🎪',
  'إعلان مهم عن السوق',
  `Un titre sans fin ${'très '.repeat(34)}long`.slice(0, 200),
  'Marché de Noël : appel aux exposants',
  '](javascript:alert(1)) [x',
  'Collecte de sang',
  'Reprise des cours de judo le mercredi',
  'Perdu chat gris',
  'Conférence : les inondations de 1856',
  'Fermeture exceptionnelle de la bibliothèque',
]
const BODY = `Comme chaque année, **notre association** organise le marché.

- Artisans
- Producteurs

<script>alert(1)</script>

[piège](javascript:alert(1)) [site](https://example.org/a?b=1)

| Jour | Heure |
|---|---|
| samedi | 10 h |

![affiche](https://elsewhere.example/affiche.png)`

interface World {
  readonly app: TestApp
  readonly ids: readonly string[]
}

export async function openWorld(): Promise<World> {
  const server = await feedServer()
  const { jpeg } = await honestPictures()
  const affiche = server.serve('/affiche.jpg', { body: jpeg ?? '', type: 'image/jpeg' })
  const app = await startBackoffice({ env: { IMPORT_ALLOW_PRIVATE: server.pair } })
  const commune = await make.commune(app)
  const acteur = await make.acteur(app, commune, { nom: 'Les Amis du marché' })
  const ids: string[] = []
  for (const [at, title] of HOSTILE.entries())
    ids.push(
      await make.publication(app, acteur, commune, {
        title,
        body: BODY,
        moderation_status: 'pending',
        valide: false,
        publie_le: null,
        image_url: at === 0 ? affiche : null,
        lieu: at % 3 === 0 ? 'Place du Parvis' : null,
        source_url: at % 4 === 0 ? 'https://amis-du-marche.example/annonce' : null,
        created_at: new Date(Date.UTC(2026, 10, 20, 9, 60 - at)),
      }),
    )
  return { app, ids }
}
