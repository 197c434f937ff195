// In one browser: layout.test.ts and states.test.ts show its screens in both.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ACTEUR_FIELDS } from '../../../shared/fields/acteurs.ts'
import { having, namesOf } from '../../../shared/fields/field.ts'
import { account, enter } from '../../../test/browser/people.ts'
import { follow, skip, startBackoffice, visit } from '../../../test/browser/visit.ts'
import { becomes } from '../../../test/eventually.ts'
import * as make from '../../../test/factories.ts'
import { picture } from '../../../test/fixtures/own-pictures.ts'
import { PASSWORD, signInAt } from '../../../test/sign-in.ts'
import { misplaced } from '../../test/measures.ts'

/** The screens of a town hall beside its publications: page, team and account. */

test('a secretary edits the page of the town hall, manages its team, changes her address and closes her account', {
  skip,
}, async () => {
  // Another origin for files, as with a CDN: the port of a test is unknown before it listens.
  const media = 'https://media.example.org'
  const app = await startBackoffice({ env: { MEDIA_URL: media } })
  const auth = signInAt(app)
  const commune = await make.commune(app, { nom: 'Saint-Benoît' })
  const hall = await make.mairie(app, commune)
  await app.owner.query(`update acteurs set type = 'mairie', nom = 'Mairie de Saint-Benoît' where id = $1`, [
    hall,
  ])
  await app.owner.query(
    `insert into commune_infos (commune_id, libelle, telephone, horaires) values
      ($1, 'Accueil', '02 38 00 00 01', 'Le matin'), ($1, 'Agence postale', null, 'Mo-Fr 09:00-12:00; Sa 09:00-11:30')`,
    [commune],
  )
  const join = async (email: string, nom: string, role: 'owner' | 'editor') => {
    await account(app, email)
    const { rows } = await app.owner.query('update users set nom = $2 where email = $1 returning id', [
      email,
      nom,
    ])
    await make.member(app, hall, { id: rows[0].id, email, subject: '', token: '' }, role, [
      'manage_publications',
    ])
  }
  await join('francoise@example.org', 'Françoise Petit', 'owner')
  await join('karim@example.org', 'Karim Benali', 'editor')
  const come = async (how: Parameters<typeof visit>[1]) => {
    const look = await visit(app, { ...how, asks: media })
    await look.page.route(`${media}/**`, async route =>
      route.fulfill({ response: await route.fetch({ url: route.request().url().replace(media, app.url) }) }),
    )
    return look
  }
  const look = await come({ width: 390 })
  const { page } = look
  const dialog = page.getByRole('dialog')
  const button = (name: string | RegExp) => page.getByRole('button', { name })

  // The page: a live preview, and unsaved input that survives a reload.
  await enter(look, 'francoise@example.org', '/espace/fiche')
  const seen = page.getByRole('complementary', { name: /^Ce que (?:voient|verront) les habitants$/ })
  await seen.getByText('Le matin').waitFor()
  const inputs = page.locator('section', { hasText: 'Ce que vous dites de vous' }).getByRole('textbox')
  await becomes(
    () => inputs.count(),
    namesOf(having(ACTEUR_FIELDS, 'own')).length,
    'each field has its input',
  )
  await page.getByLabel('Horaires d’ouverture').fill('Mardi et jeudi, de 16 h à 19 h')
  await page.getByLabel('Site web').fill('www.saint-benoit.example.org')
  await seen.getByText('Jeudi').waitFor()
  // Two numbers are longer than the field may be: they stay, and it says so.
  const both = '02.38.00.00.00 ou 06.12.34.56.78'
  await page.getByLabel('Téléphone').fill(both)
  await page.getByLabel('Site web').focus()
  await page.getByText('C’est trop long').waitFor()
  assert.equal(await page.getByLabel('Téléphone').inputValue(), both)
  await page.getByLabel('Téléphone').fill('')
  await seen.getByRole('heading', { name: 'Ce que verront les habitants' }).waitFor()
  const closed = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
  await page
    .getByLabel('Jours de fermeture')
    .fill(`le ${closed.split('-').toReversed().join('/')} : grand ménage`)
  await seen.getByText('grand ménage').waitFor()
  await becomes(() => seen.getByText('Le matin').count(), 0)
  await page.reload()
  await page.getByText('Vous aviez commencé').waitFor()
  await look.assertAccessible('the page, with changes from before')
  // A colleague has written meanwhile: it is shown, and mine is saved beside.
  await app.owner.query(
    `update acteurs set telephone = '02 38 99 99 99', site_web = 'https://autre.example.org/' where id = $1`,
    [hall],
  )
  await button('Enregistrer la page').click()
  await dialog.getByText('Téléphone : 02 38 99 99 99').waitFor()
  await look.assertAccessible('a colleague was faster')
  await dialog.getByRole('button', { name: 'Enregistrer quand même' }).click()
  await page.getByText('La page est enregistrée').waitFor()
  const { data } = (await app.anyone.get(`/communes/${commune}/infos`)).body
  assert.deepEqual(
    [data.horaires, data.telephone, data.site_web, data.fermetures],
    [
      'Mardi et jeudi, de 16 h à 19 h',
      '02 38 99 99 99',
      'https://www.saint-benoit.example.org',
      [{ du: closed, au: closed, motif: 'grand ménage' }],
    ],
  )
  // Text typed while a save is in flight stays.
  const [asked, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const own = `**/api/v1/me/acteurs/${hall}`
  await page.route(own, async route => {
    if (route.request().method() !== 'PATCH') return await route.continue()
    asked.resolve()
    await late.promise
    await route.continue()
  })
  await page.getByLabel(/^Adresse(?! électronique)/).fill('1 place de l’Église')
  await button('Enregistrer la page').click()
  await asked.promise
  await page.getByLabel('Présentation').fill('Au bord de la Loire.')
  late.resolve()
  await page.getByText('La page est enregistrée').waitFor()
  await becomes(() => page.getByLabel('Présentation').inputValue(), 'Au bord de la Loire.')
  await page.unroute(own)
  await button('Enregistrer la page').click()
  await button('Rien à enregistrer').waitFor()
  // The photograph requires a description.
  const photo = { name: 'IMG_0412.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(await picture()) }
  await page.getByLabel('Choisir une photo').setInputFiles(photo)
  await button('Enregistrer la photo').click()
  await page.getByText('Dites en quelques mots').waitFor()
  await page.getByLabel('Que voit-on sur la photo').fill('La mairie, vue de la place')
  await look.assertAccessible('a photograph before it is saved')
  await button('Enregistrer la photo').click()
  await seen.getByRole('img', { name: 'La mairie, vue de la place' }).waitFor()
  await becomes(
    async () => (await app.anyone.get(`/acteurs/${hall}`)).body.data.image?.alt,
    'La mairie, vue de la place',
  )

  await page.getByRole('link', { name: 'Élus' }).click()
  await button('Ajouter un élu').click()
  await dialog.getByLabel('Prénom').fill('Zoé')
  await dialog.getByLabel('Nom', { exact: true }).fill('Delaunay')
  await dialog.getByLabel('Fonction').fill('Maire')
  await dialog.getByRole('button', { name: 'Enregistrer', exact: true }).click()
  await page.getByText('Zoé Delaunay').first().waitFor()
  await look.assertAccessible('who is elected')
  await becomes(
    async () => (await app.anyone.get(`/communes/${commune}/elus`)).body.data[0]?.fonction,
    'Maire',
  )

  // Hours as people say them.
  await page.getByRole('link', { name: 'Accueil et services' }).click()
  await page.getByText(/Lundi au vendredi\s:\s9\sh\s–\s12\sh\nSamedi/).waitFor()
  await becomes(() => page.getByText('Sans autre mention').count(), 1)

  // The place: its colour, and a coat of arms that is cropped before it is sent.
  // The former address of the tab leads to the screen.
  await page.goto('/espace/fiche?partie=place')
  await page.waitForURL('**/espace/place')
  await page.getByRole('radio', { name: 'Sapin' }).check()
  await page.getByLabel('Présentation').fill('Au bord de la Loire.')
  const shield =
    '<svg xmlns="http://www.w3.org/2000/svg" width="50" height="60"><path d="M0 0h50v60H0z"/></svg>'
  const drawn = { name: 'blason.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(shield) }
  await page.getByLabel('Choisir une image').setInputFiles({ ...drawn, buffer: Buffer.alloc(0) })
  await page.getByText('Ce fichier est vide').waitFor()
  await page.getByLabel('Choisir une image').setInputFiles(drawn)
  await page.getByLabel('Taille').fill('1.2')
  await look.assertAccessible('a coat of arms before it is sent')
  // Saving takes the picture too.
  await button('Enregistrer').click()
  await button('Enlever l’image').waitFor()
  await page.getByText('Les habitants le verront').waitFor()
  await look.assertAccessible('the place')
  const visited = page.getByRole('link', { name: 'Voir notre place' })
  const shown = await (await fetch(app.url + (await visited.getAttribute('href')))).text()
  assert.match(shown, /data-teinte="sapin".*192\.webp"><img class="crest own"/s)
  // Closing it asks, with what vanishes.
  await make.publication(app, hall, commune, { type: 'alerte' })
  for (const title of ['Vœux', 'Loto'])
    await make.publication(app, hall, commune, { type: 'evenement', title, date_debut: closed })
  await page.getByLabel('La place est ouverte').uncheck()
  await button('Enregistrer').click()
  await dialog.getByText('dont 1 alerte en vigueur et 2 rendez-vous à venir').waitFor()
  await look.assertAccessible('closing the place')
  await dialog.getByRole('button', { name: 'La laisser ouverte' }).click()
  const isOpen = async () =>
    (await app.owner.query('select ouverte from commune_places where commune_id = $1', [commune])).rows
  await becomes(isOpen, [{ ouverte: true }])
  await button('Enregistrer').click()
  await dialog.getByRole('button', { name: 'Fermer la place' }).click()
  await page.getByText('La place est fermée').waitFor()
  await becomes(isOpen, [{ ouverte: false }])

  // The team: invited with rights in plain words, handed over, left.
  await follow(page, '/espace/equipe')
  await page.getByText('Vous êtes la seule personne responsable').waitFor()
  await look.assertAccessible('the team')
  await button('Inviter quelqu’un').click()
  await dialog.getByLabel('Son adresse électronique').fill('karim@example.org')
  await dialog.getByRole('button', { name: 'Envoyer l’invitation' }).click()
  await dialog.getByText('Cette personne est déjà dans votre équipe.').waitFor()
  await dialog.getByLabel('Son adresse électronique').fill('lea@example.org')
  await dialog.getByRole('radio', { name: /^Publie/ }).check()
  await look.assertAccessible('an invitation')
  await dialog.getByRole('button', { name: 'Envoyer l’invitation' }).click()
  await page.getByRole('status').getByText('Aucun courriel ne part').waitFor()
  assert.match((await auth.mailsTo('lea@example.org'))[0]?.text ?? '', /Mairie de Saint-Benoît/)
  await button(/^Passer la main/).click()
  await dialog.getByRole('button', { name: 'Passer la main' }).click()
  await page.getByText('Karim Benali est maintenant responsable').waitFor()
  await button('Inviter quelqu’un').waitFor({ state: 'detached' })

  // The account: changes the address, then closes it.
  await follow(page, '/espace/moi')
  await page.getByLabel('Nouvelle adresse').fill('petit@example.org')
  await page.getByLabel('Votre mot de passe').fill(PASSWORD)
  await button('Recevoir le lien').click()
  await page.getByText('Un lien est parti').waitFor()
  await look.assertAccessible('my account')
  const link = /(\/espace\/moi\S+)/.exec((await auth.mailsTo('petit@example.org'))[0]?.text ?? '')?.[1]
  await page.goto(link ?? '')
  await button('Confirmer ma nouvelle adresse').click()
  await page.getByText('vous vous connectez désormais avec petit@example.org').waitFor()
  await button('Fermer mon compte').click()
  await dialog.getByLabel('Votre mot de passe').fill(PASSWORD)
  await look.assertAccessible('closing the account')
  await dialog.getByRole('button', { name: 'Fermer mon compte' }).click()
  await page.locator('input[name=email]').waitFor()
  assert.equal((await auth.mailsTo('petit@example.org')).at(-1)?.template, 'account-closed')

  // The smallest screen with letters of twice the size: no overflow, nothing cut off or covered.
  const large = await come({ width: 320, letters: 2 })
  await enter(large, 'karim@example.org', '/espace/aide')
  const misfits: string[] = await large.page
    .locator('nav a, nav button')
    .evaluateAll(all =>
      all
        .filter(one => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1)
        .map(one => `“${one.textContent}” leaves its entry`),
    )
  for (const [path, there] of [
    ['/espace/equipe', 'main li'],
    ['/espace/fiche', 'main aside dl'],
    ['/espace/fiche?partie=infos', 'main section li'],
    ['/espace/fiche?partie=collectes', 'main section'],
    ['/espace/fiche?partie=place', 'main form'],
    ['/espace/moi', 'main section li'],
    ['/espace/aide', 'main form'],
  ] as const) {
    // Loads another tab of the same screen anew: otherwise the old content would be measured.
    await (path.includes('?') ? large.page.goto(path) : follow(large.page, path))
    await large.page.locator(there).first().waitFor()
    for (const fault of await misplaced(large.page)) misfits.push(`${path}: ${fault}`)
  }
  assert.deepEqual(misfits, [])

  // A member without permissions sees the page and the team read-only, and can write to the operator.
  const dark = await come({ dark: true })
  await app.owner.query(`update actor_users set role = 'editor', permissions = '{}' where acteur_id = $1`, [
    hall,
  ])
  await enter(dark, 'karim@example.org', '/espace/fiche')
  await dark.page.getByText('Pour la modifier, demandez').waitFor()
  await becomes(() => dark.page.locator('main form').count(), 0)
  await dark.assertAccessible('a page that one only reads, dark')
  await follow(dark.page, '/espace/aide')
  await dark.page.locator('main details').nth(9).waitFor()
  await dark.page.getByText('Puis-je montrer des personnes').click()
  await dark.page.getByText('accord écrit de ses deux parents').waitFor()
  await dark.page.getByLabel('En quelques mots').fill('Une question')
  await dark.page.getByLabel('Votre question').fill('Comment changer le nom de la mairie ?')
  await dark.page.getByRole('button', { name: 'Envoyer' }).click()
  await dark.page.getByText('C’est parti').waitFor()
  await dark.assertAccessible('help, dark')
  const { rows } = await app.owner.query('select subject from support_threads')
  assert.deepEqual(rows, [{ subject: 'Une question' }])
  // The invited person chooses a password in the colleague's browser: the session becomes their own.
  const [invited = ''] = /https?:\/\/\S+/.exec((await auth.mailsTo('lea@example.org'))[0]?.text ?? '') ?? []
  await dark.page.goto(new URL(invited).pathname + new URL(invited).search)
  await dark.page.locator('input[name=password]').fill(PASSWORD)
  await dark.page.locator('button[type=submit]').click()
  await dark.page.getByText('Votre mot de passe est enregistré.').waitFor()
  await enter(dark, 'lea@example.org', '/connexion')
  await becomes(() => dark.page.getByRole('button', { name: /Karim Benali/ }).count(), 0)
  assert.deepEqual([...look.faults, ...large.faults, ...dark.faults], [])
})
