import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shortId } from '../../shared/short-id.ts'
import { startApp } from '../../test/app.ts'
import { day } from '../../test/days.ts'
import { ownDevice } from '../../test/defibrillateurs/stock.ts'
import { eventually } from '../../test/eventually.ts'
import * as make from '../../test/factories.ts'
import { numberChanges } from '../exchange/changes/number.ts'
import { type Changed, changesFrom } from './changes-seen.ts'
import { tagOf } from './purge/tags.ts'

/** Each kind of record that a page shows: its change is seen by each node, and its page is made anew. */

// A cache in front, which drops what has the tag of a changed record.
const app = await startApp({ env: { PLACE_PURGE_URL: 'http://127.0.0.1:9/purge' } })
const { db } = app.service
const other = await app.beside()
const sql = (text: string, values: readonly unknown[] = []) => app.owner.query(text, [...values])

const EPCI = { code: '200000001', nom: 'Pays' }
await sql('insert into epcis (code, nom) values ($1, $2)', [EPCI.code, EPCI.nom])
const town = async (slug: string) => {
  const id = await make.commune(app, { slug, nom: `Commune ${slug}` })
  await sql('update communes set epci_code = $2, latitude = 48, longitude = 2 where id = $1', [id, EPCI.code])
  return id
}
const here = await town('ici')
const near = await town('pres')
const bare = await town('vide')
const hall = await make.mairie(app, bare)
const owner = await app.user()
const clerk = await app.user()
await make.member(app, hall, clerk, 'editor', ['manage_publications', 'publish_publications'])
const sent = await make.acte(app, clerk, hall)
const club = await make.acteur(app, here, { nom: 'Club', slug: 'club', type: 'association' })
const news = await make.publication(app, club, here, { title: 'Ancien titre' })
const tomorrow = day(1)
const bump = (id: string, version: string) =>
  sql(`update communes set ${version} = ${version} + 1, version = version + 1 where id = $1`, [id])

interface Case {
  readonly path: string
  /** A text that the page shows only before the change; and one that it shows only after. */
  readonly gone?: string
  readonly comes?: string
  readonly change: () => Promise<unknown>
}
const CASES: Readonly<Record<string, Case>> = {
  'a publication': {
    path: '/place/ici',
    gone: 'Ancien titre',
    comes: 'Titre neuf',
    change: () => sql(`update publications set title = 'Titre neuf' where id = $1`, [news]),
  },
  'a publication that is withdrawn': {
    path: '/place/ici/actualites',
    gone: 'Titre neuf',
    change: () => sql('update publications set valide = false where id = $1', [news]),
  },
  'an act whose transmission is said': {
    path: `/place/vide/p/tarifs-de-la-cantine-${shortId(sent)}`,
    comes: 'Transmis à l’État',
    change: () => sql(`update actes set transmis_le = '2026-10-20' where publication_id = $1`, [sent]),
  },
  'a new publication': {
    path: '/place/ici/agenda',
    comes: 'Grand bal',
    change: () =>
      make.publication(app, club, here, { title: 'Grand bal', type: 'evenement', date_debut: tomorrow }),
  },
  'an event of a neighbour': {
    path: '/place/vide',
    comes: 'Loto du voisin',
    change: () =>
      make.publication(app, null, near, { title: 'Loto du voisin', type: 'evenement', date_debut: tomorrow }),
  },
  'an acteur': {
    path: '/place/ici/annuaire/club',
    comes: '01 02 03 04 05',
    change: () => sql(`update acteurs set telephone = '01 02 03 04 05' where id = $1`, [club]),
  },
  'the name of an acteur': {
    path: '/place/ici/agenda',
    comes: 'Club des aînés',
    change: () => sql(`update acteurs set nom = 'Club des aînés' where id = $1`, [club]),
  },
  'a type': {
    path: '/place/ici/actualites',
    comes: 'Sorties',
    change: () => sql(`update publication_types set nom = 'Sorties' where slug = 'evenement'`),
  },
  'a commune': {
    path: '/place/ici',
    comes: 'Ici-sur-Seine',
    change: () => sql(`update communes set nom = 'Ici-sur-Seine' where id = $1`, [here]),
  },
  'its contacts': {
    path: '/place/ici/mairie',
    comes: '1 rue Haute',
    change: async () => {
      await sql(`insert into commune_infos (commune_id, adresse) values ($1, '1 rue Haute')`, [here])
      await bump(here, 'infos_version')
    },
  },
  'its elected officials': {
    path: '/place/ici/mairie',
    comes: 'Anne Petit',
    change: async () => {
      await sql(
        `insert into elus (commune_id, nom, prenom, fonction, cle) values ($1, 'Petit', 'Anne', 'Maire', 'x')`,
        [here],
      )
      await bump(here, 'elus_version')
    },
  },
  'its collections': {
    path: '/place/ici/mairie',
    comes: 'Quartier haut',
    change: async () => {
      await sql(
        `insert into collectes (commune_id, type, zone, jours, frequence) values ($1, 'verre', 'Quartier haut', '{1}', 'hebdomadaire')`,
        [here],
      )
      await bump(here, 'collectes_version')
    },
  },
  'its defibrillators': {
    path: '/place/ici/defibrillateurs',
    comes: 'Halle aux grains',
    change: () => ownDevice(app, here, { nom: 'Halle aux grains' }),
  },
  'how its pages look': {
    path: '/place/ici',
    comes: 'Bienvenue chez nous',
    change: () =>
      sql(`insert into commune_places (commune_id, mot) values ($1, 'Bienvenue chez nous')`, [here]),
  },
  'the owner of its town hall': {
    path: '/place/vide',
    gone: 'Vous êtes la mairie',
    change: () => make.member(app, hall, owner),
  },
  'its intercommunality': {
    path: '/place/ici/a-propos',
    comes: 'Grand Pays',
    change: () => sql(`update epcis set nom = 'Grand Pays' where code = $1`, [EPCI.code]),
  },
  // The scope is read once a second, so the page may be made once more with the old one: ten seconds.
  'the scope of the pages': {
    path: '/place/ici',
    gone: 'Ici-sur-Seine',
    change: () => sql(`insert into app_sources (slug, commune_ids) values ('place', $1::uuid[])`, [[bare]]),
  },
}

const read = async (origin: string, path: string) => await (await fetch(origin + path)).text()
const isNew = (text: string, { gone, comes }: Case) =>
  !(gone !== undefined && text.includes(gone)) && (comes === undefined || text.includes(comes))
const told: Changed[] = []
const look = changesFrom(db.pool, { isEmpty: false, follow: changed => told.push(changed) })
await numberChanges(db)
await look()

for (const [name, one] of Object.entries(CASES))
  test(`${name} is seen at once, and shown on each node`, async t => {
    for (const origin of [app.url, other.url])
      assert.ok(!isNew(await read(origin, one.path), one), 'as it was')
    const tags = (await fetch(app.url + one.path)).headers.get('surrogate-key')?.split(' ') ?? []
    await one.change()
    await numberChanges(db)
    told.length = 0
    await look()
    const [changed] = told
    assert.ok(
      changed === 'all' || [...(changed ?? [])].some(id => tags.includes(tagOf(id))),
      `${[...(changed ?? [])]}`,
    )
    const began = performance.now()
    for (const origin of [app.url, other.url])
      await eventually(async () => isNew(await read(origin, one.path), one), `${origin}${one.path}`)
    t.diagnostic(`shown after ${Math.round(performance.now() - began)} ms`)
  })

test('while changes wait for their number, no page is held to be right', async () => {
  let now = 1_000
  const until: number[] = []
  const see = changesFrom(db.pool, { isEmpty: false, follow: (_, at) => until.push(at) }, [], () => now)
  await numberChanges(db)
  await see()
  await bump(here, 'infos_version')
  for (now of [2_000, 3_000]) await see()
  await bump(here, 'infos_version')
  now = 4_000
  await see()
  assert.deepEqual(until, [1_000, 1_000, 1_000, 1_000])
  await numberChanges(db)
  for (now of [5_000, 6_000]) await see()
  assert.deepEqual(until.slice(4), [5_000, 6_000])
})

test('what many changes at once name, and what a restored backup has lost, is all', async () => {
  const seen: Changed[] = []
  const see = changesFrom(db.pool, { isEmpty: false, follow: changed => seen.push(changed) })
  await see()
  await see()
  assert.deepEqual(seen, ['all', new Set()], 'first it knows nothing')
  await sql(
    `
    insert into changes (seq, kind, record_id, change, commune_ids)
    select last_seq + n, 'commune', $1, 'changed', array[$1::uuid] from change_feed, generate_series(1, 1001) n`,
    [here],
  )
  await sql('update change_feed set last_seq = last_seq + 1001')
  await see()
  // The service that took over has numbered as many other changes.
  await sql(`update changes set at = at + interval '1 second' where seq = (select last_seq from change_feed)`)
  await see()
  await see()
  assert.deepEqual(seen.slice(2), ['all', 'all', new Set()])
})
