import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exceptionsIn } from '../../../shared/typed/collections.ts'
import { exceptionsWrong } from './exceptions.ts'

const NOW = new Date('2026-11-27T11:00:00Z')
const WEEKLY = {
  frequence: 'hebdomadaire',
  jours: [2],
  when: 'chaque semaine, mardi',
  today: '2026-11-27',
} as const

test('a line that is not understood is named, with an example that is, or with the field where it belongs', () => {
  const wrong = (typed: string) => String(exceptionsWrong(typed, WEEKLY, NOW)).replaceAll(/\s/g, ' ')
  assert.match(wrong('25/12\ntous les mercredis'), /^« tous les mercredis » revient .* « Jours »/)
  const answer = wrong('25/12\nbientôt')
  assert.match(answer, /^Pas compris : « bientôt »\./)
  const examples = [...answer.matchAll(/(?:exemple|ou) « (.*?) »/g)].map(([, example = '']) => example)
  assert.equal(examples.length, 2)
  for (const example of examples) assert.ok(exceptionsIn(example, NOW), example)
})

test('a day on which nothing is collected is named, unless it is over or there are no fixed days', () => {
  const wrong = (typed: string, other: Partial<Parameters<typeof exceptionsWrong>[1]> = {}) =>
    exceptionsWrong(typed, { ...WEEKLY, ...other }, NOW)?.replaceAll(/\s/g, ' ')
  const cases: readonly [string, Parameters<typeof wrong>[1]?, RegExp?][] = [
    ['22/12 reporté au 23/12'],
    [
      '25/12 reporté au 26/12',
      {},
      /^Rien n’est collecté le vendredi 25 décembre 2026 .* « chaque semaine, mardi »/,
    ],
    ['22/12\n25/12', {}, /vendredi 25 décembre/],
    ['25/12 reporté au 26/12', { jours: [5] }],
    ['25/12', { frequence: 'semaines_impaires', jours: [5] }, /vendredi 25 décembre/],
    ['25/12', { frequence: 'sur_rendez_vous', jours: [] }],
    ['25/12', { jours: [] }],
    ['25/12/2026', { today: '2026-12-26' }],
  ]
  for (const [typed, other, expected] of cases) {
    const said = wrong(typed, other)
    if (expected) assert.match(said ?? '', expected, typed)
    else assert.equal(said, undefined, typed)
  }
})
