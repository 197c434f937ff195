import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OwnPublication, ShownImage } from '../../kit/api/contract.ts'
import { momentAsTyped } from '../../kit/words/as-typed.ts'
import { copyOf, fromDraft, NOTHING, read, type Typed, toDraft, typedOf, wrongNames } from './typed.ts'

/** What the form of a publication sends, and the errors that it names. */

const NOW = new Date('2026-11-27T10:00:00Z')
const written: Typed = { ...NOTHING, title: 'Crue', body: 'Les quais sont fermés.', commune_ids: ['one'] }
const image = (alt: string): ShownImage => ({
  id: alt,
  url: '',
  width: 1,
  height: 1,
  alt,
  placeholder: '',
  sources: [],
})

test('an event that becomes an alert has no days; as an event again, also from its draft, it has them', () => {
  const event: Typed = {
    ...written,
    date_debut: '15/01/2027',
    heure_debut: '20 h',
    fin_le: 'demain 18 h',
    niveau: 'vigilance',
  }
  const daysAs = (typed: Typed, type: string) => {
    const { words, errors } = read(typed, type, NOW)
    assert.deepEqual(errors, {})
    return [words.date_debut, words.heure_debut, words.fin_le]
  }
  assert.deepEqual(daysAs(event, 'alerte'), [null, null, '2026-11-28T17:00:00.000Z'])
  assert.deepEqual(daysAs(event, 'evenement'), ['2027-01-15', '20:00', null])
  const again = fromDraft({ content: toDraft(event), uploads: [] })
  assert.deepEqual(daysAs(again, 'evenement'), ['2027-01-15', '20:00', null])
  // What an alert has no field for is not wrong either.
  assert.deepEqual(read({ ...event, date_debut: 'bientôt' }, 'alerte', NOW).errors, {})
})

test('an alert that was given a last day instead of an end keeps its end', () => {
  const given = { ...written, type: { slug: 'alerte' }, images: [], documents: [], dates: [], fin_le: null }
  const alert = { ...given, date_debut: '2026-11-27', date_fin: '2026-11-29' } as unknown as OwnPublication
  const { words } = read(typedOf(alert), 'alerte', NOW)
  assert.deepEqual([words.date_debut, words.date_fin, words.fin_le], [null, null, '2026-11-29T23:00:00.000Z'])
  assert.equal(typedOf({ ...alert, fin_le: words.fin_le }).fin_le, momentAsTyped(words.fin_le))
})

test('an alert that is over keeps its end, to the second, until another one is typed', () => {
  const given = {
    ...written,
    type: { slug: 'alerte' },
    images: [],
    documents: [],
    dates: [],
    niveau: 'danger',
  }
  const alert = { ...given, fin_le: '2026-11-24T11:00:07.512Z' } as unknown as OwnPublication
  const typed = typedOf(alert)
  const kept = read({ ...typed, title: 'Elle est revenue' }, 'alerte', NOW, alert.fin_le)
  assert.deepEqual([kept.words.fin_le, kept.errors], [alert.fin_le, {}])
  assert.ok(read({ ...typed, fin_le: '24/11/2026 13 h' }, 'alerte', NOW, alert.fin_le).errors.fin_le)
  assert.ok(read(typed, 'alerte', NOW).errors.fin_le)
  // A copy is another alert.
  assert.deepEqual([copyOf(alert).fin_le, read(copyOf(alert), 'alerte', NOW).errors], ['', {}])
})

test('an alert needs one of the levels; nothing else does', () => {
  for (const niveau of ['', 'grave', 'toString'])
    assert.deepEqual(
      [Object.keys(read({ ...written, niveau }, 'alerte', NOW).errors), wrongNames({ niveau }, written)],
      [['niveau'], ['Niveau de l’alerte']],
    )
  assert.deepEqual(read({ ...written, niveau: 'danger' }, 'alerte', NOW).errors, {})
  assert.deepEqual(read(written, 'evenement', NOW).errors, {})
})

test('a title and a place that are too long come back whole from their draft, and are told', () => {
  const long: Typed = { ...written, title: `${'é'.repeat(250)} fin`, lieu: `${'à'.repeat(250)} fin` }
  const again = fromDraft({ content: toDraft(long), uploads: [] })
  assert.deepEqual([again.title, again.lieu], [long.title, long.lieu])
  assert.deepEqual(Object.keys(read(again, 'evenement', NOW).errors), ['title', 'lieu'])
})

test('a draft that is cut at its room has no half of a sign, which the service would refuse', () => {
  const { title = '' } = toDraft({ ...written, title: `a${'🚧'.repeat(1_500)}` })
  assert.ok(title.isWellFormed() && title.length <= 2_000, `${title.length}`)
})

test('a title that is too long is told, and not cut', () => {
  const title = 'é'.repeat(201)
  const { words, errors } = read({ ...written, title }, 'actualite', NOW)
  assert.equal(words.title, title)
  assert.match(errors.title ?? '', /trop long/)
  assert.deepEqual(read({ ...written, title: '🚰'.repeat(200) }, 'actualite', NOW).errors, {})
})

test('the fields with an error are counted and named; each photograph without a description is one', () => {
  const typed = { ...written, title: '', commune_ids: [], images: [image(''), image('La place'), image(' ')] }
  assert.deepEqual(wrongNames(read(typed, 'actualite', NOW).errors, typed), [
    'Titre',
    'photo 1',
    'photo 3',
    'Visible dans',
  ])
  assert.deepEqual(wrongNames({}, typed), [])
})
