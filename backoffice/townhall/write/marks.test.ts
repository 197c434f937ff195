import assert from 'node:assert/strict'
import { test } from 'node:test'
import { list } from './marks.ts'

const listed = (text: string) => list({ text, from: text.length, to: text.length }, 'Premier point').text

test('a list begins below an empty line, and goes on below a point of it', () => {
  assert.equal(listed(''), '- Premier point')
  assert.equal(listed('Bonjour'), '- Bonjour')
  assert.equal(listed('Bonjour\n'), 'Bonjour\n\n- Premier point')
  assert.equal(listed('Bonjour\n\n'), 'Bonjour\n\n- Premier point')
  assert.equal(listed('- un\n'), '- un\n- Premier point')
  assert.equal(listed('  - un\n'), '  - un\n- Premier point')
  assert.equal(listed('\n'), '\n- Premier point')
  assert.equal(listed('- un\nsuite\n'), '- un\nsuite\n\n- Premier point')
})
