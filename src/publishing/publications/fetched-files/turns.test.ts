import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Due } from './queries.ts'
import { Turns } from './turns.ts'

const file = (id: string, domain: string, acteur = id): Due => ({ id, host: `www.${domain}`, domain, acteur })
/** Each ends before the next one begins. */
function order(turns: Turns): string[] {
  const ids: string[] = []
  for (let next = turns.next(); next; next = turns.next()) {
    ids.push(next.id)
    turns.end(next)
  }
  return ids
}

test('a domain that had its turn stands behind one that waits, also if its files have waited for longer', () => {
  const turns = new Turns(0)
  const [first, second, third] = [file('1', 'a.fr'), file('2', 'a.fr'), file('3', 'a.fr')]
  turns.offer([first, second, third, file('4', 'b.fr')])
  assert.deepEqual(order(turns), ['1', '4', '2', '3'])
  turns.offer([file('5', 'a.fr'), file('6', 'b.fr'), file('7', 'c.fr')])
  assert.deepEqual(order(turns), ['7', '6', '5'])
})

test('of one domain the acteur is next that had no turn', () => {
  const turns = new Turns(0)
  turns.offer([file('1', 'a.fr', 'club'), file('2', 'a.fr', 'club'), file('3', 'a.fr', 'mairie')])
  assert.deepEqual(order(turns), ['1', '3', '2'])
})

test('a file in flight is not offered again', () => {
  const turns = new Turns(0)
  turns.offer([file('1', 'a.fr')])
  assert.equal(turns.next()?.id, '1')
  turns.offer([file('1', 'a.fr')])
  assert.equal(turns.nothingIsDue, true)
})
