// Of a release: every flow of signing in beside every other, one after the other.
// Begun first: hundreds of cells, one after the other.
import { describe, test } from 'node:test'
import { hold, openTown, paused } from './cells.ts'

const town = await openTown()

describe('met before its commit, a flow ends as if one of both had begun after the other', () => {
  for (const { name, cells } of paused) test(name, () => hold(town, 'commit', ['AB', 'BA'], cells))
})
