// In one browser: it is about the words instead of a record.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { account, enter } from '../../test/browser/people.ts'
import { skip, startBackoffice, visit } from '../../test/browser/visit.ts'

const PAGES = ['utilisateurs', 'communes', 'acteurs', 'imports', 'abonnements']

test('every page of a record says in the same way that there is none, and that it is not open to the user', {
  skip,
}, async () => {
  const app = await startBackoffice()
  const look = await visit(app)
  const { page } = look
  await enter(look, await account(app, 'anne@example.org', 'admin'), '/compte')
  const heading = page.getByRole('heading', { level: 1 })
  const told = async (title: string) => {
    await heading.getByText(title).waitFor()
    return (await page.getByRole('main').innerText()).replaceAll(/\s+/g, ' ')
  }
  const missing = new Set<string>()
  for (const name of PAGES) {
    await page.goto(`/${name}/${randomUUID()}`)
    missing.add(await told('Cette page n’existe pas.'))
  }
  assert.equal(missing.size, 1, [...missing].join('\n'))
  await page.route(/\/api\/v1\/admin\/[^/]+\/[0-9a-f-]{36}$/, route =>
    route.fulfill({
      status: 403,
      json: { error: 'forbidden', message: 'Vous n’avez pas ce droit.', request_id: 'r-19' },
    }),
  )
  for (const name of PAGES) {
    await page.goto(`/${name}/${randomUUID()}`)
    assert.match(await told('Cette partie ne vous est pas ouverte.'), /Vous n’avez pas ce droit\./)
  }
  await look.assertAccessible('a record that is not open')
})
