import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'
import { routes } from '../../routes.ts'
import type { AnyRow } from '../routes/route.ts'

/** The search of every list. */

const app = await startApp({ env: { RATE_LIMIT_SCALE: '0' } })
const commune = await make.commune(app)
const admin = await app.user(['admin'])
const hall = await make.mairie(app, commune, admin)
await make.publication(app, hall, commune, { title: 'Bal du soir' })
await app.owner.query(
  `with made as (insert into defibrillateurs (gid, nom, commune_id, en_service)
     values ('1', 'Mairie', $1, true) returning gid)
   insert into commune_defibrillateurs (commune_id, gid) select $1, gid from made`,
  [commune],
)

const searches = (row: AnyRow) =>
  row.method === 'GET' &&
  'query' in row.action &&
  row.action.query?.properties.q !== undefined &&
  // It counts by a field that must be named.
  !row.path.endsWith('/summary')
const LISTS = routes.filter(searches).map(({ path }) =>
  path
    .replace('/api/v1', '')
    .replace(':acteurId', hall)
    .replace(/:(communeId|id)/, commune),
)
/** Each has something here. */
const FILLED = [
  '/publications',
  `/communes/${commune}/acteurs`,
  '/communes',
  '/defibrillateurs',
  '/me/publications',
  '/admin/publications',
  '/admin/acteurs',
  '/admin/users',
  '/admin/communes',
  '/admin/pick/users',
  '/admin/pick/acteurs',
  '/admin/pick/communes',
  '/admin/defibrillateurs-france',
]
const answered = async (path: string, q: string | undefined) => {
  const source = path.startsWith('/mairie') ? 'mairie' : undefined
  const { status, body } = await app
    .as(admin, source)
    .get(`${path}${q === undefined ? '' : `?q=${encodeURIComponent(q)}`}`)
  assert.equal(status, 200, `${path} ${q}: ${JSON.stringify(body)}`)
  return Array.isArray(body.data) ? body.data.length : undefined
}

test('a search without a word finds nothing, in every list, and an empty one everything', async () => {
  assert.ok(LISTS.length > 20)
  for (const path of FILLED) {
    assert.ok(LISTS.includes(path), path)
    assert.ok((await answered(path, undefined)) > 0, path)
  }
  for (const path of LISTS) {
    for (const q of ['👍', '🎄🎄', '!?', '… ---', '(', '*'])
      assert.equal((await answered(path, q)) ?? 0, 0, `${path} ${q}`)
    if (FILLED.includes(path) && !path.includes('/pick/'))
      assert.ok((await answered(path, '')) > 0, `${path} without anything`)
  }
})
