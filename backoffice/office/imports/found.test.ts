// In one browser: layout.test.ts and states.test.ts show its screens in both.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { account, enter } from '../../../test/browser/people.ts'
import { skip, startBackoffice, visit } from '../../../test/browser/visit.ts'
import { becomes } from '../../../test/eventually.ts'
import * as make from '../../../test/factories.ts'
import { feedServer } from '../../../test/imports/feed-server.ts'
import { TOWN_SITES } from '../../../test/imports/town-sites.ts'

/** The address of a page is typed: what the site offers is chosen, on a desktop and on a phone. */

const town = await feedServer()
const empty = await feedServer()
for (const [path, served] of Object.entries(TOWN_SITES['WordPress with an agenda']?.pages(town.url) ?? {}))
  town.serve(path, typeof served === 'string' ? { body: served, type: 'text/html' } : served)
empty.serve('/', {
  body: `<!doctype html><title>Mairie</title><a href="/vieux.rss">Flux</a>
    <a href="https://agenda.example.org/ville.ics">Agenda</a> <a href="/clubs.csv">Associations</a>`,
  type: 'text/html',
})
empty.serve('/clubs.csv', { body: 'Nom;Ville\r\nClub;Valcombe', type: 'text/csv' })

test('the sources of a site are chosen by name, by keys too, and each becomes a source', {
  skip,
}, async () => {
  const app = await startBackoffice({ env: { IMPORT_ALLOW_PRIVATE: `${town.pair},${empty.pair}` } })
  const commune = await make.commune(app, { nom: 'Valcombe' })
  await make.acteur(app, commune, { nom: 'Mairie de Valcombe', can_publish: true })
  const email = await account(app, 'lea@example.org', 'operator_imports')
  const sources = async () =>
    (await app.owner.query('select nom, kind, url, max_items from import_sources order by nom')).rows
  for (const look of [{ width: 1280 }, { width: 390, dark: true, touch: true }]) {
    const visited = await visit(app, look)
    const { page } = visited
    await enter(visited, email, '/imports/nouvelle')
    await page.getByRole('combobox', { name: /^Commune/ }).waitFor()
    await page.getByLabel('Adresse').fill(`${town.url}/`)
    await page.getByLabel('Adresse').press('Enter')
    await page.getByRole('status').getByText('2 sources trouvées').waitFor()
    const news = page.getByRole('checkbox', { name: /^Actualités, 4 éléments/ })
    const agenda = page.getByRole('checkbox', { name: /^Agenda, 3 événements/ })
    await page.getByText('Collecte des déchets verts').waitFor()
    await becomes(() => page.getByText(/n.est pas un flux/).count(), 0, 'it is not told as a failure')
    await visited.assertAccessible('what was found')
    const add = page.getByRole('button', { name: /choisie/ })
    await add.click()
    await page.getByRole('alert').getByText('Choisissez au moins une source.').waitFor()
    assert.deepEqual(await sources(), [])
    await visited.assertAccessible('nothing is chosen')
    await news.focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await becomes(async () => (await news.isChecked()) && (await agenda.isChecked()), true)
    await becomes(() => add.textContent(), 'Ajouter les 2 sources choisies')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Valcombe – Actualités' }).waitFor()
    assert.deepEqual(await sources(), [
      {
        nom: 'Valcombe – Actualités',
        kind: 'auto',
        url: `${town.url}/wp-json/wp/v2/posts`,
        max_items: 100,
      },
      {
        nom: 'Valcombe – Site officiel – Agenda',
        kind: 'auto',
        url: `${town.url}/wp-json/tribe/events/v1/events`,
        max_items: 100,
      },
    ])
    await page.locator('main').getByRole('link', { name: 'Ajouter une source' }).first().click()
    await page.getByRole('combobox', { name: /^Commune/ }).waitFor()
    await becomes(() => page.getByLabel('Adresse').inputValue(), '', 'nothing is kept of what was added')
    await app.owner.query('delete from import_sources')

    await page.getByLabel('Adresse').fill(`${empty.url}/`)
    await page.getByRole('button', { name: 'Voir ce qu’elle apporterait' }).click()
    await page.getByText(/Rien de lisible n’a été trouvé/).waitFor()
    await page.getByText('Cette adresse est sur un autre site.').waitFor()
    await visited.assertAccessible('nothing was found')
    const take = page.getByRole('button', { name: 'Lire cette adresse' })
    // The calendar, and the table whose columns can be chosen; not the feed, which is gone.
    await becomes(() => take.count(), 2)
    await take.first().click()
    await becomes(() => page.getByLabel('Adresse').inputValue(), 'https://agenda.example.org/ville.ics')
    // Saved all the same, it is the source of the page, which fails as before.
    await page.getByLabel('Adresse').fill(`${empty.url}/`)
    await page.getByText('Réglages de lecture').click()
    await page.getByLabel('Nom').fill('Site de la mairie')
    await page.getByRole('button', { name: 'Ajouter quand même' }).click()
    await page.getByRole('heading', { name: 'Site de la mairie' }).waitFor()
    assert.deepEqual(
      (await sources()).map(({ nom, url }) => [nom, url]),
      [['Site de la mairie', `${empty.url}/`]],
    )
    await app.owner.query('delete from import_sources')
    assert.deepEqual(visited.faults, [])
  }
})
