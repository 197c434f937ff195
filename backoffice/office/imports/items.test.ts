// In one browser: layout.test.ts and states.test.ts show its screens in both.
import { test } from 'node:test'
import { jobs } from '../../../src/jobs.ts'
import { account, enter } from '../../../test/browser/people.ts'
import { skip, startBackoffice, visit } from '../../../test/browser/visit.ts'
import { becomes, eventually } from '../../../test/eventually.ts'
import * as make from '../../../test/factories.ts'
import { pdf, picture } from '../../../test/fixtures/own-pictures.ts'
import { feedServer } from '../../../test/imports/feed-server.ts'

test('a preview names the files of an item; once fetched, the desk shows them', { skip }, async () => {
  const server = await feedServer()
  const app = await startBackoffice({
    env: { IMPORT_ALLOW_PRIVATE: server.pair, PROCESS: 'all' },
    jobs: { 'imports.run': jobs['imports.run'], 'pictures.fetch': jobs['pictures.fetch'] },
  })
  const commune = await make.commune(app, { nom: 'Saint-Benoît-sur-Loire' })
  await make.acteur(app, commune, { nom: 'Mairie de Saint-Benoît' })
  const email = await account(app, 'lea@example.org', 'operator_imports', 'operator_moderation')
  const bulletin = server.serve('/bulletin.pdf', { body: Buffer.from(pdf()) })
  const gone = `${server.url}/ancien.pdf`
  const photos = await Promise.all(
    ['Les lots', 'Le menu'].map(async (alt, n) => ({
      alt,
      url: server.serve(`/${n}.jpg`, { body: Buffer.from(await picture()), type: 'image/jpeg' }),
    })),
  )
  const attachments = [
    { url: bulletin, mime_type: 'application/pdf', title: 'Bulletin municipal n° 42, été 2026' },
    { url: gone, mime_type: 'application/pdf', title: 'Ancien bulletin' },
  ]
  const items = [
    { id: '1', title: 'Bulletin municipal', content_text: 'Il vient de paraître.', attachments },
    {
      id: '2',
      title: 'Loto',
      content_html: photos.map(({ url, alt }) => `<img src="${url}" alt="${alt}">`).join(''),
    },
  ]
  const feed = JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title: 'Ville', items })
  const look = await visit(app)
  const { page } = look
  await enter(look, email, '/imports/nouvelle')
  await page.getByLabel('Adresse').fill(server.serve('/feed.json', { body: feed }))
  await page.getByRole('combobox', { name: /^Acteur/ }).fill('Mairie')
  await page.getByRole('option', { name: /Mairie de Saint-Benoît/ }).click()
  await page.getByRole('button', { name: 'Voir ce qu’elle apporterait' }).click()
  // The text links to it too.
  const files = page.locator('dl > div', { hasText: 'À joindre' })
  const link = files.getByRole('link', { name: 'Bulletin municipal n° 42, été 2026' })
  await link.waitFor()
  await becomes(() => link.getAttribute('href'), bulletin)
  await page.getByText('Le menu (image)').waitFor()
  await becomes(() => page.getByText('À joindre').count(), 2)
  await look.assertAccessible('the preview with files')
  await page.getByRole('button', { name: 'Ajouter cette source' }).click()
  await page.getByRole('button', { name: 'Lire maintenant' }).click()
  await page.getByText('2 éléments lus, 2 nouvelles publications', { exact: true }).waitFor()
  await app.owner.query(`insert into pgboss.job (name) values ('pictures.fetch')`)
  const attached = async () =>
    (await app.owner.query('select 1 from publications where documents is not null or images is not null'))
      .rows.length
  await eventually(async () => (await attached()) === 2, 'the files are attached')
  await page.reload()
  await page.getByRole('link', { name: 'Journal du jour' }).click()
  await page.getByText('Joint à « Bulletin municipal » : Bulletin municipal n° 42, été 2026.').waitFor()
  await page.getByText(/Reste un lien dans « Bulletin municipal » : Ancien bulletin/).waitFor()
  const { rows } = await app.owner.query(`select id from publications where title = 'Bulletin municipal'`)
  await page.goto(`${app.url}/moderation?item=${rows[0].id}`)
  await page.getByRole('link', { name: 'Bulletin municipal n° 42, été 2026' }).waitFor()
})
