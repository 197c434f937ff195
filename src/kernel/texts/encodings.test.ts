import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertLinear } from '../../../test/growth.ts'
import { asWritten, utf8OrWindows1252 } from './encodings.ts'

const latin1 = (text: string) => Buffer.from(text, 'latin1')
const and = (...pieces: (string | Buffer)[]) =>
  Buffer.concat(pieces.map(piece => Buffer.from(piece as string)))

const MIXED: Readonly<Record<string, readonly [bytes: Buffer, text: string]>> = {
  'UTF-8': [Buffer.from('l’été 🎉'), 'l’été 🎉'],
  'windows-1252': [latin1('l\x92\xe9t\xe9, 5 \x80'), 'l’été, 5 €'],
  'UTF-8 with a byte of Latin-1': [and('l’', latin1('\xe9'), 'cole'), 'l’école'],
  'UTF-8 in Latin-1': [and(latin1('F\xeate de '), 'l’été à Œuilly 🎉'), 'Fête de l’été à Œuilly 🎉'],
  'decomposed letters': [and(latin1('F\xeate, '), 'e\u0301te\u0301'), 'Fête, e\u0301te\u0301'],
  'Latin-1 that is valid UTF-8': [
    latin1('\xab F\xeate de l\x92\xe9t\xe9\xa0\xbb, \xe0\xa0: \xe8\xa0\xbb'),
    '« Fête de l’été\u00a0», à\u00a0: è\u00a0»',
  ],
  'capitals of Latin-1': [latin1('CH\xc2TEAU FERM\xc9\xa0! S\xc3O'), 'CHÂTEAU FERMÉ\u00a0! SÃO'],
  'a cut character': [and('été à ça', latin1('\xc3'), '…'), 'été à ça\ufffd…'],
  'another script': [and('Привет', latin1('\xe9')), 'Привет\ufffd'],
}
for (const [name, [bytes, text]] of Object.entries(MIXED))
  test(`bytes of mixed encodings: ${name}`, () => assert.equal(utf8OrWindows1252(bytes), text))

const WRITTEN: readonly (readonly [text: string, meant: string])[] = [
  ['l\u0092école, c\u009cur\u0085', 'l’école, cœur…'],
  ['FÃªte de lâ€™Ã©tÃ©', 'Fête de l’été'],
  ['cÅ“ur Ã\u00a0 10 â‚¬', 'cœur à 10 €'],
  ['LÃ‰cole et l’école', 'LÉcole et l’école'],
  ['ï»¿Bonjour ðŸŽ‰', '\ufeffBonjour 🎉'],
  [
    'F=C3=AAte de l=E2=80=99=C3=A9t=C3=A9 =\r\n=C3=A0 Ch=C3=A9cy=20\n=F0=9F=8E=89 1=3D1',
    'Fête de l’été à Chécy \n🎉 1=1',
  ],
  ['Rendez-vous=20\n=C3=A9t=', 'Rendez-vous \nét'],
  // An address, a sum, a letter that is no UTF-8, and a text that is decoded in part.
  ['https://ville.example/?q=C3=A9cole', 'https://ville.example/?q=C3=A9cole'],
  ['caf=C3=A9 : ?page=deux', 'caf=C3=A9 : ?page=deux'],
  ['5 x 4 =20\nou =E9', '5 x 4 =20\nou =E9'],
  ['été : caf=C3=A9', 'été : caf=C3=A9'],
  ['=C3=A9 et =FF', '=C3=A9 et =FF'],
  ['Café, thé, Åland, Pâques… CHÂTEAU', 'Café, thé, Åland, Pâques… CHÂTEAU'],
  ['« été » “Ä” 10 Å\u00a0: voilâ…', '« été » “Ä” 10 Å\u00a0: voilâ…'],
]
for (const [text, meant] of WRITTEN)
  test(`a text as it was written: ${text}`, () => {
    assert.equal(asWritten(text), meant)
    assert.equal(asWritten(meant), meant, 'once is enough')
  })

test('texts are read in linear time', () => {
  for (const piece of ['Ã©', 'â€', 'Ì', 'ï¿½', '\u0092', '=C3=A9', '= ', '=C3=A9=\n'])
    assertLinear(size => asWritten(piece.repeat(size)), 100_000, piece)
  assertLinear(size => utf8OrWindows1252(latin1('\xe9\xc3'.repeat(size))), 100_000, 'bytes')
})
