import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../test/app.ts'
import * as make from '../../test/factories.ts'

test('the directory begins with five of each type, and links to all of them', async () => {
  const app = await startApp()
  const town = await make.commune(app, { slug: 'oeuilly' })
  await make.acteur(app, town, { type: 'mairie' })
  await make.several(7, at =>
    make.acteur(app, town, { nom: `Club ${at}`, slug: `club-${at}`, type: 'association' }),
  )
  await make.acteur(app, town, {
    nom: 'Boulangerie',
    slug: 'pain',
    type: 'commerce',
    adresse: '5 rue du Port',
    telephone: '02 38 00 31 04',
    description: 'Pain, pâtisserie ; du mardi au dimanche. Fermée en août.',
  })
  const read = async (query = '') => await (await fetch(`${app.url}/place/oeuilly/annuaire${query}`)).text()
  const start = await read()
  const names = (text: string) =>
    [...text.matchAll(/<h[23] [^>]*><a href="[^"]*annuaire\/([\w-]+)"/g)].map(([, slug]) => slug)
  assert.deepEqual(names(start), ['club-0', 'club-1', 'club-2', 'club-3', 'club-4', 'club-5', 'pain'])
  assert.match(start, /class="rule">Associations<.*nature=association">Voir les 7<.*class="rule">Commerces</s)
  assert.doesNotMatch(start, /nature=commerce">Voir/)
  assert.match(
    start.replaceAll('\u00a0', ' '),
    /<p dir="auto">Pain, pâtisserie ; du mardi au dimanche<\/p><p class="meta">5 rue du Port · <a href="tel:\+33238003104">/,
  )
  assert.match(start, /<h1>Annuaire<\/h1>.*annuaire\/signaler">Vous n’y êtes pas\s\?/)
  assert.equal(names(await read('?nature=association')).length, 7)
  assert.match(await read('?q=boul'), /pain"><mark>Boulangerie<\/mark>.*Commerce\u00a0· /s)
})
