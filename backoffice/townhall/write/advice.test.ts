import assert from 'node:assert/strict'
import { test } from 'node:test'
import { namesOf } from '../../../shared/fields/field.ts'
import { ADVICE, withAdvice } from './advice.ts'

const NOTHING = { body: '', source_url: '' }

test('the advice of each kind is a heading and a list, and is short enough to be read', () => {
  for (const kind of namesOf(ADVICE)) {
    const { body, source_url } = withAdvice(NOTHING, kind)
    assert.match(body, /^\*\*Ce qu’il faut faire\*\*\n\n(?:- .+\n?){2,4}$/, kind)
    assert.ok(body.length <= 420, `${kind}: ${body.length}`)
    assert.ok(source_url === '' || URL.canParse(source_url), kind)
    assert.equal(body.match(/\*\*/g)?.length ?? 0, 2 * (body.match(/\*\*.+?\*\*/g)?.length ?? 0), kind)
  }
})

test('it stands below what is written, in place of other advice, and leaves a typed link', () => {
  const own = 'La Loire monte : 4,10 m au pont.'
  const first = withAdvice({ body: own, source_url: '' }, 'crue')
  assert.ok(first.body.startsWith(`${own}\n\n**Ce qu’il faut faire**`))
  assert.equal(first.source_url, 'https://www.vigicrues.gouv.fr/')
  assert.deepEqual(withAdvice(first, 'crue'), first)
  const other = withAdvice(first, 'coupure')
  assert.ok(other.body.startsWith(own) && !other.body.includes('route inondée'))
  assert.equal(other.source_url, '', 'a link of other advice goes with it')
  const changed = withAdvice({ ...first, body: first.body.replace('Montez', 'Allez') }, 'route')
  assert.ok(changed.body.includes('Allez à l’étage'), 'what a clerk has changed stays')
  assert.equal(withAdvice({ ...NOTHING, source_url: 'mairie.fr' }, 'feu').source_url, 'mairie.fr')
})
