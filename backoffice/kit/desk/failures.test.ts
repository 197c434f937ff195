// In one browser: how failures are counted and tried again is about the cache of the page.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { account, enter } from '../../../test/browser/people.ts'
import { follow, skip, startBackoffice, visit } from '../../../test/browser/visit.ts'
import { becomes, eventually } from '../../../test/eventually.ts'
import * as make from '../../../test/factories.ts'

const TITLES = ['Vide-greniers', 'Marché de Noël', 'Collecte de sang', 'Loto', 'Brocante', 'Judo']

async function openWorld() {
  const app = await startBackoffice()
  const commune = await make.commune(app)
  const acteur = await make.acteur(app, commune)
  const ids = await make.several(TITLES.length, at =>
    make.publication(app, acteur, commune, {
      title: TITLES[at],
      moderation_status: 'pending',
      valide: false,
      publie_le: null,
      created_at: new Date(Date.UTC(2026, 10, 20, 9, 60 - at)),
    }),
  )
  const claim = {
    acteur_id: acteur,
    message: 'Je suis la trésorière.',
    nom: 'Zoé',
    email: 'zoe@judo.example',
  }
  await app.anyone.post('/claims', claim)
  await app.anyone.post('/messages', {
    subject: 'Déchetterie',
    body: 'Ouverte ?',
    nom: 'J',
    email: 'j@example.org',
  })
  return {
    app,
    ids,
    email: await account(app, 'maelle@example.org', 'admin'),
    stateOf: async (table: string) =>
      (await app.owner.query(`select * from ${table} order by id`)).rows.map(
        ({ moderation_status, status }) => (moderation_status ?? status) as string,
      ),
  }
}

/** Retried only once `afterTheWait` says so: a slow machine needs long to look at what failed. */
const WAIT_S = 90
const afterTheWait = ({ clock }: Page) => clock.fastForward(WAIT_S * 1_000)

/** The service is overloaded for the first `times` requests, except reads; answers how many were refused. */
async function overload(page: Page, path: string, times: number, seconds = WAIT_S) {
  const refused = { count: 0 }
  await page.route(path, route => {
    if (refused.count >= times || route.request().method() === 'GET') return route.fallback()
    refused.count += 1
    return route.fulfill({
      status: 503,
      headers: { 'Retry-After': `${seconds}` },
      json: { error: 'overloaded', message: 'Trop de demandes.', request_id: 'r-1', details: [] },
    })
  })
  return refused
}

const failed = (page: Page) => page.getByRole('region', { name: 'Ce qui n’a pas abouti' })

test('failed decisions are counted and named, stay listed after a later success, and are retried together', {
  skip,
}, async () => {
  const { app, email, stateOf } = await openWorld()
  const look = await visit(app)
  const { page, context } = look
  const title = page.locator('#item-title')
  await enter(look, email, '/moderation?tri=recentes')
  await title.getByText(TITLES[0] ?? '').waitFor()
  await context.setOffline(true)
  for (const next of TITLES.slice(1, 5)) {
    await page.keyboard.press('p')
    await title.getByText(next).waitFor()
  }
  await page.getByText('4 actions n’ont pas abouti.').waitFor()
  for (const name of TITLES.slice(0, 4)) await failed(page).getByText(name).waitFor()
  await look.assertAccessible('what failed')

  await context.setOffline(false)
  await page.keyboard.press('p')
  await page.getByText(`« ${TITLES[4]} » est publiée.`).waitFor()
  await eventually(async () => (await stateOf('publications'))[4] === 'published', 'the fifth is published')
  await becomes(() => page.getByText('4 actions n’ont pas abouti.').count(), 1)

  await failed(page).getByRole('button', { name: 'Réessayer', exact: true }).click()
  await failed(page).waitFor({ state: 'detached' })
  await becomes(() => page.evaluate(() => document.activeElement?.id), 'item-title')
  await eventually(
    async () => (await stateOf('publications')).filter(state => state === 'published').length === 5,
    'all of them are published',
  )
  // Decided otherwise, a failed decision is not sent any more.
  await page.route('**/moderate', route => route.abort(), { times: 1 })
  await page.keyboard.press('p')
  await page.getByText('1 action n’a pas abouti.').waitFor()
  await page.keyboard.press('Delete')
  await failed(page).waitFor({ state: 'detached' })
  const faults = look.faults.filter(fault => !/ERR_INTERNET_DISCONNECTED|ERR_FAILED/.test(fault))
  assert.deepEqual(faults, [])
})

test('a decision is retried after Retry-After with a countdown, three times at most', {
  skip,
}, async () => {
  const { app, email, stateOf } = await openWorld()
  const look = await visit(app)
  const { page } = look
  await page.clock.install()
  await enter(look, email, '/moderation?tri=recentes')
  const title = page.locator('#item-title')
  await title.getByText(TITLES[0] ?? '').waitFor()
  await overload(page, '**/moderate', 2)
  await page.keyboard.press('p')
  await title.getByText(TITLES[1] ?? '').waitFor()
  await page.keyboard.press('p')
  await title.getByText(TITLES[2] ?? '').waitFor()
  await page.getByText('2 actions n’ont pas abouti.').waitFor()
  await page.getByText(/^Nouvel essai dans\s\d+\ss$/).waitFor()
  await afterTheWait(page)
  await failed(page).waitFor({ state: 'detached' })
  await eventually(
    async () => (await stateOf('publications')).slice(0, 2).every(state => state === 'published'),
    'both are published without a key',
  )

  const refused = await overload(page, '**/moderate', 99, 2)
  await page.keyboard.press('p')
  await eventually(async () => refused.count === 4, 'sent, and three times again')
  await failed(page).waitFor()
  await page.getByText(/^Nouvel essai/).waitFor({ state: 'detached' })
  await failed(page).getByText('Le service ne répond pas.').waitFor()
  await becomes(() => failed(page).getByRole('button', { name: 'Réessayer', exact: true }).count(), 1)
  await failed(page).getByRole('button', { name: 'Ne pas réessayer' }).click()
  await failed(page).waitFor({ state: 'detached' })
  assert.equal((await stateOf('publications'))[2], 'pending')
  assert.deepEqual(look.faults, [])
})

test('the desks of claims and messages list and retry failures alike', { skip }, async () => {
  const { app, email, stateOf } = await openWorld()
  const look = await visit(app)
  const { page } = look
  await page.clock.install()
  await enter(look, email, '/demandes')
  await page.locator('#item-title').waitFor()
  await overload(page, '**/api/v1/admin/claims/*', 1)
  await page.keyboard.press('a')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Accepter/, disabled: false })
    .waitFor()
  await page.keyboard.press('Control+Enter')
  await page.getByText('1 action n’a pas abouti.').waitFor()
  await afterTheWait(page)
  await failed(page).waitFor({ state: 'detached' })
  await eventually(async () => (await stateOf('claims'))[0] === 'approved', 'the claim is approved')

  await follow(page, '/messages')
  await page.locator('#item-title').getByText('Déchetterie').waitFor()
  await overload(page, '**/threads/*/close', 1)
  await page.keyboard.press('c')
  await page.getByText('1 action n’a pas abouti.').waitFor()
  await failed(page).getByText('Déchetterie').waitFor()
  await afterTheWait(page)
  await failed(page).waitFor({ state: 'detached' })
  await eventually(async () => (await stateOf('support_threads'))[0] === 'closed', 'it is closed')
  await page.keyboard.press('c')
  await page
    .getByText(/rouverte/i)
    .first()
    .waitFor()

  // The field holds another text by then: the first one is not sent.
  await overload(page, '**/threads/*/reply', 1)
  await page.keyboard.press('r')
  await page.locator('textarea').fill('Oui, lundi.')
  await page.keyboard.press('Control+Enter')
  await page.getByText('1 action n’a pas abouti.').waitFor()
  await page.locator('textarea').fill('Oui, lundi et mardi.')
  await afterTheWait(page)
  await failed(page).waitFor({ state: 'detached' })
  const { rows } = await app.owner.query(`select body from support_messages where direction = 'outbound'`)
  assert.deepEqual(rows, [])
  await becomes(() => page.locator('textarea').inputValue(), 'Oui, lundi et mardi.')
  assert.deepEqual(look.faults, [])
})
