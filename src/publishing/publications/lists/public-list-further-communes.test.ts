import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../../test/app.ts'
import * as make from '../../../../test/factories.ts'

/** Publications attached to further communes; the links carry the columns that lists filter by. */

const app = await startApp()
test('decisions, edits and changed communes show in every commune of a publication', async () => {
  const office = app.as(await app.user(['admin']))
  const [own, further, other] = [await make.commune(app), await make.commune(app), await make.commune(app)]
  const acteur = await make.acteur(app, own)
  const id = await make.publication(app, acteur, own, { title: 'Foire', commune_ids: [own, further] })
  const shown = async (commune: string, query = '') =>
    (await app.anyone.get(`/communes/${commune}/publications?${query}`)).body.data.map(
      ({ title }: { title: string }) => title,
    )
  assert.deepEqual([await shown(further), await shown(other)], [['Foire'], []])
  await office.patch(`/admin/publications/${id}/valide`, { valide: false })
  assert.deepEqual(await shown(further), [])
  await office.patch(`/admin/publications/${id}/valide`, { valide: true })
  assert.deepEqual(await shown(further), ['Foire'])
  const { rows } = await app.owner.query(`select id from publication_types where slug = 'service'`)
  await office.patch(`/publications/${id}`, { type_id: rows[0].id, date_debut: '2027-09-01' })
  assert.deepEqual(
    [
      await shown(further, 'type=service'),
      await shown(further, 'type=actualite'),
      await shown(further, 'from=2027-09-01'),
    ],
    [['Foire'], [], ['Foire']],
  )
  await office.patch(`/publications/${id}`, { commune_ids: [other] })
  assert.deepEqual([await shown(own), await shown(further), await shown(other)], [['Foire'], [], ['Foire']])
  await office.delete(`/admin/publications/${id}`)
  assert.deepEqual([await shown(own), await shown(other)], [[], []])
})
