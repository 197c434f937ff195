import type { Role } from '../../shared/words/access.ts'
import { grantRole } from '../../src/people/users/queries.ts'
import type { TestApp } from '../app.ts'
import { PASSWORD, signInAt } from '../sign-in.ts'
import type { Visit } from './visit.ts'

/** A user who can sign in on the page, with their permissions. */
export async function account(app: TestApp, email: string, ...roles: readonly Role[]): Promise<string> {
  await signInAt(app).member(email)
  const { rows } = await app.owner.query('select id from users where lower(email) = $1', [email])
  for (const role of roles) await app.service.db.transaction(tx => grantRole(tx, rows[0].id, role))
  return email
}

/** Works in both languages: finds the fields by their `autocomplete`. */
export async function enter({ page }: Visit, email: string, path = '/'): Promise<void> {
  await page.goto(path)
  await page.locator('input[name=email]').fill(email)
  await page.locator('input[name=password]').fill(PASSWORD)
  await page.locator('button[type=submit]').click()
  await page.locator('input[name=password]').waitFor({ state: 'detached' })
  await page.locator('h1').first().waitFor()
}
