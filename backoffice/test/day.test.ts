// In one browser: what decisions do is about the service; layout.test.ts and states.test.ts show its screens in both.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { jobs } from '../../src/jobs.ts'
import { account, enter } from '../../test/browser/people.ts'
import { follow, skip, startBackoffice, visit } from '../../test/browser/visit.ts'
import { device } from '../../test/defibrillateurs/stock.ts'
import { eventually } from '../../test/eventually.ts'
import * as make from '../../test/factories.ts'
import { serveCanton } from '../../test/fixtures/canton.ts'
import { deliver, INBOUND_SECRET, mail } from '../../test/fixtures/inbound-mail.ts'
import { startMailServer } from '../../test/fixtures/mail-server.ts'
import { PASSWORD } from '../../test/sign-in.ts'

/** A day of an operator: each decision reaches the people it is about and is recorded in the audit trail. */

async function openWorld() {
  const post = await startMailServer()
  const agenda = await serveCanton()
  after(() => Promise.all([post.stop(), agenda[Symbol.asyncDispose]()]))
  const app = await startBackoffice({
    env: {
      PROCESS: 'all',
      SMTP_URL: post.url,
      MAIL_FROM: 'Ville d’Essai <mairie@essai.fr>',
      INBOUND_MAIL_SECRETS: INBOUND_SECRET,
      IMPORT_ALLOW_PRIVATE: agenda.pair,
    },
    jobs: { 'mail.send': jobs['mail.send'], 'imports.run': jobs['imports.run'] },
  })
  const commune = await make.commune(app, { nom: 'Écully', departement: '69' })
  const club = await make.acteur(app, commune, { nom: 'Judo club d’Écully', email: 'bureau@judo.example' })
  const twin = await make.acteur(app, commune, { nom: 'Judo-club Ecully' })
  const admin = await account(app, 'maelle@example.org', 'admin')
  await app.owner.query(`update users set nom = 'Maëlle Le Goff' where lower(email) = $1`, [admin])
  return { app, post, agenda, commune, club, twin, admin, look: await visit(app) }
}
const world = skip ? undefined : openWorld()
const opened = async () => (await world) ?? assert.fail('there is a browser')

/** Sends queued mails without waiting for their delay. */
async function letThemLeave(): Promise<void> {
  const { owner } = (await opened()).app
  await owner.query(`update mails set next_try_at = now() where status = 'queued'`)
  await owner.query(
    `update pgboss.job set start_after = now() where name = 'mail.send' and state = 'created'`,
  )
}
async function letterTo(email: string, subject: RegExp) {
  const { post } = await opened()
  return await eventually(async () => {
    await letThemLeave()
    return post.acceptedFor(email).findLast(({ parsed }) => subject.test(parsed.subject ?? ''))
  }, `a letter to ${email}`)
}
const linkIn = (text: string | undefined) => /https?:\/\/\S+/.exec(text ?? '')?.[0] ?? assert.fail('a link')

test('a day at the town hall', { skip }, async day => {
  const { app, agenda, commune, club, twin, admin, look } = await opened()
  const { page } = look
  await enter(look, admin)

  await day.test('a claim is approved, and its owner, new to Parvis, signs in', async () => {
    const owner = 'zoe@judo.example'
    await app.anyone.post('/claims', {
      acteur_id: club,
      message: 'Je suis la présidente.',
      nom: 'Zoé Martin',
      email: owner,
    })
    await follow(page, '/demandes')
    await page.getByText('Le même domaine').waitFor()
    await page.keyboard.press('a')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Control+Enter')
    await page.getByRole('status').getByText('est acceptée').waitFor()
    assert.match((await letterTo(owner, /est acceptée/)).parsed.text ?? '', /Ouvrez un compte/)

    const hers = await visit(app)
    await hers.page.goto('/inscription')
    await hers.page.getByLabel('Nom et prénom').fill('Zoé Martin')
    await hers.page.getByLabel('Adresse électronique').fill(owner)
    await hers.page.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD)
    await hers.page.locator('button[type=submit]').click()
    const { pathname, search } = new URL(linkIn((await letterTo(owner, /adresse|invit/)).parsed.text))
    await hers.page.goto(`${pathname}${search}`)
    await hers.page.getByLabel('Nouveau mot de passe').fill(PASSWORD)
    await hers.page.locator('button[type=submit]').click()
    await hers.page.getByText('Votre mot de passe est enregistré.').waitFor()
    await enter(hers, owner)
    await hers.page.getByRole('heading', { name: 'Bonjour Zoé' }).waitFor()
    const { rows } = await app.owner.query(
      `select m.role from actor_users m join users u on u.id = m.user_id where m.acteur_id = $1 and u.email = $2`,
      [club, owner],
    )
    assert.deepEqual(rows, [{ role: 'owner' }])
    assert.deepEqual(hers.faults, [])
    await hers.context.close()
  })

  await day.test('a question is answered, and its author replies by mail', async () => {
    await app.anyone.post('/messages', {
      nom: 'Paul Petit',
      email: 'paul@example.org',
      subject: 'Horaires de la piscine',
      body: 'Bonjour, à quelle heure ouvre-t-elle ?',
    })
    await follow(page, '/messages')
    await page.getByRole('heading', { name: 'Horaires de la piscine' }).waitFor()
    await page.keyboard.press('r')
    await page.getByLabel('Votre réponse à Paul Petit').fill('À 9 h.')
    await page.keyboard.press('Control+Enter')
    const { parsed } = await letterTo('paul@example.org', /Votre message/)
    const back = {
      From: 'Paul Petit <paul@example.org>',
      To: parsed.replyTo?.[0]?.address,
      'In-Reply-To': parsed.messageId,
    }
    await deliver(app, mail(back, 'Merci beaucoup !'))
    await page.reload()
    await page.getByText('Merci beaucoup !').first().waitFor()
  })

  await day.test('an agenda is previewed and read, and one of its publications is corrected', async () => {
    await follow(page, '/imports/nouvelle')
    await page.getByRole('combobox', { name: /^Commune/ }).waitFor()
    await page.getByLabel('Adresse').fill(agenda.url)
    await page.getByRole('combobox', { name: /^Acteur/ }).fill('Judo club')
    await page.getByRole('option', { name: /Judo club d’Écully/ }).click()
    await page.getByRole('button', { name: 'Voir ce qu’elle apporterait' }).click()
    await page.getByText('Nouvelles publications (6)').waitFor()
    await page.getByRole('button', { name: 'Ajouter cette source' }).click()
    await page.getByRole('button', { name: 'Lire maintenant' }).click()
    await page.getByText('6 éléments lus, 6 nouvelles publications').first().waitFor()
    await follow(page, '/moderation?q=Œnologie')
    await page.getByRole('heading', { level: 2, name: 'Œnologie' }).waitFor()
    await page.keyboard.press('e')
    await page.getByLabel('Titre').fill('Œnologie pour débutants')
    await page.getByRole('button', { name: 'Corriger et publier' }).click()
    await eventually(
      async () => (await app.anyone.get('/publications?q=débutants')).body.data.length === 1,
      'everybody reads it',
    )
  })

  await day.test('a defibrillator is found on the map and corrected beside the register', async () => {
    const mairie = { departement: '69', latitude: 45.77, longitude: 4.77, nom: 'Mairie annexe' }
    await device(app, commune, mairie)
    await follow(page, '/defibrillateurs')
    await page.getByRole('button', { name: 'Montrer la carte' }).click()
    await page
      .getByRole('group', { name: /^Carte de / })
      .getByRole('button', { name: /^69 : / })
      .click()
    await page.getByRole('link', { name: 'Mairie annexe' }).click()
    await page.getByRole('heading', { level: 2, name: 'Mairie annexe' }).waitFor()
    await page.getByLabel('Où exactement').fill('Sous le porche')
    await page.locator('form').nth(1).getByRole('button', { name: 'Enregistrer', exact: true }).click()
    await page.getByText('C’est enregistré.').waitFor()
    const shown = await app.anyone.get(`/communes/${commune}/defibrillateurs`)
    assert.equal(shown.body.defibrillateurs[0].complement, 'Sous le porche')
  })

  await day.test('two acteurs of one club are merged and separated again', async () => {
    await make.publication(app, twin, commune, { title: 'Stage de Noël' })
    const shownBy = async (acteur: string) =>
      (await app.anyone.get(`/acteurs/${acteur}/publications`)).body.data?.map(
        ({ title }: { title: string }) => title,
      )
    await follow(page, `/acteurs/${club}`)
    await page.getByRole('button', { name: 'Fusionner avec un autre…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox').fill('Judo-club')
    await dialog.getByRole('option', { name: /Judo-club Ecully/ }).click()
    await dialog.getByRole('button', { name: 'Fusionner', exact: true }).click()
    await page.getByText('est fusionné ici, avec 1 publication').waitFor()
    assert.ok((await shownBy(club)).includes('Stage de Noël'))
    await page.goto(`/acteurs/${club}?onglet=historique`)
    await page.getByRole('button', { name: 'Annuler cette fusion' }).click()
    // Meanwhile, links to the merged acteur lead here.
    await eventually(async () => !(await shownBy(club)).includes('Stage de Noël'), 'it is no longer here')
    assert.ok((await shownBy(twin)).includes('Stage de Noël'), 'it is theirs again')
  })

  await day.test('a colleague is invited, signs in, and is suspended during a session', async () => {
    const colleague = 'karim@example.org'
    await follow(page, '/utilisateurs')
    await page.getByRole('button', { name: 'Inviter quelqu’un…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Adresse électronique').fill(colleague)
    await dialog.getByLabel('Nom et prénom').fill('Karim Benali')
    await dialog.getByText('Répond aux personnes qui écrivent.').click()
    await dialog.getByRole('button', { name: 'Envoyer l’invitation' }).click()
    await page.getByRole('heading', { level: 1, name: 'Karim Benali' }).waitFor()

    const his = await visit(app)
    const { pathname, search } = new URL(linkIn((await letterTo(colleague, /invit/)).parsed.text))
    await his.page.goto(`${pathname}${search}`)
    await his.page.getByLabel('Nouveau mot de passe').fill(PASSWORD)
    await his.page.locator('button[type=submit]').click()
    await his.page.getByText('Votre mot de passe est enregistré.').waitFor()
    await enter(his, colleague, '/messages')
    await his.page.getByRole('heading', { level: 1, name: 'Messages' }).waitFor()

    await page.reload()
    await page.getByRole('button', { name: 'Suspendre le compte' }).click()
    await page.getByText('rien ne lui est ouvert').waitFor()
    await his.page.getByRole('link', { name: 'Fermés' }).click()
    await his.page
      .getByText(/suspendu|Mot de passe/)
      .first()
      .waitFor()
    await his.context.close()
  })

  await day.test('the audit trail has every action, and no error that the page did not show', async () => {
    await follow(page, '/journal')
    for (const sentence of [
      'Un visiteur a demandé à gérer « Judo club d’Écully »',
      'Maëlle Le Goff a accepté la demande pour « Judo club d’Écully »',
      'Maëlle Le Goff a répondu dans « Horaires de la piscine »',
      'Maëlle Le Goff a créé l’import « Canton »',
      'Un import a ajouté « Œnologie pour débutants »',
      'Maëlle Le Goff a corrigé « Œnologie pour débutants »',
      'Maëlle Le Goff a publié « Œnologie pour débutants »',
      'Maëlle Le Goff a corrigé un défibrillateur',
      'Maëlle Le Goff a fusionné « Judo-club Ecully » dans « Judo club d’Écully »',
      'Maëlle Le Goff a invité Karim Benali',
      'Maëlle Le Goff a suspendu le compte de Karim Benali',
    ])
      await page.getByText(sentence).waitFor()
    assert.deepEqual(look.faults, [])
  })
})
