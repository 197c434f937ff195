import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Visit } from '../visit.ts'
import { type Form, formPage } from './form.ts'

const field = (name: string) => ({ name, label: name, kind: 'text' }) as const
const form: Form = {
  path: '/f',
  about: { path: '/', words: 'La page' },
  heading: 'Écrire',
  intro: '',
  button: 'Envoyer',
  fields: [field('nom'), field('email')],
  route: '/',
  payload: () => ({}),
  thanks: '/merci',
}
const heading = (answers: Record<string, string>, mistakes: Record<string, string>) =>
  /<h2 id="pb">([^<]*)/.exec(
    formPage({ home: '/' } as Visit, form, { honeypot: '', answers, mistakes }).body.toString(),
  )?.[1]

test('the summary says whether answers are missing or to be corrected', () => {
  const both = { nom: 'Écrivez', email: 'Complétez' }
  assert.equal(heading({}, both), 'Il manque des réponses')
  assert.equal(heading({ email: 'jeanne@' }, both), 'Il manque une réponse')
  assert.equal(heading({ nom: 'x', email: 'jeanne@' }, both), 'Des réponses sont à corriger')
  assert.equal(heading({ email: 'jeanne@' }, { email: 'Complétez' }), 'Une réponse est à corriger')
})

test('before the fields stands which of them must be filled', () => {
  const shown = (fields: Form['fields']) =>
    /<p class="meta">([^<]*)<\/p>\s*<form/.exec(
      formPage({ home: '/' } as Visit, { ...form, fields }, { honeypot: '' }).body.toString(),
    )?.[1]
  const must = { ...field('nom'), missing: 'Écrivez' }
  assert.equal(shown([must]), 'La réponse est nécessaire.')
  assert.equal(shown([must, { ...must, name: 'email' }]), 'Toutes les réponses sont nécessaires.')
  assert.match(shown([must, field('email')]) ?? '', /nécessaires, sauf là où «\s*facultatif\s*» est écrit/)
  assert.equal(shown([field('nom')]), undefined)
})
