import assert from 'node:assert/strict'
import { test } from 'node:test'
import { searched, type Ways } from './searching.ts'

/** Each way brings as many rows as it says; `asked` is what was tried, in that order. */
async function tried(brings: Partial<Record<keyof Ways<number>, number>>, many?: boolean) {
  const asked: string[] = []
  const way = (name: keyof Ways<number>) => async () => {
    asked.push(name)
    return Array.from({ length: brings[name] ?? 0 }, (_, at) => at)
  }
  const rows = await searched(
    {
      ...(brings.glance !== undefined && { glance: way('glance') }),
      ...(many !== undefined && { areMany: async () => many, longWalk: way('longWalk') }),
      index: way('index'),
    },
    found => found.length > 10,
  )
  return [...asked, rows.length].join(' ')
}

test('a glance that fills the page is all that is asked', async () =>
  assert.equal(await tried({ glance: 11, longWalk: 11, index: 11 }, true), 'glance 11'))

test('few hits are asked of the index; it is always enough', async () => {
  assert.equal(await tried({ glance: 10, longWalk: 11, index: 3 }, false), 'glance index 3')
  assert.equal(await tried({ glance: 0, index: 0 }), 'glance index 0')
})

test('many hits are walked for, and only what is not met there is asked of the index', async () => {
  assert.equal(await tried({ glance: 2, longWalk: 11, index: 12 }, true), 'glance longWalk 11')
  assert.equal(await tried({ glance: 2, longWalk: 4, index: 12 }, true), 'glance longWalk index 12')
})

test('a list that knows how many there are need not glance', async () => {
  assert.equal(await tried({ longWalk: 11, index: 12 }, true), 'longWalk 11')
  assert.equal(await tried({ index: 5 }, false), 'index 5')
})
