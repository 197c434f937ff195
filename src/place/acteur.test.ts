import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../test/app.ts'
import * as make from '../../test/factories.ts'

test('the page of an acteur shows an event to come once, and does not repeat its name below each text', async () => {
  const app = await startApp()
  const town = await make.commune(app, { slug: 'oeuilly' })
  const club = await make.acteur(app, town, { nom: 'Comité des fêtes', slug: 'comite' })
  await make.publication(app, club, town, { title: 'Marché', type: 'evenement', date_debut: '2099-12-12' })
  await make.publication(app, club, town, {
    title: 'Fête passée',
    type: 'evenement',
    date_debut: '2020-06-21',
  })
  await make.publication(app, club, town, { title: 'Appel aux bénévoles' })
  const text = await (await fetch(`${app.url}/place/oeuilly/annuaire/comite`)).text()
  const [ahead = '', others = ''] = text.slice(text.indexOf('Ses rendez-vous')).split('Ses publications')
  const titles = (part: string) =>
    [...part.matchAll(/href="[^"]*\/p\/[^"]*"[^>]*>([^<]+)/g)].map(([, title]) => title)
  assert.deepEqual(titles(ahead), ['Marché'])
  assert.deepEqual(titles(others).sort(), ['Appel aux bénévoles', 'Fête passée'])
  assert.doesNotMatch(others.split('</main>')[0] ?? '', /Comité des fêtes/)
})
