import assert from 'node:assert/strict'
import { test } from 'node:test'
import { typable, typableLine } from './pasted.ts'

test('what nobody sees is left out of a pasted text; words stay apart, and scripts and emojis whole', () => {
  for (const [pasted, expected] of [
    ['samedi 12 dé\u00adcembre\u200b', 'samedi 12 décembre'],
    ['l’oﬃce ﬁxe les oﬀres et les ﬂux', 'l’office fixe les offres et les flux'],
    ['page 1\fpage 2\vsuite\u2028fin\r\n', 'page 1\npage 2\nsuite\nfin\n'],
    ['\u202a+33 2 38 00 00 00\u202c', '+33 2 38 00 00 00'],
    ['infor\ufffemation\u0002', 'information'],
    ['20\u202fh\u00a030\tœuvre, 10 m² ½', '20\u202fh\u00a030\tœuvre, 10 m² ½'],
    ['👩‍🚒 ❤️ می‌خواهم', '👩‍🚒 ❤️ می‌خواهم'],
  ] as const)
    assert.equal(typable(pasted), expected)
  assert.equal(
    typableLine('Salle des fêtes\f12, rue du Lavoir \r\n\t45000'),
    'Salle des fêtes 12, rue du Lavoir 45000',
  )
  // As one piece of a text between others.
  assert.equal(typableLine(' de la\u00a0'), ' de la\u00a0')
})
