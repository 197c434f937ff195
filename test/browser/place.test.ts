// In one browser: the pages are plain HTML and CSS; the panel and the element have scripts for old browsers.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { publicationPath } from '../../src/place/addresses.ts'
import { PAGES } from '../../src/place/pages.ts'
import type { TestApp } from '../app.ts'
import { becomes } from '../eventually.ts'
import * as make from '../factories.ts'
import { picture, sendFile } from '../fixtures/own-pictures.ts'
import { LONG, openTown } from './place-town.ts'
import { standInForPush } from './push.ts'
import { chooseLetters, frameShown, skip, visit } from './visit.ts'

/** The pages of residents: readable by everybody, in both themes, wide and narrow. The panel alone has a script. */

const world = skip ? undefined : openTown()
const opened = async () => (await world) ?? assert.fail('there is a browser')

test('no page of a commune is missing here', { skip }, async () => {
  const { pages } = await opened()
  const seen = new Set(pages.map(path => path.split(/[/?]/)[3] ?? ''))
  assert.deepEqual(
    Object.keys(PAGES).filter(segment => !seen.has(segment)),
    [],
  )
})

test('each page is accessible and fits its screen, wide and narrow, light and dark, with large letters', {
  skip,
}, async () => {
  const { app, pages, others } = await opened()
  const { page, faults, assertAccessible } = await visit(app)
  // Without the font of the pages, letters may be wider.
  await page.route('**/*.woff2', route => route.fulfill({ status: 404 }))
  const looksAt = async (width: number, look: Parameters<typeof page.emulateMedia>[0]) => {
    await page.setViewportSize({ width, height: width < 720 ? 844 : 800 })
    await page.emulateMedia(look)
  }
  // Loaded once: the pages have no script that looks at the screen.
  for (const path of [...pages, ...others]) {
    await looksAt(1280, { colorScheme: 'light', media: 'screen' })
    await page.goto(path)
    assert.equal(await page.locator('h1').count(), 1, path)
    await assertAccessible(`${path} at 1280`)
    await looksAt(390, { colorScheme: 'dark' })
    await assertAccessible(`${path} at 390, dark`)
    // The last is a sheet of A4 between its margins.
    for (const [width, letters, media] of [
      [320, 1, 'screen'],
      [390, 2, 'screen'],
      [640, 2, 'screen'],
      [688, 1, 'print'],
    ] as const) {
      await looksAt(width, { media })
      await chooseLetters(page, letters)
      await frameShown(page)
      const wide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
      assert.ok(wide <= 0, `${path} at ${width}: ${wide} points too wide`)
    }
  }
  assert.deepEqual(faults, [])
})

test('a resident finds the commune, an event and its place by the keyboard alone, and reads it without a script', {
  skip,
}, async () => {
  const { app } = await opened()
  const { page, faults } = await visit(app, { width: 390 })
  await page.goto('/place')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('sainte-œuvre')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/place/sainte-oeuvre')
  await page.keyboard.press('Tab')
  await becomes(() => page.evaluate('document.activeElement.textContent'), 'Aller au contenu')
  await page.getByRole('link', { name: 'Le marché de Noël' }).first().press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Le marché de Noël' }).waitFor()
  assert.match((await page.locator('.facts').textContent()) ?? '', /de 10\sh à 19\sh.*Place de l’Église/)
  await page.getByRole('link', { name: 'Comité des fêtes' }).press('Enter')
  await page.getByText('Vérifié').waitFor()
  assert.equal(await page.locator('script:not([type="application/ld+json"])').count(), 0)
  assert.deepEqual(faults, [])
})

test('a form that is not complete leads to what is missing; complete, it says thanks', { skip }, async t => {
  const { app } = await opened()
  const { page, assertAccessible } = await visit(app, { width: 320 })
  await page.goto('/place/sainte-oeuvre/annuaire/comite')
  await page.getByRole('link', { name: 'Demandez à la tenir vous-même' }).click()
  await page.getByRole('button', { name: 'Envoyer la demande' }).click()
  await page.getByRole('alert').getByRole('link', { name: 'Écrivez votre nom' }).click()
  await becomes(() => page.evaluate('document.activeElement.id'), 'nom')
  await assertAccessible('a claim with mistakes')
  assert.ok(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth'))
  await page.keyboard.type('Anne Martin')
  await page.getByLabel('Qui êtes-vous').fill('La présidente.')
  await page.getByLabel('Votre courriel').fill('anne@example.org')
  // Within three seconds it would be shown again.
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 3_000 })
  await page.getByRole('button', { name: 'Envoyer la demande' }).click()
  await page.getByRole('heading', { name: 'Merci, votre demande est arrivée' }).waitFor()
})

test('on a first visit, before the typeface is there, the menu of a telephone stays on one line', {
  skip,
}, async () => {
  const { app } = await opened()
  const { page, context } = await visit(app, { width: 390 })
  await context.route('**/*.woff2', route => route.abort())
  await page.goto('/place/sainte-oeuvre/mairie')
  await frameShown(page)
  const tops = await page.evaluate<number[]>(
    `[...document.querySelectorAll('.mast nav a')].filter(one => one.offsetParent).map(one => one.getBoundingClientRect().top)`,
  )
  assert.equal(tops.length, 4)
  assert.equal(new Set(tops).size, 1, tops.join())
})

test('another site with a strict policy shows the agenda as an element and as a frame, or their links while the service is away', {
  skip,
}, async () => {
  const { app } = await opened()
  const reader = await visit(app)
  await reader.page.goto('/place/sainte-oeuvre/suivre')
  const snippets = await reader.page.locator('.snippet').allTextContents()
  assert.equal(snippets.length, 2)
  const host = createServer((_request, response) =>
    response
      .setHeader('content-type', 'text/html; charset=utf-8')
      .setHeader(
        'content-security-policy',
        `default-src 'none'; style-src 'unsafe-inline'; script-src ${app.url}; connect-src ${app.url}; frame-src ${app.url}; img-src data:; require-trusted-types-for 'script'; trusted-types 'none'`,
      )
      .end(
        `<!doctype html><html lang="fr"><title>Hôtel</title><link rel="icon" href="data:,"><h1>Hôtel</h1>${snippets.join('')}`,
      ),
  ).listen(0, '127.0.0.1')
  after(() => host.close())
  await once(host, 'listening')
  const url = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
  const { page, context, faults } = await visit({ url }, { asks: app.url, width: 390 })
  await page.goto('/')
  const element = page.locator('parvis-agenda')
  const title = { name: 'Le marché de Noël' }
  await element.getByRole('link', title).waitFor()
  assert.match((await element.locator('[part=when]').textContent()) ?? '', /10\sh/)
  await page.locator('iframe').scrollIntoViewIfNeeded()
  const frame = page.frameLocator('iframe')
  await frame.getByRole('link', title).waitFor()
  assert.deepEqual(faults, [])
  const inside = page.frames().find(one => one.url().endsWith('/cadre')) ?? assert.fail('there is a frame')
  assert.ok(await inside.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth'))
  await frame.getByRole('link', title).click()
  await page.waitForURL(`${app.url}/place/sainte-oeuvre/p/**`)

  const cancelled = { title: 'Annulé\u00a0: Le bal', url, _parvis: { annule: true, quand: 'Samedi' } }
  await context.route(`${app.url}/**/agenda.json`, route =>
    route.fulfill({ json: { items: [cancelled] }, headers: { 'access-control-allow-origin': '*' } }),
  )
  await page.goto(url)
  await element.locator('[part~=cancelled]').waitFor()
  assert.equal(await element.locator('[part~=cancelled]').textContent(), 'SamediAnnulé Le bal')

  await context.route(`${app.url}/**/agenda.json`, route => route.abort())
  const failed = page.waitForEvent('requestfailed', one => one.url().endsWith('agenda.json'))
  await page.goto(url)
  await failed
  await element.getByRole('link', { name: 'L’agenda' }).waitFor()
  assert.equal(await element.locator('[part=list]').count(), 0)

  await context.route(`${app.url}/**`, route => route.abort())
  await page.goto(url)
  await element.getByRole('link', { name: 'L’agenda' }).waitFor()
  await page.getByRole('link', { name: 'Tout l’agenda' }).waitFor()
})

test('a browser follows alerts, shows one and leaves again; where notifications are blocked, the page says so', {
  skip,
}, async () => {
  const { app, town } = await opened()
  const { page, context, faults, assertAccessible } = await visit(app, { width: 390 })
  const endpoint = 'https://push.example.net/un-telephone'
  await standInForPush(context, endpoint)
  await context.grantPermissions(['notifications'])
  await page.goto('/place')
  // The packaged browser has no notifications to show.
  const canShow = await page.evaluate<boolean>(`Notification.permission === 'granted'`)
  if (!canShow)
    await context.addInitScript(`
    Object.defineProperty(Notification, 'permission', { value: 'granted', configurable: true })
    Notification.requestPermission = async () => 'granted'`)
  await page.goto('/place/sainte-oeuvre/suivre')
  const stored = async () =>
    (
      await app.owner.query(
        'select commune_id, acteur_id, notices from push_subscriptions where endpoint = $1',
        [endpoint],
      )
    ).rows
  const all = page.getByLabel('Aussi ce que publie la mairie : une notification à chaque publication')
  await page.getByRole('button', { name: 'Recevoir les alertes sur cet appareil' }).click()
  await page.getByText('Cet appareil reçoit les alertes de Sainte-Œuvre-sur-Loire.').waitFor()
  assert.deepEqual(await stored(), [{ commune_id: town, acteur_id: null, notices: null }])
  await assertAccessible('alerts are followed')
  await all.check()
  await page.getByText('C’est noté.').waitFor()
  assert.deepEqual(await stored(), [{ commune_id: town, acteur_id: null, notices: 'each' }])
  await page.reload()
  await becomes(() => all.isChecked(), true, 'what was chosen is shown again')
  await app.owner.query('delete from push_subscriptions')
  await page.reload()
  await page.getByRole('button', { name: 'Ne plus recevoir les alertes' }).waitFor()
  await becomes(async () => (await stored()).length, 1, 'a subscription that was lost is stored again')

  if (canShow) {
    const devtools = await context.newCDPSession(page)
    const registered = new Promise<string>(found =>
      devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const [one] = registrations
        if (one) found(one.registrationId)
      }),
    )
    await devtools.send('ServiceWorker.enable')
    const notification = {
      title: 'Danger · Œuilly',
      body: 'Eau impropre',
      tag: 'un',
      navigate: `${app.url}/p/x`,
    }
    const registrationId = await registered
    // Delivered again until it is shown, under the same tag: a worker that is still starting loses a message.
    const shown = async () => {
      await devtools.send('ServiceWorker.deliverPushMessage', {
        origin: app.url,
        registrationId,
        data: JSON.stringify({ web_push: 8030, notification }),
      })
      return await page.evaluate<string>(`(async () => {
        const registration = await navigator.serviceWorker.getRegistration('/place/-/${town}/')
        return JSON.stringify((await registration.getNotifications()).map(({ title, body, tag }) => [title, body, tag]))
      })()`)
    }
    await becomes(shown, '[["Danger · Œuilly","Eau impropre","un"]]')
  }
  await page.getByRole('button', { name: 'Ne plus recevoir les alertes' }).click()
  await page.getByRole('button', { name: 'Recevoir les alertes sur cet appareil' }).waitFor()
  assert.deepEqual(await stored(), [])
  await context.clearPermissions()
  await page.addInitScript(`Object.defineProperty(Notification, 'permission', { value: 'denied' })`)
  await page.reload()
  await page.getByText('Les notifications de ce site sont bloquées.').waitFor()
  assert.equal(await page.locator('#notifications button').isVisible(), false)
  assert.deepEqual(faults, [])
})

test('a reader sees the defibrillators around, or that their machine gives no position', {
  skip,
}, async () => {
  const { app } = await opened()
  const { page, context, faults, assertAccessible } = await visit(app, { width: 390 })
  await page.goto('/place/sainte-oeuvre/defibrillateurs')
  const around = page.getByRole('button', { name: 'Autour de moi' })
  await context.clearPermissions()
  await around.click()
  await page.getByText('Votre appareil n’a pas donné sa position.').waitFor()
  await assertAccessible('no position')
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: 47.801_234, longitude: 1.701_987 })
  // A page that does not come leaves this one as it is, as Back shows it.
  const isAround = (url: URL) => url.searchParams.has('pres')
  await page.route(isAround, route => route.fulfill({ status: 204 }))
  const asked = page.waitForRequest(request => isAround(new URL(request.url())))
  await around.click()
  await asked
  assert.equal(await around.isEnabled(), true)
  await page.unroute(isAround)
  await around.click()
  await page.waitForURL('**/defibrillateurs?pres=47.801,1.702')
  await page.getByText('Aucun appareil n’est connu à moins de cinq kilomètres de vous.').waitFor()
  await assertAccessible('around a reader')
  assert.deepEqual(faults, [])
})

test('the panel turns without a script, and goes on with what it has while the network is cut', {
  skip,
}, async () => {
  const { app, hall, town } = await opened()
  const { page, context, faults } = await visit(app)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.clock.install()
  for (const [width, height] of [
    [1920, 1080],
    [1080, 1920],
    [1280, 720],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto('/place/sainte-oeuvre/panneau?duree=20')
    await frameShown(page)
    const slides = await page.locator('.slide').count()
    assert.ok(slides >= 6, `${slides} slides`)
    for (let at = 0; at < slides; at++) {
      const [left, cut] = await page.evaluate<[number, boolean]>(`(() => {
        const [turning] = document.getAnimations()
        turning.pause()
        turning.currentTime = ${at * 20_000 + 1}
        const slide = document.querySelectorAll('.slide')[${at}]
        const what = slide.querySelector('.what')
        return [slide.getBoundingClientRect().left, what.scrollHeight > what.clientHeight + 1]
      })()`)
      assert.deepEqual([Math.round(left), cut], [0, false], `slide ${at} at ${width} × ${height}`)
    }
  }
  await make.publication(app, hall, town, { title: 'Le pont est fermé', type: 'alerte' })
  await page.clock.fastForward('05:00')
  await page.getByText('Le pont est fermé').first().waitFor()
  assert.deepEqual(faults, [])

  await context.setOffline(true)
  const hasFailed = (time: string) =>
    Promise.all([
      page.waitForEvent('requestfailed', one => one.url().includes('/panneau')),
      page.clock.fastForward(time),
    ])
  await hasFailed('10:00')
  await page.getByText('Le pont est fermé').first().waitFor()
  // The day that it tells stays in sight.
  assert.equal(await page.locator('header p:not(:empty)').last().isVisible(), true)
  assert.equal(await page.locator('.old').isVisible(), false)
  await hasFailed('24:00:00')
  await page.getByText('Ce panneau n’est plus relié au réseau').waitFor()

  await context.setOffline(false)
  await make.publication(app, hall, town, { title: 'Le pont est ouvert', type: 'alerte' })
  await page.clock.fastForward('05:00')
  await page.getByText('Le pont est ouvert').first().waitFor()
  await page.locator('.old').waitFor({ state: 'hidden' })
})

test('on a panel of long texts no line is cut in two, and an alert has its whole title', {
  skip,
}, async () => {
  const { app } = await opened()
  const town = await make.commune(app, { nom: 'Longueville', slug: 'longueville' })
  const hall = await make.mairie(app, town)
  const title =
    'Rupture d’une canalisation rue des Anciens-Combattants-d’Afrique-du-Nord : ne buvez pas l’eau du robinet avant un nouvel avis, même bouillie, et faites-le savoir à vos voisins âgés sans attendre'
  await make.publication(app, hall, town, { title, body: title, type: 'alerte' })
  const date_debut = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
  for (let at = 0; at < 6; at++)
    await make.publication(app, hall, town, {
      title: `${at} ${title}`.slice(0, 200),
      type: 'evenement',
      date_debut,
      heure_debut: '14:30',
    })
  await app.owner.query(
    `insert into collectes (commune_id, type, libelle, zone, jours, frequence, ordre)
     select $1, 'verre', left($2, 80), n || left($2, 90), '{1,2,3,4,5,6,7}', 'hebdomadaire', n from generate_series(1, 3) n`,
    [town, title],
  )
  const { page } = await visit(app)
  for (const [width, height] of [
    [1920, 1080],
    [1080, 1920],
    [1280, 720],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto('/place/longueville/panneau')
    await frameShown(page)
    const found = await page.evaluate<{ seen: number; bins: number; cut: string[] }>(`(() => {
      const cut = []
      let [seen, bins] = [0, 0]
      for (const slide of document.querySelectorAll('.slide')) {
        const { bottom, right } = slide.querySelector('.what').getBoundingClientRect()
        const room = slide.getBoundingClientRect()
        if (bottom > room.bottom + 1 || slide.querySelector('.how').getBoundingClientRect().bottom > room.bottom + 1) cut.push(slide.innerText)
        for (const line of slide.querySelectorAll('li, .fit > *')) {
          const box = line.getBoundingClientRect()
          if (box.left >= right) continue
          seen++
          if (line.matches('.fit > *')) bins++
          if (box.bottom > bottom + 1) cut.push(line.innerText)
        }
        if (slide.matches('.alarm')) {
          const heading = slide.querySelector('h2')
          if (heading.scrollHeight > heading.clientHeight + parseFloat(getComputedStyle(heading).fontSize) / 2) cut.push(heading.innerText)
        }
      }
      return { seen, bins, cut }
    })()`)
    assert.deepEqual(found.cut, [], `${width} × ${height}`)
    assert.ok(found.seen >= 6, `${found.seen} lines at ${width} × ${height}`)
    assert.equal(found.bins, 3, `no bin is left out at ${width} × ${height}`)
  }
})

test('the notice and the week are one sheet of A4 each, with their code, a week of many long texts two', {
  skip,
}, async () => {
  const { app, pages } = await opened()
  const full = await make.commune(app, { nom: 'Saint-Rempli', slug: 'rempli' })
  const member = await app.user()
  const club = await make.acteur(app, full, { nom: LONG, slug: 'club-rempli' })
  await make.member(app, club, member, 'owner')
  const { body } = await sendFile(app, member, club, await picture(1200, 1200))
  const dayAfter = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const lieu = 'Place de l’Église, à côté de la salle des fêtes '.repeat(4).trim()
  const title = `${LONG}, ${LONG}`
  for (let at = 0; at < 30; at++)
    await make.publication(app, club, full, {
      title,
      lieu,
      type: 'evenement',
      date_debut: dayAfter(1 + (at % 5)),
      heure_debut: '10:00',
    })
  const several = Array.from({ length: 20 }, (_, at) => dayAfter(9 + 7 * at))
  const id = await make.publication(app, club, full, {
    title,
    lieu,
    type: 'evenement',
    date_debut: dayAfter(2),
    dates: several,
    body: 'Une ligne de ce texte qui ne finit pas.\n'.repeat(15).slice(0, 600),
    annule_le: new Date(),
    annule_motif: LONG.repeat(2).slice(0, 200),
  })
  await attach(app, id, body.data.id)
  const own = `/place/rempli${publicationPath({ id, title })}`
  const { page } = await visit(app)
  await page.emulateMedia({ media: 'print' })
  // The width of the sheet between its margins.
  await page.setViewportSize({ width: 688, height: 1009 })
  for (const path of [
    ...pages.filter(one => /affiche$|semaine$/.test(one)),
    `${own}/affiche`,
    '/place/rempli/semaine',
  ]) {
    await page.goto(path)
    const pdf = await page.pdf({ preferCSSPageSize: true })
    const sheets = pdf.toString('latin1').match(/\/Type \/Page\b(?!s)/g)?.length
    assert.equal(sheets, path === '/place/rempli/semaine' ? 2 : 1, path)
    const cut = await page.evaluate<number>(
      `document.querySelector('footer').getBoundingClientRect().bottom - document.querySelector('main').getBoundingClientRect().bottom`,
    )
    assert.ok(cut <= 1, `${path}: the code is ${cut} points below the sheet`)
  }
})

test('a drawing without a ground is seen in dark too', { skip }, async () => {
  const { app } = await opened()
  const { page } = await visit(app)
  const commune = await make.commune(app, { slug: 'dessin' })
  const member = await app.user()
  const club = await make.acteur(app, commune)
  await make.member(app, club, member, 'owner')
  const { body } = await sendFile(app, member, club, await picture(500, 500))
  const id = await make.publication(app, club, commune)
  await attach(app, id, body.data.id)
  await page.emulateMedia({ colorScheme: 'dark' })
  for (const path of [`/place/dessin${publicationPath({ id, title: '' })}`, '/place/dessin/actualites']) {
    await page.goto(path)
    const grounds = await page.evaluate<string[]>(
      `Array.from(document.querySelectorAll('main img'), one => getComputedStyle(one).backgroundColor)`,
    )
    assert.deepEqual(grounds, ['rgb(236, 232, 223)'], path)
  }
})

/** As if its author had attached this upload. */
const attach = (app: TestApp, id: string, upload: string) =>
  app.owner.query(
    `update publications set images = (
       select jsonb_build_array(jsonb_build_object('id', u.id, 'alt', '', 'key', m.key, 'width', m.width, 'height', m.height,
         'widths', m.widths, 'placeholder', m.placeholder))
       from uploads u join media m on m.key = u.media_key where u.id = $2) where id = $1`,
    [id, upload],
  )
