import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { account, enter } from '../../../test/browser/people.ts'
import { follow, skip, startBackoffice, visit } from '../../../test/browser/visit.ts'
import { becomes, eventually } from '../../../test/eventually.ts'
import * as make from '../../../test/factories.ts'

/** A town whose administrator meets every kind of dialog, and whose member has drafts. */
async function openWorld() {
  const app = await startBackoffice()
  const commune = await make.commune(app, { nom: 'Saint-Benoît-sur-Loire' })
  const acteur = await make.acteur(app, commune, { nom: 'Les Amis du marché' })
  for (const nom of ['Judo-club', 'Comité des fêtes']) {
    const acteur_id = await make.acteur(app, commune, { nom, email: 'contact@judo.example' })
    const body = { acteur_id, message: 'Je suis la trésorière.', nom: 'Zoé', email: 'zoe@judo.example' }
    await app.anyone.post('/claims', body)
  }
  for (const title of ['Marché de Noël', 'Vide-greniers', 'Collecte de sang'])
    await make.publication(app, acteur, commune, {
      title,
      moderation_status: 'pending',
      valide: false,
      publie_le: null,
    })
  await app.anyone.post('/messages', {
    subject: 'Horaires de la déchetterie',
    body: 'Bonjour, est-elle ouverte lundi ?',
    nom: 'Jean',
    email: 'jean@example.org',
  })
  const { rows } = await app.owner.query(
    `insert into import_sources (nom, kind, url, acteur_id, moderation, enabled, schedule, max_items)
     values ('Agenda', 'ical', 'https://agenda.example.org/a.ics', $1, 'auto', false, 'daily', 100) returning id`,
    [acteur],
  )
  const member = await account(app, 'zoe@example.org')
  const known = await app.owner.query('select id from users where email = $1', [member])
  await make.member(app, acteur, { id: known.rows[0].id, email: member, subject: '', token: '' })
  return {
    app,
    acteur,
    member,
    source: rows[0].id as string,
    admin: await account(app, 'maelle@example.org', 'admin'),
  }
}
const world = skip ? undefined : openWorld()
const opened = async () => (await world) ?? assert.fail('there is a browser')

const isFocused = (opener: Locator) => opener.evaluate(node => node === document.activeElement)
const focused = (page: Page) =>
  page.evaluate(() => {
    const node = document.activeElement
    return `${node?.tagName} ${node?.getAttribute('aria-label') ?? node?.textContent?.slice(0, 60)}`
  })

/** The cancel button (“Ne pas …”): the first one below the question. */
const wayOut = (dialog: Locator) => dialog.locator('form > div').last().getByRole('button').first()

/** The control that opens a dialog by `key`, or by Enter, and gets the focus back. */
interface Way {
  readonly path: string
  readonly from: string | RegExp
  readonly key?: string
  /** A menu entry: the button of the menu gets the focus back. */
  readonly entry?: string
  /** Only Escape closes it. */
  readonly hasNoWayOut?: true
}

const waysOf = (acteur: string, source: string): readonly Way[] => [
  { path: '/moderation', from: 'Raccourcis', hasNoWayOut: true },
  { path: '/moderation', from: /^Refuser/, key: 'Control+k', hasNoWayOut: true },
  { path: '/moderation', from: 'Filtrer' },
  { path: '/moderation', from: /^Refuser/ },
  { path: '/moderation', from: /^Refuser/, key: 'r' },
  { path: '/moderation', from: /^Programmer/ },
  { path: '/moderation', from: 'Autres actions', entry: 'Corriger' },
  { path: '/moderation', from: 'Vues', entry: 'Enregistrer cette vue' },
  { path: '/demandes', from: /^Accepter/ },
  { path: '/demandes', from: /^Refuser/ },
  { path: '/demandes', from: /^Poser une question/ },
  { path: '/messages', from: 'Autres actions', entry: 'Réunir' },
  { path: '/messages', from: 'Autres actions', entry: 'Réponses' },
  { path: '/acteurs', from: /^Créer un acteur/ },
  { path: `/acteurs/${acteur}?onglet=membres`, from: /^Ajouter/ },
  { path: '/communes', from: /^Créer/ },
  { path: '/utilisateurs', from: /^Inviter/ },
  { path: '/journal', from: 'Filtrer' },
  { path: '/compte', from: 'Activer' },
  { path: `/imports/${source}`, from: /^Supprimer/ },
]

test('every dialog returns the focus to its opener, after Escape and after its cancel button', {
  skip,
}, async () => {
  const { app, admin, acteur, source } = await opened()
  const look = await visit(app)
  const { page } = look
  const lost: string[] = []
  await enter(look, admin)
  let shown = ''
  for (const { path, from, key, entry, hasNoWayOut } of waysOf(acteur, source)) {
    if (path !== shown) await follow(page, path)
    shown = path
    const opener = page.getByRole('button', { name: from }).first()
    await opener.waitFor()
    const dialog = page.getByRole('dialog')
    for (const way of hasNoWayOut ? (['Escape'] as const) : (['Escape', 'its way out'] as const)) {
      await opener.focus()
      await page.keyboard.press(key ?? 'Enter')
      if (entry) await page.locator(':popover-open').getByText(entry).click()
      await dialog.waitFor()
      if (way === 'Escape') await page.keyboard.press('Escape')
      else await wayOut(dialog).click()
      await dialog.waitFor({ state: 'detached' })
      const isBack = await eventually(() => isFocused(opener), 'the focus is back', 30_000).catch(() => false)
      if (!isBack) lost.push(`${path}, ${key ?? from} ${entry ?? ''}, ${way}: ${await focused(page)}`)
    }
  }
  assert.deepEqual(lost, [])
  assert.deepEqual(look.faults, [])
})

test('when the confirmed action removes the row, the next row has the focus, and the heading once none is left', {
  skip,
}, async () => {
  const { app, member, acteur } = await opened()
  const look = await visit(app)
  const { page } = look
  for (const title of ['Brocante', 'Loto', 'Fête de la musique'])
    await app.owner.query(
      `insert into publication_drafts (user_id, acteur_id, content)
       select id, $2, jsonb_build_object('title', $3::text) from users where email = $1`,
      [member, acteur, title],
    )
  await enter(look, member, '/espace/publications?etat=brouillons')
  const rows = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Jeter le brouillon' })
  const drop = async (at: number, left: number) => {
    await rows
      .nth(at)
      .getByRole('button', { name: /^Jeter/ })
      .focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Jeter', exact: true }).click()
    await eventually(async () => (await rows.count()) === left, `${left} rows`)
  }
  const holdsFocus = (place: Locator) => place.evaluate(node => node.contains(document.activeElement))
  await rows.nth(2).waitFor()
  const last = await rows.nth(2).getByRole('heading').innerText()
  await drop(1, 2)
  await eventually(() => holdsFocus(rows.nth(1)), 'the row in its place')
  await becomes(() => rows.nth(1).getByRole('heading').innerText(), last)
  await drop(1, 1)
  await eventually(() => holdsFocus(rows.nth(0)), 'the row before it, since it was the last')
  await drop(0, 0)
  await eventually(async () => /^H[12] /.test(await focused(page)), 'a heading')
  assert.deepEqual(look.faults, [])
})

test('a form within a page returns the focus to what opened it; Escape keeps its input, Ctrl + Enter saves', {
  skip,
}, async () => {
  const { app, admin, acteur } = await opened()
  const look = await visit(app)
  const { page } = look
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const hasFocus = (place: Locator, what: string) => eventually(() => isFocused(place), what)
  await enter(look, admin, '/moderation')
  await page.goto('/moderation')
  await page.locator('#item-title').waitFor()
  assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'BODY')
  await page.keyboard.press('r')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await hasFocus(page.locator('main h1'), 'no part of the navigation, right after a load')

  await follow(page, `/acteurs/${acteur}`)
  const [write, note] = [button('Écrire une note'), page.getByLabel('Votre note pour l’équipe')]
  await write.click()
  await note.fill('Rappeler lundi.')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Note gardée.').waitFor()
  await hasFocus(write, 'the note is kept')
  await page.keyboard.press('Enter')
  await note.fill('Demander')
  await page.keyboard.press('Escape')
  await hasFocus(write, 'the note is put off')
  await page.keyboard.press('Enter')
  await page.getByText('Vous aviez commencé ici').waitFor()
  assert.equal(await note.inputValue(), 'Demander')
  await button('Abandonner mes changements').click()
  await hasFocus(note, 'the input is dropped, the form stays')
  await button('Ne rien noter').click()
  await hasFocus(write, 'nothing is noted')

  await follow(page, '/reglages?onglet=mots')
  await button('Ajouter une liste').click()
  await page.getByRole('textbox', { name: 'Badge' }).fill('Alcool')
  await page.getByRole('textbox', { name: /^Mots/ }).fill('vin')
  await button('Enregistrer').click()
  await hasFocus(button('Ajouter une liste'), 'a list is added')
  await button('Modifier « Alcool »').click()
  await page.getByRole('textbox', { name: /^Mots/ }).fill('vin\nbière')
  await page.keyboard.press('Control+Enter')
  await hasFocus(button('Modifier « Alcool »'), 'a list is changed')
  await page.getByRole('link', { name: 'Mots de refus' }).click()
  await button('Ajouter').click()
  await page.getByRole('textbox', { name: 'Phrase' }).waitFor()
  await page.keyboard.press('Escape')
  await hasFocus(button('Ajouter'), 'no text is added')
  assert.deepEqual(look.faults, [])
})
