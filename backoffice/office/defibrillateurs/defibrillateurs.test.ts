// In one browser: layout.test.ts and states.test.ts show its screens in both.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import type { Route } from 'playwright-core'
import { account, enter } from '../../../test/browser/people.ts'
import { follow, skip, startBackoffice, visit } from '../../../test/browser/visit.ts'
import { device, sync } from '../../../test/defibrillateurs/stock.ts'
import { becomes, eventually } from '../../../test/eventually.ts'
import * as make from '../../../test/factories.ts'
import { correctionsOf, errorsOf, typedOf } from './fields.ts'
import { closeTo, frameOf, isNear, moved, textOf, WHOLE, zoomed } from './frame.ts'
import { nextTowards, TERRITORIES, territoryIn } from './territories.ts'
import { tilesIn } from './tiles.ts'

/** The screens of the defibrillators: map, corrections, bulk actions and syncs. */

test('a map frame is read from the address, and moves and zooms within the earth', () => {
  assert.deepEqual(frameOf('2,47,3,48'), { west: 2, south: 47, east: 3, north: 48 })
  for (const wrong of [undefined, '', '1,2,3', '3,47,2,48', '-181,0,1,1', '0,0,1,91'])
    assert.deepEqual(frameOf(wrong), WHOLE, wrong)
  const near = closeTo(WHOLE, 2.3, 47.8)
  assert.ok(isNear(near) && !isNear(WHOLE))
  assert.equal(textOf(zoomed(zoomed(near, 2), 0.5)), textOf(near))
  let frame = near
  for (let step = 0; step < 2_000; step++) frame = moved(frame, -1, -1)
  assert.deepEqual([frame.west >= -180, frame.south >= -90, isNear(frame)], [true, true, true])
})

test('the tiles of a frame cover it, are few, and are drawn at their coordinates', () => {
  const url = 'https://t.fr/{z}/{x}/{y}.png'
  const [world] = tilesIn({ west: -180, south: -90, east: 180, north: 90 }, url)
  assert.equal(world?.url.replace(/\/\d+\/\d+\.png$/, ''), 'https://t.fr/2')
  // Paris, at a zoom with a known tile.
  const paris = { west: 2.29, south: 48.85, east: 2.31, north: 48.86 }
  const around = tilesIn(paris, url).find(
    ({ west, east, north, south }) => west <= 2.3 && 2.3 < east && south <= 48.855 && 48.855 < north,
  )
  assert.match(around?.url ?? '', /^https:\/\/t\.fr\/16\/33186\/22546\.png$/)
  for (const frame of [WHOLE, paris, ...TERRITORIES.map(one => one.frame), zoomed(WHOLE, 0.1)]) {
    const tiles = tilesIn(frame, url)
    assert.ok(tiles.length > 0 && tiles.length <= 60, `${tiles.length} tiles`)
    assert.ok(Math.min(...tiles.map(({ west }) => west)) <= frame.west)
    assert.ok(Math.max(...tiles.map(({ east }) => east)) >= frame.east)
    assert.ok(Math.min(...tiles.map(({ south }) => south)) <= Math.max(frame.south, -85))
    assert.ok(Math.max(...tiles.map(({ north }) => north)) >= Math.min(frame.north, 85))
  }
})

test('a territory is recognised by its frame; arrow keys go to the nearest mark in their direction', () => {
  for (const one of TERRITORIES) assert.equal(territoryIn(frameOf(textOf(one.frame))), one)
  assert.equal(territoryIn(WHOLE), undefined)
  const marks = [
    { x: 0, y: 0 },
    { x: 1, y: 0.2 },
    { x: 5, y: 0 },
    { x: 0.2, y: 3 },
  ]
  const [here, near, , below] = marks
  assert.ok(here)
  assert.deepEqual(nextTowards(marks, here, 1, 0), near)
  assert.deepEqual(nextTowards(marks, here, 0, 1), below)
  assert.equal(nextTowards(marks, here, -1, 0), undefined)
})

test('corrections: an untouched field stays, and an emptied field shows the value of the register again', () => {
  const before = { nom: 'A', adresse: null, latitude: 47.8, longitude: 2.3 }
  const typed = typedOf(before)
  assert.deepEqual(correctionsOf(typed, before), before)
  assert.deepEqual(
    correctionsOf({ ...typed, nom: '', acces_libre: 'non', disponibilite_jours: '7j/7; lundi' }, before),
    {
      adresse: null,
      latitude: 47.8,
      longitude: 2.3,
      acces_libre: false,
      disponibilite_jours: ['7j/7', 'lundi'],
    },
  )
  assert.equal(
    correctionsOf({ ...typed, latitude: 'ici' }, before).latitude,
    'ici',
    'which the service refuses',
  )
})

test('a position is checked in plain words, within the departement; a day is written as people write it', () => {
  const before = { latitude: 47.8, longitude: 2.3, derniere_maintenance: '2025-11-22' }
  const typed = typedOf(before)
  assert.deepEqual(
    [typed.latitude, typed.longitude, typed.derniere_maintenance],
    ['47,8', '2,3', '22/11/2025'],
  )
  const wrong = (change: object, departement: string | null = '75') =>
    Object.entries(errorsOf({ ...typed, ...change }, before, departement)).flatMap(([name, error]) =>
      error ? [name] : [],
    )
  assert.deepEqual(wrong({}, '974'), [], 'what stands is not checked')
  assert.deepEqual(wrong({ latitude: 'ici' }), ['latitude'])
  assert.deepEqual(wrong({ latitude: '12,5' }), ['latitude'])
  assert.deepEqual(wrong({ latitude: '' }), ['latitude'])
  assert.deepEqual(wrong({ latitude: '-20.94', longitude: '55,29' }), ['latitude', 'longitude'])
  assert.deepEqual(wrong({ latitude: '-20.94', longitude: '55,29' }, '974'), [])
  assert.deepEqual(wrong({ derniere_maintenance: 'bientôt' }), ['derniere_maintenance'])
  assert.equal(
    correctionsOf({ ...typed, derniere_maintenance: '1er mars 2024' }, before).derniere_maintenance,
    '2024-03-01',
  )
})

test('a device is found on the map and corrected, several are changed at once and undone, and a held sync is released', {
  skip,
}, async () => {
  const app = await startBackoffice()
  const town = await make.commune(app, {
    nom: 'Saint-Benoît-sur-Loire',
    departement: '45',
    latitude: 47.8,
    longitude: 2.3,
  })
  const at = { departement: '45', latitude: 47.81, longitude: 2.31, adresse: '1 place du Martroi' }
  const found = await device(app, town, { ...at, nom: 'Mairie', statut: 'a_verifier' })
  await device(app, town, { ...at, nom: 'Gymnase', latitude: 47.82 })
  const port = await make.commune(app, { nom: 'Le Port', departement: '974' })
  await device(app, port, {
    ...at,
    departement: '974',
    nom: 'Capitainerie',
    latitude: -20.94,
    longitude: 55.29,
  })
  await sync(app, 'ok', { progress: 10 })
  await sync(app, 'held', { said: { code: 'held', params: { gone: 8, known: 10 } } })
  const operator = await account(app, 'claire@example.org', 'operator_communes')
  const colleague = app.as(await app.user(['operator_communes']))
  const look = await visit(app)
  const { page } = look
  await enter(look, operator)
  await page.getByRole('link', { name: /mise à jour des défibrillateurs/ }).click()
  await page.getByText('8 des 10 défibrillateurs connus manquent').waitFor()
  await look.assertAccessible('the readings')
  await page.getByRole('button', { name: /^Laisser passer/ }).click()
  await page
    .getByText('en attente')
    .or(page.getByText('en échec'))
    .or(page.getByText('en cours'))
    .first()
    .waitFor()

  await page.getByRole('link', { name: 'Tous', exact: true }).click()
  await page.getByRole('button', { name: 'Montrer la carte' }).click()
  const map = page.getByRole('group', { name: /^Carte de / })
  await map.getByRole('button', { name: /^45 : 2 défibrillateurs/ }).waitFor()
  // By keyboard: the map, a circle, and its points.
  await map.focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await map.getByRole('button', { name: 'Mairie' }).waitFor()
  await page.getByText('2 défibrillateurs ici').waitFor()
  await look.assertAccessible('the map')
  await page.keyboard.press('+')
  await page.waitForURL(/cadre=/)
  await map.getByRole('button', { name: 'Gymnase' }).waitFor()
  await page.keyboard.press('Tab')
  // The marks are drawn anew when those of the new frame come.
  await eventually(async () => {
    await map.getByRole('button', { name: 'Gymnase' }).focus()
    await page.keyboard.press('ArrowDown')
    return (await page.locator('g[aria-label="Mairie"]:focus').count()) > 0
  }, 'the arrow leads to the next mark')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 2, name: 'Mairie' }).waitFor()
  await page.goBack()
  await page.getByRole('combobox', { name: 'Aller à' }).selectOption('974')
  await page.getByText('1 défibrillateur ici').waitFor()
  await map.getByRole('button', { name: 'Capitainerie' }).waitFor()
  await look.assertAccessible('overseas')
  await page.getByRole('button', { name: 'Toute la France' }).click()
  await page.getByRole('link', { name: 'Mairie' }).click()
  await page.getByRole('heading', { level: 2, name: 'Mairie' }).waitFor()
  await look.assertAccessible('one of them')
  await page.getByLabel('Où exactement').fill('À gauche de l’entrée')
  // Unsaved input is restored after visiting another one.
  await page.getByRole('button', { name: 'Revenir à la liste' }).click()
  await page.getByRole('link', { name: 'Gymnase' }).click()
  await page.getByRole('heading', { level: 2, name: 'Gymnase' }).waitFor()
  await becomes(() => page.getByLabel('Où exactement').inputValue(), '')
  await page.getByRole('button', { name: 'Revenir à la liste' }).click()
  await page.getByRole('link', { name: 'Mairie' }).click()
  await page.getByText('vos changements ne sont pas encore enregistrés').waitFor()
  await becomes(() => page.getByLabel('Où exactement').inputValue(), 'À gauche de l’entrée')
  await colleague.patch(`/admin/defibrillateurs/${found.communal}`, { note: 'Vu hier' })
  const commune = page.locator('form').nth(1)
  await commune.getByRole('button', { name: 'Enregistrer', exact: true }).click()
  await page.getByText('C’est enregistré.').waitFor()
  const { communal } = (await colleague.get(`/admin/defibrillateurs/${found.national}`)).body.data
  assert.deepEqual(
    [communal.overrides, communal.note],
    [{ complement: 'À gauche de l’entrée' }, 'Vu hier'],
    'only what was typed is sent',
  )

  await page.goto('/defibrillateurs?onglet=verifier')
  await page.getByRole('checkbox', { name: 'Choisir « Mairie »' }).check()
  // The answer is lost, and a colleague takes the device back before the change is sent again.
  const loseAnswer = async (route: Route) => {
    await route.fetch()
    const path = `/admin/defibrillateurs-france/${found.national}`
    await colleague.patch(path, { statut: 'a_verifier', note: 'Nous vérifions.' })
    await route.fulfill({ status: 503, json: { error: 'unavailable' } })
  }
  await page.route('**/defibrillateurs-france/bulk', loseAnswer, { times: 1 })
  await page.getByRole('button', { name: 'Leur donner cet état' }).click()
  await page.getByRole('alert').waitFor()
  await page.getByRole('button', { name: 'Leur donner cet état' }).click()
  await page.getByText(/^1 défibrillateur reste comme avant/).waitFor()
  await page.getByText('0 défibrillateur changé.').waitFor()
  const { national } = (await colleague.get(`/admin/defibrillateurs/${found.national}`)).body.data
  assert.deepEqual([national.statut, national.note], ['a_verifier', 'Nous vérifions.'])
  await page.getByRole('button', { name: 'Ne plus choisir' }).click()
  await page.getByRole('checkbox', { name: 'Choisir « Mairie »' }).check()
  await page.getByRole('button', { name: 'Leur donner cet état' }).click()
  await page.getByText('Rien n’est à vérifier.').waitFor()
  await page.getByRole('button', { name: 'Annuler' }).click()
  await page.getByRole('link', { name: 'Mairie' }).waitFor()
  await look.assertAccessible('what is to be checked')
  // Without a result, one click shows all.
  await page.getByLabel('Nom ou adresse d’un défibrillateur').fill('introuvable')
  await page.keyboard.press('Enter')
  await page.getByText('Rien ne correspond.').waitFor()
  await page.getByRole('button', { name: 'Tout montrer' }).click()
  await page.getByRole('link', { name: 'Mairie' }).waitFor()

  await follow(page, `/communes/${town}?onglet=defibrillateurs`)
  await page.getByRole('button', { name: 'Ajouter un défibrillateur' }).click()
  await page.getByLabel('Nom du lieu').fill('Salle des fêtes')
  // The place: by a click, by the arrows, or typed.
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Placer sur la carte').click()
  const drawing = dialog.getByRole('group', { name: /^Carte : cliquez/ })
  const [latitude, longitude] = [page.getByLabel('Latitude'), page.getByLabel('Longitude')]
  const typed = () => Promise.all([latitude.inputValue(), longitude.inputValue()])
  await latitude.fill('47,8')
  await longitude.fill('2,3')
  await drawing.press('ArrowRight')
  await becomes(typed, ['47,8', '2,3025'])
  await drawing.press('Shift+ArrowUp')
  await becomes(typed, ['47,80025', '2,3025'])
  // In the middle of the drawing.
  await drawing.click()
  const figures = async () => (await typed()).map(one => Number(one.replace(',', '.')).toFixed(2))
  await becomes(figures, ['47.80', '2.30'])
  await longitude.fill('2,3025')
  await latitude.fill('47,81')
  await dialog.getByText('Point placé\u00a0: 47,81\u00a0; 2,3025').waitFor()
  await look.assertAccessible('a place on the map')
  await page.getByRole('button', { name: 'L’ajouter' }).click()
  await page.getByRole('link', { name: 'Salle des fêtes' }).waitFor()
  assert.deepEqual(look.faults, [])
})

test('configured map tiles: only their host is requested, and it is named; without the setting no host is', {
  skip,
}, async () => {
  const asked: string[] = []
  // A picture of one pixel.
  const pixel = Buffer.from('R0lGODlhAQABAIAAAP///wAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64')
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.setHeader('content-type', 'image/gif').end(pixel)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  after(() => server.close())
  const place = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const env = { MAP_TILES_URL: `${place}/{z}/{x}/{y}.gif`, MAP_TILES_ATTRIBUTION: '© La carte d’à côté' }
  const app = await startBackoffice({ env })
  const operator = await account(app, 'claire@example.org', 'operator_communes')
  const look = await visit(app, { asks: place })
  await enter(look, operator, '/defibrillateurs?vue=carte&cadre=2.29,48.85,2.31,48.86')
  await look.page.getByText('© La carte d’à côté').waitFor()
  await eventually(async () => asked.includes('/16/33186/22547.gif'), 'the tile of Paris is asked for')
  await look.assertAccessible('a map over tiles')
  assert.deepEqual(look.faults, [])
})
