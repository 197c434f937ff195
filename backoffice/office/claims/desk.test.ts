// In one browser: layout.test.ts and states.test.ts show its screens in both.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { account, enter } from '../../../test/browser/people.ts'
import { skip, startBackoffice, visit } from '../../../test/browser/visit.ts'
import { becomes, eventually } from '../../../test/eventually.ts'
import * as make from '../../../test/factories.ts'
import { countRequests, settled } from '../../test/long-tasks.ts'
import { misplaced } from '../../test/measures.ts'

/** The desk of claims in a real browser with the real service. */

const NAMES = ['Étoile sportive', 'نادي المدينة الرياضي', 'Comité <b>des fêtes</b>']

async function openWorld() {
  const app = await startBackoffice()
  const commune = await make.commune(app, { nom: 'Écully', departement: '69' })
  const claims: string[] = []
  for (const [at, nom] of NAMES.entries()) {
    const known = {
      nom,
      email: 'contact@etoile.example',
      telephone: '04 78 11 22 33',
      siret: null,
      adresse: at === 2 ? null : '1 place de la Mairie\n69130 Écully',
    }
    const acteur_id = await make.acteur(app, commune, known)
    const { body } = await app.anyone.post('/claims', {
      acteur_id,
      message: `Je suis la trésorière. ${'Très longue explication. '.repeat(10)}`,
      nom: 'Zoé Martin',
      email: at === 0 ? 'zoe@etoile.example' : 'zoe@gmail.com',
      telephone: '+33 4 78 11 22 33',
    })
    claims.push(body.data.id)
  }
  await app.owner.query(`update claims set expires_at = now() + interval '1 day' where id = $1`, [claims[0]])
  return {
    app,
    claims,
    treater: await account(app, 'karim@example.org', 'operator_claims'),
    other: app.as(await app.user(['operator_claims'])),
  }
}

test('claims: agreeing contacts are marked; a claimant is asked a question; claims are approved, rejected and undone', {
  skip,
}, async () => {
  const { app, claims, treater, other } = await openWorld()
  const look = await visit(app)
  const { page } = look
  const status = async (id: string | undefined) => (await other.get(`/admin/claims/${id}`)).body.data.status
  await enter(look, treater)
  await page.getByRole('main').getByRole('link', { name: '3 demandes attendent' }).click()
  await page.getByRole('heading', { level: 2, name: 'Étoile sportive' }).waitFor()
  await page.getByText('Expire dans 1 j').waitFor()
  await page.getByText('Le même domaine').waitFor()
  await page
    .getByText('Des indices, mais aucune preuve solide. Vous pouvez envoyer une lettre ou appeler.')
    .waitFor()
  // The list of evidence, a recorded call, and the printed letter.
  await page.getByText('Adresse du même domaine que la fiche').waitFor()
  await page.getByRole('button', { name: 'Noter un appel…' }).click()
  const called = page.getByRole('dialog')
  await called.getByRole('button', { name: /^Noter l’appel/ }).click()
  await called.getByText('Choisissez ce qui a été répondu.').first().waitFor()
  await called.getByRole('combobox', { name: /Réponse/ }).selectOption('Personne n’a répondu')
  await look.assertAccessible('a call')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('heading', { name: 'Appel noté' }).waitFor()
  assert.equal(await page.getByText('Confirmé par téléphone').count(), 0, 'nobody answered')
  await page.getByRole('button', { name: 'Remplacer l’appel noté…' }).click()
  await called.getByText('celui-ci remplace le précédent').waitFor()
  await becomes(() => called.getByRole('combobox', { name: /Réponse/ }).inputValue(), 'unanswered')
  await called.getByRole('combobox', { name: /Réponse/ }).selectOption('A confirmé')
  await called.getByRole('textbox', { name: /Qui a répondu/ }).fill('La présidente')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Confirmé par téléphone').waitFor()
  await page.getByText('La présidente').waitFor()
  await page.getByText('Une preuve solide relie cette personne à la fiche.').waitFor()
  await page.getByRole('button', { name: 'Retirer cet appel' }).click()
  await becomes(() => page.getByRole('heading', { name: 'Appel noté' }).count(), 0)
  await look.assertAccessible('a claim')
  await page.getByRole('button', { name: 'Préparer une lettre…' }).click()
  const letter = page.getByRole('dialog')
  await letter.getByRole('button', { name: 'Créer le code' }).click()
  await letter.getByText('1 place de la Mairie').waitFor()
  await look.assertAccessible('a letter')
  await page.emulateMedia({ media: 'print' })
  await becomes(() => page.locator('#item-title').isVisible(), false)
  await page.getByText(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/).waitFor()
  assert.equal(await page.getByText('Imprimer la lettre').isVisible(), false)
  const printed = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  assert.equal(printed.match(/\/Type\s*\/Page\b/g)?.length, 1, 'one page')
  await page.emulateMedia({ media: 'screen' })
  await page.keyboard.press('Escape')
  await letter.waitFor({ state: 'detached' })
  await page.getByText('Le code n’est pas encore saisi (5 essais restent)').waitFor()

  await page.keyboard.press('v')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('Avez-vous le procès-verbal ?')
  await dialog.getByText('Courriel à zoe@etoile.example').click()
  await dialog.getByText('Vous demandez à gérer cette fiche').waitFor()
  await look.assertAccessible('asked for more')
  await page.keyboard.press('Control+Enter')
  // The mail in the dialog has these words too.
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('Avez-vous le procès-verbal').first().waitFor()

  await page.keyboard.press('a')
  await dialog.getByText('Des indices, mais aucune preuve solide.').waitFor()
  await dialog.getByRole('radio', { name: /Rédacteur/ }).check()
  await dialog.getByRole('checkbox', { name: /Écrire/ }).check()
  await look.assertAccessible('approving')
  await page.keyboard.press('Control+Enter')
  await page
    .getByRole('status')
    .getByText('La demande pour «\u00a0Étoile sportive\u00a0» est acceptée.')
    .waitFor()
  await eventually(async () => (await status(claims[0])) === 'approved', 'it is approved')

  await page.getByRole('heading', { level: 2, name: NAMES[1] ?? '' }).waitFor()
  await page.keyboard.press('r')
  await dialog.getByRole('textbox', { name: /Message à la personne/ }).fill('Écrivez-nous du club.')
  // An undo before the answer undoes this decision, not the one before.
  const late = Promise.withResolvers<void>()
  await page.route(`**/api/v1/admin/claims/${claims[1]}`, async route => {
    if (route.request().method() === 'PATCH') await late.promise
    await route.continue()
  })
  await dialog.getByRole('button', { name: /^Refuser la demande/ }).click()
  await page.getByRole('status').getByText('est refusée').waitFor()
  await page.keyboard.press('u')
  late.resolve()
  await page.getByRole('status').getByText('attend à nouveau').waitFor()
  await becomes(() => Promise.all(claims.slice(0, 2).map(status)), ['approved', 'pending'])
  // It is open again, with the words of the dialog.
  await page.getByRole('heading', { level: 2, name: NAMES[1] ?? '' }).waitFor()
  await page.keyboard.press('r')
  const words = dialog.getByRole('textbox', { name: /Message à la personne/ })
  await becomes(() => words.inputValue(), 'Écrivez-nous du club.')
  await page.keyboard.press('Escape')
  await page.keyboard.press('v')
  await dialog.getByRole('textbox').fill('Avez-vous un mandat ?')
  await page.keyboard.press('Control+Enter')
  await dialog.waitFor({ state: 'detached' })
  await page.keyboard.press('u')
  await page.getByRole('status').getByText('ne part pas').waitFor()
  const row = page.getByRole('listitem').filter({ hasText: NAMES[1] ?? '' })
  await becomes(() => row.getByText('Précisions demandées').count(), 0)
  await page.keyboard.press('v')
  await becomes(() => dialog.getByRole('textbox').inputValue(), 'Avez-vous un mandat ?')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })

  // A colleague decides first: their decision is shown, with a choice.
  await page.getByRole('link', { name: NAMES[2] ?? '' }).click()
  await page.getByText(/grand public\s:\sne prouve rien/).waitFor()
  await page.getByText('Aucune adresse postale n’est connue.').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Préparer une lettre…' }).count(), 0)
  assert.match(
    (await page.getByRole('link', { name: 'Voir la fiche' }).getAttribute('href')) ?? '',
    /acteurs/,
  )
  // An address written on the page is known when one comes back.
  await page.getByRole('link', { name: 'Voir la fiche' }).click()
  await page.getByRole('textbox', { name: /^Adresse( \(facultatif\))?$/ }).fill('3 rue des Tilleuls')
  await page.getByRole('button', { name: 'Enregistrer' }).nth(1).click()
  await page.getByText('Coordonnées\u00a0: enregistré.').waitFor()
  await page.goBack()
  await page.getByRole('button', { name: 'Préparer une lettre…' }).waitFor()
  await other.patch(`/admin/claims/${claims[2]}`, { status: 'rejected' })
  await page.keyboard.press('a')
  await dialog.waitFor()
  await page.keyboard.press('Control+Enter')
  await dialog.getByText('Cette demande est déjà traitée').waitFor()
  await look.assertAccessible('somebody was quicker')
  await dialog.getByRole('button', { name: 'L’annuler et accepter' }).click()
  await eventually(async () => (await status(claims[2])) === 'approved', 'it is approved after all')

  await page.goto('/demandes?onglet=acceptees')
  await page.locator('#item-title').waitFor()
  await page.goto('/demandes?onglet=expirees')
  await page.getByText('Aucune demande n’a expiré.').waitFor()
  assert.equal(await page.getByText('Choisissez une demande').count(), 0)
  await look.assertAccessible('nothing')
  assert.deepEqual(look.faults, [])

  const small = await visit(app, { width: 390, dark: true })
  await enter(small, treater, '/demandes')
  await small.page.getByRole('link', { name: NAMES[1] ?? '' }).click()
  await small.page.getByText(/grand public\s:\sne prouve rien/).waitFor()
  await small.assertAccessible('a claim on a telephone')
  // A question that failed is still in the field; going back keeps it with its claim.
  const ask = '**/api/v1/admin/claims/*/ask'
  await small.page.route(ask, route => route.abort('connectionreset'))
  const asked = small.page.getByRole('dialog')
  await small.page.getByRole('button', { name: 'Poser une question…' }).click()
  await asked.getByRole('textbox').fill('Qui est le président ?')
  await asked.getByRole('button', { name: 'Envoyer la question' }).click()
  await small.page.getByText('1 action n’a pas abouti.').waitFor()
  await small.page.getByRole('button', { name: 'Poser une question…' }).click()
  await becomes(() => asked.getByRole('textbox').inputValue(), 'Qui est le président ?')
  await small.page.goBack()
  await asked.waitFor({ state: 'detached' })
  await small.page.getByRole('link', { name: 'Acceptées' }).click()
  await small.page.getByRole('link', { name: NAMES[0] ?? '' }).click()
  await small.page.getByText('Le même domaine').waitFor()
  await becomes(() => asked.count(), 0)
  const faults = small.faults.filter(fault => !/ERR_CONNECTION_RESET/.test(fault))
  assert.deepEqual([...(await misplaced(small.page)), ...faults], [])
})

test('a claim cannot be approved before its evidence is shown', { skip }, async () => {
  const { app, claims, treater } = await openWorld()
  const look = await visit(app)
  const { page } = look
  await enter(look, treater)
  const read = Promise.withResolvers<void>()
  const decisions: string[] = []
  await page.route(`**/api/v1/admin/claims/${claims[0]}`, async route => {
    if (route.request().method() === 'PATCH') decisions.push(route.request().url())
    else await read.promise
    await route.continue()
  })
  await page.goto(`/demandes?item=${claims[0]}`)
  await page.getByRole('button', { name: 'Accepter' }).click()
  const dialog = page.getByRole('dialog')
  const main = dialog.getByRole('button', { name: /^Accepter/ })
  await main.waitFor()
  assert.equal(await main.getAttribute('aria-disabled'), 'true')
  await page.keyboard.press('Control+Enter')
  read.resolve()
  // Open still: the key has approved nothing.
  await dialog.getByText('aucune preuve solide').waitFor()
  assert.deepEqual(decisions, [])
  await page.keyboard.press('Control+Enter')
  await becomes(async () => decisions.length, 1)
  await page.getByRole('status').getByText('est acceptée').waitFor()
  assert.deepEqual(look.faults, [])
})

test('a list that was read before a decision and is answered later does not show the claim as waiting again', {
  skip,
}, async () => {
  const { app, claims, treater, other } = await openWorld()
  const look = await visit(app)
  const { page } = look
  const decided = page.locator('ol li[data-done]')
  const underWay = countRequests(look)
  await enter(look, treater)
  // The page that is left asks for the list too.
  await settled(page, underWay)
  for (const isAnsweredFirst of [true, false]) {
    /** The list is read for what colleagues did while the page was loading; here its answers wait. */
    const [read, list, decision] = [
      Promise.withResolvers<void>(),
      Promise.withResolvers<void>(),
      Promise.withResolvers<void>(),
    ]
    let isLoaded = false
    await page.route('**/api/v1/admin/claims?**', async route => {
      const response = await route.fetch()
      if (isLoaded) {
        read.resolve()
        await list.promise
      }
      isLoaded = true
      await route.fulfill({ response })
    })
    await page.route('**/api/v1/admin/claims/*', async route => {
      if (route.request().method() === 'PATCH') await decision.promise
      await route.continue()
    })
    await page.goto('/demandes')
    const nom = (await page.locator('#item-title').textContent()) ?? ''
    await read.promise
    await page.getByRole('button', { name: 'Accepter' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Accepter/ })
      .click()
    await decided.filter({ hasText: nom }).waitFor()
    if (isAnsweredFirst) {
      decision.resolve()
      await page.getByRole('button', { name: `Annuler pour « ${nom} »` }).waitFor()
    }
    const answered = page.waitForResponse('**/api/v1/admin/claims?**')
    list.resolve()
    await answered
    if (isAnsweredFirst) await settled(page, underWay)
    else await settled(page, () => underWay() - 1)
    assert.equal(await decided.count(), 1)
    decision.resolve()
    await settled(page, underWay)
    assert.equal(await decided.count(), 1)
    await page.unrouteAll({ behavior: 'wait' })
  }
  const states = claims.map(async id => (await other.get(`/admin/claims/${id}`)).body.data.status)
  assert.deepEqual((await Promise.all(states)).toSorted(), ['approved', 'approved', 'pending'])
  assert.deepEqual(look.faults, [])
})
