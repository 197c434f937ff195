import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isMissingTheirWords } from './told-in-text.ts'

const NOTHING = { body: 'Venez nombreux !', images: [], documents: [] }
const seen = (alt: string) => ({ ...NOTHING, images: [{ alt }] })

test('a PDF or a picture that is called a poster asks for its words while the text is short', () => {
  assert.equal(isMissingTheirWords({ ...NOTHING, documents: [{}] }), true)
  for (const alt of [
    'Affiche du loto',
    'L’affiche',
    'Le programme de la fête',
    'menus de la cantine',
    'FLYER',
  ])
    assert.equal(isMissingTheirWords(seen(alt)), true, alt)
  for (const alt of ['', 'La fanfare devant l’église', 'Le menuisier dans son atelier', 'Un programmeur'])
    assert.equal(isMissingTheirWords(seen(alt)), false, alt)
  assert.equal(isMissingTheirWords(NOTHING), false)
})

test('it is told no more once the text says as much as a poster; spaces do not count', () => {
  const poster = { ...NOTHING, documents: [{}] }
  assert.equal(isMissingTheirWords({ ...poster, body: 'é'.repeat(199) }), true)
  assert.equal(isMissingTheirWords({ ...poster, body: 'é'.repeat(200) }), false)
  assert.equal(isMissingTheirWords({ ...poster, body: `Loto${'\n'.repeat(300)}` }), true)
})
