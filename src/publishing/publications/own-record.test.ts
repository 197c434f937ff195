import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import {
  buildWorld,
  inParallel,
  lay,
  rowsOf,
  STATE_NAMES,
  target,
  through,
} from '../../../test/publications/world.ts'

const world = await buildWorld(await startApp())

test('for every user and state, `edit_needs_review` tells beforehand whether an edit takes a text offline', async () => {
  const cells = world.people.flatMap(who =>
    [...world.a, world.b, world.mairie].flatMap(acteur =>
      STATE_NAMES.map(state => ({ who, what: target(acteur, state) })),
    ),
  )
  await lay(
    world,
    cells.map(({ what }) => what),
  )
  const ids = cells.map(({ what }) => what.id)
  const outcomes = await inParallel(cells, async ({ who, what: { id } }) => {
    const own = through(world, who, '/')
    const read = await own.get(`/me/publications/${id}`)
    const edited = await own.patch(`/publications/${id}`, { title: `Autre ${id}` })
    return { said: read.status === 200 && read.body.data.edit_needs_review, edited: edited.status === 200 }
  })
  const after = await rowsOf(world.app, ids)
  let hidden = 0
  for (const [at, { who, what }] of cells.entries()) {
    const { said, edited } = outcomes[at] ?? assert.fail()
    const happened = edited && what.state.valide && after.get(what.id)?.valide === false
    assert.equal(said, happened, `${who.name}: ${what.acteur.name}, ${what.stateName}`)
    if (happened) hidden++
  }
  assert.ok(hidden > 10 && hidden < cells.length / 2, `${hidden} of ${cells.length}`)
})
