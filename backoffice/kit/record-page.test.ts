// In one browser: it is about the words instead of a record.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { AREAS, type Area } from '../../shared/words/access.ts'
import { account, enter } from '../../test/browser/people.ts'
import { skip, startBackoffice, visit } from '../../test/browser/visit.ts'

const RECORDS = ['utilisateurs', 'communes', 'acteurs', 'imports', 'abonnements']
const LISTS = ['utilisateurs', 'communes?sans=contact', 'acteurs', 'imports', 'journal', 'transparence']

/** The screens of the office that have an area, with their addresses. */
const SCREENS = readFileSync(join(import.meta.dirname, '../app/screens.ts'), 'utf8')
  .split(/: screen\(/)
  .slice(1)
  .flatMap(text => {
    const [, area] = /\barea: '(\w+)'/.exec(text) ?? []
    const [, or] = /\bor: '(\w+)'/.exec(text) ?? []
    const areas = [area, or].filter(one => one !== undefined && Object.hasOwn(AREAS, one)) as Area[]
    return [...text.matchAll(/\bpath: '([^']+)'/g)].map(([, path = '']) => ({
      path: path.replace('$id', randomUUID()),
      areas,
    }))
  })
  .filter(({ areas }) => areas.length > 0)

test('every screen says in the same way that a record is missing, and that a part is not open to the user', {
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
  for (const name of RECORDS) {
    await page.goto(`/${name}/${randomUUID()}`)
    missing.add(await told('Cette page n’existe pas.'))
  }
  assert.equal(missing.size, 1, [...missing].join('\n'))
  await page.route(
    /\/api\/v1\/admin\/(?:[^/]+\/[0-9a-f-]{36}|users|communes|acteurs|import-sources|audit|transparency)(?:\?.*)?$/,
    route =>
      route.fulfill({
        status: 403,
        json: { error: 'forbidden', message: 'Vous n’avez pas ce droit.', request_id: 'r-19' },
      }),
  )
  for (const name of [...RECORDS.map(name => `${name}/${randomUUID()}`), ...LISTS]) {
    await page.goto(`/${name}`)
    assert.match(await told('Cette partie ne vous est pas ouverte.'), /Vous n’avez pas ce droit\./, name)
  }
  await look.assertAccessible('a record that is not open')
})

test('a screen of another role is replaced by one page that names the role, whichever it is', {
  skip,
}, async () => {
  const app = await startBackoffice()
  const look = await visit(app)
  const { page } = look
  await enter(look, await account(app, 'karim@example.org', 'operator_support'), '/compte')
  const closed = SCREENS.filter(({ areas }) =>
    areas.every(area => area !== 'dashboard' && AREAS[area].role !== 'operator_support'),
  )
  assert.ok(closed.length >= 15, closed.map(({ path }) => path).join())
  const pages = new Set<string>()
  for (const { path } of closed) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1, name: 'Cette partie ne vous est pas ouverte.' }).waitFor()
    const words = (await page.getByRole('main').innerText()).replaceAll(/\s+/g, ' ')
    pages.add(words.replace(/« .+? »/, '« rôle »'))
  }
  assert.equal(pages.size, 1, [...pages].join('\n'))
})
