import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decoded } from './entities.ts'

test('entities are decoded once, and other text stays as written', () => {
  assert.equal(decoded('Fête du &lt;lac&gt; &amp; &#233;t&#xe9; &quot;x&quot;'), 'Fête du <lac> & été "x"')
  assert.equal(
    decoded('&amp;lt; &foo; &#0; &#xd800; &#9999999; R&D;'),
    '&lt; &foo; &#0; &#xd800; &#9999999; R&D;',
  )
})
