import type { Page } from 'playwright-core'
import { eventually } from '../../test/eventually.ts'

/** The forms of a screen, or of what is opened on it. */
interface Forms {
  readonly at: string
  /** A button that opens a form, or a row that leads to one. */
  readonly open?: string
  readonly row?: string
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
]

const TYPED =
  'input:is(:not([type]), [type=text], [type=email], [type=tel], [type=url], [type=password]), textarea'

/** Sends each form with every field refused: the focus or an alert says so. */
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
        ...{ path, code: 'invalid', message: `« ${path} » ne va pas.` },
      }))
      const message = 'Certaines valeurs sont invalides.'
      const json = { error: 'validation_failed', message, request_id: 'r-form', details }
      await route.fulfill({ status: 422, json })
    })
  for (const { at, open, row } of all) {
    await go(page, at)
    if (row) await page.locator(row).first().click()
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
      await eventually(said, `${at}, ${open ?? row ?? 'there'}, form ${n + 1}: the error is met`)
    }
    if (open) await page.keyboard.press('Escape')
  }
}

/** The focus is in a wrong field whose error it is described by; without a wrong field, an alert says what failed. */
function isSaid(form: Element): boolean {
  const wrong = form.querySelector('[aria-invalid=true]')
  if (!wrong) return [...document.querySelectorAll('[role=alert]')].some(one => one.textContent)
  const ids = wrong.getAttribute('aria-describedby')?.split(' ') ?? []
  const error = document.getElementById(ids.at(-1) ?? '')
  return wrong === document.activeElement && Boolean(error?.textContent)
}
