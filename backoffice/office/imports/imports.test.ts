// In one browser: layout.test.ts and states.test.ts show its screens in both.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { jobs } from '../../../src/jobs.ts'
import { account, enter } from '../../../test/browser/people.ts'
import { skip, startBackoffice, visit } from '../../../test/browser/visit.ts'
import { becomes } from '../../../test/eventually.ts'
import * as make from '../../../test/factories.ts'
import { serveCanton } from '../../../test/fixtures/canton.ts'
import { misplaced } from '../../test/measures.ts'

/** The screens of an operator of imports, with a real feed. */

async function openTown() {
  const agenda = await serveCanton()
  after(() => agenda[Symbol.asyncDispose]())
  const app = await startBackoffice({
    env: { IMPORT_ALLOW_PRIVATE: agenda.pair, PROCESS: 'all' },
    jobs: { 'imports.run': jobs['imports.run'] },
  })
  const commune = await make.commune(app, { nom: 'Saint-Benoît-sur-Loire' })
  await make.acteur(app, commune, { nom: 'Office du canton', can_publish: true })
  const email = await account(app, 'lea@example.org', 'operator_imports', 'operator_moderation')
  return { app, agenda, email }
}

test('a source is previewed, added and read; settings overwrite a colleague’s change only after a confirmation', {
  skip,
}, async () => {
  const { app, agenda, email } = await openTown()
  const look = await visit(app)
  const { page } = look
  const one = async (sql: string) => (await app.owner.query(sql)).rows[0]
  await enter(look, email, '/imports')
  await page.getByText('Aucune source pour l’instant.').waitFor()
  await look.assertAccessible('no source')

  await page.locator('main').getByRole('link', { name: 'Ajouter une source' }).first().click()
  // The combobox is loaded late and moves the fields below it.
  await page.getByRole('combobox', { name: /^Commune/ }).waitFor()
  await page.getByLabel('Adresse').fill('ftp://comite.example.org/agenda.ics')
  await page.getByRole('button', { name: 'Voir ce qu’elle apporterait' }).click()
  await page.getByText('Écrivez l’adresse entière d’une page').waitFor()
  // The service refuses the address: its field says so and has the focus. Fields with a default are folded.
  await page.getByLabel('Adresse').fill('192.168.1.1/agenda.ics')
  await page.getByRole('button', { name: 'Voir ce qu’elle apporterait' }).click()
  await page.getByText('Écrivez l’adresse entière d’une page').waitFor()
  await page.getByLabel('Adresse').fill('http://192.168.1.1/agenda.ics')
  await page.getByRole('button', { name: 'Voir ce qu’elle apporterait' }).click()
  await page.getByText('mène à un réseau privé').waitFor()
  await becomes(() => page.getByLabel('Adresse').getAttribute('aria-invalid'), 'true')
  await becomes(() => page.evaluate(() => document.activeElement?.getAttribute('type')), 'url')
  assert.equal(await page.getByText('Référence à donner').count(), 0)
  // As “S’abonner” copies it. An address that was changed meanwhile was not refused.
  const late = Promise.withResolvers<void>()
  await page.route('**/import-sources/preview', async route => {
    await late.promise
    await route.continue()
  })
  await page.getByLabel('Adresse').fill('webcal://192.168.1.1/agenda.ics')
  const refused = page.waitForResponse('**/import-sources/preview')
  await page.getByRole('button', { name: 'Voir ce qu’elle apporterait' }).click()
  await page.getByLabel('Adresse').fill('https://comite.example.org/agenda.ics')
  late.resolve()
  assert.equal((await refused).status(), 422)
  await page.getByRole('button', { name: 'Voir ce qu’elle apporterait' }).waitFor()
  assert.equal(await page.getByText('mène à un réseau privé').count(), 0)
  await page.unroute('**/import-sources/preview')
  assert.equal(await page.getByLabel('Éléments repris au plus').isVisible(), false)
  await page.getByText('Réglages de lecture').click()
  await page.getByLabel('Éléments repris au plus').fill('600')
  await page.getByText('Réglages de lecture').click()
  await page.getByRole('button', { name: 'Voir ce qu’elle apporterait' }).click()
  await page.getByText('Un nombre de 1 à 500.').waitFor()
  await page.getByLabel('Éléments repris au plus').fill('100')
  await page.getByLabel('Adresse').fill('ftp://comite.example.org/agenda.ics')
  // Unsaved input survives a visit of another screen.
  const unsaved = page.getByText('vos changements ne sont pas encore enregistrés')
  await page.getByRole('link', { name: 'Toutes les sources' }).click()
  await page.locator('main').getByRole('link', { name: 'Ajouter une source' }).first().click()
  await unsaved.waitFor()
  await becomes(() => page.getByLabel('Adresse').inputValue(), /^ftp:/)
  await page.getByRole('button', { name: 'Abandonner mes changements' }).click()
  await unsaved.waitFor({ state: 'detached' })
  await becomes(() => page.getByLabel('Adresse').inputValue(), '')
  await page.getByLabel('Adresse').fill(agenda.url)
  await page.getByRole('combobox', { name: /^Acteur/ }).fill('Office')
  await page.getByRole('option', { name: /Office du canton/ }).click()
  await page.getByRole('button', { name: 'Voir ce qu’elle apporterait' }).click()
  await page.getByText('Nouvelles publications (6)').waitFor()
  assert.equal((await one('select count(*)::int as n from import_sources')).n, 0, 'nothing is written')
  await becomes(() => page.getByLabel('Nom').inputValue(), 'Canton', 'it says its own name')
  await look.assertAccessible('the preview')
  // The result stands beside the form, and below it on a telephone.
  const boxes = async () => {
    const form = await page.locator('main form').boundingBox()
    const result = await page.getByText('Nouvelles publications (6)').boundingBox()
    assert.ok(form && result)
    return {
      isRight: result.x >= form.x + form.width,
      isBelow: result.y >= form.y + form.height,
    }
  }
  assert.deepEqual(await boxes(), { isRight: true, isBelow: false })
  const size = page.viewportSize()
  assert.ok(size)
  await page.setViewportSize({ width: 390, height: 844 })
  await becomes(boxes, { isRight: false, isBelow: true })
  assert.deepEqual(await misplaced(page), [])
  await page.setViewportSize(size)
  await page.getByRole('button', { name: 'Ajouter cette source' }).click()

  const button = page.getByRole('button', { name: 'Lire maintenant' })
  await button.waitFor()
  await becomes(() => page.evaluate(() => localStorage.getItem('parvis.draft.import new')), null)
  // The run is over before its start is answered: its outcome is announced all the same.
  await page.route('**/import-sources/*/run', async route => {
    const response = await route.fetch()
    await becomes(() => one('select count(*)::int as n from import_runs where finished_at is not null'), {
      n: 1,
    })
    await route.fulfill({ response })
  })
  await button.click()
  await page.getByRole('status').filter({ hasText: '6 éléments lus, 6 nouvelles publications' }).waitFor()
  await page.getByRole('cell', { name: /Réussie/ }).waitFor()
  await look.assertAccessible('the readings')
  await page.locator('main tbody a').first().click()
  await page.getByRole('heading', { name: 'Œnologie' }).waitFor()
  await look.assertAccessible('a reading')

  await page.getByRole('link', { name: 'Journal du jour' }).click()
  await page.getByText(/Nouvelle publication, en attente : « Foire aux vins »/).waitFor()
  await page.getByRole('link', { name: 'Publications', exact: true }).click()
  await page.getByRole('link', { name: 'Nuit des étoiles' }).waitFor()
  const brought = page.url()
  const { id: other, commune_id: where } = await one('select id, commune_id from acteurs limit 1')
  await make.publication(app, other, where, {
    title: 'Venue d’ailleurs',
    moderation_status: 'pending',
    valide: false,
    publie_le: null,
  })
  await page.getByRole('link', { name: 'Décider de ce qui attend' }).click()
  await page.getByRole('link', { name: /Nuit des étoiles/ }).waitFor()
  await becomes(() => page.getByRole('link', { name: /Venue d’ailleurs/ }).count(), 0)
  await page.getByRole('button', { name: /^Filtrer/ }).click()
  await page.getByRole('combobox', { name: /^Apportées par l’import/ }).waitFor()
  await look.assertAccessible('what an import brought, in the moderation')
  await page.getByRole('button', { name: 'Enlever les filtres' }).click()
  await page.getByRole('link', { name: /Venue d’ailleurs/ }).waitFor()
  await page.goto(brought)
  await page.getByRole('link', { name: 'Essai' }).click()
  await page.getByRole('button', { name: 'Essayer maintenant' }).click()
  await page.getByText('6 éléments lus, 6 sans changement').first().waitFor()

  await page.getByRole('link', { name: 'Réglages' }).click()
  await page.getByLabel('Nom').fill('Agenda du canton')
  // Unsaved input survives another tab and the on/off button, without a version conflict.
  await page.getByRole('link', { name: 'Essai' }).click()
  await page.getByRole('button', { name: 'Essayer maintenant' }).waitFor()
  await page.getByRole('link', { name: 'Réglages' }).click()
  await unsaved.waitFor()
  await look.assertAccessible('settings half typed')
  const isOff = page.getByText('Cette source est désactivée.')
  // Nor does what a colleague has set meanwhile.
  await app.owner.query('update import_sources set max_items = 90')
  await page.getByRole('button', { name: 'Désactiver la source' }).click()
  await isOff.waitFor()
  const patched = '**/api/v1/admin/import-sources/*'
  let switches = 0
  await page.route(patched, async route => {
    if (route.request().method() === 'PATCH' && ++switches === 1)
      await app.owner.query('update import_sources set max_items = 80')
    await route.continue()
  })
  await page.getByRole('button', { name: 'Réactiver la source' }).first().click()
  await isOff.waitFor({ state: 'detached' })
  await page.unroute(patched)
  assert.equal(switches, 2, 'the conflict was none of the same field')
  await becomes(() => page.getByLabel('Nom').inputValue(), 'Agenda du canton')
  await app.owner.query(`update import_sources set schedule = 'weekly', nom = 'Agenda du bourg'`)
  await page.getByRole('button', { name: 'Enregistrer les réglages' }).click()
  const choice = page.getByRole('dialog', { name: /avant vous/ })
  await choice.getByText('Toutes les semaines').waitFor()
  await look.assertAccessible('somebody else saved')
  await choice.getByRole('button', { name: 'Enregistrer quand même' }).click()
  await page.getByText('Réglages enregistrés.').waitFor()
  const { nom, schedule } = await one('select nom, schedule from import_sources')
  assert.deepEqual([nom, schedule], ['Agenda du canton', 'weekly'], 'only what was changed here is saved')

  await page.getByRole('button', { name: 'Désactiver la source' }).click()
  await page.getByText('Cette source est désactivée.').waitFor()
  await app.owner.query(
    `update import_sources set consecutive_failures = 10, disabled_reason =
       '{"code": "failed_repeatedly", "params": {"times": 10, "because": "timeout"}}'`,
  )
  await page.goto('/')
  await page.getByRole('link', { name: '1 import est en échec' }).click()
  await page.getByRole('link', { name: 'Agenda du canton' }).click()
  await page.getByText('La lecture a échoué 10 fois de suite.').waitFor()
  await page.getByText(/Ouvrez l’adresse dans votre navigateur/).waitFor()
  await look.assertAccessible('switched off')
  await page.getByRole('button', { name: 'Réactiver la source' }).first().click()
  await page.getByText('Cette source est désactivée.').waitFor({ state: 'detached' })
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('searchbox').fill('canton')
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /Agenda du canton/ })
    .click()
  await page.getByRole('heading', { name: 'Agenda du canton' }).waitFor()
  assert.deepEqual(look.faults, [])
})

test('the items of a run are shown 25 at a time, those that need attention first', { skip }, async () => {
  const { app, email } = await openTown()
  const item = (at: number) => {
    const action = at < 10 ? 'unchanged' : at < 40 ? 'updated' : 'failed'
    return { external_id: String(at), title: `Titre ${at}`, reason: null, why: null, action, changes: {} }
  }
  const { rows } = await app.owner.query(
    `with source as (
       insert into import_sources (nom, kind, url, acteur_id, moderation, enabled, schedule, max_items)
       select 'Canton', 'ical', 'https://x.example/', id, 'auto', true, 'daily', 500 from acteurs returning id)
     insert into import_runs (source_id, trigger, dry_run, status, started_at, finished_at, fetched, items, entries)
     select id, 'schedule', false, 'succeeded', now(), now(), 42, $1, '[]' from source returning source_id, id`,
    [JSON.stringify(Array.from({ length: 42 }, (_, at) => item(at)))],
  )
  const look = await visit(app)
  const { page } = look
  await enter(look, email, `/imports/${rows[0].source_id}?onglet=lectures&lecture=${rows[0].id}`)
  await page.getByText('1–25 sur 42').waitFor()
  const titles = () => page.locator('li h4').allTextContents()
  const first = await titles()
  assert.deepEqual([first.length, first[0], first[2]], [25, 'Titre 40', 'Titre 10'])
  await page.getByRole('heading', { name: '(30)' }).waitFor()
  await page.getByRole('button', { name: 'Page suivante' }).click()
  await page.getByText('26–42 sur 42').waitFor()
  const second = await titles()
  assert.equal(new Set([...first, ...second]).size, 42)
  await look.assertAccessible('the second page')
  assert.deepEqual(look.faults, [])
})

test('of a source beyond the territory of a role, nothing is offered that the service refuses', {
  skip,
}, async () => {
  const app = await startBackoffice()
  const [here, there] = [await make.commune(app), await make.commune(app)]
  const across = await make.acteur(app, here)
  await app.owner.query('insert into acteur_communes (acteur_id, commune_id) values ($1, $2)', [
    across,
    there,
  ])
  const email = await account(app, 'lea@example.org')
  const { rows } = await app.owner.query('select id from users where email = $1', [email])
  const admin = app.as(await app.user(['admin']))
  await admin.post(`/admin/users/${rows[0].id}/roles`, { role: 'operator_imports', communes: [here] })
  const sourceOf = async (place: object) => {
    const url = 'https://agenda.exemple.fr/a.ics'
    const source = { nom: 'Agenda', url, acteur_id: across, schedule: 'manual', enabled: false, ...place }
    return (await admin.post('/admin/import-sources', source)).body.data.id as string
  }
  const look = await visit(app)
  const { page } = look
  const offered = async (id: string) => {
    const buttons: string[] = []
    for (const tab of ['reglages', 'essai', 'lectures']) {
      await page.goto(`/imports/${id}?onglet=${tab}`)
      await page.getByText('Cette source est désactivée.').waitFor()
      const main = page.getByRole('main')
      if (tab === 'lectures') await main.getByText('Cette source n’a pas encore été lue.').waitFor()
      buttons.push(
        ...(await main
          .getByRole('button', { name: /^(Enregistrer|Réactiver|Supprimer|Lire|Lancer|Essayer|Voir ce)/ })
          .allTextContents()),
      )
    }
    return buttons
  }
  await enter(look, email)
  assert.ok((await offered(await sourceOf({ commune_id: here }))).length > 5)
  assert.deepEqual(await offered(await sourceOf({})), [])
  await page.getByText('Cette source publie aussi hors de votre territoire').waitFor()
})
