import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { enter } from '../../../../test/browser/people.ts'
import { skip, visit } from '../../../../test/browser/visit.ts'
import { becomes } from '../../../../test/eventually.ts'
import { bodyIn, openTown, previewIn } from '../../../test/town-hall.ts'

const service = skip ? undefined : openTown()
const opened = async () => (await service) ?? assert.fail('there is a browser')

/** As a program puts it on the clipboard. */
const paste = (page: Page, data: Readonly<Record<string, string>>) =>
  page.getByLabel('Texte').evaluate((field, data) => {
    const clipboardData = new DataTransfer()
    for (const [type, text] of Object.entries(data)) clipboardData.setData(type, text)
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, data)

test('a clerk writes bold, a list and links without markup, pastes from Word, undoes, reloads, and sends the Markdown', {
  skip,
}, async () => {
  const { app, clerk } = await opened()
  const look = await visit(app)
  const { page } = look
  const field = page.getByRole('textbox', { name: 'Texte' })
  const tool = (name: string) => page.getByRole('toolbar').getByRole('button', { name })
  const dialog = page.getByRole('dialog')
  const drafted = async () =>
    (await app.owner.query(`select content->>'body' as body from publication_drafts`)).rows[0]?.body
  await enter(look, clerk, '/espace/ecrire')
  await page.locator('[contenteditable]').waitFor()
  await page.getByLabel('Titre').fill('Vœux du maire')
  await page.getByText('Texte', { exact: true }).click()
  await becomes(() => field.evaluate(one => one === document.activeElement), true)
  // Typed: bold by its key, a list by a dash.
  await page.keyboard.type('Entrée ')
  await page.keyboard.press('Control+B')
  await becomes(() => tool('Gras').getAttribute('aria-pressed'), 'true')
  await page.keyboard.type('libre')
  await page.keyboard.press('Control+B')
  await page.keyboard.type(' !')
  await page.keyboard.press('Enter')
  await page.keyboard.type('- Galette')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Cidre')
  await becomes(() => field.locator('li').allInnerTexts(), ['Galette', 'Cidre'])
  await becomes(() => tool('Liste').getAttribute('aria-pressed'), 'true')
  await look.assertAccessible('the field of a text')
  await becomes(drafted, 'Entrée **libre** !\n\n- Galette\n- Cidre')
  // Undo and redo.
  await page.keyboard.press('Enter')
  await page.keyboard.type('Thé')
  await page.keyboard.press('Control+z')
  await becomes(() => field.locator('li').allInnerTexts(), ['Galette', 'Cidre'])
  await page.keyboard.press('Control+y')
  await becomes(() => field.locator('li').allInnerTexts(), ['Galette', 'Cidre', 'Thé'])
  // Out of the list, and a link.
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await becomes(() => tool('Liste').getAttribute('aria-pressed'), 'false')
  await page.keyboard.type('Voir ')
  await page.keyboard.press('Control+K')
  await dialog.getByLabel('Mots à afficher').fill('le site')
  await dialog.getByRole('button', { name: 'Mettre le lien' }).click()
  await dialog.getByText('Cette adresse ne va pas').waitFor()
  await look.assertAccessible('the dialog of a link')
  await dialog.getByLabel('Adresse').fill('mairie.fr')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await becomes(() => field.evaluate(one => one === document.activeElement), true)
  await page.keyboard.type(' bientôt')
  const before =
    'Entrée **libre** !\n\n- Galette\n- Cidre\n- Thé\n\nVoir [le site](https://mairie.fr) bientôt'
  await becomes(drafted, before)
  // The link is changed, then taken off by its dialog.
  await field.getByRole('link', { name: 'le site' }).click()
  await tool('Lien').click()
  await becomes(() => dialog.getByLabel('Adresse').inputValue(), 'https://mairie.fr')
  await dialog.getByLabel('Mots à afficher').fill('la page')
  await dialog.getByLabel('Adresse').fill('accueil@mairie.fr')
  await dialog.getByRole('button', { name: 'Enregistrer le lien' }).click()
  await becomes(
    drafted,
    before.replace('[le site](https://mairie.fr)', '[la page](mailto:accueil@mairie.fr)'),
  )
  await field.getByRole('link', { name: 'la page' }).click()
  await page.keyboard.press('Control+K')
  await dialog.getByRole('button', { name: 'Enlever le lien' }).click()
  await becomes(drafted, before.replace('[le site](https://mairie.fr)', 'la page'))
  // Pasted from Word.
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await paste(page, {
    'text/html':
      '<p class=MsoNormal><b>Samedi</b> <span style="color:#c00000">10 h</span></p><p class=MsoNormal>Salle <i>Ronsard</i><img src="file:///C:/a.png" width=90></p><table><tr><td>Lundi</td><td>9 h</td></tr></table>',
    'text/plain': 'Samedi 10 h',
  })
  await page
    .getByText('Collé sans : 1 image, les couleurs, l’italique. Un tableau est devenu des lignes')
    .waitFor()
  const after = `${before.replace('[le site](https://mairie.fr)', 'la page')}\n\n**Samedi** 10 h\n\nSalle Ronsard\n\nLundi – 9 h`
  await becomes(drafted, after)
  await page.keyboard.press('Control+z')
  await becomes(async () => (await field.innerText()).includes('Ronsard'), false)
  await page.keyboard.press('Control+y')
  await becomes(drafted, after)
  // Tab leaves the field, and the preview shows what la place will show.
  await field.focus()
  await page.keyboard.press('Tab')
  await becomes(() => field.evaluate(one => one === document.activeElement), false)
  const shown = await previewIn(page)
  await becomes(() => shown.locator('.text li').allInnerTexts(), ['Galette', 'Cidre', 'Thé'])
  await page.getByText('Brouillon gardé à').waitFor()
  await page.reload()
  await becomes(() => field.locator('b').allInnerTexts(), ['libre', 'Samedi'])
  await page.getByRole('button', { name: 'Publier maintenant' }).click()
  await page.getByText('« Vœux du maire » est en ligne.').waitFor()
  const { rows } = await app.owner.query(`select body from publications where title = 'Vœux du maire'`)
  assert.equal(rows[0].body, after)
  assert.deepEqual(look.faults, [])
})

test('markup that is no subset stays as typed, and other markup becomes what it means when the field is left', {
  skip,
}, async () => {
  const { app, clerk } = await opened()
  const look = await visit(app, { width: 390, dark: true, touch: true })
  const { page } = look
  const field = page.getByRole('textbox', { name: 'Texte' })
  await enter(look, clerk, '/espace/ecrire')
  await page.locator('[contenteditable]').waitFor()
  await page.getByRole('button', { name: 'Publier maintenant' }).click()
  await becomes(() => field.getAttribute('aria-invalid'), 'true')
  await page.getByLabel('Titre').fill('Essai')
  await page.getByRole('button', { name: 'Publier maintenant' }).click()
  await becomes(() => field.evaluate(one => one === document.activeElement), true)
  await page.keyboard.type('# Titre *a* _b_ **gras** [x](https://x.fr)  deux')
  await page.getByLabel('Titre').focus()
  await becomes(() => field.locator('b').allInnerTexts(), ['gras'])
  await becomes(() => field.innerText(), '# Titre *a* _b_ gras x  deux')
  await becomes(
    async () =>
      (
        await app.owner.query(
          `select content->>'body' as body from publication_drafts where content->>'title' = 'Essai'`,
        )
      ).rows[0]?.body,
    '# Titre *a* _b_ **gras** [x](https://x.fr)  deux',
  )
  await look.assertAccessible('the field on a telephone')
  assert.deepEqual(look.faults, [])
})

test('without the editor the text is typed into a plain field', { skip }, async () => {
  const { app, secretary } = await opened()
  const look = await visit(app)
  const { page } = look
  const late = Promise.withResolvers<void>()
  await page.route('**/assets/rich-text*', async route => {
    await late.promise
    await route.abort()
  })
  await enter(look, secretary, '/espace/ecrire')
  await page.getByLabel('Titre').fill('Plan B')
  const plain = page.locator('textarea').first()
  await plain.fill('Entrée **libre**')
  await becomes(() => page.getByRole('toolbar').count(), 1)
  late.resolve()
  await becomes(() => page.getByRole('toolbar').count(), 0)
  await page.getByRole('button', { name: 'Publier maintenant' }).click()
  await page.getByText('« Plan B » est en ligne.').waitFor()
  const { rows } = await app.owner.query(`select body from publications where title = 'Plan B'`)
  assert.equal(rows[0].body, 'Entrée **libre**')
})

test('letters that are typed while the editor replaces the plain field go into the text', {
  skip,
}, async () => {
  const { app, secretary } = await opened()
  const look = await visit(app)
  const { page } = look
  const late = Promise.withResolvers<void>()
  await page.route('**/assets/rich-text*', async route => {
    await late.promise
    await route.continue()
  })
  await enter(look, secretary, '/espace/ecrire')
  await page.locator('textarea').first().focus()
  await page.keyboard.type('Le m')
  // The observer runs with the exchange, before any key can come.
  const taken = page.evaluate(
    () =>
      new Promise(tell => {
        const seen = new MutationObserver(() => {
          const field = document.querySelector('[role=textbox]')
          if (!field) return
          seen.disconnect()
          tell(document.activeElement === field && (field as HTMLElement).isContentEditable)
        })
        seen.observe(document.body, { subtree: true, childList: true })
      }),
  )
  late.resolve()
  assert.equal(await taken, true, 'the editor has the focus at once')
  await page.keyboard.type('arché')
  await becomes(() => bodyIn(page), 'Le marché')
  assert.deepEqual(look.faults, [])
})

test('what was cut in the plain field is told until the text changes in the editor', { skip }, async () => {
  const { app, secretary } = await opened()
  const look = await visit(app)
  const { page, context } = look
  const late = Promise.withResolvers<void>()
  await page.route('**/assets/rich-text*', async route => {
    await late.promise
    await route.continue()
  })
  await enter(look, secretary, '/espace/ecrire')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(text => navigator.clipboard.writeText(text), 'séance '.repeat(3_000))
  await page.locator('textarea').first().focus()
  await page.keyboard.press('Control+V')
  const told = page.getByText('sa fin n’a pas été gardée')
  await told.waitFor()
  late.resolve()
  await page.locator('[contenteditable]').waitFor()
  assert.equal(await told.count(), 1)
  await page.keyboard.press('Backspace')
  await told.waitFor({ state: 'detached' })
  assert.deepEqual(look.faults, [])
})
