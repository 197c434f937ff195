import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../../test/app.ts'
import { day } from '../../../../test/days.ts'
import * as make from '../../../../test/factories.ts'

/** Events under way (`en_cours`), and lists of several types. */

const app = await startApp()
const [town, near, far] = await Promise.all([make.commune(app), make.commune(app), make.commune(app)])
const club = await make.acteur(app, town)
await app.owner.query(`insert into app_sources (slug, commune_ids) values ('deux', $1)`, [[near, far]])
const DAY_MS = 86_400_000
/** The test may run over midnight: what begins or ends today does so yesterday or tomorrow as well. */
const range = (from: number, to: number) => ({ date_debut: day(from), date_fin: day(to) })
const EVENTS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  exhibition: range(-400, 30),
  today: range(-1, 1),
  'of a series': { date_debut: day(-9), dates: `{${[-1, 0, 1].map(day).join()}}` },
  'of the next town': { ...range(-3, 3), commune_ids: [near, town] },
  'of the next town, with a series': {
    date_debut: day(-8),
    dates: `{${[-1, 0, 1].map(day).join()}}`,
    commune_ids: [near, town],
  },
  'without a club': { ...range(-3, 3), acteur: null },
  alert: { ...range(-3, 3), type: 'alerte' },
}
const OTHERS: typeof EVENTS = {
  over: range(-9, -3),
  'over long ago': { date_debut: day(-9) },
  'to come': range(3, 9),
  'later in its series': { date_debut: day(-9), dates: `{${day(9)}}` },
  news: {},
  hidden: { ...range(-3, 3), moderation_status: 'pending', valide: false },
  scheduled: { ...range(-3, 3), publie_le: new Date(Date.now() + DAY_MS) },
  elsewhere: { ...range(-3, 3), commune_ids: [far] },
}
for (const [title, { acteur = club, ...fields }] of Object.entries({ ...EVENTS, ...OTHERS }))
  await make.publication(
    app,
    acteur as string | null,
    (fields.commune_ids as string[] | undefined)?.[0] ?? town,
    { type: 'evenement', title: `Fête ${title}`, ...fields },
  )

const titles = async (path: string, source = 'public') => {
  const { status, body } = await app.as(undefined, source).get(path)
  assert.equal(status, 200, JSON.stringify(body))
  return body.data.map((one: { title: string }) => one.title.replace('Fête ', '')).sort()
}
const all = Object.keys(EVENTS)
const sorted = (names: readonly string[]) => [...names].sort()

test('events under way are found by communes, acteurs, words and types, in each order', async () => {
  const here = `/communes/${town}/publications?en_cours=true`
  for (const order of ['publie_le_desc', 'date_debut_asc', 'featured', 'relevance'])
    assert.deepEqual(await titles(`${here}&sort=${order}`), sorted(all), order)
  assert.deepEqual(await titles(`${here}&q=fête`), sorted(all))
  assert.deepEqual(await titles(`${here}&q=fête&sort=date_debut_asc`), sorted(all))
  assert.deepEqual(await titles(`${here}&q=series`), ['of a series', 'of the next town, with a series'])
  assert.deepEqual(await titles(`${here}&type=alerte`), ['alert'])
  assert.deepEqual(await titles(`${here}&from=${day(20)}`), sorted(all), 'days are ignored')
  const ofClub = sorted([...all.filter(name => name !== 'without a club'), 'elsewhere'])
  assert.deepEqual(await titles(`/acteurs/${club}/publications?en_cours=true`), ofClub)
  assert.deepEqual(await titles('/publications?en_cours=true'), sorted([...all, 'elsewhere']))
  assert.deepEqual(
    await titles(`/communes/${near}/publications?en_cours=true&sort=date_debut_asc`),
    sorted(all.filter(name => name.startsWith('of the next town'))),
  )
  assert.deepEqual(
    await titles('/publications?en_cours=true', 'deux'),
    sorted([...all.filter(name => name.startsWith('of the next town')), 'elsewhere']),
  )
})

test('page by page, each of them once', async () => {
  const seen: string[] = []
  for (let next: string | null = ''; next !== null; ) {
    const after: string = next && `&after=${encodeURIComponent(next)}`
    const { body } = await app.anyone.get(
      `/communes/${town}/publications?en_cours=true&sort=date_debut_asc&per_page=2${after}`,
    )
    seen.push(...body.data.map((one: { title: string }) => one.title.replace('Fête ', '')))
    next = body.meta.next
  }
  assert.deepEqual(seen.toSorted(), sorted(all))
})

test('several types are separated by commas; unknown ones find nothing', async () => {
  const place = await make.commune(app)
  for (const type of ['actualite', 'evenement', 'alerte', 'service'])
    await make.publication(app, null, place, { type, title: type, date_debut: day(5) })
  const list = `/communes/${place}/publications`
  assert.deepEqual(await titles(`${list}?type=alerte,service`), ['alerte', 'service'])
  assert.deepEqual(await titles(`${list}?type=alerte,service&q=service`), ['service'])
  assert.deepEqual(await titles(`${list}?type=alerte,rien,evenement&sort=date_debut_asc`), [
    'alerte',
    'evenement',
  ])
  assert.deepEqual(await titles(`${list}?type=rien,autre`), [])
  assert.deepEqual(await titles(`${list}?type=,`), [])
  assert.deepEqual(await titles(`/publications?type=alerte,service&from=${day(5)}&to=${day(5)}`), [
    'alerte',
    'service',
  ])
})
