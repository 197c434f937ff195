import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { enter } from '../../test/browser/people.ts'
import { follow, skip, visit } from '../../test/browser/visit.ts'
import { eventually } from '../../test/eventually.ts'
import * as make from '../../test/factories.ts'
import { PASSWORD } from '../../test/sign-in.ts'
import { misplaced } from '../reach/measures.ts'
import { filesOf, MEDIA, openTown, photograph } from './house-town.ts'

/** What is written in the house of those who publish, on a telephone: sent, refused, put right, published; never lost. */

const service = skip ? undefined : openTown()
const opened = async () => (await service) ?? assert.fail('there is a browser')

/** The browser itself writes what it could not send. */
const unbroken = (faults: readonly string[]) =>
  faults.filter(fault => !/ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_RESET/.test(fault))

test('an association writes with photographs, is refused, puts it right, and is read by everybody', {
  skip,
}, async () => {
  const { app, office, club, treasurer } = await opened()
  const look = await visit(app, { width: 390, asks: MEDIA })
  const { page } = look
  await page.route(`${MEDIA}/**`, async route =>
    route.fulfill({ response: await route.fetch({ url: filesOf(app, route.request().url()) }) }),
  )
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  // The invitation is opened, a password chosen.
  const president = 'bernard@example.org'
  await app
    .as(treasurer, 'public')
    .post(`/me/acteurs/${club}/members`, { email: president, nom: 'Bernard Petit', role: 'owner' })
  const mails = await app.owner.query('select text from mails where recipient_email = $1', [president])
  const [link = ''] = /https?:\/\/\S+/.exec(mails.rows[0].text) ?? []
  await page.goto(new URL(link).pathname + new URL(link).search)
  await page.getByLabel('Nouveau mot de passe').fill(PASSWORD)
  await look.assertAccessible('a password to be chosen')
  await page.locator('button[type=submit]').click()
  await page.getByText('Votre mot de passe est enregistré.').waitFor()
  await enter(look, president)
  await page.getByRole('heading', { name: 'Votre première publication' }).waitFor()
  await page.getByText('relu par la modération').waitFor()
  await look.assertAccessible('the first page')
  await page.getByRole('main').getByRole('link', { name: 'Écrire une publication' }).click()

  await page.getByRole('radio', { name: 'Événement' }).check()
  assert.equal(await page.getByRole('radio', { name: 'Alerte' }).count(), 0)
  await button('Envoyer à la relecture').click()
  await page.getByText('Donnez un titre').waitFor()
  await look.assertAccessible('what is missing')
  await page.getByLabel('Titre').fill('Gala de judo')
  await page.getByLabel('Texte').fill('gratuit')
  await page.getByLabel('Texte').selectText()
  await button('Gras').click()
  assert.equal(await page.getByLabel('Texte').inputValue(), '**gratuit**')
  await page.keyboard.press('Control+Z')
  assert.equal(await page.getByLabel('Texte').inputValue(), 'gratuit')
  await page.getByLabel('Texte').selectText()
  await button('Gras').click()
  await page.getByLabel('Premier jour').fill('15/01/2027')
  await page.getByText('vendredi 15 janvier 2027').first().waitFor()
  await page.getByLabel('Dernier jour').fill('05/01/2027')
  await page.getByLabel('Dernier jour').blur()
  await page.getByText('Le dernier jour est avant le premier.').waitFor()
  await page.getByLabel('Dernier jour').fill('')
  // The line breaks at the second photograph; what is typed meanwhile stays.
  let broken = true
  await page.route('**/api/v1/uploads**', async route => {
    const isSecond = route.request().headers()['x-file-name'] === 'navy.jpg'
    if (isSecond && broken) await route.abort('connectionreset')
    else await route.continue()
  })
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([await photograph('teal'), await photograph('navy')])
  await page.getByLabel('Lieu').fill('Gymnase')
  await page.getByLabel('Lien pour en savoir plus').fill('www.judo-saint-benoit.example.org/gala')
  await page.getByLabel('Que voit-on').first().fill('Deux judokas se saluent')
  // What has not arrived would not be published: nothing leaves without it unsaid.
  await button('Réessayer').waitFor()
  await button('Envoyer à la relecture').click()
  await page.getByText('« navy.jpg » n’est pas arrivé').waitFor()
  await look.assertAccessible('a photograph that has not arrived')
  broken = false
  await button('Réessayer').click()
  await page.getByLabel('Que voit-on').nth(1).waitFor()
  await button('Envoyer à la relecture').click()
  await page.getByText('Dites en quelques mots ce que l’on voit.').waitFor()
  await page.getByLabel('Que voit-on').nth(1).fill('La salle pleine')
  await button('Monter la photo 2').click()
  const seen = page.getByRole('complementary', { name: 'Ce que verront les habitants' })
  assert.deepEqual(
    await seen.locator('img').evaluateAll(all => all.map(one => (one as HTMLImageElement).alt)),
    ['La salle pleine', 'Deux judokas se saluent'],
  )
  await seen.locator('strong', { hasText: 'gratuit' }).waitFor()
  await look.assertAccessible('written')
  assert.deepEqual(await misplaced(page), [])
  await button('Envoyer à la relecture').click()
  await page.getByText('« Gala de judo » est envoyée.').waitFor()
  await page.getByRole('link', { name: /^En attente/ }).click()
  await page.getByRole('heading', { name: 'Gala de judo' }).waitFor()
  const tabs = page.getByRole('navigation', { name: 'Vos publications, par état' })
  assert.deepEqual(await tabs.locator('[aria-current=page]').allTextContents(), ['En attente1'])
  assert.equal(
    (await app.owner.query('select from publication_drafts')).rowCount,
    0,
    'the draft is done with',
  )

  const { rows } = await app.owner.query(`select id from publications where title = 'Gala de judo'`)
  const { id } = rows[0]
  await office.patch(`/admin/publications/${id}/moderate`, {
    moderation_status: 'rejected',
    reason_code: 'other',
    reason: 'Il manque l’heure.',
  })
  await page.getByRole('link', { name: /^Refusées/ }).click()
  await page.getByText('Il manque l’heure.').waitFor()
  await look.assertAccessible('refused, with the reason')
  await page.getByRole('link', { name: 'Corriger et renvoyer' }).click()
  await page.getByText('Il manque l’heure.').waitFor()
  await page.getByLabel('Texte').fill('Entrée **gratuite**, à 18 h.')
  await button('Renvoyer à la relecture').click()
  await page.getByText('« Gala de judo » est envoyée.').waitFor()
  await office.patch(`/admin/publications/${id}/moderate`, { moderation_status: 'published' })
  const { data } = (await app.anyone.get(`/publications/${id}`)).body
  assert.deepEqual(
    [data.body, data.lieu, data.source_url, data.images.map(({ alt }: { alt: string }) => alt)],
    [
      'Entrée **gratuite**, à 18 h.',
      'Gymnase',
      'https://www.judo-saint-benoit.example.org/gala',
      ['La salle pleine', 'Deux judokas se saluent'],
    ],
  )
  const bytes = await (await fetch(filesOf(app, data.images[0].url))).bytes()
  assert.equal((await sharp(bytes).metadata()).exif, undefined, 'where it was taken is gone')
  await page.getByRole('link', { name: /^En ligne/ }).click()
  await page.getByRole('heading', { name: 'Gala de judo' }).waitFor()
  assert.deepEqual(unbroken(look.faults), [])
})

test('a town hall alerts, after being asked once more; schedules, withdraws and takes it back; holds with a reason', {
  skip,
}, async () => {
  const { app, commune, club, clerk } = await opened()
  await make.publication(app, club, commune, { title: 'Loto du club' })
  const look = await visit(app, { width: 390, dark: true })
  const { page } = look
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const dialog = page.getByRole('dialog')
  await enter(look, clerk)
  await page.getByRole('link', { name: /Diffuser une alerte/ }).click()
  await page.getByLabel('Titre').fill('Crue de la Loire')
  // Left, and gone on with from the drafts: it is still an alert.
  await page.getByText('Brouillon gardé à').waitFor()
  await page.getByRole('link', { name: 'Mes publications' }).first().click()
  await page.getByRole('link', { name: /^Brouillons/ }).click()
  await page.getByRole('link', { name: 'Continuer' }).click()
  await page.getByRole('radio', { name: 'Alerte', checked: true }).waitFor()
  await page.getByLabel('Texte').fill('Les berges sont fermées.')
  await button('Diffuser l’alerte').click()
  await look.assertAccessible('asked once more')
  await dialog.getByRole('button', { name: 'Diffuser l’alerte' }).click()
  await page.getByText('« Crue de la Loire » est en ligne.').waitFor()
  await page.getByText('En haut de votre page').waitFor()
  assert.equal((await app.anyone.get(`/communes/${commune}/publications`)).body.data[0].type.slug, 'alerte')

  await page.getByRole('link', { name: 'Écrire une publication' }).click()
  await page.getByLabel('Titre').fill('Vœux du maire')
  await page.getByLabel('Texte').fill('Un verre de cidre.')
  await button('Publier plus tard…').click()
  await dialog.getByLabel('Jour').fill('demain')
  await dialog.getByText('demain à 8 h').waitFor()
  await dialog.getByRole('button', { name: 'Programmer', exact: true }).click()
  await page.getByText('« Vœux du maire » sera visible demain à 8 h.').waitFor()
  await page.getByRole('link', { name: /^Programmées/ }).click()
  await page.getByRole('heading', { name: 'Crue de la Loire' }).waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Modifier' }).click()
  await page.getByText('Elle sera visible demain à 8 h, avec vos changements.').first().waitFor()
  // Begun and left: it is there again, and can be given up.
  await page.getByLabel('Texte').fill('Un verre')
  await page.getByText('Brouillon gardé à').waitFor()
  await page.reload()
  await button('Abandonner ces changements').click()
  await button('Abandonner ces changements').waitFor({ state: 'detached' })
  assert.equal(await page.getByLabel('Texte').inputValue(), 'Un verre de cidre.')
  // The answer is lost when the line breaks: sent again, it is nobody else's change.
  const one = '**/api/v1/publications/*'
  await page.route(one, async route => {
    if (route.request().method() !== 'PATCH') return await route.continue()
    await route.fetch()
    await route.abort('connectionreset')
  })
  await page.getByLabel('Texte').fill('Un verre de cidre et des galettes.')
  await button('Enregistrer').click()
  await page.getByText('Le service ne répond pas.').waitFor()
  await page.unroute(one)
  await button('Enregistrer').click()
  await page.getByText('« Vœux du maire » sera visible demain à 8 h.').waitFor()
  await page.getByRole('link', { name: /^Programmées/ }).click()
  await button('Autres gestes pour « Vœux du maire »').click()
  await look.assertAccessible('what may be done')
  await button('Changer le jour de parution…').click()
  await dialog.getByLabel('Jour').fill('après-demain')
  await dialog.getByLabel('Heure').fill('midi')
  await dialog.getByRole('button', { name: 'Changer le jour' }).click()
  await page.getByText(/sera visible .+ à 12\sh\./).waitFor()
  await button('Autres gestes pour « Vœux du maire »').click()
  await button('Publier maintenant').click()
  await page.getByText('« Vœux du maire » est en ligne.').waitFor()
  await page.getByRole('link', { name: 'Toutes' }).click()
  await page.getByLabel('Chercher dans vos publications').fill('crue')
  await page.getByRole('heading', { name: 'Vœux du maire' }).waitFor({ state: 'detached' })
  await button('Autres gestes pour « Crue').click()
  await button('Retirer').click()
  await page.getByText('est retirée').waitFor()
  await button('Annuler').click()
  await page.getByText('En haut de votre page').waitFor()

  await page.getByRole('link', { name: 'Dans la commune' }).click()
  await button('Retenir…').click()
  await dialog.getByRole('button', { name: 'Retenir', exact: true }).click()
  await dialog.getByText('Dites en quelques mots').waitFor()
  await dialog.getByLabel('Pourquoi').fill('La salle n’est pas réservée.')
  await look.assertAccessible('held with a reason')
  await dialog.getByRole('button', { name: 'Retenir', exact: true }).click()
  await page.getByText('« Loto du club » est retenue.').waitFor()
  await look.assertAccessible('in the commune')

  // Whoever goes on while it leaves stays where they are, and is told on the list that it has not left.
  await follow(page, '/espace/ecrire')
  await page.getByLabel('Titre').fill('Coupure d’eau rue des Lilas')
  await page.getByLabel('Texte').fill('Jeudi matin.')
  const [asked, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const every = '**/api/v1/publications'
  await page.route(every, async route => {
    asked.resolve()
    await late.promise
    await route.abort('connectionreset')
  })
  await button('Publier maintenant').click()
  await asked.promise
  await page.getByRole('link', { name: 'Dans la commune' }).click()
  await page.getByLabel('Chercher').waitFor()
  late.resolve()
  await page.getByRole('link', { name: 'Mes publications' }).click()
  await page.getByText('« Coupure d’eau rue des Lilas » n’est pas partie.').waitFor()
  await page.unroute(every)
  await page.getByRole('link', { name: /^Brouillons/ }).click()
  await page.getByRole('link', { name: 'Continuer' }).click()
  await button('Publier maintenant').click()
  await page.getByText('« Coupure d’eau rue des Lilas » est en ligne.').waitFor()
  // The page is loaded again while it leaves: it had arrived, and is published once.
  await follow(page, '/espace/ecrire')
  await page.getByLabel('Titre').fill('Marché couvert')
  // A long text is pasted: that its end is missing is said, until somebody goes on.
  await look.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const paste = async (text: string) => {
    await page.evaluate(text => navigator.clipboard.writeText(text), text)
    await page.getByLabel('Texte').selectText()
    await page.keyboard.press('Control+V')
  }
  await paste('séance '.repeat(3_000))
  await page.getByText('sa fin n’a pas été gardée').waitFor()
  assert.equal((await page.getByLabel('Texte').inputValue()).length, 20_000)
  // As a word processor gives it: citizens see paragraphs and a list.
  await paste('\tLe conseil s’est réuni.\r\n\r\n•\tTarifs\r\n\to\tété\r\nFait ici\vLe maire')
  await page.getByText('sa fin n’a pas été gardée').waitFor({ state: 'detached' })
  const shown = page.getByRole('complementary', { name: 'Ce que verront les habitants' })
  await shown.getByText('Le conseil s’est réuni.').waitFor()
  assert.equal(await shown.locator('pre').count(), 0)
  assert.deepEqual(await shown.locator('li').allInnerTexts(), ['Tarifs', 'été\nFait ici\nLe maire'])
  // Its last words are with the browser alone: of a draft that was kept the page would say that it has been sent.
  const keeping = '**/api/v1/me/drafts/*'
  await page.route(keeping, () => {})
  await page.getByLabel('Texte').fill('Dès samedi.')
  const arrived = Promise.withResolvers<void>()
  await page.route(every, async route => {
    await route.fetch()
    arrived.resolve()
  })
  await button('Publier maintenant').click()
  await arrived.promise
  await page.unroute(every)
  await page.unroute(keeping)
  await page.reload()
  await button('Publier maintenant').click()
  await page.getByText('« Marché couvert » est en ligne.').waitFor()
  const published = await app.owner.query(`select from publications where title = 'Marché couvert'`)
  assert.equal(published.rowCount, 1)
  // Somebody clicks twice: the second click is no answer to the question that has come under it.
  await button('Autres gestes pour « Marché couvert »').click()
  await button('Supprimer…').dblclick()
  await dialog.getByRole('button', { name: 'La garder' }).click()
  await button('Autres gestes pour « Marché couvert »').waitFor()
  // Back leads to no form that is empty by now.
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Mes publications' }).waitFor()
  // A draft is only just being begun when it is published: it does not stay behind.
  const [begun, kept] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route('**/api/v1/me/drafts', async route => {
    if (route.request().method() !== 'POST') return await route.continue()
    begun.resolve()
    await kept.promise
    await route.continue()
  })
  await follow(page, '/espace/ecrire')
  await page.getByLabel('Titre').fill('Eau rétablie')
  await page.getByLabel('Texte').fill('Depuis midi.')
  await begun.promise
  await button('Publier maintenant').click()
  await eventually(
    async () => (await app.owner.query(`select from publications where title = 'Eau rétablie'`)).rowCount,
    'it is published',
  )
  kept.resolve()
  await page.getByText('« Eau rétablie » est en ligne.').waitFor()
  assert.equal((await app.owner.query('select from publication_drafts')).rowCount, 0)
  // Its address is opened all the same: what became of it is said.
  await page.goto('/espace/ecrire?brouillon=01a20295-2387-7499-a4a1-20c5c0d0e683')
  await page.getByText('Ce brouillon n’est plus là').waitFor()
  assert.deepEqual(unbroken(look.faults), [])
})

test('a draft survives the battery without a line, is found on another device, and of two devices nothing is lost', {
  skip,
}, async () => {
  const { app, clerk, secretary } = await opened()
  const look = await visit(app, { width: 390 })
  const { page, context } = look
  // The line breaks before the service has answered: it was begun there, and what is typed next belongs to it.
  let answers = false
  await page.route('**/api/v1/me/drafts', async route => {
    if (answers || route.request().method() !== 'POST') return await route.continue()
    answers = true
    await route.fetch()
    await route.abort('connectionreset')
  })
  await enter(look, clerk, '/espace/ecrire')
  await page.getByLabel('Titre').fill('Repas')
  await page.getByText('le brouillon est gardé sur cet appareil').waitFor()
  await page.getByLabel('Titre').fill('Repas des aînés')
  await page.getByText('Brouillon gardé à').waitFor()
  const begun = await app.owner.query('select content from publication_drafts')
  assert.deepEqual(
    begun.rows.map(({ content }) => content.title),
    ['Repas des aînés'],
  )
  await page.waitForURL(/brouillon=/)
  const address = page.url()
  // What was kept and not answered is no version of another device.
  let cut = false
  await page.route('**/api/v1/me/drafts/*', async route => {
    if (cut || route.request().method() !== 'PATCH') return await route.continue()
    cut = true
    await route.fetch()
    await route.abort('connectionreset')
  })
  await page.getByLabel('Lieu').fill('Salle')
  await page.getByText('le brouillon est gardé sur cet appareil').waitFor()
  await page.getByLabel('Lieu').fill('')
  await page.getByText('Brouillon gardé à').waitFor()
  await context.setOffline(true)
  await page.getByLabel('Texte').fill('Le 12 décembre à la salle des fêtes.')
  await page.getByText('le brouillon est gardé sur cet appareil').waitFor()
  // The battery: the page is gone without a word.
  await page.close({ runBeforeUnload: false })
  await context.setOffline(false)
  const again = await context.newPage()
  await again.goto(address)
  assert.equal(await again.getByLabel('Texte').inputValue(), 'Le 12 décembre à la salle des fêtes.')
  await again.getByText('Voici ce que vous étiez en train d’écrire.').waitFor()
  await again.getByText('Brouillon gardé à').waitFor()

  const other = await visit(app)
  await enter(other, clerk, '/espace/publications?etat=brouillons')
  await other.page.getByRole('link', { name: 'Continuer' }).click()
  assert.equal(await other.page.getByLabel('Titre').inputValue(), 'Repas des aînés')
  await other.page.getByLabel('Lieu').fill('Salle des fêtes')
  await other.page.getByText('Brouillon gardé à').waitFor()
  await again.getByLabel('Lieu').fill('Gymnase')
  await again.getByText('Une autre version de ce brouillon').waitFor()
  assert.equal(await again.getByLabel('Lieu').inputValue(), 'Gymnase')
  await again.getByRole('button', { name: 'Prendre l’autre' }).click()
  assert.equal(await again.getByLabel('Lieu').inputValue(), 'Salle des fêtes')
  await other.assertAccessible('a draft that is gone on with')

  // The service has not seen it when the page is opened anew: it is kept while something else is written.
  const third = await context.newPage()
  const begins = '**/api/v1/me/drafts'
  const withoutLine = () =>
    third.route(begins, route =>
      route.request().method() === 'POST' ? route.abort('connectionreset') : route.continue(),
    )
  await withoutLine()
  await third.goto('/espace/ecrire')
  await third.getByLabel('Titre').fill('Marché de Noël')
  await third.getByText('le brouillon est gardé sur cet appareil').waitFor()
  await third.unroute(begins)
  await third.goto('/espace/ecrire')
  await third.getByRole('button', { name: 'Le garder dans les brouillons' }).click()
  await third.getByText('Voici ce que vous étiez en train d’écrire.').waitFor({ state: 'detached' })
  assert.equal(await third.getByLabel('Titre').inputValue(), '')
  const titles = async () =>
    (await app.owner.query(`select content->>'title' as title from publication_drafts order by 1`)).rows.map(
      ({ title }) => title,
    )
  assert.deepEqual(await titles(), ['Marché de Noël', 'Repas des aînés'])

  // Two people on one computer: what the first one was writing never becomes the other one's.
  await withoutLine()
  await third.getByLabel('Titre').fill('De Lucie')
  await third.getByText('le brouillon est gardé sur cet appareil').waitFor()
  await third.unroute(begins)
  await again.getByRole('button', { name: /Lucie Moreau/ }).click()
  await again.getByRole('button', { name: 'Se déconnecter' }).click()
  await third.getByText('Votre session a pris fin').waitFor()
  await third.evaluate(() => dispatchEvent(new Event('online')))
  await again.locator('input[name=email]').fill(secretary)
  await again.locator('input[name=password]').fill(PASSWORD)
  await again.locator('button[type=submit]').click()
  await third.getByRole('button', { name: /Yves Roy/ }).waitFor()
  assert.equal(await third.getByLabel('Titre').inputValue(), '')
  assert.deepEqual(await titles(), ['Marché de Noël', 'Repas des aînés'])

  // On the smallest screen, in letters of twice the size: nothing sticks out, is cut off or lies on something else.
  const large = await visit(app, { width: 320, letters: 2 })
  await enter(large, clerk, '/espace/commune')
  const misfits: string[] = []
  for (const [path, there] of [
    ['/espace', 'main h2'],
    ['/espace/publications', 'main search'],
    ['/espace/publications?etat=brouillons', 'main li'],
    ['/espace/ecrire', 'main fieldset label'],
    ['/espace/commune', 'main search'],
  ] as const) {
    // Another part of the same screen is loaded anew: what was there before would be measured.
    await (path.includes('?') ? large.page.goto(path) : follow(large.page, path))
    await large.page.locator(there).first().waitFor()
    for (const fault of await misplaced(large.page)) misfits.push(`${path}: ${fault}`)
  }
  assert.deepEqual(misfits, [])
  assert.deepEqual([...unbroken(look.faults), ...other.faults], [])
})
