// In one browser: layout.test.ts and states.test.ts show the desk in both.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { enter } from '../../../test/browser/people.ts'
import { skip, visit } from '../../../test/browser/visit.ts'
import { becomes, eventually } from '../../../test/eventually.ts'
import { openDesk } from '../../test/moderation-desk.ts'

/** The list of the desk: its search in the other tabs, its filters, and the selection over several pages. */

const desk = skip ? undefined : await openDesk()
const opened = () => desk ?? assert.fail('there is a browser')
const published = {
  moderation_status: 'published',
  valide: true,
  publie_le: new Date(Date.now() - 60_000),
  moderation_by: 'backoffice',
}

test('a search says what the other tabs have and leads there; words that nothing has are corrected', {
  skip,
}, async () => {
  const { app, email, waiting } = opened()
  for (const n of [1, 2, 3]) await waiting(`Brocante ${n}`, published)
  await waiting('Brocante refusée', { moderation_status: 'rejected' })
  const look = await visit(app)
  const { page } = look
  await enter(look, email, '/moderation')
  const search = page.getByRole('searchbox', { name: 'Rechercher dans les publications' })
  await search.fill('brocante amis')
  await search.press('Enter')
  await page.getByText('Rien dans En attente.').waitFor()
  await becomes(() => page.getByText(/Retirez un filtre|Choisissez une publication/).count(), 0)
  const elsewhere = page.getByRole('list', { name: 'Trouvées dans les autres onglets' })
  await elsewhere.getByRole('link', { name: '1 dans Refusées' }).waitFor()
  await look.assertAccessible('a search that finds elsewhere')
  await elsewhere.getByRole('link', { name: '3 dans Publiées' }).click()
  await page.waitForURL(/onglet=publiees/)
  await page.getByRole('link', { name: 'Brocante 3' }).waitFor()
  await becomes(() => search.inputValue(), 'brocante amis')
  await page.getByRole('button', { name: 'Retirer le filtre « Recherche : « brocante amis » »' }).click()
  await elsewhere.waitFor({ state: 'detached' })

  const before = page.url()
  await search.fill('brocamte')
  await search.press('Enter')
  await page.getByText('Résultats pour « brocante » : rien ne contient « brocamte ».').waitFor()
  await page.getByRole('link', { name: 'Brocante 3' }).waitFor()
  await page.getByRole('button', { name: 'Retirer le filtre « Recherche : « brocante » »' }).waitFor()
  await becomes(() => search.inputValue(), 'brocante')
  await page.keyboard.press('/')
  await page.keyboard.type(' de printemps')
  await page.keyboard.press('Escape')
  await becomes(() => search.inputValue(), 'brocante')
  // The cross of the browser stands at the end of the field.
  const { width = 0, height = 0 } = (await search.boundingBox()) ?? {}
  await search.click({ position: { x: width - 18, y: height / 2 } })
  await page.waitForURL(before)
  await page.getByText('Résultats pour').waitFor({ state: 'detached' })
  await becomes(() => search.inputValue(), '')

  await search.fill('xyzzyxyz')
  await search.press('Enter')
  await page.getByText('Rien pour « xyzzyxyz ».').waitFor()
  await page.getByRole('button', { name: 'Effacer la recherche' }).click()
  await page.waitForURL(before)
})

test('by who decided, when and why: the filters are shown, and removed one by one', { skip }, async () => {
  const { app, email, waiting } = opened()
  const colleague = await app.user(['operator_moderation'])
  await app.owner.query(`update users set nom = 'Nadia Benali' where id = $1`, [colleague.id])
  const decided = { moderation_status: 'rejected', moderation_by: 'backoffice' }
  await waiting('Refusée par Nadia', {
    ...decided,
    moderated_by: colleague.id,
    moderated_at: '2026-02-10T11:00:00Z',
    moderation_reason_code: 'spam',
  })
  await waiting('Refusée pour la même raison', {
    ...decided,
    moderated_at: '2026-03-10T11:00:00Z',
    moderation_reason_code: 'spam',
  })
  const look = await visit(app)
  const { page } = look
  await enter(look, email, '/moderation?onglet=refusees')
  await page.getByRole('button', { name: 'Filtrer' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: /^Décidées par/ }).fill('nadia')
  await page.getByRole('option', { name: /Nadia Benali/ }).click()
  await dialog.getByLabel('Décidées depuis le').fill('1/2/2026')
  await dialog.getByLabel('Décidées jusqu’au').fill('28/2/2026')
  await dialog.getByLabel('Motif').selectOption('Publicité')
  await look.assertAccessible('the filters')
  await dialog.getByRole('button', { name: 'Filtrer' }).click()
  const [nadia, other] = ['Refusée par Nadia', 'Refusée pour la même raison'].map(name =>
    page.getByRole('link', { name }),
  )
  await other?.waitFor({ state: 'detached' })
  await nadia?.waitFor()
  const remove = (filter: RegExp) => page.getByRole('button', { name: filter }).click()
  await remove(/Retirer le filtre « Décidées par : Nadia Benali/)
  await remove(/Retirer le filtre « Décidées jusqu’au/)
  await other?.waitFor()
  await remove(/Retirer le filtre « Motif : Publicité/)
  await remove(/Retirer le filtre « Décidées depuis le/)
  await page.waitForURL(/\/moderation\?onglet=refusees$/)
})

test('the selection lasts over pages; the order of what waits is remembered, until the team’s is chosen', {
  skip,
}, async () => {
  const { app, email, waiting } = opened()
  const ids: string[] = []
  for (let n = 1; n <= 52; n++)
    ids.push(await waiting(`Loto ${n}`, { created_at: new Date(Date.UTC(2026, 1, n)) }))
  const look = await visit(app)
  const { page } = look
  await enter(look, email, '/moderation?q=loto&tri=recentes')
  const choosePage = page.getByLabel('Choisir la page')
  const turn = async (range: string, row: string) => {
    await page.getByRole('button', { name: 'Page suivante' }).click()
    await page.getByText(range).waitFor()
    // The range changes before the rows.
    await page.getByLabel(`Choisir « ${row} »`).waitFor()
  }
  await page.getByText('1–25 sur 52').waitFor()
  await choosePage.check()
  await turn('26–50 sur 52', 'Loto 17')
  await becomes(() => choosePage.isChecked(), false)
  await page.getByLabel('Choisir « Loto 17 »').check()
  await turn('51–52 sur 52', 'Loto 2')
  await choosePage.check()
  await page.getByText('28 choisies').waitFor()

  const order = page.getByRole('combobox', { name: 'Ordre' })
  await order.selectOption('Les plus anciennes d’abord')
  await page.waitForURL(/tri=anciennes/)
  await page.getByText('1–25 sur 52').waitFor()
  await page.getByText('28 choisies').waitFor()
  await page.getByRole('checkbox', { name: 'Choisir « Loto 17 »', exact: true }).uncheck()
  await page.getByText('27 choisies').waitFor()

  await page.goto('/moderation?q=loto')
  const isFirst = (title: string) =>
    becomes(() => page.locator('ol a').first().innerText(), title, `${title} comes first`)
  await isFirst('Loto 1')
  await order.selectOption('Par titre')
  await page.goto('/moderation?onglet=publiees')
  await becomes(() => order.inputValue(), 'recentes')
  await page.goto('/moderation?q=loto&tri=recentes')
  await isFirst('Loto 52')
  await page.goto('/moderation?q=loto')
  await becomes(() => order.inputValue(), 'titre')
  await order.selectOption('Les plus pressées d’abord')
  await page.goto('/moderation?q=loto')
  await becomes(() => order.inputValue(), 'urgence')
  await isFirst('Loto 1')

  await choosePage.check()
  await page.getByRole('button', { name: /Choisir les 52/ }).click()
  await page.getByText('52 choisies').waitFor()
  await page.keyboard.press('p')
  const left = `select from publications where id = any($1) and moderation_status <> 'published'`
  await eventually(async () => (await app.owner.query(left, [ids])).rowCount === 0, 'all 52 are published')
})
