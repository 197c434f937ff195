// Begun first: hundreds of cells, one after the other.
import { test } from 'node:test'
import { cellsIn, hold, openTown, situations } from './cells.ts'

const town = await openTown()

for (const situation of situations)
  test(`overtaken before it writes, a flow ends as if it had begun after the other one: ${situation}, ${cellsIn(situation).length} cells`, () =>
    hold(town, 'begin', ['BA'], situation))
