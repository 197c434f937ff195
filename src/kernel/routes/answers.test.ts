import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'
import { Answers } from './answers.ts'

const etagOf = (text: string) => `W/"${hash('sha1', text, 'base64url')}"`

test('an ETag is always that of the text that is answered now, whatever was answered before', () => {
  const answers = new Answers()
  const texts = [
    '{"data":[1]}',
    '{"data":[2]}',
    '{"data":[1]}',
    '{"data":["é’€"]}',
    '',
    `"${'a'.repeat(300_000)}"`,
  ]
  for (let round = 0; round < 700; round++) {
    const text = texts[(round * 7) % texts.length] ?? ''
    const { body, etag } = answers.to(`/question/${round % 350}`, text)
    assert.equal(etag, etagOf(text))
    assert.equal(body.toString(), text)
  }
})

test('a repeated reply is neither serialised nor hashed again while it is cached', () => {
  const answers = new Answers()
  const first = answers.to('/a', '{"data":"text"}')
  assert.equal(answers.to('/a', '{"data":"text"}').body, first.body)
  for (let other = 0; other < 1_000; other++) answers.to(`/${other}`, '{}')
  assert.notEqual(answers.to('/a', '{"data":"text"}').body, first.body)
})
