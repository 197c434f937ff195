import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'
import { publishAct } from '../../../test/fixtures/acts.ts'

/** A clerk is warned of an act that has the number already, and may publish all the same. */

const app = await startApp({ env: { RATE_LIMIT_SCALE: '0' } })
const [commune, elsewhere] = [await make.commune(app), await make.commune(app)]
const [clerk, other] = [await app.user(), await app.user()]
const hall = await make.mairie(app, commune, clerk)
await make.mairie(app, elsewhere, other)
const asked = async (query: Record<string, string> = {}, place = commune) =>
  await app
    .as(clerk, 'mairie')
    .get(
      `/mairie/acteurs/${hall}/communes/${place}/actes?${new URLSearchParams({ nature: 'deliberation', numero: 'N° d-1', date: '2026-01-02', ...query })}`,
    )

test('an act with the same number, kind and year is named, and a second one is published all the same', async () => {
  assert.deepEqual((await asked()).body.data, [])
  const first = await publishAct(app, clerk, hall)
  assert.deepEqual((await asked()).body.data, [
    { id: first.id, numero: 'D-1', date: '2026-10-15', title: 'Étude de la traversée' },
  ])
  for (const query of [{ nature: 'arrete' }, { numero: 'D-2' }, { date: '2025-12-31' }])
    assert.deepEqual((await asked(query)).body.data, [], JSON.stringify(query))
  const second = await publishAct(app, clerk, hall, { date: '2026-10-16' })
  assert.deepEqual(
    (await asked()).body.data.map(({ id }: { id: string }) => id),
    [second.id, first.id],
  )
})

test('of a commune of another town hall nothing is said', async () => {
  assert.equal((await asked({}, elsewhere)).body.error, 'scope_violation')
})
