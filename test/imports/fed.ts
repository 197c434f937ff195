import { rss, type Thing } from './documents.ts'
import type { ImportWorld } from './world.ts'

/** Import sources with their own feeds, whose content can change. */

let feeds = 0

export const feeder =
  ({ server, source, run, publications, acteur }: ImportWorld) =>
  async (things: readonly Thing[], fields: object = { acteur_id: acteur }, write = rss) => {
    const path = `/fed-${++feeds}`
    // Each feed has its own links: equal ones would be duplicates.
    const say = (all: readonly Thing[]) =>
      server.serve(path, {
        body: write(all.map(one => ({ link: `https://ville.example.org${path}/${one.id}`, ...one }))),
      })
    const id = await source({ url: say(things), ...fields })
    return { id, say, run: () => run(id), made: () => publications(id) }
  }

export const thing = (id: string, fields: Partial<Thing> = {}): Thing => ({
  id,
  title: `Titre ${id}`,
  text: `Texte ${id}`,
  ...fields,
})

/** `2 created, 1 skipped` */
export const said = (counts: Record<string, number>) =>
  Object.entries(counts)
    .filter(([name, n]) => n > 0 && name !== 'fetched')
    .map(([name, n]) => `${n} ${name}`)
    .join(', ')
