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

test('a closing day among the hours is named, with the field where it belongs', () => {
  for (const [typed, part] of [
    ['Lun-Ven 9h-12h, fermé du 24/12 au 2/1', 'fermé du 24/12 au 2/1'],
    ['Lun-Ven 9h-12h\nfermé le 25 décembre', 'fermé le 25 décembre'],
    ['Lun-Ven 9h-12h, fermé le 24/12 et le 31/12', 'fermé le 24/12 et le 31/12'],
  ] as const) {
    const said = hoursHint(typed).replaceAll(/\s/g, ' ')
    assert.ok(
      said.startsWith(`« ${part} » est un jour de fermeture : écrivez-le dans « Jours de fermeture »`),
      said,
    )
  }
})
