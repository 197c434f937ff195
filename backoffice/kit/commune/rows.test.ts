// In one browser: layout.test.ts and states.test.ts show its screens in both.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { account, enter } from '../../../test/browser/people.ts'
import { skip, startBackoffice, visit } from '../../../test/browser/visit.ts'
import * as make from '../../../test/factories.ts'

test('a row removed at the end of a long list leaves “Annuler” in view, and the focus on the next row', {
  skip,
}, async () => {
  const app = await startBackoffice()
  const commune = await make.commune(app, { nom: 'Saint-Benoît' })
  const hall = await make.mairie(app, commune)
  const email = 'francoise@example.org'
  await account(app, email)
  const { rows } = await app.owner.query('select id from users where email = $1', [email])
  await make.member(app, hall, { id: rows[0].id, email, subject: '', token: '' }, 'owner', [
    'manage_publications',
  ])
  await app.owner.query(
    `insert into elus (commune_id, nom, prenom, fonction, cle, ordre)
     select $1, 'Nom ' || at, 'Anne', 'Conseillère municipale', at, at from generate_series(1, 40) at`,
    [commune],
  )
  const look = await visit(app, { width: 390 })
  const { page } = look
  await enter(look, email, '/espace/fiche?partie=elus')
  await page.getByRole('button', { name: /^Retirer\s?Anne Nom 40/ }).click()
  const undo = page.getByRole('button', { name: 'Annuler' })
  await undo.waitFor()
  await page.getByRole('button', { name: /^Modifier\s?Anne Nom 39/ }).waitFor()
  const place = await undo.evaluate(button => {
    const { top, bottom } = button.getBoundingClientRect()
    const focused = document.activeElement?.textContent ?? ''
    return { isSeen: top >= 0 && bottom <= innerHeight, focused }
  })
  assert.equal(place.isSeen, true)
  assert.match(place.focused, /Anne Nom 39/)
  await look.assertAccessible('a removed row')
  // Going up by keys, what has the focus is not below the notice.
  for (let presses = 0; presses < 24; presses++) {
    await page.keyboard.press('Shift+Tab')
    const isHidden = await undo.evaluate(button => {
      const notice = button.closest('[role=status]')?.getBoundingClientRect()
      const focused = document.activeElement?.getBoundingClientRect()
      return !notice || !focused || (focused.top >= 0 && focused.bottom <= notice.bottom)
    })
    assert.equal(isHidden, false, `after ${presses + 1}`)
  }
  await undo.click()
  await page.getByRole('button', { name: /^Modifier\s?Anne Nom 40/ }).waitFor()
})
