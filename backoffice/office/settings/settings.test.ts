// Begun first: it takes long.
// In one browser: layout.test.ts and states.test.ts show its screens in both.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { account, enter } from '../../../test/browser/people.ts'
import { skip, startBackoffice, visit } from '../../../test/browser/visit.ts'
import { becomes } from '../../../test/eventually.ts'
import * as make from '../../../test/factories.ts'
import { countRequests, settled } from '../../test/long-tasks.ts'
import { misplaced } from '../../test/measures.ts'

const service = skip ? undefined : startBackoffice()
const opened = async () => (await service) ?? assert.fail('there is a browser')

test('a type is added, moved, renamed with a version conflict, retired and restored; prepared texts keep their order', {
  skip,
}, async () => {
  const app = await opened()
  const email = await account(app, 'anne@example.org', 'admin')
  await app.owner.query(
    `insert into refusal_presets (reason_code, body) values ('spam', 'Les publicités ont leur place au marché.')`,
  )
  const look = await visit(app)
  const { page } = look
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  await enter(look, email, '/reglages')
  await button('Ajouter un type').click()
  await page.getByRole('textbox', { name: 'Nom' }).fill('Appel à bénévoles')
  await look.assertAccessible('types, one being added')
  await button('Enregistrer').click()
  await button('Monter « Appel à bénévoles »').focus()
  await page.keyboard.press('Enter')
  await page.getByText('est en place 7').waitFor()
  await button('Descendre « Appel à bénévoles »').click()
  await page.getByText('est en place 8').waitFor()
  await page.waitForFunction(() =>
    document.activeElement?.getAttribute('aria-label')?.startsWith('Descendre'),
  )

  await button('Renommer « Appel à bénévoles »').click()
  // Typed first: until then the form follows a read that is still under way.
  await page.getByRole('textbox', { name: 'Nom' }).fill('Coups de main')
  await app.owner.query(
    `update publication_types set nom = 'Bénévolat', couleur = '#123456' where slug = 'appel-a-benevoles'`,
  )
  await button('Enregistrer').click()
  const conflict = page.getByRole('dialog', { name: /avant vous/ })
  await conflict.getByText('Bénévolat').waitFor()
  await button('Enregistrer quand même').click()
  await button('Retirer « Coups de main »').click()
  const { rows: types } = await app.owner.query(
    `select couleur from publication_types where nom = 'Coups de main'`,
  )
  assert.deepEqual(types, [{ couleur: '#123456' }], 'the colleague’s colour stays')
  await page.getByRole('heading', { name: 'Retirés' }).waitFor()
  await look.assertAccessible('types, one retired')
  await button('Remettre en service « Coups de main »').click()
  await button('Retirer « Coups de main »').waitFor()
  // The list is read before the form closes, so the row, opened again, shows nothing older.
  await settled(page, countRequests(look))
  const [begun, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route('**/admin/publication-types', async route => {
    begun.resolve()
    await release.promise
    await route.continue()
  })
  await button('Renommer « Coups de main »').click()
  await page.getByRole('textbox', { name: 'Nom' }).fill('Entraide')
  await button('Enregistrer').click()
  await begun.promise
  await settled(page, () => 0)
  assert.equal(await button('Renommer « Coups de main »').count(), 0)
  release.resolve()
  await button('Renommer « Entraide »').waitFor()
  await page.unroute('**/admin/publication-types')

  await page.getByRole('link', { name: 'Réponses préparées' }).click()
  await page.getByText('Aucune réponse préparée pour le moment.').waitFor()
  await look.assertAccessible('answers')
  // Unsaved input survives another tab; two presses on a slow connection save once.
  await button('Ajouter').click()
  await page.getByRole('textbox', { name: 'Nom' }).fill('Horaires')
  await page.getByRole('textbox', { name: 'Texte' }).fill('Du mardi au samedi.')
  await page.getByRole('link', { name: 'Types' }).click()
  await button('Renommer « Actualité »').waitFor()
  await page.getByRole('link', { name: 'Réponses préparées' }).click()
  await button('Ajouter').click()
  await page.getByText('vos changements ne sont pas encore enregistrés').waitFor()
  const [asked, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route('**/admin/reply-templates', async route => {
    if (route.request().method() === 'POST') {
      asked.resolve()
      await late.promise
    }
    await route.continue()
  })
  await button('Enregistrer').click()
  await asked.promise
  await button('Enregistrer').click()
  late.resolve()
  await button('Modifier « Horaires »').waitFor()
  assert.equal((await app.owner.query('select from reply_templates')).rowCount, 1)
  await button('Ajouter').click()
  await becomes(() => page.getByRole('textbox', { name: 'Texte' }).inputValue(), '')
  // A colleague changed it since: the version conflict shows their text.
  await button('Modifier « Horaires »').click()
  await page.getByRole('textbox', { name: 'Texte' }).fill('Du lundi au samedi.')
  await app.owner.query(`update reply_templates set body = 'Fermé en août.' || repeat(E'\\nOu pas.', 5)`)
  await page.getByRole('link', { name: 'Types' }).click()
  await button('Renommer « Actualité »').waitFor()
  await page.getByRole('link', { name: 'Réponses préparées' }).click()
  await button('Ajouter').click()
  await page.getByRole('textbox', { name: 'Nom' }).fill('Merci')
  await page.getByRole('textbox', { name: 'Texte' }).fill('Merci de votre message.')
  await button('Enregistrer').click()
  await page.getByText('Fermé en août.').waitFor()
  await button('Modifier « Horaires »').click()
  await button('Enregistrer').click()
  await conflict.waitFor()
  const isWhole = (shown: Element) => shown.scrollHeight <= shown.clientHeight
  await becomes(
    () => page.getByText('Fermé en août.').evaluate(isWhole),
    true,
    'all that they wrote is shown',
  )
  await becomes(() => page.getByRole('textbox', { name: 'Texte' }).inputValue(), 'Du lundi au samedi.')
  await app.owner.query(`update reply_templates set nom = 'Ouverture' where nom = 'Horaires'`)
  await button('Enregistrer quand même').click()
  await button('Modifier « Ouverture »').waitFor()
  const { rows: answers } = await app.owner.query(`select body from reply_templates where nom = 'Ouverture'`)
  assert.deepEqual(answers, [{ body: 'Du lundi au samedi.' }], 'only the text is mine')
  const narrow = await visit(app, { width: 390, dark: true })
  await enter(narrow, email, '/reglages?onglet=refus')
  await narrow.page.getByText('Les publicités ont leur place au marché.').waitFor()
  await narrow.assertAccessible('words of rejection, narrow and dark')
  assert.deepEqual([...look.faults, ...narrow.faults], [])
})

test('watched words are tried, saved, switched on, and shown on an item that waits', { skip }, async () => {
  const app = await opened()
  const email = await account(app, 'odile@example.org', 'admin')
  const commune = await make.commune(app, { nom: 'Vannes', slug: 'vannes' })
  const acteur = await make.acteur(app, commune, { nom: 'Comité du quai' })
  const waiting = { moderation_status: 'pending', valide: false, publie_le: null }
  const body = 'Buvette : **vin** chaud et bières artisanales.\n\nRéservez au 06 12 34 56 78.'
  const id = await make.publication(app, acteur, commune, { ...waiting, title: 'Fête du quai', body })
  await make.publication(app, acteur, commune, { ...waiting, title: 'Lecture', body: 'À la médiathèque.' })
  const look = await visit(app)
  const { page } = look
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  await enter(look, email, '/reglages?onglet=mots')
  await page.getByText('Aucune liste pour le moment.').waitFor()
  await button('Ajouter une liste').click()
  await page.getByRole('textbox', { name: 'Badge' }).fill('Alcool')
  await page.getByRole('textbox', { name: /^Mots ou expressions/ }).fill('vin chaud\nbiere*')
  await button('Essayer').click()
  const trial = page.getByRole('status', { name: /^Essai/ })
  await trial.getByText(/^1 des .* dernières publications/).waitFor()
  await trial.getByText('« vin chaud », « bières »').waitFor()
  await look.assertAccessible('a list of watched words being tried')
  await button('Enregistrer').click()
  await page.getByText('Elle est arrêtée et ne marque rien').waitFor()
  await button('Mettre en service « Alcool »').click()
  await page.getByText('le badge se voit dans la file').waitFor()
  await button('Ajouter une liste').click()
  await page.getByRole('textbox', { name: 'Badge' }).fill('Téléphone')
  await page.getByLabel('Ce que l’on cherche').selectOption('Des numéros de téléphone')
  await button('Enregistrer').click()
  await button('Mettre en service « Téléphone »').click()
  await button('Arrêter « Téléphone »').waitFor()
  await look.assertAccessible('lists of watched words')

  await page.goto(`/moderation?item=${id}`)
  await page.getByRole('list').getByText('Alcool, Téléphone').waitFor()
  const item = page.locator('article')
  await item.getByText('Alcool : « vin chaud », « bières »').waitFor()
  await item.getByText('Téléphone : « 06 12 34 56 78 »').waitFor()
  const marked = () => page.evaluate(() => [...(CSS.highlights.get('watched') ?? [])].map(String))
  await becomes(marked, ['vin chaud', 'bières', '06 12 34 56 78'])
  await look.assertAccessible('an item with watched words')
  await page.getByRole('link', { name: 'Lecture' }).click()
  await page.getByRole('heading', { level: 2, name: 'Lecture' }).waitFor()
  await becomes(marked, [])
  const narrow = await visit(app, { width: 390, dark: true })
  await enter(narrow, email, '/reglages?onglet=mots')
  await narrow.page.getByRole('button', { name: 'Essayer « Alcool »' }).click()
  await narrow.page.getByRole('link', { name: 'Fête du quai' }).click()
  await narrow.page.getByText('Alcool : « vin chaud »').waitFor()
  await narrow.assertAccessible('an item with watched words, narrow and dark')
  assert.deepEqual([...look.faults, ...narrow.faults], [])
})

test('an app is registered with its communes, changed, switched off and on, whatever a colleague changed on it meanwhile', {
  skip,
}, async () => {
  const app = await opened()
  const email = await account(app, 'zoe@example.org', 'admin')
  const commune = await make.commune(app, { nom: 'Rennes', slug: 'rennes' })
  await make.acteur(app, commune, { nom: 'Comité des fêtes' })
  const look = await visit(app)
  const { page } = look
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const underWay = countRequests(look)
  await enter(look, email, '/reglages?onglet=applications')
  await button('Inscrire une application').click()
  await page.getByRole('textbox', { name: 'Nom (facultatif)' }).fill('Rennes ici')
  await page.getByRole('textbox', { name: 'Nom technique' }).fill('rennes ici')
  await button('Enregistrer').click()
  await page.getByText('De 1 à 40 lettres minuscules').waitFor()
  await page.getByRole('textbox', { name: 'Nom technique' }).fill('rennes-ici')
  for (const [field, name] of [
    ['Ajouter une commune', 'Rennes'],
    ['Ajouter un acteur', 'Comité des fêtes'],
  ] as const) {
    await page.getByRole('combobox', { name: field }).fill(name.slice(0, 4))
    await page.getByRole('option', { name }).click()
    await button(`Enlever ${name}`).waitFor()
  }
  await look.assertAccessible('an app being written down')
  await button('Enregistrer').click()
  await page.getByText('Montre Rennes. Seulement ce qui vient de Comité des fêtes.').waitFor()

  await button('Modifier « Rennes ici »').click()
  await button('Enlever Comité des fêtes').click()
  await app.owner.query(`update app_sources set nom = 'Rennes' where slug = 'rennes-ici'`)
  // It is sent again on top of the newest version, and the colleague’s name stays.
  await button('Enregistrer').click()
  await page.getByText('Montre Rennes.', { exact: true }).waitFor()
  await button('Modifier « Rennes »').waitFor()
  await settled(page, underWay)
  await app.owner.query(`update app_sources set nom = 'Rennes-ici' where slug = 'rennes-ici'`)
  const switchOff = page.getByRole('dialog').getByRole('button', { name: 'Désactiver', exact: true })
  await button('Désactiver « Rennes »').click()
  await look.assertAccessible('before it is switched off')
  await switchOff.click()
  await page.getByText('« Rennes-ici » est désactivée.').waitFor()
  await button('Réactiver « Rennes-ici »').click()
  await button('Désactiver « Rennes-ici »').waitFor()
  assert.deepEqual(look.faults, [])
})

test('home links to failed mails and jobs, which are retried or given up; the health page also fits a phone', {
  skip,
}, async () => {
  const app = await opened()
  const email = await account(app, 'paul@example.org', 'admin')
  await app.owner.query(`
    insert into mails (message_id, thread, template, language, status, give_up_at, recipient_email, recipient_name,
        subject, text, error, confidential)
      select '<' || n || '@essai.fr>', n, template, 'fr', 'failed', now(), n || '@example.org', 'Karim ' || n,
        'Votre publication', case template when 'invitation' then null else 'Bonjour' end, '550 5.1.1 ' || repeat('inconnu', 20),
        template = 'invitation'
      from unnest(array['publication-rejected', 'publication-rejected', 'publication-rejected', 'invitation'])
        with ordinality as m (template, n);
    insert into pgboss.job (name, state, completed_on, output)
      values ('imports.run', 'failed', now(), '{"value":{"message":"job timed out"}}')`)
  const TABS = ['applications', 'sante', 'courriels', 'travaux']
  const narrow = await visit(app, { width: 320, dark: true })
  await enter(narrow, email, '/reglages?onglet=travaux')
  const faults: string[] = []
  for (const tab of TABS) {
    await narrow.page.goto(`/reglages?onglet=${tab}`)
    await narrow.page.locator('main :is(ul, table)').first().waitFor()
    for (const fault of await misplaced(narrow.page)) faults.push(`${tab}: ${fault}`)
    await narrow.assertAccessible(`${tab}, narrow and dark`)
  }
  assert.deepEqual([...faults, ...narrow.faults], [])

  const look = await visit(app)
  const { page } = look
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  await enter(look, email)
  // The service of this test has no worker.
  await page.getByRole('alert').getByText('Plus rien n’avance en arrière-plan.').waitFor()
  await page.getByRole('link', { name: 'Voir la santé du service' }).waitFor()
  await look.assertAccessible('home with what is broken')
  await page.getByRole('link', { name: '4 courriels ne sont pas partis' }).click()
  await button('Renvoyer à Karim 1 : Publication refusée').click()
  await page.getByText('Le courriel pour Karim 1 repart.').waitFor()
  await button('Renvoyer à Karim 1 : Publication refusée').waitFor({ state: 'detached' })
  await button('Renvoyer les 2 : Publication refusée').click()
  await page.getByText('2 courriels repartent.').waitFor()
  await look.assertAccessible('mails')
  await button('Renoncer à tous ceux-ci : Invitation').click()
  await look.assertAccessible('before giving up')
  await page.getByRole('dialog').getByRole('button', { name: 'Renoncer', exact: true }).click()
  await page.getByText('Tous les courriels sont partis.').waitFor()
  await look.assertAccessible('no mails')

  await page.getByRole('link', { name: 'Travaux en échec 1' }).click()
  await page.getByText('Il a duré trop longtemps.').waitFor()
  await button('Relancer : Lire un import').click()
  await page.getByText('Aucun travail n’est en échec.').waitFor()
  await look.assertAccessible('no jobs')

  await page.getByRole('link', { name: 'État' }).click()
  await page.getByText('Plus rien n’avance en arrière-plan.').waitFor()
  await look.assertAccessible('health')
  await page.route('**/api/v1/admin/failed-mails*', route =>
    route.fulfill({
      status: 422,
      json: { error: 'page_too_deep', message: 'Non.', request_id: 'r-1', details: [] },
    }),
  )
  await page.goto('/reglages?onglet=courriels')
  await page.getByText('Référence à donner : r-1').waitFor()
  assert.deepEqual(look.faults, [])
  const { rows } = await app.owner.query(
    `select status, given_up_at is null as open from mails where recipient_name like 'Karim %' order by place`,
  )
  assert.deepEqual(
    rows.map(({ status, open }) => `${status} ${open}`),
    [...Array(3).fill('queued true'), 'failed false'],
  )
})
