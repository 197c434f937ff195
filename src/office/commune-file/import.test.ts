import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shortId } from '../../../shared/short-id.ts'
import { startApp } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'
import {
  CODE,
  communesElsewhere,
  exportedFrom,
  importInto,
  leftIn,
  linesIn,
  townWithEach,
} from '../../../test/fixtures/commune-files.ts'
import { findActe } from '../../publishing/actes/queries.ts'

const here = await startApp()
const there = await startApp()
const { clerk, hall, club, merged, image, event, market, acte } = await townWithEach(here)
const file = await exportedFrom(here, CODE)

test('the file holds what the commune published, and no person', async () => {
  const { acteurs, publications, trail, ...rest } = await linesIn(file)
  assert.deepEqual(new Set(acteurs.map(({ id }) => id)), new Set([hall, club, merged]))
  assert.deepEqual(publications.map(({ title }) => title).sort(), [
    'Fête de l’été',
    'Marché',
    'Sans acteur',
    'Étude de la traversée',
  ])
  assert.ok(trail.some(({ action, by }) => action === 'publication.created' && by === 'person'))
  const all = JSON.stringify([acteurs, publications, trail, rest])
  assert.ok(!all.includes(clerk.id) && !all.includes(clerk.email))
})

test('another Parvis gets the same fields, ids, pictures and addresses; a trial and a second run write nothing', async () => {
  const { town } = await communesElsewhere(there, 'rennes-35')
  const before = await leftIn(there)
  const trial = await importInto(there, file, true)
  assert.deepEqual([trial.publications, trial.acteurs, trial.files], [4, 3, 4])
  assert.deepEqual(await leftIn(there), before)

  const first = await importInto(there, file)
  assert.deepEqual(first, trial)
  const [was, is] = [await linesIn(file), await linesIn(await exportedFrom(there, CODE))]
  assert.deepEqual(is.publications, was.publications)
  assert.deepEqual(is.acteurs, was.acteurs)
  assert.deepEqual(is.files, was.files)
  assert.deepEqual({ ...is.commune[0], slug: 'rennes' }, was.commune[0])
  const paths = ({ redirects }: typeof was) => redirects.filter(({ path }) => path)
  assert.deepEqual(paths(is), paths(was))
  assert.deepEqual(is.redirects.flatMap(({ slug }) => slug ?? []).sort(), ['rennes', 'rennes-ancienne'])

  const shown = (await there.anyone.get(`/publications/${event}`)).body.data
  assert.deepEqual(
    [shown.commune_id, shown.images[0].id, shown.documents[0].name],
    [town, image, 'Programme'],
  )
  assert.equal((await fetch(shown.images[0].url.replace('http://parvis.test', there.url))).status, 200)
  const page = '/place/rennes-35/p/fete-de-l-ete-'
  for (const [path, to] of [
    [`/p/${shortId(event)}`, page + shortId(event)],
    ['/place/rennes/agenda', '/place/rennes-35/agenda'],
    ['/place/rennes-ancienne', '/place/rennes-35'],
    ['/place/rennes-35/2024/05/fete', page + shortId(event)],
    ['/place/rennes-35/2024/05/Fete/', '/place/rennes-35/2024/05/fete'],
    ['/place/rennes-35/2024/05/noel', null],
  ] as const)
    assert.equal((await fetch(there.url + path, { redirect: 'manual' })).headers.get('location'), to, path)
  const feed = await (await fetch(`${there.url}/place/rennes-35/actualites.atom`)).text()
  assert.match(feed, new RegExp(`<id>urn:uuid:${market}</id>`))

  const stood = await leftIn(there)
  const second = await importInto(there, file)
  assert.deepEqual([second.publications, second.acteurs, second.files], [0, 0, 0])
  assert.deepEqual(second.unchanged, { publications: 4, acteurs: 3 })
  // The import itself is in the audit trail.
  assert.deepEqual(await leftIn(there), { ...stood, audit_log: (stood.audit_log ?? 0) + 1 })
})

test('an act comes with what makes it one, proven from here on alone', async () => {
  const { db } = there.service
  const { rows } = await there.owner.query(
    `select a.repris, a.signataire, l.after ->> 'repris' as told from actes a join audit_log l on l.entity = 'acte' and l.entity_id = a.publication_id::text where a.publication_id = $1`,
    [acte],
  )
  assert.deepEqual(rows, [{ repris: true, signataire: 'Anne Le Goff', told: 'true' }])
  const [was, is] = [await findActe(here.service.db.pool, acte), await findActe(db.pool, acte)]
  assert.ok(was && is)
  assert.deepEqual([is.sha256, is.bytes, is.avec_texte], [was.sha256, was.bytes, true])
  assert.deepEqual([was.repris, is.affiche_le > was.affiche_le], [false, true])
})

test('where it came from, the same file changes nothing', async () => {
  const back = await importInto(here, file)
  assert.deepEqual([back.publications, back.unchanged.publications, back.told], [0, 4, []])
})

test('a former address of what is deleted stays out: the file can be imported', async () => {
  await here.owner.query('update publications set deleted_at = now() where id = $1', [event])
  const without = await exportedFrom(here, CODE)
  await here.owner.query('update publications set deleted_at = null where id = $1', [event])
  const { redirects } = await linesIn(without)
  assert.deepEqual(
    redirects.filter(({ publication_id }) => publication_id === event),
    [],
  )
  assert.equal((await importInto(there, without, true)).publications, 0)
})

test('what was changed or deleted here since stays so, and is told', async () => {
  await there.owner.query(`update publications set title = 'Marché de Noël' where id = $1`, [market])
  await there.owner.query('update publications set deleted_at = now() where id = $1', [event])
  const { told, publications } = await importInto(there, file)
  assert.equal(publications, 0)
  assert.ok(
    told.some(one => one.includes('other contents') && one.includes(market)),
    told.join('\n'),
  )
  assert.ok(
    told.some(one => one.includes('stay deleted') && one.includes(event)),
    told.join('\n'),
  )
  assert.equal((await make.row(there, market)).title, 'Marché de Noël')
})

test('a short address that another acteur has here leads on from its former page', async () => {
  const app = await startApp()
  const { near } = await communesElsewhere(app)
  await make.acteur(app, near, { slug: 'club-d-echecs' })
  const { told } = await importInto(app, file)
  assert.ok(
    told.some(one => one.includes(`${club} → club-d-echecs-rennes`)),
    told.join('\n'),
  )
  const from = async (path: string) => await fetch(app.url + path, { redirect: 'manual' })
  const to = '/place/rennes/annuaire/club-d-echecs-rennes'
  assert.equal((await from('/place/rennes/annuaire/club-d-echecs')).headers.get('location'), to)
  assert.equal((await from(to)).status, 200)
  assert.equal((await from('/place/cesson/annuaire/club-d-echecs')).status, 200)
})

test('an acteur whose SIRET another one has here is refused: people decide which is right', async () => {
  const app = await startApp()
  const { near } = await communesElsewhere(app)
  await make.acteur(app, near, { siret: '73282932000074' })
  await assert.rejects(importInto(app, file), /has the SIRET number of/)
})

test('of imports of one file at once, one writes it and the others are refused', async () => {
  const app = await startApp()
  await communesElsewhere(app)
  const results = await Promise.allSettled([1, 2, 3].map(() => importInto(app, file)))
  const done = results.flatMap(one => (one.status === 'fulfilled' ? [one.value.publications] : []))
  const refused = results.flatMap(one => (one.status === 'rejected' ? [String(one.reason.message)] : []))
  assert.deepEqual(done, [4])
  assert.equal(refused.length, 2)
  for (const message of refused) assert.match(message, /Another import of a commune is running/)
  const { publications, stored } = await leftIn(app)
  assert.deepEqual([publications, stored], [4, 4])
})
