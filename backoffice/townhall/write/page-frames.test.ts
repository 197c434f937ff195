// In one browser: what is asked for again is about the service; layout.test.ts shows the form in both.
import { test } from 'node:test'
import { enter } from '../../../test/browser/people.ts'
import { skip, visit } from '../../../test/browser/visit.ts'
import { openTown, previewIn } from '../../test/town-hall.ts'

test('a preview that did not come in time is asked for again, without another letter', {
  skip,
}, async () => {
  const { app, clerk } = await openTown()
  const look = await visit(app)
  const { page } = look
  await page.clock.install()
  await enter(look, clerk, '/espace/ecrire')
  const [asked, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route('**/apercu', async route => {
    asked.resolve()
    await late.promise
    await route.abort().catch(() => {})
  })
  await page.getByLabel('Titre').fill('Marché couvert')
  const shown = await previewIn(page)
  await asked.promise
  await page.clock.fastForward(10_000)
  await page.getByText('Cet aperçu n’est pas à jour').waitFor()
  await page.unroute('**/apercu')
  late.resolve()
  await page.clock.fastForward(15_000)
  await page.getByText('Cet aperçu n’est pas à jour').waitFor({ state: 'detached' })
  await shown.getByRole('heading', { name: 'Marché couvert', exact: true }).waitFor()
})
