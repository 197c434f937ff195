import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { waitingForLocks } from '../../../../test/databases.ts'
import { eventually } from '../../../../test/eventually.ts'
import * as make from '../../../../test/factories.ts'
import { importWorld } from '../../../../test/imports/world.ts'

/** An article of an intercommunality appears in each of its towns. */

const world = await importWorld()
const { app, server, office } = world
const town = (nom: string, codes_postaux = ['57930']) => make.commune(app, { nom, codes_postaux })
const [fenetrange, mittersheim, niederstinzel] = [
  await town('Fénétrange'),
  await town('Mittersheim'),
  await town('Niederstinzel'),
]
const all = [fenetrange, mittersheim, niederstinzel]
/** An acteur of the intercommunality, whose zone is its communes. */
async function acteurOf(
  own: string,
  zone: readonly string[],
  fields: Record<string, unknown> = { can_publish: true },
) {
  const id = await make.acteur(app, own, fields)
  for (const commune of zone)
    await app.owner.query('insert into acteur_communes values ($1, $2) on conflict do nothing', [id, commune])
  return id
}
const agglo = await acteurOf(fenetrange, all)

interface Article {
  readonly id: string
  readonly categories?: readonly string[]
  readonly title?: string
  readonly text?: string
}
const feed = (articles: readonly Article[]) =>
  `<rss version="2.0"><channel><title>Agglo</title>${articles
    .map(
      ({ id, categories = [], title = `Article ${id}`, text = `Le texte ${id}.` }) =>
        `<item><guid isPermaLink="false">${id}</guid><title>${title}</title><description>${text}</description><link>https://agglo.fr/${id}</link>${categories.map(each => `<category>${each}</category>`).join('')}</item>`,
    )
    .join('')}</channel></rss>`

let sources = 0
async function sourceOf(articles: readonly Article[], fields: object) {
  const path = `/agglo-${++sources}`
  const say = (now: readonly Article[]) => server.serve(path, { body: feed(now) })
  const id = await world.source({ url: say(articles), ...fields })
  return {
    id,
    say,
    run: async () => (await world.run(id)).counts,
    dry: async () => (await world.dryRun(id)).counts,
  }
}
const townsOf = async (source: string) =>
  (await world.publications(source)).map(({ commune_ids }) => commune_ids)

test('an article appears in the towns that its categories name, never in those that its text does', async () => {
  const { id, run } = await sourceOf(
    [
      { id: 'a1', categories: ['Mittersheim', 'Commune de Niederstinzel', 'Culture'] },
      { id: 'a2', title: 'Fête à Mittersheim', text: 'À Niederstinzel aussi.' },
      { id: 'a3', categories: ['Strasbourg'] },
    ],
    { acteur_id: agglo },
  )
  assert.equal((await run()).created, 3)
  assert.deepEqual(await townsOf(id), [[mittersheim, niederstinzel], [fenetrange], [fenetrange]])
  const { body } = await app.anyone.get(`/publications?commune_id=${niederstinzel}`)
  assert.deepEqual(
    body.data.map(({ title }: { title: string }) => title),
    ['Article a1'],
  )
})

test('a source that is set to a commune brings there alone', async () => {
  const { id, run } = await sourceOf([{ id: 'b1', categories: ['Fénétrange', 'Niederstinzel'] }], {
    acteur_id: agglo,
    commune_id: mittersheim,
  })
  await run()
  assert.deepEqual(await townsOf(id), [[mittersheim]])
})

test('an acteur without a commune of its own brings to its whole zone', async () => {
  const homeless = await acteurOf(fenetrange, all)
  await app.owner.query('update acteurs set commune_id = null where id = $1', [homeless])
  const { id, run } = await sourceOf([{ id: 'c1' }, { id: 'c2', categories: ['Mittersheim'] }], {
    acteur_id: homeless,
  })
  await run()
  const [whole, one] = await townsOf(id)
  assert.deepEqual([whole.toSorted(), one], [all.toSorted(), [mittersheim]])
})

test('the same article by the source of a second town is shown there too, and stays one publication', async () => {
  const article = { id: 'd1' }
  const first = await sourceOf([article], { acteur_id: agglo, commune_id: fenetrange })
  await first.run()
  const second = await sourceOf([article], { acteur_id: agglo, commune_id: mittersheim })
  assert.equal((await second.dry()).duplicates, 1)
  assert.deepEqual(await townsOf(first.id), [[fenetrange]])
  for (const _ of ['first', 'again']) {
    assert.deepEqual([(await second.run()).duplicates, await townsOf(second.id)], [1, []])
    assert.deepEqual(await townsOf(first.id), [[fenetrange, mittersheim]])
  }
  const third = await sourceOf([article], { acteur_id: agglo, commune_id: niederstinzel })
  await third.run()
  assert.match((await world.entries(third.id)).map(({ message }) => message).join(), /is shown here too/)
  // No edit: the first source still writes it.
  first.say([{ ...article, text: 'Le texte a changé.' }])
  assert.equal((await first.run()).updated, 1)
  assert.deepEqual(await townsOf(first.id), [all])
  const { rows } = await app.owner.query(
    `select before, after from audit_log where action = 'publication.import_updated' and after ? 'commune_ids' order by id`,
  )
  assert.equal(rows.length, 2)
})

test('another acteur’s article, one edited here, and one whose source is reviewed get a publication of their own', async () => {
  const article = (id: string) => [{ id }]
  const other = await acteurOf(mittersheim, [mittersheim])
  await (await sourceOf(article('e1'), { acteur_id: agglo, commune_id: fenetrange })).run()
  const theirs = await sourceOf(article('e1'), { acteur_id: other })
  assert.equal((await theirs.run()).created, 1)
  assert.deepEqual(await townsOf(theirs.id), [[mittersheim]])

  const edited = await sourceOf(article('e2'), { acteur_id: agglo, commune_id: fenetrange })
  await edited.run()
  await app.owner.query('update publications set edited_at = now() where import_source_id = $1', [edited.id])
  const beside = await sourceOf(article('e2'), { acteur_id: agglo, commune_id: mittersheim })
  assert.equal((await beside.run()).created, 1)
  assert.deepEqual([await townsOf(edited.id), await townsOf(beside.id)], [[[fenetrange]], [[mittersheim]]])

  await (await sourceOf(article('e3'), { acteur_id: agglo, commune_id: fenetrange })).run()
  const reviewed = await sourceOf(article('e3'), {
    acteur_id: agglo,
    commune_id: mittersheim,
    moderation: 'pending',
  })
  await reviewed.run()
  const [waiting] = await world.publications(reviewed.id)
  assert.deepEqual([waiting.moderation_status, waiting.commune_ids], ['pending', [mittersheim]])
})

test('what was deleted here does not come back by the source of another town', async () => {
  const first = await sourceOf([{ id: 'f1' }], { acteur_id: agglo, commune_id: fenetrange })
  await first.run()
  await app.owner.query('update publications set deleted_at = now() where import_source_id = $1', [first.id])
  const second = await sourceOf([{ id: 'f1' }], { acteur_id: agglo, commune_id: mittersheim })
  assert.deepEqual([(await second.run()).skipped, await townsOf(second.id)], [1, []])
})

test('of two towns’ sources at once each gets the article', async () => {
  const [one, two] = [
    await sourceOf([{ id: 'g1' }], { acteur_id: agglo, commune_id: fenetrange }),
    await sourceOf([{ id: 'g1' }], { acteur_id: agglo, commune_id: mittersheim }),
  ]
  await Promise.all([one.run(), two.run()])
  const made = [...(await townsOf(one.id)), ...(await townsOf(two.id))]
  assert.deepEqual(
    made.map(ids => ids.toSorted()),
    [[fenetrange, mittersheim].toSorted()],
  )
  assert.equal((await office.get(`/admin/import-sources/${one.id}`)).status, 200)
})

test('communes that a person sets while the other source is read stay as the person set them', async () => {
  const first = await sourceOf([{ id: 'h1' }], { acteur_id: agglo, commune_id: fenetrange })
  await first.run()
  const second = await sourceOf([{ id: 'h1' }], { acteur_id: agglo, commune_id: mittersheim })
  const person = new pg.Client(app.connection)
  await person.connect()
  await person.query('begin')
  await person.query(
    `update publications set commune_ids = $2, edited_at = clock_timestamp() where import_source_id = $1`,
    [first.id, [fenetrange, niederstinzel]],
  )
  const run = second.run()
  await eventually(async () => (await waitingForLocks(app.connection.database ?? '')) > 0, 'the run waits')
  await person.query('commit')
  await person.end()
  assert.equal((await run).created, 1)
  assert.deepEqual(await townsOf(first.id), [[fenetrange, niederstinzel]])
  assert.deepEqual(await townsOf(second.id), [[mittersheim]])
})
