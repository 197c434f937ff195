import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runSearch, type SearchSteps } from './search-steps.ts'

/** Each step returns the given number of rows; `asked` records the steps, in order. */
async function tried(brings: Partial<Record<keyof SearchSteps<number>, number>>, many?: boolean) {
  const asked: string[] = []
  const way = (name: keyof SearchSteps<number>) => async () => {
    asked.push(name)
    return Array.from({ length: brings[name] ?? 0 }, (_, at) => at)
  }
  const rows = await runSearch(
    {
      ...(brings.shortScan !== undefined && { shortScan: way('shortScan') }),
      ...(many !== undefined && { hasManyHits: async () => many, longScan: way('longScan') }),
      index: way('index'),
    },
    found => found.length > 10,
  )
  return [...asked, rows.length].join(' ')
}

test('a short scan that fills the page is the only step', async () =>
  assert.equal(await tried({ shortScan: 11, longScan: 11, index: 11 }, true), 'shortScan 11'))

test('few hits are read from the index, which is always enough', async () => {
  assert.equal(await tried({ shortScan: 10, longScan: 11, index: 3 }, false), 'shortScan index 3')
  assert.equal(await tried({ shortScan: 0, index: 0 }), 'shortScan index 0')
})

test('many hits are found by the long scan, and by the index if that is not enough', async () => {
  assert.equal(await tried({ shortScan: 2, longScan: 11, index: 12 }, true), 'shortScan longScan 11')
  assert.equal(await tried({ shortScan: 2, longScan: 4, index: 12 }, true), 'shortScan longScan index 12')
})

test('a list that knows the number of hits needs no short scan', async () => {
  assert.equal(await tried({ longScan: 11, index: 12 }, true), 'longScan 11')
  assert.equal(await tried({ index: 5 }, false), 'index 5')
})
