// Of a release: every flow of signing in beside every other, one after the other.
// Begun first: hundreds of cells, one after the other.
import { describe, test } from 'node:test'
import { hold, openTown, paused } from './cells.ts'

const town = await openTown()

describe('overtaken before it writes, a flow ends as if it had begun after the other one', () => {
  for (const { name, cells } of paused) test(name, () => hold(town, 'begin', ['BA'], cells))
})
