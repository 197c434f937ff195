import assert from 'node:assert/strict'
import { test } from 'node:test'
import { audienceIn, audienceOfAges, freeIn } from './audience.ts'

test('a source says for whom an event is in words or by ages', () => {
  const said: Readonly<Record<string, ReturnType<typeof audienceIn>>> = {
    'Tout public': 'tous',
    'Jeune public': 'enfants',
    'Enfants (3-10 ans)': 'enfants',
    'de 3 à 6 ans': 'enfants',
    '11-17': 'jeunes',
    'Dès 6 ans': 'familles',
    '18+': 'adultes',
    'à partir de 60 ans': 'seniors',
    'Adultes et enfants': 'familles',
    'Familles, enfants': 'familles',
    Seniors: 'seniors',
    'Ados, adultes': null,
    Adhérents: null,
    '': null,
  }
  for (const [text, audience] of Object.entries(said)) assert.equal(audienceIn(text), audience, text)
  assert.equal(audienceOfAges(undefined, undefined), null)
  assert.equal(audienceOfAges(0, 99), 'tous')
  assert.equal(audienceOfAges(3, 99), 'familles')
  assert.equal(audienceOfAges(0, 3), 'enfants')
  assert.equal(audienceOfAges(18, 99), 'adultes')
  assert.equal(audienceOfAges(99, 3), null)
})

test('free is what is free for everybody; what is not sure is not said', () => {
  const said: Readonly<Record<string, boolean | null>> = {
    Gratuit: true,
    'Entrée libre': true,
    'Entrée libre et gratuite, dans la limite des places disponibles.': true,
    'Gratuit sur inscription': true,
    '0 €': true,
    '0': true,
    Free: true,
    oui: true,
    '5 €': false,
    '5 €, gratuit pour les moins de 12 ans': false,
    '12,50 euros': false,
    '€8 – €12': false,
    Payant: false,
    '7.00': false,
    'Gratuit pour les adhérents': null,
    'Participation libre': null,
    'Sur inscription au 02 38 00 00 00': null,
    '1': null,
    '': null,
  }
  for (const [text, free] of Object.entries(said)) assert.equal(freeIn(text), free, text)
})
