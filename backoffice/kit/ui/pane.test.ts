// In one browser: what is kept of a broken part is about React; each engine loads it alike.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { account, enter } from '../../../test/browser/people.ts'
import { follow, pressUntil, skip, startBackoffice, type Visit, visit } from '../../../test/browser/visit.ts'
import { becomes, eventually } from '../../../test/eventually.ts'
import * as make from '../../../test/factories.ts'

const lines: string[] = []

async function openWorld() {
  const app = await startBackoffice({ log: line => lines.push(line) })
  const commune = await make.commune(app)
  const acteur = await make.acteur(app, commune)
  const ids: string[] = []
  for (const title of ['Vide-greniers', 'Loto', 'Brocante'])
    ids.push(
      await make.publication(app, acteur, commune, {
        title,
        moderation_status: 'pending',
        valide: false,
        publie_le: null,
      }),
    )
  for (const subject of ['Déchetterie', 'Cantine'])
    await app.anyone.post('/messages', { subject, body: 'Bonjour', nom: 'Jean', email: 'jean@example.org' })
  return { app, ids, email: await account(app, 'maelle@example.org', 'admin') }
}
const world = skip ? undefined : openWorld()
const opened = async () => (await world) ?? assert.fail('there is a browser')

/** React and the browser log the errors that these tests cause. */
const unexpected = ({ faults }: Visit) =>
  faults.filter(fault => !/^wrote (\w*Error|%o|.*error boundary)|Failed to load resource/.test(fault))

/** Changes the answers of `path` so that the component that shows them throws. */
const breaking = (page: Page, path: string | RegExp, change: (json: never) => unknown) =>
  page.route(path, async route => {
    const response = await route.fetch()
    await route.fulfill({ response, json: change((await response.json()) as never) })
  })

const broken = (page: Page, part: string) => page.locator(`[data-broken=${part}]`)
const reference = async (page: Page, part: string) => {
  const shown = await broken(page, part).getByText('Référence à donner').textContent()
  return /[0-9a-f-]{36}/.exec(shown ?? '')?.[0] ?? assert.fail(`${shown} holds a reference`)
}
const toldOf = (reference: string) =>
  eventually(async () => {
    const line = lines.find(line => line.includes(reference) && line.includes('crashed'))
    return line === undefined
      ? undefined
      : (JSON.parse(line) as { part: string; screen: string; frames: string[]; error: string })
  }, `the log knows ${reference}`)

test('a side pane that crashes shows the reference of the log, and the rest of the desk goes on', {
  skip,
}, async () => {
  const { app, ids, email } = await opened()
  const look = await visit(app)
  const { page } = look
  await enter(look, email)
  await breaking(page, '**/publications/*/history*', () => ({ data: 'Vide-greniers', meta: {} }))
  await follow(page, '/moderation')
  await broken(page, 'history').getByText('Historique').waitFor()
  const told = await reference(page, 'history')
  const { part, screen, frames, error } = await toldOf(told)
  assert.deepEqual([part, screen, error], ['history', '/moderation', 'TypeError'])
  assert.ok(frames.length > 0)
  for (const frame of frames) assert.match(frame, /^assets\/[\w.-]+\.js:\d+:\d+$/)
  await look.assertAccessible('a pane that failed')

  const title = page.locator('#item-title')
  const first = (await title.textContent()) ?? ''
  await page.keyboard.press('p')
  await page.getByText(`« ${first} » est publiée.`).waitFor()
  await eventually(async () => {
    for (const id of ids) if ((await make.row(app, id)).moderation_status === 'published') return true
    return false
  }, 'it is decided beside the broken pane')
  await eventually(
    async () => (await reference(page, 'history')) !== told,
    'the history of the next item is broken too',
  )

  await page.unroute('**/publications/*/history*')
  await broken(page, 'history').getByRole('button', { name: 'Réessayer' }).click()
  await broken(page, 'history').waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: 'Historique' }).waitFor()
  await becomes(() => page.evaluate(() => document.activeElement !== document.body), true)
  assert.deepEqual(unexpected(look), [])
  await look.context.close()
})

test('an item that crashes cannot be decided; the list and the next item go on', {
  skip,
}, async () => {
  const { app, ids, email } = await opened()
  await app.owner.query(
    `update publications set moderation_status = 'pending', valide = false, publie_le = null`,
  )
  const look = await visit(app)
  const { page } = look
  await enter(look, email)
  await breaking(
    page,
    /\/admin\/publications\?/,
    ({ data, ...rest }: { data: { title: string; body: unknown }[] }) => ({
      ...rest,
      data: data.map((one, at) => (at === 0 ? { ...one, body: 5 } : one)),
    }),
  )
  await follow(page, '/moderation')
  await broken(page, 'item').getByText('cette partie ne peut pas s’afficher').waitFor()
  await toldOf(await reference(page, 'item'))
  await becomes(() => page.locator('main ol a').count(), 3)
  await page.keyboard.press('p')
  await page.keyboard.press('r')
  await becomes(() => page.getByRole('dialog').count(), 0)
  await broken(page, 'item').getByRole('button', { name: 'Suivant dans la liste' }).click()
  await page.locator('#item-title').waitFor()
  await becomes(() => broken(page, 'item').count(), 0)
  for (const id of ids) assert.equal((await make.row(app, id)).moderation_status, 'pending')
  await page.keyboard.press('p')
  await page.getByText('est publiée.').waitFor()
  assert.deepEqual(unexpected(look), [])
  await look.context.close()
})

test('a list that crashes leaves the item; a tab and a section leave the rest of the screen', {
  skip,
}, async () => {
  const { app, email } = await opened()
  const look = await visit(app)
  const { page } = look
  await enter(look, email)
  await breaking(page, /\/admin\/messages\/threads\?/, ({ data, ...rest }: { data: object[] }) => ({
    ...rest,
    data: [...data, { id: 'x' }],
  }))
  await follow(page, '/messages')
  await broken(page, 'list').getByText('Liste').waitFor()
  await page.getByRole('heading', { level: 1, name: 'Messages' }).waitFor()
  await becomes(
    async () => (await page.locator('#item-title').textContent()) ?? '',
    /^(Déchetterie|Cantine)$/,
  )
  await toldOf(await reference(page, 'list'))

  await breaking(page, /\/admin\/failed-jobs/, () => ({ data: null, meta: {} }))
  await follow(page, '/reglages?onglet=travaux')
  await page.getByText('cette partie ne peut pas s’afficher').waitFor()
  await page.getByRole('link', { name: /^Santé/ }).click()
  await page.getByText('cette partie ne peut pas s’afficher').waitFor({ state: 'detached' })
  await page.locator('main h2').first().waitFor()
  assert.deepEqual(unexpected(look), [])
  await look.context.close()
})

test('a dialog whose code cannot be loaded is closed, and the screen goes on', { skip }, async () => {
  const { app, email } = await opened()
  const look = await visit(app)
  const { page } = look
  await enter(look, email)
  await page.route('**/assets/create-*.js', route => route.abort())
  await follow(page, '/acteurs')
  await page.getByRole('button', { name: 'Créer un acteur' }).click()
  await page.getByRole('dialog').getByText('cette partie ne peut pas s’afficher').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.locator('main table a').first().click()
  await page.getByRole('heading', { name: 'Identité' }).waitFor()
  await look.context.close()
})

test('a screen that crashes shows the reference, or says that the report could not be sent', {
  skip,
}, async () => {
  const { app, email } = await opened()
  const look = await visit(app)
  const { page } = look
  await enter(look, email)
  const failed = page.getByRole('heading', { level: 1, name: 'La page ne peut pas s’afficher.' })
  await page.route('**/assets/journal-*.js', route => route.abort())
  await pressUntil(page, ['g', 'j'], wait => failed.waitFor(wait))
  const shown = await page.getByText('Référence à donner').textContent()
  await toldOf(/[0-9a-f-]{36}/.exec(shown ?? '')?.[0] ?? '')

  await page.route('**/api/v1/crashes', route => route.abort())
  await page.reload()
  await page.getByText('Le service n’a pas pu être prévenu').waitFor()
  await becomes(() => page.getByText('Référence à donner').count(), 0)
  await look.assertAccessible('a crash that could not be told')

  // Before the sign-in is known: the service fails, and no screen is shown yet.
  const early = await visit(app)
  await early.page.route('**/auth/get-session', route =>
    route.fulfill({
      status: 503,
      json: { error: 'internal', message: 'Le service a échoué.', request_id: 'r-early', details: [] },
    }),
  )
  await early.page.goto('/')
  await early.page.getByText('r-early').waitFor()
  await early.page.unroute('**/auth/get-session')
  await early.page.addInitScript(() => {
    URLSearchParams.prototype.has = () => {
      throw new TypeError('no sign-in page either')
    }
  })
  await early.page.goto('/connexion')
  await toldOf(await reference(early.page, 'app'))
})
