// Of a release: every form, interrupted in each way.
// In one browser: what is stored is about localStorage, which all browsers have alike.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { account, enter } from '../../test/browser/people.ts'
import { follow, skip, startBackoffice, type Visit, visit } from '../../test/browser/visit.ts'
import { becomes, eventually } from '../../test/eventually.ts'
import * as make from '../../test/factories.ts'
import { pdf, picture, sendFile } from '../../test/fixtures/own-pictures.ts'
import { PASSWORD } from '../../test/sign-in.ts'
import { filesOf, MEDIA, openTown } from './town-hall.ts'

/** Input of every form and dialog: kept over Escape, a reload and the end of the session, gone once sent, and nobody else's. */

type Values = Readonly<Record<string, string | true>>

interface Form {
  readonly at: string
  /** Buttons that lead to the form, one after the other; a single letter is a key. */
  readonly open?: readonly string[]
  /** The form, where the screen has several. */
  readonly within?: string
  /** Valid input by label; true ticks a box. Other fields keep their values. */
  readonly valid: Values
  /** The button that sends it. Absent: it sends only after a preview of a real feed (`imports.test.ts`). */
  readonly send?: string
}

async function openOffice() {
  const app = await startBackoffice()
  const commune = await make.commune(app, { nom: 'Écully', departement: '69' })
  const [acteur = '', bakery = '', choir = ''] = await make.several(3, at =>
    make.acteur(app, commune, { nom: ['Étoile sportive', 'Boulangerie', 'Chorale'][at] ?? '' }),
  )
  const waiting = { moderation_status: 'pending', valide: false, publie_le: null }
  const [refused, planned, corrected] = await make.several(3, at =>
    make.publication(app, acteur, commune, { title: `Vide-greniers ${at}`, ...waiting }),
  )
  const claim = async (acteur_id: string) => {
    const { body } = await app.anyone.post('/claims', {
      acteur_id,
      message: 'Je suis la trésorière.',
      nom: 'Zoé Martin',
      email: 'zoe@example.org',
    })
    return `/demandes?item=${body.data.id}`
  }
  const { body: thread } = await app.anyone.post('/messages', {
    subject: 'Déchetterie',
    body: 'Est-elle ouverte ?',
    nom: 'Jean',
    email: 'jean@example.org',
  })
  const admin = await app.user(['admin'])
  const office = app.as(admin)
  const { body: file } = await sendFile(app, admin, acteur, pdf())
  const { body: removed } = await office.post('/publications', {
    title: 'Un loto',
    body: 'Ce soir',
    acteur_id: acteur,
    commune_id: commune,
    documents: [{ id: file.data.id }],
  })
  const { body: device } = await office.post(`/admin/communes/${commune}/defibrillateurs`, {
    overrides: { nom: 'Halle' },
  })
  const { body: source } = await office.post('/admin/import-sources', {
    nom: 'Agenda',
    url: 'https://agenda.example.org/a.ics',
    acteur_id: acteur,
    schedule: 'manual',
  })
  const user = await app.user()
  // The first commune waits for its secretary.
  const first = await make.commune(app, { nom: 'Tassin', departement: '69' })
  await make.mairie(app, first)
  await app.owner.query('update team_settings set first_commune_id = $1', [first])
  const at = (path: string, form: Omit<Form, 'at'>): Form => ({ at: path, ...form })
  const save = 'Enregistrer'
  const noteForm = 'form:has-text("Garder la note")'
  const forms: readonly Form[] = [
    at('/acteurs', {
      open: ['Créer un acteur'],
      valid: { Nom: 'Club de lecture', Commune: 'Écully' },
      send: 'Créer l’acteur',
    }),
    at(`/acteurs/${acteur}`, {
      within: 'main form:has-text("SIRET")',
      valid: { Nom: 'Étoile sportive d’Écully' },
      send: save,
    }),
    at(`/acteurs/${acteur}`, {
      within: 'main form:has-text("Site web")',
      valid: { Téléphone: '04 72 18 10 02' },
      send: save,
    }),
    at(`/acteurs/${acteur}`, {
      open: ['Écrire une note'],
      within: noteForm,
      valid: { 'Votre note pour l’équipe': 'Rappeler en mai.' },
      send: 'Garder la note',
    }),
    at(`/acteurs/${acteur}?onglet=membres`, {
      open: ['Ajouter un membre'],
      valid: { 'Son adresse électronique': 'lea@example.org' },
      send: 'Ajouter',
    }),
    at('/communes?q=zzzz', {
      open: ['Créer une commune'],
      valid: { Nom: 'Zzzille', Département: '69' },
      send: 'Créer la commune',
    }),
    at(`/communes/${commune}`, {
      within: 'main form:has-text("Code INSEE")',
      valid: { Population: '19000' },
      send: save,
    }),
    at(`/communes/${commune}?onglet=elus`, {
      open: ['Ajouter un élu'],
      valid: { Prénom: 'Zoé', Nom: 'Martin', Fonction: 'Maire' },
      send: save,
    }),
    at(`/communes/${commune}?onglet=infos`, {
      open: ['Ajouter une ligne'],
      valid: { Titre: 'Accueil' },
      send: save,
    }),
    at(`/communes/${commune}?onglet=collectes`, {
      open: ['Ajouter une collecte'],
      valid: { Secteur: 'Centre', jeudi: true },
      send: save,
    }),
    at(`/communes/${commune}?onglet=defibrillateurs`, {
      open: ['Ajouter un défibrillateur'],
      valid: { 'Nom du lieu': 'Gymnase' },
      send: 'L’ajouter',
    }),
    at(`/defibrillateurs?item=${device.data.id}`, {
      within: 'main form:has-text("Latitude")',
      valid: { 'Note entre collègues': 'Vérifié.' },
      send: save,
    }),
    at('/imports/nouvelle', {
      within: 'main form:has-text("Adresse")',
      valid: {},
    }),
    at(`/imports/${source.data.id}`, {
      within: 'main form:has-text("Adresse")',
      valid: { Nom: 'Agenda du comité' },
      send: 'Enregistrer les réglages',
    }),
    at('/utilisateurs', {
      open: ['Inviter quelqu’un…'],
      valid: { 'Adresse électronique': 'karim@example.org' },
      send: 'Envoyer l’invitation',
    }),
    at(`/utilisateurs/${user.id}`, {
      within: 'main form:has-text("Nom")',
      valid: { 'Nom et prénom': 'Anne Petit' },
      send: 'Enregistrer le nom',
    }),
    at('/reglages', {
      open: ['Ajouter un type'],
      within: 'main form:has-text("Couleur")',
      valid: { Nom: 'Enquête' },
      send: save,
    }),
    at('/reglages?onglet=reponses', {
      open: ['Ajouter'],
      within: 'main',
      valid: { Nom: 'Horaires', Texte: 'Ouverte de 9 h à 12 h.' },
      send: save,
    }),
    at('/reglages?onglet=applications', {
      open: ['Inscrire une application'],
      within: 'main form',
      valid: { 'Nom technique': 'essai' },
      send: save,
    }),
    at(`/moderation?item=${refused}`, {
      open: ['r'],
      valid: { Publicité: true, 'Message à l’auteur': 'Une annonce.' },
      send: 'Refuser',
    }),
    at(`/moderation?item=${planned}`, { open: ['t'], valid: { Jour: 'demain' }, send: 'Programmer' }),
    at(`/moderation?item=${corrected}`, {
      open: ['e'],
      valid: { Titre: 'Vide-greniers d’été' },
      send: 'Corriger',
    }),
    at(`/moderation?onglet=publiees&item=${removed.data.id}`, {
      open: ['Autres actions', 'Effacer et retirer ses fichiers…'],
      valid: { Raison: 'Contenu illicite' },
      send: 'Retirer maintenant',
    }),
    at('/moderation?q=vide', {
      open: ['Vues', 'Enregistrer cette vue…'],
      valid: { Nom: 'Les vide-greniers' },
      send: save,
    }),
    at(await claim(acteur), {
      open: ['a'],
      valid: { 'Note entre collègues': 'Vue en mairie.' },
      send: 'Accepter la demande',
    }),
    at(await claim(bakery), {
      open: ['r'],
      valid: { 'Message à la personne': 'Nous ne vous connaissons pas.' },
      send: 'Refuser la demande',
    }),
    at(await claim(choir), {
      open: ['v'],
      valid: { 'Votre question': 'Qui préside ?' },
      send: 'Envoyer la question',
    }),
    at(`/messages?item=${thread.data.id}`, {
      open: ['r'],
      within: 'form:has-text("Répondre")',
      valid: { 'Votre réponse à Jean': 'Oui.' },
      send: 'Répondre',
    }),
    at(`/messages?item=${thread.data.id}`, {
      open: ['n'],
      within: noteForm,
      valid: { 'Votre note pour l’équipe': 'Déjà demandé hier.' },
      send: 'Garder la note',
    }),
    at('/', {
      within: 'main form:has-text("Son adresse électronique")',
      valid: { 'Son adresse électronique': 'secretariat@example.org' },
      send: 'Suivant',
    }),
    at('/compte', {
      within: 'main form:has-text("Nom et prénom")',
      valid: { 'Nom et prénom': 'Maëlle Le Goff' },
      send: save,
    }),
  ]
  return { app, forms, email: await account(app, 'maelle@example.org', 'admin') }
}

const TYPED = 'input:is(:not([type]), [type=text], [type=email], [type=tel], [type=url]), textarea'
const isOver = (form: Form) => form.within === undefined

async function opened(page: Page, { at, open = [], within = 'dialog[open]' }: Form): Promise<Locator> {
  await follow(page, at.startsWith('/espace') ? '/espace/publications' : '/journal')
  await follow(page, at)
  await page.locator('main').getByRole('button').or(page.locator('main form')).first().waitFor()
  if (at.includes('item=') && open.length > 0) await page.locator('#item-title').waitFor()
  const form = page.locator(within).first()
  for (const one of open)
    if (one.length > 1) await page.getByRole('button', { name: one, exact: true }).first().click()
    else
      await eventually(async () => {
        await page.keyboard.press(one)
        // Not pressed again while the dialog is on its way: it would be typed into its first field.
        await form.waitFor({ timeout: 2_000 }).catch(() => {})
        return (await form.count()) > 0
      }, `${at}: ${one} opens its form`)
  await form.locator(TYPED).first().waitFor()
  return form
}

/** The text fields that can be typed in, as they are. */
async function fieldsOf(form: Locator): Promise<readonly Locator[]> {
  const all = await form.locator(TYPED).all()
  const fits = await Promise.all(
    all.map(one => one.evaluate(field => field.role !== 'combobox' && field.checkVisibility())),
  )
  return all.filter((_, at) => fits[at])
}
const textsOf = async (form: Locator) =>
  await Promise.all((await fieldsOf(form)).map(field => field.inputValue()))

async function typeInto(form: Locator): Promise<readonly string[]> {
  for (const [at, field] of (await fieldsOf(form)).entries()) await field.fill(`gardé${at}`)
  return await textsOf(form)
}

const nameOf = ({ at, open = [], within = '' }: Form) => [at, ...open, within].join(' ')

async function assertNeverLost(look: Visit, email: string, forms: readonly Form[]): Promise<void> {
  const { page, context } = look
  const typed = new Map<Form, readonly string[]>()
  for (const form of forms) {
    const place = await opened(page, form)
    typed.set(form, await typeInto(place))
    if (isOver(form)) await page.keyboard.press('Escape')
  }
  const assertThere = async (when: string, among = forms) => {
    for (const form of among) {
      const place = await opened(page, form)
      await becomes(() => textsOf(place), typed.get(form) ?? [], `${when}: ${nameOf(form)}`)
      if (isOver(form)) await page.keyboard.press('Escape')
    }
  }
  // A new session loses whatever the others lose: those are tried on one dialog and one form.
  const few = [forms.find(isOver), forms.find(form => !isOver(form))].filter(form => form !== undefined)
  await assertThere('after Escape and other screens', few)
  await page.reload()
  await assertThere('after a reload', few)
  await context.clearCookies()
  await enter(look, email)
  await assertThere('after the end of the session')
}

const kept = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter(name => name.startsWith('parvis.draft.')))

test('what is typed in a form of the office is there again, and for nobody else', {
  skip,
}, async () => {
  const { app, forms, email } = await openOffice()
  const look = await visit(app)
  const { page } = look
  await enter(look, email)
  await assertNeverLost(look, email, forms)
  const stored = await page.evaluate(() => JSON.stringify(localStorage))
  assert.doesNotMatch(stored, new RegExp(PASSWORD))

  // Another person who signs in finds nothing of it.
  const other = await account(app, 'karim@example.org', 'admin')
  await look.context.clearCookies()
  await enter(look, other)
  await page.locator('h1').first().waitFor()
  assert.deepEqual(await kept(page), [])
  assert.deepEqual(look.faults, [])
})

/** The text fields, boxes and lists of suggestions of a form. */
async function fill(page: Page, form: Locator, valid: Values): Promise<void> {
  for (const [label, value] of Object.entries(valid)) {
    const field = form.getByLabel(new RegExp(`^${label}`)).first()
    if (value === true) await field.check()
    else await field.fill(value)
    if ((await field.getAttribute('role')) === 'combobox')
      await page.locator('[role=option]:visible').first().click()
  }
}

/** Sends each form: what was stored of it is removed. */
async function assertGoneOnceSent({ page }: Visit, forms: readonly Form[]): Promise<void> {
  for (const form of forms.filter(({ send }) => send !== undefined)) {
    const before = await kept(page)
    const place = await opened(page, form)
    await fill(page, place, form.valid)
    const typed = await eventually(
      async () => {
        const added = (await kept(page)).filter(name => !before.includes(name))
        return added.length > 0 && added
      },
      `${nameOf(form)} is stored`,
    )
    assert.equal(typed.length, 1, `${nameOf(form)}: ${typed} is stored`)
    await place
      .getByRole('button', { name: new RegExp(`^${form.send}`) })
      .first()
      .click()
    await eventually(
      async () => (await kept(page)).every(name => !typed.includes(name)),
      `${nameOf(form)}: once sent, ${typed} is gone`,
    )
    // The addresses of the removed files.
    if ((await page.locator('dialog[open]').count()) > 0) await page.keyboard.press('Escape')
  }
}

test('once a form of the office is sent, nothing of it is stored', { skip }, async () => {
  const { app, forms, email } = await openOffice()
  const look = await visit(app)
  await enter(look, email)
  await assertGoneOnceSent(look, forms)
  assert.deepEqual(look.faults, [])
})

async function openHall() {
  const { app, clerk, hall } = await openTown()
  const member = await app.user()
  await make.member(app, hall, member)
  const { body } = await sendFile(app, member, hall, await picture())
  await app
    .as(member, 'public')
    .patch(`/me/acteurs/${hall}`, { image: { id: body.data.id, alt: 'La mairie' } })
  return { app, clerk }
}

const HALL: readonly Form[] = [
  {
    at: '/espace/fiche',
    within: 'main form:has-text("Présentation")',
    valid: { Présentation: 'La mairie du bourg.' },
    send: 'Enregistrer la page',
  },
  {
    at: '/espace/fiche',
    within: 'main form:has-text("Votre photo")',
    valid: { 'Que voit-on sur la photo': 'La mairie, vue de la place' },
    send: 'Enregistrer la photo',
  },
  {
    at: '/espace/fiche?partie=infos',
    open: ['Ajouter une ligne'],
    valid: { Titre: 'Accueil' },
    send: 'Enregistrer',
  },
  {
    at: '/espace/equipe',
    open: ['Inviter quelqu’un'],
    valid: { 'Son adresse électronique': 'lea@example.org' },
    send: 'Envoyer l’invitation',
  },
  {
    at: '/espace/aide',
    within: 'main form',
    valid: { 'En quelques mots': 'La photo', 'Votre question': 'Comment la changer ?' },
    send: 'Envoyer',
  },
  {
    at: '/espace/moi',
    within: 'main form:has-text("Nom et prénom")',
    valid: { 'Nom et prénom': 'Lucie Moreau-Roy' },
    send: 'Enregistrer',
  },
]

test('what is typed in a form of a town hall is there again, and gone once it is sent', {
  skip,
}, async () => {
  const { app, clerk } = await openHall()
  const look = await visit(app, { asks: MEDIA })
  await look.page.route(`${MEDIA}/**`, async route =>
    route.fulfill({ response: await route.fetch({ url: filesOf(app, route.request().url()) }) }),
  )
  await enter(look, clerk, '/espace')
  await assertNeverLost(look, clerk, HALL)
  await look.page.evaluate('localStorage.clear()')
  await assertGoneOnceSent(look, HALL)
  assert.deepEqual(look.faults, [])
})

test('where localStorage is forbidden or full, input lasts as long as the page', { skip }, async () => {
  const { app, forms, email } = await openOffice()
  for (const broken of ['forbidden', 'full']) {
    const look = await visit(app)
    await look.context.addInitScript(broken => {
      const no = () => {
        throw new DOMException('no', broken === 'full' ? 'QuotaExceededError' : 'SecurityError')
      }
      if (broken === 'full') Storage.prototype.setItem = no
      else Object.defineProperty(window, 'localStorage', { get: no })
    }, broken)
    await enter(look, email)
    const [form] = forms
    assert.ok(form)
    const typed = await typeInto(await opened(look.page, form))
    await look.page.keyboard.press('Escape')
    const again = await opened(look.page, form)
    await becomes(() => textsOf(again), typed, broken)
  }
})
