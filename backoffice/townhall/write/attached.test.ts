// In one browser: `give-back-focus.ts` decides, and the screens are walked in both by `layout.test.ts`.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { enter } from '../../../test/browser/people.ts'
import { skip, visit } from '../../../test/browser/visit.ts'
import { becomes } from '../../../test/eventually.ts'
import { pdf } from '../../../test/fixtures/own-pictures.ts'
import { filesOf, MEDIA, openTown, photograph } from '../../test/town-hall.ts'

/** The words of what has the focus, and of the group it stands in. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const node = document.activeElement
    const words = node instanceof HTMLInputElement ? node.labels?.[0]?.textContent : node?.textContent
    return [
      words?.trim().replaceAll(/\s/g, ' '),
      node?.closest('fieldset')?.querySelector('legend')?.textContent,
    ]
  })

test('the focus stays among the files when a photograph is removed, and when a document arrives', {
  skip,
}, async () => {
  const { app, clerk } = await openTown()
  const look = await visit(app, { asks: MEDIA })
  const { page } = look
  await page.route(`${MEDIA}/**`, async route =>
    route.fulfill({ response: await route.fetch({ url: filesOf(app, route.request().url()) }) }),
  )
  await enter(look, clerk, '/espace/ecrire')
  const photos = page.getByLabel('Ajouter des photos')
  await photos.setInputFiles([await photograph('navy'), await photograph('teal')])
  await page.getByRole('button', { name: 'Enlever la photo 2' }).waitFor()
  const group =
    (await photos.evaluate(node => node.closest('fieldset')?.querySelector('legend')?.textContent)) ?? ''
  await page.getByRole('button', { name: 'Enlever la photo 1' }).press('Enter')
  await becomes(() => focused(page), ['Que voit-on sur la photo ?', group])
  await page.getByRole('button', { name: 'Enlever la photo' }).press('Enter')
  await becomes(() => focused(page), ['Ajouter des photos', group])

  // The focus is on the button that stops the upload, which goes once the document is there.
  let arrive = () => {}
  const held = new Promise<void>(resolve => {
    arrive = resolve
  })
  await page.route('**/api/v1/uploads**', async route => {
    await held
    await route.continue()
  })
  await page
    .getByLabel('Ajouter un document PDF')
    .setInputFiles({ name: 'menu.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdf()) })
  await page.getByRole('button', { name: 'Arrêter' }).focus()
  arrive()
  await page.getByRole('button', { name: 'Enlever menu.pdf' }).waitFor()
  await becomes(() => focused(page), ['Ajouter des photos', group])
  assert.deepEqual(look.faults, [])
})
