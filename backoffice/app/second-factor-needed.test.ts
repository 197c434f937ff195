import assert from 'node:assert/strict'
import { test } from 'node:test'
import { account, enter } from '../../test/browser/people.ts'
import { skip, startBackoffice, visit } from '../../test/browser/visit.ts'
import { PASSWORD, totp } from '../../test/sign-in.ts'

test('where a second factor is required, the first page sets it up, shows the backup codes, and leads to the office', {
  skip,
}, async () => {
  const app = await startBackoffice({ env: { SECOND_FACTOR: 'required' } })
  const look = await visit(app)
  const { page } = look
  await enter(look, await account(app, 'paul@example.org', 'admin'), '/moderation')
  await page.getByRole('heading', { name: 'Il manque votre second facteur' }).waitFor()
  await look.assertAccessible('the page of a missing second factor')
  await page.getByRole('button', { name: 'Activer' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Mot de passe actuel').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await dialog.getByRole('img').waitFor()
  const key = /cette clé\s*:\s*((?:[A-Z2-7]{1,4}\s?)+)/.exec(await dialog.innerText())?.[1] ?? ''
  const secret = key.replaceAll(/\s/g, '')
  await dialog.getByLabel('Code à six chiffres').fill(totp(`otpauth://totp/Parvis?secret=${secret}`))
  await page.keyboard.press('Enter')
  await dialog.getByRole('listitem').first().waitFor()
  await dialog.getByRole('button', { name: 'Je les ai gardés' }).click()
  await page.getByRole('link', { name: 'Ouvrir l’administration' }).click()
  await page.getByRole('navigation').first().waitFor()
  await page.goto('/moderation')
  await page.getByRole('heading', { name: 'Modération' }).first().waitFor()
  assert.deepEqual(look.faults, [])
})
