// Begun first: hundreds of cells, one after the other.
import { test } from 'node:test'
import { cells, holdsInAll } from './cells.ts'

test(`${cells.length} cells: overtaken before it writes, a flow ends as if it had begun after the other one`, () =>
  holdsInAll('begin', ['BA']))
