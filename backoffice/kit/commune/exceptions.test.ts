import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exceptionsIn } from '../../../shared/typed/collections.ts'
import { exceptionsWrong } from './exceptions.ts'

const NOW = new Date('2026-11-27T11:00:00Z')

test('a line that is not understood is named, with an example that is, or with the field where it belongs', () => {
  const wrong = (typed: string) => exceptionsWrong(typed, NOW).replaceAll(/\s/g, ' ')
  assert.match(wrong('25/12\ntous les mercredis'), /^« tous les mercredis » revient .* « Jours »/)
  const answer = wrong('25/12\nbientôt')
  assert.match(answer, /^Pas compris : « bientôt »\./)
  const examples = [...answer.matchAll(/(?:exemple|ou) « (.*?) »/g)].map(([, example = '']) => example)
  assert.equal(examples.length, 2)
  for (const example of examples) assert.ok(exceptionsIn(example, NOW), example)
})
