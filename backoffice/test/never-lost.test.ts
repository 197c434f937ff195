// In one browser: what is stored is about localStorage, which all browsers have alike.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { account, enter } from '../../test/browser/people.ts'
import { follow, skip, startBackoffice, type Visit, visit } from '../../test/browser/visit.ts'
import { eventually } from '../../test/eventually.ts'
import * as make from '../../test/factories.ts'
import { PASSWORD } from '../../test/sign-in.ts'
import { openTown } from './town-hall.ts'

/** Input of every form and dialog: kept over Escape, a reload and the end of the session, gone once sent, and nobody else's. */

interface Form {
  readonly at: string
  /** Buttons that lead to the form, one after the other; a single letter is a key. */
  readonly open?: readonly string[]
  /** The form, where the screen has several. */
  readonly within?: string
}

async function openOffice() {
  const app = await startBackoffice()
  const commune = await make.commune(app, { nom: 'Écully', departement: '69' })
  const acteur = await make.acteur(app, commune, { nom: 'Étoile sportive' })
  const waiting = { moderation_status: 'pending', valide: false, publie_le: null }
  const publication = await make.publication(app, acteur, commune, { title: 'Vide-greniers', ...waiting })
  const { body: claim } = await app.anyone.post('/claims', {
    ...{ acteur_id: acteur, message: 'Je suis la trésorière.', nom: 'Zoé Martin', email: 'zoe@example.org' },
  })
  const { body: thread } = await app.anyone.post('/messages', {
    ...{ subject: 'Déchetterie', body: 'Est-elle ouverte ?', nom: 'Jean', email: 'jean@example.org' },
  })
  const office = app.as(await app.user(['admin']))
  const { body: device } = await office.post(`/admin/communes/${commune}/defibrillateurs`, {
    overrides: { nom: 'Halle' },
  })
  const { body: source } = await office.post('/admin/import-sources', {
    ...{ nom: 'Agenda', url: 'https://agenda.example.org/a.ics', acteur_id: acteur, schedule: 'manual' },
  })
  const user = await app.user()
  const forms: readonly Form[] = [
    { at: '/acteurs', open: ['Créer un acteur'] },
    { at: `/acteurs/${acteur}`, within: 'main form:has-text("Nom")' },
    { at: `/acteurs/${acteur}`, within: 'main form:has-text("Site web")' },
    { at: `/acteurs/${acteur}`, open: ['Écrire une note'], within: 'form:has-text("Garder la note")' },
    { at: `/acteurs/${acteur}?onglet=membres`, open: ['Ajouter un membre'] },
    { at: '/communes?q=zzzz', open: ['Créer une commune'] },
    { at: `/communes/${commune}`, within: 'main form:has-text("Code INSEE")' },
    { at: `/communes/${commune}?onglet=elus`, open: ['Ajouter un élu'] },
    { at: `/communes/${commune}?onglet=infos`, open: ['Ajouter une ligne'] },
    { at: `/communes/${commune}?onglet=collectes`, open: ['Ajouter une collecte'] },
    { at: `/communes/${commune}?onglet=defibrillateurs`, open: ['Ajouter un défibrillateur'] },
    { at: `/defibrillateurs?item=${device.data.id}`, within: 'main form:has-text("Latitude")' },
    { at: '/imports/nouvelle', within: 'main form:has-text("Adresse")' },
    { at: `/imports/${source.data.id}`, within: 'main form:has-text("Adresse")' },
    { at: '/utilisateurs', open: ['Inviter quelqu’un…'] },
    { at: `/utilisateurs/${user.id}`, within: 'main form:has-text("Nom")' },
    { at: '/reglages', open: ['Ajouter un type'], within: 'main form:has-text("Couleur")' },
    { at: '/reglages?onglet=reponses', open: ['Ajouter'], within: 'main' },
    { at: '/reglages?onglet=applications', open: ['Inscrire une application'], within: 'main form' },
    { at: `/moderation?item=${publication}`, open: ['r'] },
    { at: `/moderation?item=${publication}`, open: ['a'] },
    { at: `/moderation?item=${publication}`, open: ['e'] },
    { at: `/demandes?item=${claim.data.id}`, open: ['a'] },
    { at: `/demandes?item=${claim.data.id}`, open: ['r'] },
    { at: `/demandes?item=${claim.data.id}`, open: ['d'] },
    { at: `/messages?item=${thread.data.id}`, open: ['r'], within: 'form:has-text("Répondre")' },
    { at: `/messages?item=${thread.data.id}`, open: ['n'], within: 'form:has-text("Garder la note")' },
    { at: '/compte', within: 'main form:has-text("Nom et prénom")' },
  ]
  return { app, forms, email: await account(app, 'maelle@example.org', 'admin') }
}

const TYPED = 'input:is(:not([type]), [type=text], [type=email], [type=tel], [type=url]), textarea'
const isOver = (form: Form) => form.within === undefined

async function opened(page: Page, { at, open = [], within = 'dialog[open]' }: Form): Promise<Locator> {
  await follow(page, at.startsWith('/espace') ? '/espace/publications' : '/journal')
  await follow(page, at)
  await page.locator('main').getByRole('button').or(page.locator('main form')).first().waitFor()
  for (const one of open)
    if (one.length > 1) await page.getByRole('button', { name: one, exact: true }).first().click()
    else {
      await page.locator('#item-title').waitFor()
      await eventually(async () => {
        await page.keyboard.press(one)
        return (await page.locator(within).count()) > 0
      }, `${at}: ${one} opens its form`)
    }
  const form = page.locator(within).first()
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
  const assertThere = async (when: string) => {
    for (const form of forms) {
      const place = await opened(page, form)
      assert.deepEqual(await textsOf(place), typed.get(form), `${when}: ${nameOf(form)}`)
      if (isOver(form)) await page.keyboard.press('Escape')
    }
  }
  await assertThere('after Escape and other screens')
  await page.reload()
  await assertThere('after a reload')
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

  // Sent, it is gone.
  const names = async () => (await kept(page)).length
  const before = await names()
  for (const [of, send] of [
    [forms.find(({ at, open }) => at === '/reglages' && open), 'Enregistrer'],
    [forms.find(({ open = [] }) => open[0] === 'Écrire une note'), 'Garder la note'],
  ] as const) {
    assert.ok(of)
    const place = await opened(page, of)
    await place.getByRole('button', { name: send }).click()
    await place.waitFor({ state: 'detached' })
  }
  await eventually(async () => (await names()) === before - 2, 'both are gone')

  // Another person who signs in finds nothing of it.
  const other = await account(app, 'karim@example.org', 'admin')
  await look.context.clearCookies()
  await enter(look, other)
  await page.locator('h1').first().waitFor()
  assert.deepEqual(await kept(page), [])
  assert.deepEqual(look.faults, [])
})

test('what is typed in a form of a town hall is there again', { skip }, async () => {
  const { app, clerk } = await openTown()
  const look = await visit(app)
  await enter(look, clerk, '/espace')
  await assertNeverLost(look, clerk, [
    { at: '/espace/fiche', within: 'main form:has-text("Présentation")' },
    { at: '/espace/fiche?partie=infos', open: ['Ajouter une ligne'] },
    { at: '/espace/equipe', open: ['Inviter quelqu’un'] },
    { at: '/espace/aide', within: 'main form' },
    { at: '/espace/moi', within: 'main form:has-text("Nom et prénom")' },
  ])
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
    assert.deepEqual(await textsOf(await opened(look.page, form)), typed, broken)
  }
})
