// Begun first: it takes long.
// In one browser: what a decision does is about the service; layout.test.ts and states.test.ts show the desk in both.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Request } from 'playwright-core'
import { enter } from '../../../test/browser/people.ts'
import { follow, skip, type Visit, visit } from '../../../test/browser/visit.ts'
import { becomes, eventually } from '../../../test/eventually.ts'
import * as make from '../../../test/factories.ts'
import { PASSWORD } from '../../../test/sign-in.ts'
import { PER_PAGE } from '../../kit/desk/per-page.ts'
import { HOSTILE, openHostileDesk } from '../../test/moderation-desk.ts'

/** The desk in a real browser with the real service. */

const world = skip ? undefined : await openHostileDesk()
const opened = () => world ?? assert.fail('there is a browser')
const atTheDesk = (look: Visit, email: string, path = '/moderation') => enter(look, email, path)

test('ten items by keyboard alone: published, rejected with a reason, and undone', {
  skip,
}, async () => {
  const { app, ids, email, statusOf } = opened()
  const look = await visit(app)
  const { page, faults } = look
  const prepared = { reason_code: 'duplicate', body: 'Elle est déjà dans l’agenda de la commune.' }
  await app.as(await app.user(['operator_moderation'])).post('/admin/refusal-presets', prepared)
  await atTheDesk(look, email)
  const title = page.locator('#item-title')
  const shows = (text: string) =>
    eventually(async () => (await title.textContent()) === text, `shows ${text}`)
  await shows(HOSTILE[0] ?? '')
  await page.getByText('L’image n’est pas encore arrivée').waitFor()
  await look.assertAccessible('the desk')

  // A held key decides about one item.
  await page.keyboard.down('p')
  await shows(HOSTILE[1] ?? '')
  await page.keyboard.down('p')
  await page.keyboard.up('p')
  await becomes(() => page.evaluate(() => document.activeElement?.id), 'item-title')
  await eventually(async () => (await statusOf(ids[0])) === 'published', 'the first is published')

  await page.keyboard.press('r')
  await page.getByRole('dialog').waitFor()
  await look.assertAccessible('the rejection')
  await page.keyboard.press('5')
  await page.getByRole('button', { name: prepared.body }).click()
  await page.keyboard.press('Control+Enter')
  await eventually(async () => (await statusOf(ids[1])) === 'rejected', 'the second is rejected')
  const { moderation_reason_code, moderation_reason } = await make.row(app, ids[1] ?? '')
  assert.deepEqual([moderation_reason_code, moderation_reason], ['duplicate', prepared.body])

  await page.getByText('est refusée').waitFor()
  // After another tab and another screen, the list has only the undecided items.
  // The old screen stays until the next one is loaded.
  for (const [titled, address] of [
    ['Publiées · ', '/moderation?onglet=publiees'],
    ['Modération, ', '/moderation'],
  ] as const) {
    await page.locator(`main a[href="${address}"]`).first().click()
    await eventually(async () => (await page.title()).startsWith(titled), `${address} is shown`)
  }
  await shows(HOSTILE[2] ?? '')
  for (const address of ['/', '/moderation']) await follow(page, address)
  await shows(HOSTILE[2] ?? '')
  await becomes(() => page.locator('ol a').count(), HOSTILE.length - 2)
  // It was decided before the page was opened: the undo button names it.
  await page.getByRole('button', { name: /^Annuler la décision sur/ }).waitFor()
  await page.keyboard.press('u')
  await eventually(async () => (await statusOf(ids[1])) === 'pending', 'taken back')
  await page.getByText(/^Annulé/).waitFor()
  await page.keyboard.press('u')
  await eventually(async () => (await statusOf(ids[0])) === 'pending', 'and the one before it')
  await page.getByText(/^Annulé/).waitFor()

  await page.keyboard.press('j')
  await page.keyboard.press('Delete')
  await page.getByText('est dans la corbeille').waitFor()
  await page.keyboard.press('u')
  await page.getByText(/^Annulé/).waitFor()
  await page.keyboard.press('t')
  await page.getByLabel('Jour').fill('lundi prochain midi')
  await page.getByText(/^Elle paraîtra le lundi .* à 12\sh\.$/).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('/')
  await page.keyboard.type('judo')
  await page.keyboard.press('Enter')
  await shows('Reprise des cours de judo le mercredi')
  await page.waitForURL(/q=judo/)
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await page.getByRole('heading', { name: 'Raccourcis du clavier' }).waitFor()
  await look.assertAccessible('the keys')
  assert.deepEqual(faults, [])
})

/** The response that arrives last: the list of earlier decisions, also after an undo, or the decision. */
for (const last of ['the list', 'the list, after the undo', 'the decision'])
  test(`a decision made while the earlier ones are being loaded is undone once: ${last} arrives last`, {
    skip,
  }, async () => {
    const { app, moderator, waiting, statusOf } = opened()
    const id = await waiting('Pendant ce temps')
    const look = await visit(app)
    const { page } = look
    const [decided, listed, undone] = [1, 2, 3].map(() => Promise.withResolvers<void>())
    await page.route('**/admin/operations?*', async route => {
      await decided?.promise
      const response = await route.fetch()
      if (last === 'the list, after the undo') await undone?.promise
      await route.fulfill({ response })
      listed?.resolve()
    })
    await page.route('**/moderate', async route => {
      const response = await route.fetch()
      decided?.resolve()
      if (last === 'the decision') await listed?.promise
      await route.fulfill({ response })
    })
    const email = `${last.replaceAll(/\W+/g, '-')}@example.org`
    await atTheDesk(look, await moderator(email), `/moderation?item=${id}`)
    await page.locator('#item-title').getByText('Pendant ce temps').waitFor()
    await page.keyboard.press('p')
    await eventually(async () => (await statusOf(id)) === 'published', 'it is published')
    if (last !== 'the list, after the undo') await listed?.promise
    await page.keyboard.press('u')
    await page.getByText(/^Annulé/).waitFor()
    undone?.resolve()
    await listed?.promise
    // Arrived, but perhaps not read yet.
    await page.evaluate(() => new Promise(resolve => setTimeout(resolve, 200)))
    assert.equal(await statusOf(id), 'pending')
    await page.keyboard.press('u')
    await page.getByText('Il n’y a rien à annuler.').waitFor()
    assert.deepEqual(look.faults, [])
    await look.context.close()
  })

test('earlier decisions are read again where the service was away, and the person is told where they cannot be', {
  skip,
}, async () => {
  const { app, moderator, waiting, statusOf } = opened()
  const [id, next] = [await waiting('Lue une fois'), await waiting('Lue plus tard')]
  const email = await moderator('plus-tard@example.org')
  const openedWith = async (item: string, ...statuses: number[]) => {
    const look = await visit(app)
    await look.page.route('**/admin/operations?*', route => {
      const status = statuses.shift()
      return status ? route.fulfill({ status, json: { error: 'no', message: 'Non.' } }) : route.continue()
    })
    await atTheDesk(look, email, `/moderation?item=${item}`)
    return look.page
  }
  const first = await openedWith(id)
  await first.locator('#item-title').getByText('Lue une fois').waitFor()
  await first.keyboard.press('p')
  await eventually(async () => (await statusOf(id)) === 'published', 'it is published')

  const away = await openedWith(next, 503, 503)
  await away.getByRole('button', { name: 'Annuler la décision sur « Lue une fois »' }).waitFor()
  const refused = await openedWith(next, 400)
  await refused.getByText(/^Vos décisions d’avant n’ont pas pu être lues/).waitFor()
})

test('a submitted text is shown as text: no script, no foreign picture, no javascript: link', {
  skip,
}, async () => {
  const { app, ids, email } = opened()
  const look = await visit(app)
  await atTheDesk(look, email, `/moderation?item=${ids[6]}`)
  const article = look.page.locator('article')
  await article.getByText('](javascript:alert(1)) [x').waitFor()
  await becomes(() => article.locator('script, img').count(), 0)
  const links = await article.locator('a').evaluateAll(all => all.map(a => (a as HTMLAnchorElement).href))
  assert.ok(links.length >= 2)
  for (const link of links) assert.match(link, /^https:/)
  await becomes(() => article.locator('table tbody tr').count(), 1)
  assert.deepEqual(look.faults, [])
})

test('a double click decides once: its second click neither decides the next item nor answers a dialog', {
  skip,
}, async () => {
  const { app, email, waiting, statusOf } = opened()
  const key = 'deuxclics'
  const all = await make.several(5, at => waiting(`${key} ${at}`))
  const look = await visit(app, { width: 390, touch: true })
  const { page } = look
  await enter(look, email, `/moderation?q=${key}&tri=anciennes`)
  const title = page.locator('#item-title')
  await page.getByRole('link', { name: `${key} 0` }).dblclick()
  await title.getByText(`${key} 0`).waitFor()
  await page.getByRole('button', { name: 'Publier' }).dblclick()
  await title.getByText(`${key} 1`).waitFor()
  await page.getByText(`« ${key} 0 » est publiée.`).waitFor()
  // The button of the next item is at the same place.
  await page.getByRole('button', { name: 'Refuser…' }).dblclick()
  await page.getByLabel('Hors sujet').dblclick()
  await page.getByRole('dialog').getByRole('button', { name: 'Refuser', exact: true }).dblclick()
  await title.getByText(`${key} 2`).waitFor()
  await page.getByText(`« ${key} 1 » est refusée.`).waitFor()
  await eventually(async () => (await statusOf(all[1])) === 'rejected', 'what was meant is rejected')
  await becomes(() => page.getByRole('dialog').count(), 0)
  await becomes(
    () => Promise.all(all.map(statusOf)),
    ['published', 'rejected', 'pending', 'pending', 'pending'],
  )
  // The buttons to the neighbours accept quick presses.
  await page.getByRole('button', { name: /^Précédent dans/ }).dblclick()
  await title.getByText(`${key} 0`).waitFor()

  // Touch: browsers may report a click count of one each time.
  await page.evaluate(() => {
    const once = Object.getOwnPropertyDescriptor(UIEvent.prototype, 'detail')?.get
    Object.defineProperty(UIEvent.prototype, 'detail', {
      get() {
        return Math.min(once?.call(this), 1)
      },
    })
  })
  const tapTwice = async (name: string | RegExp) => {
    const { x, y, width, height } = (await page.getByRole('button', { name }).boundingBox()) ?? assert.fail()
    const tap = () => page.touchscreen.tap(x + width / 2, y + height / 2)
    await Promise.all([tap(), tap()])
  }
  await tapTwice(/^Suivant dans/)
  await title.getByText(`${key} 2`).waitFor()
  await tapTwice('Publier')
  await page.getByText(`« ${key} 2 » est publiée.`).waitFor()
  await title.getByText(`${key} 3`).waitFor()
  assert.equal(await statusOf(all[3]), 'pending')
  // A mouse click with a count of one is a click, however soon it comes.
  await page.getByRole('button', { name: 'Publier' }).click()
  await page.getByText(`« ${key} 3 » est publiée.`).waitFor()
  await title.getByText(`${key} 4`).waitFor()
  assert.equal(await statusOf(all[4]), 'pending')
  assert.deepEqual(look.faults, [])
  await look.context.close()
})

test('the session ends during a refusal: the password is asked for over the page, and no input is lost', {
  skip,
}, async () => {
  const { app, ids, email, statusOf } = opened()
  const look = await visit(app)
  const { page } = look
  await atTheDesk(look, email, `/moderation?item=${ids[8]}`)
  await page.locator('#item-title').waitFor()
  await page.keyboard.press('r')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('6')
  await page.getByLabel('Message à l’auteur').fill('Déjà dans le bulletin.')
  await page.getByRole('dialog').getByRole('button', { name: 'Ne pas refuser' }).waitFor()
  await app.owner.query('delete from auth_sessions')
  await page.evaluate(() => {
    const tabs = new BroadcastChannel('parvis-session')
    tabs.postMessage('signed-out')
  })
  await page.getByRole('heading', { name: 'Votre session a pris fin' }).waitFor()
  await look.assertAccessible('the session that ended')
  const again = page.getByRole('dialog').last()
  await again.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD)
  await again.getByRole('button', { name: 'Se connecter' }).click()
  await page.getByRole('heading', { name: 'Votre session a pris fin' }).waitFor({ state: 'detached' })
  await becomes(() => page.getByLabel('Message à l’auteur').inputValue(), 'Déjà dans le bulletin.')
  await page.keyboard.press('Control+Enter')
  await eventually(async () => (await statusOf(ids[8])) === 'rejected', 'the rejection is sent')
})

for (const [width, themes] of [
  [1280, ['dark']],
  [390, ['light', 'dark']],
] as const)
  test(`at ${width} px, ${themes.join(' and ')}: list, item, menu, filters and account without a fault`, {
    skip,
  }, async () => {
    const { app, email } = opened()
    const look = await visit(app, { width })
    const { page } = look
    const assertAccessible = async (where: string) => {
      for (const theme of themes) {
        await page.emulateMedia({ colorScheme: theme })
        await look.assertAccessible(`${where}, ${theme}`)
      }
    }
    await atTheDesk(look, email)
    await page.locator('ol a').first().waitFor()
    await assertAccessible('the list')
    await page.locator('ol a').nth(1).click()
    await page.getByRole('button', { name: 'Autres actions' }).click()
    await assertAccessible('the menu')
    await page.keyboard.press('Escape')
    await becomes(
      async () => (await page.evaluate(() => document.documentElement.scrollWidth)) <= width,
      true,
      'nothing is wider than the screen',
    )
    await page.goto('/moderation?q=introuvable')
    await page.getByText(/^Rien pour «/).waitFor()
    await assertAccessible('nothing found')
    await page.getByRole('button', { name: 'Filtrer' }).click()
    await assertAccessible('the filters')
    await follow(page, '/compte')
    await page.getByRole('heading', { name: 'Second facteur' }).waitFor()
    await assertAccessible('the account')
    await follow(page, '/')
    await page.getByText('publications attendent').waitFor()
    await assertAccessible('home')
    assert.deepEqual(look.faults, [])
  })

test('a published item is hidden from citizens and shown again, and the decision stays', {
  skip,
}, async () => {
  const { app, ids, email } = opened()
  const id = ids[8] ?? ''
  await app.owner.query(
    `update publications set moderation_status = 'published', valide = true, publie_le = now() where id = $1`,
    [id],
  )
  const isSeen = async () => (await app.anyone.get(`/publications/${id}`)).status === 200
  const look = await visit(app)
  const { page } = look
  await atTheDesk(look, email, `/moderation?onglet=publiees&item=${id}`)
  await page.getByRole('button', { name: 'Autres actions' }).click()
  await page.getByRole('button', { name: 'Cacher aux habitants' }).click()
  await eventually(async () => !(await isSeen()), 'nobody sees it')
  await page.getByText('Retenue').first().waitFor()
  await page.keyboard.press('u')
  await eventually(isSeen, 'everybody sees it again')
  assert.deepEqual(look.faults, [])
  await look.context.close()
})

test('the next page comes late: a moderator who opened another screen stays there', {
  skip,
}, async () => {
  const { app, email, statusOf } = opened()
  const { rows } = await app.owner.query(
    `update publications set title = 'Tardive', moderation_status = 'pending', valide = false, publie_le = null
     where id = (select id from publications where deleted_at is null limit 1) returning id`,
  )
  const look = await visit(app)
  const { page, faults } = look
  await atTheDesk(look, email, '/moderation?q=Tardive')
  await page.locator('#item-title').getByText('Tardive').waitFor()
  const [asked, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const LIST = /\/admin\/publications\?/
  await page.route(LIST, async route => {
    asked.resolve()
    await late.promise
    await route.continue().catch(() => {})
  })
  await page.keyboard.press('p')
  await asked.promise
  await becomes(() => statusOf(rows[0].id), 'published')
  // Shortcuts pressed meanwhile are meant for the next page.
  await page.keyboard.press('Delete')
  await page.getByText('cette touche n’a rien fait').waitFor()
  await becomes(() => page.getByText('est dans la corbeille').count(), 0)
  // The request was cancelled, or it ends.
  const isList = (request: Request) => LIST.test(request.url())
  const ended = [page.waitForEvent('requestfailed', isList), page.waitForEvent('requestfinished', isList)]
  await page.getByRole('link', { name: 'Accueil' }).first().click()
  late.resolve()
  await Promise.any(ended)
  // Waits two frames for the result.
  await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
  assert.equal(new URL(page.url()).pathname, '/')
  await page.getByRole('heading', { level: 1 }).waitFor()
  assert.deepEqual(faults, [])
})

test('the items after a page are there before its end: keys at the edge act on what is shown, without a wait', {
  skip,
}, async () => {
  const { app, email, waiting, statusOf } = opened()
  const name = (at: number) => `Suivante ${100 + at}`
  const ids: string[] = []
  for (let at = 0; at < PER_PAGE + 4; at++) {
    const id = await waiting(name(at))
    ids.push(id)
    const age = `update publications set created_at = now() - $2::int * interval '1 minute' where id = $1`
    await app.owner.query(age, [id, at])
  }
  const isDeleted = async (id = '') =>
    (await app.owner.query('select deleted_at from publications where id = $1', [id])).rows[0].deleted_at !==
    null
  const look = await visit(app)
  const { page } = look
  await atTheDesk(look, email, '/moderation?q=Suivante&tri=recentes')
  const title = page.locator('#item-title')
  await title.getByText(name(0)).waitFor()
  // The list itself; others count what has arrived.
  const isList = (url: string) =>
    new URL(url).pathname.endsWith('/admin/publications') &&
    new URL(url).searchParams.get('per_page') === `${PER_PAGE}`
  const [begun, answered] = [new Set<Request>(), new Set<Request>()]
  page.on('request', request => isList(request.url()) && begun.add(request))
  page.on('requestfinished', request => begun.has(request) && answered.add(request))
  for (let at = 0; at < PER_PAGE; at++) {
    if (at === PER_PAGE - 3) {
      await becomes(
        async () => [begun.size, answered.size].join(),
        '1,1',
        'what comes after the page is here',
      )
      // From here on no list is answered any more.
      await page.route(
        url => isList(url.href),
        () => {},
      )
    }
    await title.getByText(name(at)).waitFor()
    await page.keyboard.press('p')
  }
  await title.getByText(name(PER_PAGE)).waitFor()
  await page.keyboard.press('Delete')
  await becomes(() => isDeleted(ids[PER_PAGE]), true)
  for (const id of ids.slice(0, PER_PAGE)) await becomes(() => statusOf(id), 'published')
  for (const id of ids.slice(PER_PAGE + 1))
    assert.deepEqual([await statusOf(id), await isDeleted(id)], ['pending', false])
  assert.deepEqual(look.faults, [])
})

test('the picture of an image link is shown once the service has fetched it', {
  skip,
}, async () => {
  const { app, email, waiting, affiche, fetchFiles } = opened()
  const id = await waiting('Avec une affiche', { image_url: affiche })
  const look = await visit(app)
  await atTheDesk(look, email, `/moderation?item=${id}`)
  await look.page.getByText('L’image n’est pas encore arrivée').waitFor()
  await fetchFiles()
  await look.page.locator('article figure img').waitFor({ state: 'attached' })
  // The test service does not know its port: its pictures have port 0.
  assert.deepEqual(
    look.faults.filter(fault => !fault.includes('127.0.0.1:0')),
    [],
  )
})
