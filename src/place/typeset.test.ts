import assert from 'node:assert/strict'
import { test } from 'node:test'
import { typeset } from './typeset.ts'

const shown = (page: string) => typeset(page).replaceAll('\u00a0', '~')

test('no line begins with closing punctuation, or ends with an opening one', () => {
  assert.equal(
    shown('<li><b>Bacs</b> (Bourg) : mardi ; dès 15 h</li><p>« <b>Fête</b> » ! Où ? 3 € ou 5 %</p>'),
    '<li><b>Bacs</b> (Bourg)~: mardi~; dès 15~h</li><p>«~<b>Fête</b>~»~! Où~? 3~€ ou 5~%</p>',
  )
  assert.equal(shown('<p>15 heures, 24 habitants, a: b</p>'), '<p>15 heures, 24 habitants, a: b</p>')
})

test('tags, and what is sent back or copied, stay as they were made', () => {
  for (const one of [
    '<input value="À qui ?">',
    '<textarea name="m">Fermé :\nà 15 h !</textarea>',
    '<pre>a ? b : c</pre>',
    '<code>border : 0</code>',
    '<script type="application/ld+json">{"name" : "Fête !"}</script>',
  ])
    assert.equal(shown(`${one}<p>Oui !</p>`), `${one}<p>Oui~!</p>`)
})
