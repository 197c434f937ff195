import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hoursHint } from './opening-hours.ts'

test('the hint says what is understood, or the first part that is not', () => {
  const hint = (typed: string) => hoursHint(typed).replaceAll(/\s/g, ' ')
  const [understood, unknown, alone] = [
    'sam matin 9-12\ndim 9h-11h',
    'lundi 9h-12h, sur rendez-vous',
    'lundi',
  ].map(hint)
  assert.ok(understood?.startsWith('Compris : Samedi : 9 h – 12 h ; Dimanche : 9 h – 11 h. '), understood)
  assert.ok(unknown?.startsWith('« sur rendez-vous » n’est pas compris. Montrés comme'), unknown)
  assert.ok(alone?.startsWith('Montrés comme'), alone)
})
