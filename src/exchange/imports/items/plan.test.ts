import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importWorld } from '../../../../test/imports/world.ts'

/** Feeds without identifiers: an item is the page it leads to, however its address is spelt today. */

const world = await importWorld()
const { app, server, acteur } = world

/** Spellings of a page that only one source has: an item that another source brought would count as its duplicate. */
const spellings = (page: string) => [
  `https://www.ville.example.org/${page}/`,
  `http://ville.example.org/${page}`,
  `https://ville.example.org/${page}?utm_source=lettre&utm_campaign=juillet`,
  `https://ville.example.org/${page}/?fbclid=abc#programme`,
  `https://VILLE.example.org:443/${page}?xtor=RSS-1`,
]
const feed = (links: readonly string[], title = 'Bal du 14 juillet') =>
  `<rss version="2.0"><channel><title>Le fil</title>${links
    .map(
      link =>
        `<item><title>${title}</title><description>Place de la mairie.</description><link>${link.replaceAll('&', '&amp;')}</link></item>`,
    )
    .join('')}</channel></rss>`

let feeds = 0
async function sourceOf(links: readonly string[]) {
  const path = `/page-${++feeds}`
  const say = (now: readonly string[], title?: string) => server.serve(path, { body: feed(now, title) })
  const id = await world.source({ url: say(links), acteur_id: acteur })
  return { id, say, run: () => world.run(id) }
}
const linksOf = async (id: string) => (await world.publications(id)).map(row => row.source_url)

test('five spellings of one address in one reading are one publication', async () => {
  const all = spellings('bal')
  const { id, run } = await sourceOf([...all, 'https://ville.example.org/autre'])
  const { status, counts } = await run()
  assert.deepEqual([status, counts.created, counts.fetched], ['succeeded', 2, 2])
  assert.deepEqual((await linksOf(id)).sort(), ['https://ville.example.org/autre', all[0]])
})

test('from run to run, in any spelling, it stays one and unchanged; what it says may change', async () => {
  const all = spellings('concert')
  const { id, say, run } = await sourceOf([all[0] ?? ''])
  await run()
  for (const link of all.slice(1)) {
    say([link])
    const { counts } = await run()
    assert.deepEqual([counts.created, counts.updated, counts.unchanged], [0, 0, 1], link)
  }
  say([all[3] ?? ''], 'Grand bal')
  assert.equal((await run()).counts.updated, 1)
  const made = await world.publications(id)
  assert.deepEqual([made.length, made[0].title], [1, 'Grand bal'])
})

test('what was known by its address to the letter is found again, in a dry run too, and gets its new name', async () => {
  const all = spellings('loto')
  const { id, say, run } = await sourceOf([all[2] ?? ''])
  await run()
  const [before] = await world.publications(id)
  await app.owner.query('update import_items set external_id = $2 where source_id = $1', [id, all[2]])
  for (const link of [all[2] ?? '', all[4] ?? '']) {
    say([link])
    assert.equal((await world.dryRun(id)).counts.unchanged, 1, link)
  }
  const { counts } = await run()
  assert.deepEqual([counts.created, counts.unchanged], [0, 1])
  const [after, ...more] = await world.publications(id)
  assert.deepEqual([after.id, after.external_id, more], [before.id, 'ville.example.org/loto', []])
})

test('a page that was taken away under its old name does not come back', async () => {
  const all = spellings('brocante')
  const { id, say, run } = await sourceOf([all[0] ?? ''])
  await run()
  await app.owner.query('update import_items set external_id = $2 where source_id = $1', [id, all[0]])
  await app.owner.query('update publications set deleted_at = now() where import_source_id = $1', [id])
  say([all[1] ?? ''])
  const { counts } = await run()
  assert.deepEqual([counts.created, counts.skipped], [0, 1])
})
