import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readable, typable, typableLine } from './pasted.ts'

test('what nobody sees is left out of a pasted text; words stay apart, and scripts and emojis whole', () => {
  for (const [pasted, expected] of [
    ['samedi 12 dé\u00adcembre\u200b', 'samedi 12 décembre'],
    ['l’oﬃce ﬁxe les oﬀres et les ﬂux', 'l’office fixe les offres et les flux'],
    ['page 1\fpage 2\vsuite\u2028fin\r\n', 'page 1\npage 2\nsuite\nfin\n'],
    ['\u202a+33 2 38 00 00 00\u202c', '+33 2 38 00 00 00'],
    ['infor\ufffemation\u0002', 'information'],
    ['20\u202fh\u00a030\tœuvre, 10 m² ½', '20\u202fh\u00a030\tœuvre, 10 m² ½'],
    ['👩‍🚒 ❤️ می‌خواهم', '👩‍🚒 ❤️ می‌خواهم'],
    ['la commu\u00ad\r\nne, dé\u00ad \n  cembre', 'la commune, décembre'],
    ['un rendez-\nvous, Saint\u00ad\nBenoît', 'un rendez-\nvous, Saint\nBenoît'],
  ] as const)
    assert.equal(typable(pasted), expected)
  assert.equal(typableLine('la commu\u00ad\nne'), 'la commune')
  assert.equal(
    typableLine('Salle des fêtes\f12, rue du Lavoir \r\n\t45000'),
    'Salle des fêtes 12, rue du Lavoir 45000',
  )
  // As one piece of a text between others.
  assert.equal(typableLine(' de la\u00a0'), ' de la\u00a0')
})

test('a text whose letters were all encoded twice is pasted as it was written, and no other one', () => {
  for (const [pasted, expected] of [
    ['FÃªte de lâ€™Ã©tÃ©\u00a0! DÃ©part Ã\u00a0 10\u00a0h', 'Fête de l’été ! Départ à 10 h'],
    // Browsers copy a no-break space as a space.
    ['Rendez-vous Ã la mairie, dÃ¨s 9 h', 'Rendez-vous à la mairie, dès 9 h'],
    ['lâ\u0080\u0099Ã©tÃ©', 'l’été'],
    ['ÃŽle de cÅ“ur ðŸŽ‰ â‚¬', 'Île de cœur 🎉 €'],
  ] as const) {
    assert.equal(readable(pasted), expected)
    assert.equal(readable(expected), expected, 'what was written so stays')
  }
  for (const good of [
    'On lit « Ã© » au lieu de « é ».',
    'Ã©',
    'SÃO PAULO, CHÂTEAU',
    'Fête de l’été, 10 €',
    'Le Café\u00a0»',
    'Â',
    'A10Â',
    '',
  ])
    assert.equal(readable(good), good)
})
