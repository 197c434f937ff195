import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../test/app.ts'
import * as make from '../../test/factories.ts'

const app = await startApp()
const town = await make.commune(app, {
  nom: 'Sainte-Œuvre-sur-Loire',
  slug: 'sainte-oeuvre',
  codes_postaux: ['45999'],
})
const found = async (q: string) => {
  const answer = await fetch(`${app.url}/place/sainte-oeuvre/recherche?q=${encodeURIComponent(q)}`)
  const text = (await answer.text()).replaceAll('\u00a0', ' ')
  return { text, names: [...text.matchAll(/annuaire\/([\w-]+)">/g)].map(([, slug]) => slug) }
}

test('the name of the commune finds only the acteurs that have it in their own', async () => {
  await make.acteur(app, town, { nom: 'Les Amis de la Loire', slug: 'amis' })
  await make.acteur(app, town, { nom: 'Étoile de Sainte-Œuvre', slug: 'etoile' })
  await make.acteur(app, town, { nom: 'Boulangerie', slug: 'boulangerie' })
  assert.deepEqual((await found('loire')).names, ['amis'])
  assert.deepEqual((await found('sainte oeuvre')).names, ['etoile'])
  assert.deepEqual((await found('sainte-œuvre-sur-loire')).names, [])
  assert.deepEqual((await found('45999')).names, [])
  assert.deepEqual((await found('boul')).names, ['boulangerie'])
  const { body } = await app.anyone.get(`/communes/${town}/acteurs?q=loire`)
  assert.deepEqual(
    body.data.map(({ slug }: { slug: string }) => slug),
    ['amis'],
  )
})

test('what was found has its words marked, also of a hostile title, and is counted', async () => {
  await make.acteur(app, town, {
    nom: 'Comité des fêtes',
    slug: 'comite',
    description: 'Bals et lotos. Depuis 1954.',
  })
  const title = 'Fête <script>alert(1)</script>'
  await make.publication(app, null, town, { title, body: 'La **fête** du bourg.' })
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
  await make.publication(app, null, town, {
    title: 'Don du sang',
    lieu: 'Salle des fêtes',
    type: 'evenement',
    date_debut: day,
  })
  const { text } = await found('fêtes')
  assert.match(text, />2 publications, 1 page de l’annuaire</)
  assert.match(text, />Comité des <mark>fêtes<\/mark><\/a><\/h3><p dir="auto">Bals et lotos<\/p>/)
  assert.match(
    text,
    /><mark>Fête<\/mark> &lt;script&gt;alert\(1\)&lt;\/script&gt;<.*La <mark>fête<\/mark> du bourg\./,
  )
  assert.match(text, /class="day".*Don du sang<.*Salle des fêtes/)
  assert.match((await found('bourg')).text, />1 publication</)
})
