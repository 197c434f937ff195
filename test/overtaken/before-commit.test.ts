// Begun first: hundreds of cells, one after the other.
import { test } from 'node:test'
import { cellsIn, hold, openTown, situations } from './cells.ts'

const town = await openTown()

for (const situation of situations)
  test(`met before its commit, a flow ends as if one of both had begun after the other: ${situation}, ${cellsIn(situation).length} cells`, () =>
    hold(town, 'commit', ['AB', 'BA'], situation))
