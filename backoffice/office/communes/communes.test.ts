// In one browser: layout.test.ts and states.test.ts show its screens in both.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exceptionsIn } from '../../../shared/typed/collections.ts'
import { account, enter } from '../../../test/browser/people.ts'
import { skip, startBackoffice, visit } from '../../../test/browser/visit.ts'
import { device } from '../../../test/defibrillateurs/stock.ts'
import { becomes } from '../../../test/eventually.ts'
import * as make from '../../../test/factories.ts'
import { exceptionsSaid } from '../../kit/commune/exceptions.ts'

type Elu = Readonly<Record<'id' | 'nom' | 'prenom' | 'fonction', string>>

/** A commune is found and edited part by part, beside a colleague who edits it too. */

test('exceptions of a collection are read one a line, as people type them', () => {
  const now = new Date('2026-11-20T12:00:00Z')
  assert.deepEqual(exceptionsIn('25/12/2026 → 26/12/2026\n\n1er janvier 2027 -> 2/1/2027\n11/11/2027', now), [
    { date: '2026-12-25', report_le: '2026-12-26' },
    { date: '2027-01-01', report_le: '2027-01-02' },
    { date: '2027-11-11', report_le: null },
  ])
  assert.equal(exceptionsIn('un jour', now), undefined)
  assert.equal(exceptionsIn('1/1/2027 > 2/1/2027 > 3/1/2027', now), undefined)
  const said = '25/12/2026 → 26/12/2026\n11/11/2027'
  assert.equal(exceptionsSaid(exceptionsIn(said, now) ?? []), said)
})

test('a commune is found, a collection is added with its next dates, and its record is saved after a version conflict', {
  skip,
}, async () => {
  const app = await startBackoffice()
  const nom = 'Saint-Benoît-sur-Loire'
  const id = await make.commune(app, {
    nom,
    departement: '45',
    codes_postaux: ['45730'],
    code_insee: '45270',
  })
  const hall = await make.mairie(app, id)
  await app.owner.query(`update acteurs set telephone = '02 38 35 73 28' where id = $1`, [hall])
  await app.owner.query(
    `insert into commune_infos (commune_id, libelle, telephone, horaires) values ($1, 'Accueil', '01', 'Lundi 9 h–12 h')`,
    [id],
  )
  await app.owner.query(
    `insert into elus (commune_id, nom, prenom, fonction, cle, registres) values ($1, 'Élan', 'Zoé', 'Maire', 'k', '{maires}')`,
    [id],
  )
  await device(app, id)
  await make.commune(app, { nom: 'Bonnée', departement: '45', successor_id: id })
  const operator = await account(app, 'claire@example.org', 'operator_communes')
  const colleague = app.as(await app.user(['operator_communes']))
  const look = await visit(app)
  const { page } = look
  await enter(look, operator, '/communes')
  await look.assertAccessible('/communes, before anything is looked for')
  await page.keyboard.press('/')
  await page.keyboard.type('45730')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: nom }).click()
  await page.getByRole('heading', { level: 1, name: nom }).waitFor()
  await page.getByText('Ont rejoint cette commune').waitFor()
  await look.assertAccessible('the record')
  await page.getByRole('link', { name: 'Bonnée' }).click()
  await page.getByLabel(/^Fusionnée depuis le/).fill('1/1/2019')
  await page.getByText('mardi 1er janvier 2019').waitFor()
  await look.assertAccessible('a merged commune')
  await page.getByRole('button', { name: 'Enregistrer', exact: true }).click()
  await page.getByText('C’est enregistré.').waitFor()
  const mergers = await app.owner.query('select merged_le::text from communes where successor_id = $1', [id])
  assert.equal(mergers.rows[0].merged_le, '2019-01-01')
  await page.getByRole('link', { name: nom }).click()
  await page.getByRole('heading', { level: 1, name: nom }).waitFor()

  // Unsaved input is restored after visiting another tab, with the version it is based on.
  await page.getByLabel('Population').fill('2 034')
  await page.getByRole('link', { name: /^Élus/ }).click()
  await page.getByText('Zoé Élan').first().waitFor()
  await page.getByRole('link', { name: /^Fiche/ }).click()
  await page.getByText('vos changements ne sont pas encore enregistrés').waitFor()
  await becomes(() => page.getByLabel('Population').inputValue(), '2 034')
  await look.assertAccessible('what is not saved yet')
  await colleague.patch(`/admin/communes/${id}`, { region: '24', population: 1999 })
  await page.getByRole('button', { name: 'Enregistrer', exact: true }).click()
  const stale = page.getByRole('dialog')
  await stale.getByText('Population : 1999').waitFor()
  await look.assertAccessible('somebody was faster', 'dialog')
  await stale.getByRole('button', { name: 'Enregistrer quand même' }).click()
  await page.getByText('C’est enregistré.').waitFor()
  const saved = (await colleague.get(`/admin/communes/${id}`)).body.data
  assert.deepEqual([saved.population, saved.region], [2034, '24'], 'what was not typed stays the colleague’s')

  await page.getByRole('link', { name: /^Infos/ }).click()
  await page.getByText('dit par Mairie').waitFor()
  await look.assertAccessible('what people see')

  await page.getByRole('link', { name: /^Collectes/ }).click()
  await page.getByRole('button', { name: 'Ajouter une collecte' }).click()
  const form = page.getByRole('dialog')
  await form.getByText('Cochez au moins un jour').waitFor()
  await form.getByLabel('jeudi').check()
  await form.getByText(/^Prochaines collectes\s:\sjeudi/).waitFor()
  await look.assertAccessible('the next dates while typing', 'dialog')
  await form.getByRole('button', { name: 'Enregistrer', exact: true }).click()
  await page.getByText('C’est enregistré.').waitFor()
  await page.getByRole('button', { name: /^Retirer/ }).click()
  await page.getByRole('button', { name: 'Annuler' }).click()
  await page.getByText('C’est remis.').waitFor()
  const { body } = await colleague.get(`/admin/communes/${id}/collectes`)
  assert.deepEqual(
    body.data.map(({ jours }: { jours: number[] }) => jours),
    [[4]],
  )

  // The connection fails and a colleague adds a row first: the input is saved once, beside theirs.
  await page.getByRole('link', { name: /^Élus/ }).click()
  await page.getByRole('button', { name: 'Ajouter un élu' }).click()
  await form.getByLabel('Prénom').fill('Ève')
  await form.getByLabel('Nom', { exact: true }).fill('Roy')
  await form.getByLabel('Fonction').fill('Adjointe')
  const one = `**/admin/communes/${id}`
  const save = form.getByRole('button', { name: 'Enregistrer', exact: true })
  let isAway = true
  // Not what the page reads by itself.
  await page.route(one, async route => {
    if (!isAway || route.request().method() !== 'PATCH') return await route.continue()
    isAway = false
    await route.fulfill({ status: 503, body: '' })
  })
  await save.click()
  await form.getByText('Le service ne répond pas.').waitFor()
  await becomes(() => form.getByLabel('Fonction').inputValue(), 'Adjointe')
  const { data: elus, meta } = (await colleague.get(`/admin/communes/${id}/elus`)).body
  const theirs = { nom: 'Petit', prenom: 'Luc', fonction: 'Adjoint' }
  await colleague.patch(`/admin/communes/${id}`, {
    elus: [...elus.map(({ id, nom, prenom, fonction }: Elu) => ({ id, nom, prenom, fonction })), theirs],
    versions: { elus: meta.version },
  })
  await save.click()
  await page.getByText('C’est enregistré.').waitFor()
  await form.waitFor({ state: 'detached' })
  const elusNow = async () => (await colleague.get(`/admin/communes/${id}/elus`)).body
  assert.deepEqual(
    (await elusNow()).data.map(({ nom }: Elu) => nom),
    ['Élan', 'Petit', 'Roy'],
  )
  // A row that a colleague changed as well is asked about.
  await page.getByRole('button', { name: /^Modifier.*Roy/ }).click()
  await form.getByLabel('Fonction').fill('Première adjointe')
  const before = await elusNow()
  await colleague.patch(`/admin/communes/${id}`, {
    elus: before.data.map(({ id, nom, prenom, fonction }: Elu) => ({
      ...{ id, nom, prenom },
      fonction: nom === 'Roy' ? 'Conseillère' : fonction,
    })),
    versions: { elus: before.meta.version },
  })
  await save.click()
  await page
    .getByRole('dialog', { name: /avant vous/ })
    .getByText('Conseillère')
    .waitFor()
  await page.getByRole('button', { name: 'Enregistrer quand même' }).click()
  await form.waitFor({ state: 'detached' })
  assert.deepEqual((await elusNow()).data.map(({ fonction }: Elu) => fonction).slice(1), [
    'Adjoint',
    'Première adjointe',
  ])

  for (const [tab, word] of [
    ['Élus', 'Zoé Élan'],
    ['Place', 'La place est ouverte'],
    ['Acteurs', 'Mairie'],
    ['Défibrillateurs', 'affiché'],
    ['Historique', 'Population : 1999 → 2034'],
  ] as const) {
    await page.getByRole('navigation', { name: 'Parties de la commune' }).getByText(tab).click()
    await page.getByText(word).first().waitFor()
    await look.assertAccessible(tab)
  }

  // Administrators also see the hosts of its pages.
  const admin = await visit(app)
  await enter(admin, await account(app, 'ada@example.org', 'admin'), `/communes/${id}?onglet=place`)
  await admin.page.getByLabel('Nom d’hôte').fill('place.commune.fr/')
  await admin.page.getByRole('button', { name: 'Ajouter ce nom' }).click()
  await admin.page.getByText('n’est pas un nom d’hôte').waitFor()
  await admin.page.getByLabel('Nom d’hôte').fill('Place.Commune.fr')
  await admin.page.getByRole('button', { name: 'Ajouter ce nom' }).click()
  await admin.page.getByRole('button', { name: 'Retirer place.commune.fr' }).waitFor()
  await admin.assertAccessible('the hosts of a commune')
  await admin.page.getByRole('button', { name: 'Retirer place.commune.fr' }).click()
  await admin.page.getByRole('button', { name: 'Retirer place.commune.fr' }).waitFor({ state: 'detached' })
  assert.deepEqual(admin.faults, [])
  assert.deepEqual(look.faults, [])
})

test('the empty tab of acteurs opens the form with its commune, and a town hall becomes its own', {
  skip,
}, async () => {
  const app = await startBackoffice()
  const crest = await make.commune(app, { nom: 'Crest', departement: '26' })
  const mairies = async () =>
    (
      await app.owner.query(
        `select a.nom, a.valide, c.mairie_actor_id = a.id as is_mairie from acteurs a
         join communes c on c.id = a.commune_id order by a.nom`,
      )
    ).rows
  const empty = `/communes/${crest}?onglet=acteurs`
  const keeper = await visit(app)
  await enter(keeper, await account(app, 'luc@example.org', 'operator_communes'), empty)
  await keeper.page.getByText('Une personne qui traite les demandes peut en créer.').waitFor()

  const look = await visit(app)
  const { page } = look
  await enter(look, await account(app, 'ada@example.org', 'admin'), empty)
  const open = page.getByRole('button', { name: 'Créer un acteur ici' })
  const dialog = page.getByRole('dialog')
  const ask = dialog.getByRole('checkbox', { name: /^Faire de cet acteur la mairie de Crest/ })
  await open.click()
  await becomes(() => dialog.getByRole('combobox', { name: /Commune/ }).inputValue(), 'Crest')
  assert.equal(await ask.count(), 0)
  await dialog.getByLabel('Type').selectOption('mairie')
  await becomes(() => ask.isChecked(), true)
  await look.assertAccessible('a town hall', 'dialog')
  await dialog.getByRole('textbox', { name: 'Nom' }).fill('Mairie de Crest')
  // A colleague was faster: said at the question, and nothing typed is lost.
  const other = await make.mairie(app, crest)
  await page.keyboard.press('Control+Enter')
  await dialog.getByText('La commune a déjà sa mairie.').waitFor()
  await becomes(() => dialog.getByRole('textbox', { name: 'Nom' }).inputValue(), 'Mairie de Crest')
  await look.assertAccessible('a refused town hall', 'dialog')
  await app.owner.query('update communes set mairie_actor_id = null')
  await app.owner.query('delete from acteurs where id = $1', [other])
  await ask.uncheck()
  await ask.check()
  await page.keyboard.press('Control+Enter')
  await page.getByText(/est créée et validée\s: c’est la mairie de sa commune/).waitFor()
  assert.deepEqual(await mairies(), [{ nom: 'Mairie de Crest', valide: true, is_mairie: true }])

  // It has one now: nobody is asked.
  await page.getByRole('link', { name: 'Acteurs' }).first().click()
  await page.getByRole('button', { name: 'Créer un acteur' }).click()
  await dialog.getByLabel('Type').selectOption('mairie')
  await dialog.getByRole('combobox', { name: /Commune/ }).fill('Crest')
  await page.getByRole('option', { name: /Crest/ }).click()
  await dialog.getByRole('textbox', { name: 'Nom' }).fill('Mairie annexe')
  // The record that the page kept says once more that there is none, until it is read again.
  await becomes(() => ask.count(), 0)
  await page.keyboard.press('Control+Enter')
  await page.getByRole('heading', { level: 1, name: 'Mairie annexe' }).waitFor()
  assert.deepEqual(await mairies(), [
    { nom: 'Mairie annexe', valide: false, is_mairie: false },
    { nom: 'Mairie de Crest', valide: true, is_mairie: true },
  ])
  assert.deepEqual([...look.faults, ...keeper.faults], [])
})
