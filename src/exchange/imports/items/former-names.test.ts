import assert from 'node:assert/strict'
import { test } from 'node:test'
import { absentOf } from '../../../../shared/fields/field.ts'
import { IMPORTED } from '../../../../shared/fields/publications.ts'
import { importWorld } from '../../../../test/imports/world.ts'
import type { FeedItem } from '../reading/item.ts'
import { findFormerNames, spellingsOf } from './former-names.ts'

/** Sites move, programs give other identifiers, and people correct rows: an item stays one publication. */

const world = await importWorld()
const { app, server, acteur } = world

interface Thing {
  readonly guid?: string
  readonly link?: string
  readonly title: string
  readonly text?: string
}
const feed = (things: readonly Thing[]) =>
  `<rss version="2.0"><channel><title>Le fil</title>${things
    .map(
      ({ guid, link, title, text = `Le texte de ${title}.` }) =>
        `<item><title>${title}</title><description>${text}</description>${guid ? `<guid isPermaLink="false">${guid}</guid>` : ''}${link ? `<link>${link}</link>` : ''}</item>`,
    )
    .join('')}</channel></rss>`

let sources = 0
async function sourceOf<T>(
  write: (things: readonly T[]) => string,
  things: readonly NoInfer<T>[],
  type?: string,
) {
  const path = `/moved-${++sources}`
  const say = (now: readonly NoInfer<T>[]) => server.serve(path, { body: write(now), ...(type && { type }) })
  const id = await world.source({ url: say(things), acteur_id: acteur })
  const made = async () => (await world.publications(id)).filter(({ deleted_at }) => !deleted_at)
  return {
    id,
    say,
    made,
    run: async () => counted(await world.run(id)),
    dry: async () => counted(await world.dryRun(id)),
    titles: async () => (await made()).map(({ title }) => title).sort(),
  }
}
const counted = ({ counts }: { counts: Record<string, number> }) =>
  ['created', 'updated', 'unchanged', 'duplicates', 'skipped'].flatMap(name =>
    counts[name] ? [`${counts[name]} ${name}`] : [],
  )

////////////////////////////////////////////////////////////////////////////// identifiers that are addresses

const MOVES: readonly [string, string][] = [
  ['http://ville.fr/spip.php?article12', 'https://ville.fr/spip.php?article12'],
  ['http://ville.fr/?p=12', 'https://www.ville.fr/?p=12'],
  ['https://www.ville.fr/node/12', 'https://ville.fr/node/12'],
  ['12 at http://www.ville.fr', '12 at https://ville.fr'],
]
for (const [n, [before, after]] of MOVES.entries())
  test(`“${before}” that becomes “${after}” stays one publication`, async () => {
    const title = `Bal ${n}`
    const other = { guid: 'urn:autre', title: `Autre ${n}` }
    const { say, run, dry, titles } = await sourceOf(feed, [{ guid: before, title }, other])
    assert.deepEqual(await run(), ['2 created'])
    say([{ guid: after, title, text: 'Il commence plus tard.' }, other])
    assert.deepEqual(await dry(), ['1 updated', '1 unchanged'])
    assert.deepEqual(await run(), ['1 updated', '1 unchanged'])
    say([{ guid: before, title: `Grand bal ${n}`, text: 'Sous la halle.' }, other])
    assert.deepEqual(await run(), ['1 updated', '1 unchanged'])
    assert.deepEqual(await titles(), [`Autre ${n}`, `Grand bal ${n}`])
  })

test('two spellings in one reading are two items, as the source says', async () => {
  const [one, two] = ['http://ville.fr/a', 'https://ville.fr/a']
  const [first, second] = [
    { guid: one, title: 'Un' },
    { guid: two, title: 'Deux' },
  ]
  const { say, run, titles } = await sourceOf(feed, [first])
  await run()
  say([first, second])
  assert.deepEqual(await run(), ['1 created', '1 unchanged'])
  // A third spelling takes the row of the one that is gone.
  say([{ ...first, guid: 'https://www.ville.fr/a' }, second])
  assert.deepEqual(await run(), ['2 unchanged'])
  assert.deepEqual(await titles(), ['Deux', 'Un'])
})

test('an identifier without an address has no other spelling', () => {
  for (const id of ['urn:uuid:1', 'hash:12', 'ville.fr/page', '']) assert.deepEqual(spellingsOf(id), [], id)
  assert.equal(spellingsOf('12 at http://v.fr').length, 3)
})

////////////////////////////////////////////////////////////////////////////// other identifiers

/** Titles and addresses of a source of their own: what another source has would be its duplicate. */
const pages = (place: string, all: readonly string[]): Thing[] =>
  all.map(name => ({
    guid: `${place}/${name}`,
    link: `https://${place}.fr/${name}`,
    title: `${name} de ${place}`,
    text: `Le conseil de ${place} invite à ${name}, dans la salle polyvalente.`,
  }))
const regiven = (things: readonly Thing[], guids: string) =>
  things.map((one, n) => ({ ...one, guid: `${guids}-${n}` }))

test('a site that gives other identifiers to all its items updates them, also with other texts', async () => {
  const things = pages('aspach', ['voirie', 'cantine', 'budget'])
  const { id, say, run, dry } = await sourceOf(feed, things)
  await run()
  const ids = (await world.publications(id)).map(row => row.id).sort()
  say(regiven(things, 'neuf'))
  assert.deepEqual(await dry(), ['3 unchanged'])
  assert.deepEqual(await run(), ['3 unchanged'])
  say(regiven(things, 'encore').map(one => ({ ...one, text: 'Tout autre texte, du 3 mai.' })))
  assert.deepEqual(await run(), ['3 updated'])
  const after = await world.publications(id)
  assert.deepEqual(after.map(row => row.id).sort(), ids)
  assert.ok(after.every(row => row.external_id.startsWith('encore-')))
})

test('a site that was built anew, with other identifiers and addresses, makes no news twice', async () => {
  const things = [
    ...pages('gundolsheim', ['voirie', 'cantine', 'budget', 'marché']),
    { guid: 'court', link: 'https://gundolsheim.fr/court', title: 'Affiche', text: 'Voir l’affiche.' },
  ]
  const rebuilt = (site: string) =>
    regiven(things, site).map((one, n) => ({ ...one, link: `https://${site}.fr/?p=${n}` }))
  const { id, say, run, dry } = await sourceOf(feed, things)
  await run()
  const ids = (await world.publications(id)).map(row => row.id).sort()
  say(rebuilt('nouveau'))
  assert.deepEqual(await dry(), ['5 updated'])
  assert.deepEqual(await run(), ['5 updated'])
  const after = await world.publications(id)
  assert.deepEqual(after.map(row => row.id).sort(), ids)
  assert.ok(after.every(row => row.source_url?.startsWith('https://nouveau.fr/')))
  // What says something else is new, also on the next new site.
  say([...rebuilt('encore'), { guid: 'neuf', link: 'https://encore.fr/neuf', title: 'Fibre' }])
  assert.deepEqual(await run(), ['1 created', '5 updated'])
})

test('notices that say the same each week are new ones, unless most of the site says what it said', async () => {
  const menu = { title: 'Menu de la cantine', text: 'Le menu de la semaine.' }
  const piscine = {
    title: 'Piscine',
    text: 'La piscine ouvre aux heures qui sont affichées devant son entrée.',
  }
  const week = (n: number) =>
    [menu, piscine].map((one, at) => ({ ...one, guid: `${n}-${at}`, link: `https://h.fr/${n}/${at}` }))
  const { say, run } = await sourceOf(feed, week(1))
  await run()
  say(week(2))
  assert.deepEqual(await run(), ['2 created'])
})

test('one item with another identifier is the same while its page, title and most of its text are', async () => {
  const [first, ...others] = pages('buhl', ['voirie', 'cantine']) as [Thing, ...Thing[]]
  const { say, run } = await sourceOf(feed, [first, ...others])
  await run()
  say([{ ...first, guid: 'autre', text: `${first.text} Entrée libre.` }, ...others])
  assert.deepEqual(await run(), ['1 updated', '1 unchanged'])
})

test('the next notice of a page, of a title, or of both is another item', async () => {
  const menu = { link: 'https://carspach.fr/cantine', title: 'Menu de la cantine' }
  const [other] = pages('carspach', ['voirie']) as [Thing]
  const notice = {
    title: 'Fermeture de la mairie',
    text: 'La mairie est fermée le lundi 3 mai, toute la journée.',
  }
  const { say, run } = await sourceOf(feed, [
    { ...menu, guid: '1', text: 'Semaine du 3 mai : carottes, poulet, riz.' },
    { ...notice, guid: '3' },
    other,
  ])
  await run()
  say([
    { ...menu, guid: '2', text: 'Semaine du 10 mai : betteraves, poisson, pâtes.' },
    { ...notice, guid: '4', text: notice.text.replace('lundi 3', 'mardi 4') },
    other,
  ])
  assert.deepEqual(await run(), ['2 created', '1 unchanged'])
  // From now on the page is no item's own.
  say([{ ...menu, guid: '5', text: 'Semaine du 10 mai : betteraves, poisson, riz.' }, other])
  assert.deepEqual(await run(), ['1 created', '1 unchanged'])
})

test('a session in the address of each reading makes no other item', async () => {
  const [page] = pages('dietwiller', ['voirie']) as [Thing]
  const at = (session: string) => ({
    ...page,
    guid: `${page.link}?PHPSESSID=${session}`,
    link: `${page.link}?PHPSESSID=${session}`,
  })
  const { say, run, titles } = await sourceOf(feed, [at('a1')])
  await run()
  say([{ ...at('b2'), text: `${page.text} Entrée libre.` }])
  assert.deepEqual(await run(), ['1 updated'])
  assert.equal((await titles()).length, 1)
})

test('what people decided stays with the item: an edit, a rejection, a deletion', async () => {
  const things = pages('ensisheim', ['voirie', 'cantine', 'budget'])
  const { id, say, run } = await sourceOf(feed, things)
  await run()
  const set = (change: string, title: string) =>
    app.owner.query(`update publications set ${change} where import_source_id = $1 and title like $2`, [
      id,
      title,
    ])
  await set(`title = 'Corrigé ici', edited_at = now()`, 'voirie%')
  await set(`deleted_at = now()`, 'cantine%')
  await set(`moderation_status = 'rejected', valide = false`, 'budget%')
  say(regiven(things, 'neuf').map(one => ({ ...one, text: `${one.text} Entrée libre.` })))
  assert.deepEqual(await run(), ['3 skipped'])
  const rows = await world.publications(id)
  assert.deepEqual(rows.map(({ title }) => title.split(' ')[0]).sort(), ['Corrigé', 'budget', 'cantine'])
})

test('items of another source are never taken, whatever they say', async () => {
  const things = pages('ferrette', ['voirie', 'cantine'])
  const first = await sourceOf(feed, things)
  await first.run()
  const second = await sourceOf(feed, regiven(things, 'autre'))
  assert.deepEqual(await second.run(), ['2 duplicates'])
  assert.deepEqual(
    (await world.publications(first.id)).map(row => row.external_id),
    things.map(({ guid }) => guid).sort(),
  )
})

test('an entry without link and identifier whose text or title is corrected is updated', async () => {
  const text = 'La réunion publique a lieu dans la salle polyvalente, ouverte à tous les habitants.'
  const { say, run, titles } = await sourceOf(feed, [{ title: 'Réunion publique', text }])
  await run()
  say([{ title: 'Réunion publique', text: `${text} Un verre sera servi.` }])
  assert.deepEqual(await run(), ['1 updated'])
  say([{ title: 'Réunion publique du quartier', text: `${text} Un verre sera servi.` }])
  assert.deepEqual(await run(), ['1 updated'])
  say([
    {
      title: 'Réunion publique du quartier',
      text: 'Le compte rendu est en ligne : le budget, la voirie, les écoles.',
    },
  ])
  assert.deepEqual(await run(), ['1 created'])
  assert.equal((await titles()).length, 2)
})

////////////////////////////////////////////////////////////////////////////// calendars

const calendar = (
  events: readonly (readonly [uid: string, title: string, start: string, place?: string])[],
) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    ...events.flatMap(([uid, title, start, place]) => [
      'BEGIN:VEVENT',
      `UID:${uid}`,
      `DTSTART:${start}`,
      `SUMMARY:${title}`,
      ...(place ? [`LOCATION:${place}`] : []),
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ].join('\r\n')
const YEAR = new Date().getFullYear() + 1

test('a calendar with other identifiers at each reading: an event moves its hour or its place, and stays one', async () => {
  const at = (day: number, hour: number) => `${YEAR}03${day}T${hour}0000`
  const { say, run } = await sourceOf(calendar, [
    ['a1', 'Marché aux fleurs', at(12, 10), 'Place'],
    ['a2', 'Concert de la chorale', at(13, 20), 'Église'],
    ['a3', 'Veillée', at(14, 20), 'Foyer'],
  ])
  await run()
  say([
    ['b1', 'Marché aux fleurs', at(12, 11), 'Place'],
    ['b2', 'Concert de la chorale', at(13, 20), 'Foyer'],
    ['b3', 'Veillée', at(15, 19), 'Foyer'],
  ])
  assert.deepEqual(await run(), ['1 created', '2 updated'])
})

test('of two events of one title and day none is taken for the other', async () => {
  const at = (hour: number) => `${YEAR}0412T${hour}0000`
  const { say, run, made } = await sourceOf(calendar, [
    ['c1', 'Visite du musée', at(10), 'Musée'],
    ['c2', 'Visite du musée', at(11), 'Musée'],
  ])
  await run()
  say([
    ['c2', 'Visite du musée', at(11), 'Musée'],
    ['d1', 'Visite du musée', at(14), 'Musée'],
    ['d2', 'Visite du musée', at(15), 'Musée'],
  ])
  assert.deepEqual(await run(), ['2 created', '1 unchanged'])
  assert.equal((await made()).length, 4)
})

////////////////////////////////////////////////////////////////////////////// rows without an identifier

const table = (rows: readonly string[]) => ['Titre;Date;Heure;Lieu;Description', ...rows].join('\n')
const tableOf = (rows: readonly string[]) => sourceOf(table, rows, 'text/csv')
const row = (
  title: string,
  day: string,
  hour = '14:00',
  place = 'Salle des fêtes',
  text = 'Ouverture des portes.',
) => `${title};${day}/${YEAR};${hour};${place};${text}`

const CORRECTIONS: readonly [what: string, before: string, after: string][] = [
  ['hour', row('Loto A', '12/03'), row('Loto A', '12/03', '15:00')],
  ['place', row('Loto B', '12/03'), row('Loto B', '12/03', '14:00', 'Foyer rural')],
  ['title', row('Lotto du footbal C', '12/03'), row('Loto du football C', '12/03')],
  ['day', row('Loto D', '12/03'), row('Loto D', '19/03')],
  ['day and month exchanged', row('Loto E', '03/09'), row('Loto E', '09/03')],
  ['hour and text', row('Loto F', '12/03'), row('Loto F', '12/03', '15:00', 'Salle des fêtes', 'Buvette.')],
]
for (const [what, before, after] of CORRECTIONS)
  test(`a row whose ${what} is typed anew is updated, and not made twice`, async () => {
    const other = row(`Bal du ${what}`, '20/03', '20:00', 'Place')
    const { say, run, dry, made } = await tableOf([before, other])
    assert.deepEqual(await run(), ['2 created'])
    say([after, other])
    assert.deepEqual(await dry(), ['1 updated', '1 unchanged'])
    assert.deepEqual(await run(), ['1 updated', '1 unchanged'])
    assert.deepEqual(await run(), ['2 unchanged'])
    assert.equal((await made()).length, 2)
  })

const OTHERS: readonly [what: string, before: string[], after: string[]][] = [
  ['another title at that hour and place', [row('Loto G', '12/03')], [row('Concert de gospel', '12/03')]],
  [
    'another day of a series',
    [row('Yoga H', '05/03'), row('Yoga H', '12/03')],
    [row('Yoga H', '12/03'), row('Yoga H', '19/03')],
  ],
  ['another hour and another place', [row('Loto I', '12/03')], [row('Loto I', '12/03', '20:00', 'Foyer')]],
  ['another number', [row('Tournoi U11 J', '12/03')], [row('Tournoi U13 J', '12/03')]],
  [
    'two rows where one was',
    [row('Loto K', '12/03', '14:00')],
    [row('Loto K', '12/03', '15:00'), row('Loto K', '12/03', '17:00')],
  ],
  [
    'one row where two were',
    [row('Loto L', '12/03', '14:00'), row('Loto L', '12/03', '16:00')],
    [row('Loto L', '12/03', '18:00')],
  ],
  [
    'a row that is still there',
    [row('Loto M', '12/03')],
    [row('Loto M', '12/03'), row('Loto M', '12/03', '20:00')],
  ],
]
for (const [what, before, after] of OTHERS)
  test(`not the same: ${what}`, async () => {
    const { say, run, made } = await tableOf(before)
    await run()
    say(after)
    const there = after.filter(each => before.includes(each)).length
    await run()
    assert.equal((await made()).length, before.length + after.length - there)
  })

test('an event that is over is not the one that comes', async () => {
  const { id, say, run, made } = await tableOf([row('Loto N', '12/03')])
  await run()
  await app.owner.query(
    `update publications set date_debut = current_date - 3, date_fin = current_date - 3 where import_source_id = $1`,
    [id],
  )
  say([row('Loto N', '19/03')])
  assert.deepEqual(await run(), ['1 created'])
  assert.equal((await made()).length, 2)
})

test('ten thousand items take as many statements as ten', async () => {
  const { id, run } = await sourceOf(
    feed,
    pages('guebwiller', ['voirie', 'cantine']).map(one => ({ ...one, guid: `http://${one.guid}` })),
  )
  await run()
  const [stored] = await world.publications(id)
  const itemsOf = (count: number) =>
    Array.from(
      { length: count },
      (_, n): FeedItem => ({
        ...absentItem,
        external_id: n === 0 ? 'https://guebwiller/cantine' : `neuf-${n}`,
        title: n === 1 ? stored.title : `Annonce ${n}`,
        body: 'Le texte.',
        source_url: `https://guebwiller.fr/${n === 1 ? 'voirie' : n}`,
      }),
    )
  const counts = []
  for (const count of [10, 10_000]) {
    let statements = 0
    const names = await app.service.db.transaction(tx =>
      findFormerNames(
        new Proxy(tx, {
          get(target, name, self) {
            if (name === 'all' || name === 'one' || name === 'run') statements++
            return Reflect.get(target, name, self)
          },
        }),
        id,
        itemsOf(count),
        new Date(),
      ),
    )
    counts.push([statements, ...names].flat())
  }
  assert.deepEqual(counts[1], counts[0])
  assert.deepEqual(counts[0]?.slice(1), ['https://guebwiller/cantine', 'http://guebwiller/cantine'])
})
const absentItem: FeedItem = {
  ...absentOf(IMPORTED),
  dates: [],
  external_id: '',
  title: null,
  body: '',
  published_at: null,
  ends_at: null,
  cancelled: false,
  code_insee: null,
  documents: [],
  pictures: [],
}
