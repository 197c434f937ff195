// Begun first: hundreds of cells, one after the other.
import { test } from 'node:test'
import { cells, holdsInAll } from './cells.ts'

test(`${cells.length} cells: met before its commit, a flow ends as if one of both had begun after the other`, () =>
  holdsInAll('commit', ['AB', 'BA']))
