import { createLog } from '../../src/kernel/telemetry/log.ts'
import { fetchFiles } from '../../src/publishing/publications/fetched-files/fetch.ts'
import { type AppOptions, testConfig } from '../../test/app.ts'
import { account } from '../../test/browser/people.ts'
import { startBackoffice } from '../../test/browser/visit.ts'
import * as make from '../../test/factories.ts'
import { nearDoor } from '../../test/fixtures/near-door.ts'
import { honestPictures } from '../../test/hostile/pictures.ts'
import { feedServer } from '../../test/imports/feed-server.ts'

/** The pending publications of the desk tests: a dozen texts, one with a picture. */

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

/** A service with a moderator, and a function that submits a publication. */
export async function openDesk(options: AppOptions = {}) {
  const app = await startBackoffice(options)
  const commune = await make.commune(app)
  const acteur = await make.acteur(app, commune, { nom: 'Les Amis du marché' })
  const moderator = (email: string) => account(app, email, 'operator_moderation')
  return {
    app,
    acteur,
    moderator,
    email: await moderator('maelle@example.org'),
    /** Two with the same `duplicate_key` are duplicates. */
    waiting: (title: string, fields: Record<string, unknown> = {}) =>
      make.publication(app, acteur, commune, {
        title,
        moderation_status: 'pending',
        valide: false,
        publie_le: null,
        ...fields,
      }),
    statusOf: async (id = '') => (await make.row(app, id)).moderation_status as string,
  }
}

export async function openHostileDesk() {
  const server = await feedServer()
  const { jpeg } = await honestPictures()
  const affiche = server.serve('/affiche.jpg', { body: jpeg ?? '', type: 'image/jpeg' })
  const desk = await openDesk()
  const ids: string[] = []
  for (const [at, title] of HOSTILE.entries())
    ids.push(
      await desk.waiting(title, {
        body: BODY,
        image_url: at === 0 ? affiche : null,
        lieu: at % 3 === 0 ? 'Place du Parvis' : null,
        source_url: at % 4 === 0 ? 'https://amis-du-marche.example/annonce' : null,
        created_at: new Date(Date.UTC(2026, 10, 20, 9, at)),
      }),
    )
  const { db, secrets, metrics } = desk.app.service
  const log = createLog('silent')
  const config = testConfig({ DATA_DIR: desk.app.dataDir })
  const context = { db, config, secrets, log, metrics, door: nearDoor(config, log, [server.pair]) }
  const notStopped = new AbortController().signal
  return {
    ...desk,
    ids,
    affiche,
    fetchFiles: () =>
      fetchFiles(
        {},
        { ...context, enqueue: async () => {}, onStop: () => {} },
        notStopped,
        crypto.randomUUID(),
      ),
  }
}
