import type { Page } from 'playwright-core'
import { eventually } from '../../test/eventually.ts'

/** The forms of a screen, or of a dialog or tab of it. */
interface Forms {
  readonly at: string
  /** A button that opens a form, or a row that leads to one. */
  readonly open?: string
  readonly row?: string
  readonly tab?: string
}

export const BEFORE_SIGNING_IN: readonly Forms[] = [
  { at: '/connexion' },
  { at: '/inscription' },
  { at: '/mot-de-passe' },
  { at: '/mot-de-passe?token=x' },
]
/** Each on another screen than the one before: `follow` sees that it has come. */
export const FORMS: readonly Forms[] = [
  { at: '/compte' },
  { at: '/acteurs', open: 'Créer un acteur' },
  { at: '/communes?q=zzzz', open: 'Créer une commune' },
  { at: '/utilisateurs', open: 'Inviter quelqu’un…' },
  { at: '/reglages', open: 'Ajouter un type' },
  { at: '/acteurs', row: 'main table a' },
  { at: '/communes?q=saint', row: 'main table a' },
  { at: '/imports/nouvelle' },
  { at: '/utilisateurs', row: 'main table a' },
  { at: '/imports', row: 'main table a' },
  { at: '/reglages?onglet=applications', open: 'Inscrire une application' },
  { at: '/acteurs', row: 'main table a', tab: 'Membres', open: 'Ajouter un membre' },
  { at: '/communes?q=saint', row: 'main table a', tab: 'Défibrillateurs', open: 'Ajouter un défibrillateur' },
  { at: '/utilisateurs', row: 'main table a', open: 'Écrire une note' },
  { at: '/communes?q=saint', row: 'main table a', tab: 'Élus', open: 'Ajouter un élu' },
  { at: '/communes?q=saint', row: 'main table a', tab: 'Infos', open: 'Ajouter une ligne' },
]

const TYPED =
  'input:is(:not([type]), [type=text], [type=email], [type=tel], [type=url], [type=password]), textarea'

/** Sends each form with every field refused: all errors stand at their fields, the first has the focus, and an alert counts them. */
export async function sendRefused(
  page: Page,
  all: readonly Forms[],
  go: (page: Page, at: string) => Promise<unknown>,
): Promise<void> {
  for (const url of ['**/auth/**', '**/api/v1/**'])
    await page.route(url, async route => {
      const request = route.request()
      if (request.method() === 'GET') return await route.fallback()
      const details = Object.keys(request.postDataJSON() ?? {}).map(path => ({
        path,
        code: 'invalid',
        message: `« ${path} » ne va pas.`,
      }))
      const message = 'Certaines valeurs sont invalides.'
      const json = { error: 'validation_failed', message, request_id: 'r-form', details }
      await route.fulfill({ status: 422, json })
    })
  for (const { at, open, row, tab } of all) {
    await go(page, at)
    if (row) await page.locator(row).first().click()
    if (tab) await page.getByRole('link', { name: tab, exact: true }).last().click()
    if (open) await page.getByRole('button', { name: open, exact: true }).first().click()
    const forms = page.locator('form:has(button[type=submit]):has(input, textarea):visible')
    await forms.first().waitFor()
    for (let n = 0; n < (await forms.count()); n++) {
      const form = forms.nth(n)
      for (const field of await form.locator(TYPED).all())
        if (await field.evaluate(one => one.role !== 'combobox' && one.checkVisibility()))
          await field.fill('x')
      await form.locator('button[type=submit]').last().focus()
      await page.keyboard.press('Enter')
      const said = () => form.evaluate(isSaid)
      await eventually(said, `${at}, ${tab ?? ''} ${open ?? row ?? 'there'}, form ${n + 1}: the error is met`)
    }
    if (open) await page.keyboard.press('Escape')
  }
}

/** The first wrong field has the focus, each wrong field names its error, and an alert counts them or says what failed. */
function isSaid(form: Element): boolean {
  const isAlerted = [...document.querySelectorAll('[role=alert]')].some(one => one.textContent)
  const all = [...form.querySelectorAll('[aria-invalid=true]')]
  const errorOf = (one: Element) =>
    document.getElementById(one.getAttribute('aria-describedby')?.split(' ').at(-1) ?? '')?.textContent
  return isAlerted && (all.length === 0 || (all[0] === document.activeElement && all.every(errorOf)))
}
