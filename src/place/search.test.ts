import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../test/app.ts'
import { day } from '../../test/days.ts'
import * as make from '../../test/factories.ts'

const app = await startApp()
const town = await make.commune(app, {
  nom: 'Sainte-Œuvre-sur-Loire',
  slug: 'sainte-oeuvre',
  codes_postaux: ['45999'],
})
const searched = async (slug: string, q: string) => {
  const answer = await fetch(`${app.url}/place/${slug}/recherche?q=${encodeURIComponent(q)}`)
  const text = (await answer.text()).replaceAll('\u00a0', ' ')
  return { text, names: [...text.matchAll(/annuaire\/([\w-]+)">/g)].map(([, slug]) => slug) }
}
const found = (q: string) => searched('sainte-oeuvre', q)

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
  await make.publication(app, null, town, {
    title: 'Don du sang',
    lieu: 'Salle des fêtes',
    type: 'evenement',
    date_debut: day(3),
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

test('a word that nobody uses here is corrected, and the page leads to exactly what was typed', async () => {
  const place = await make.commune(app, { nom: 'Fautes', slug: 'fautes' })
  await make.publication(app, null, place, { title: 'Marché d’été', body: 'Sur la place.' })
  await make.acteur(app, place, { nom: 'Médiathèque', slug: 'mediatheque' })
  const { text, names } = await searched('fautes', 'marhé')
  assert.match(
    text,
    /Résultats pour «\s<b>marché<\/b>\s»\. <a href="([^"]*)">Chercher exactement «\smarhé\s»/,
  )
  assert.match(text, />Marché d’été<|<mark>Marché<\/mark> d’été/)
  assert.deepEqual(names, [])
  assert.deepEqual((await searched('fautes', 'médiatèque')).names, ['mediatheque'])
  const exact = await searched('fautes', '"marhé"')
  assert.doesNotMatch(exact.text, /Résultats pour|été/)
  assert.match(exact.text, /Rien ne correspond/)
  assert.doesNotMatch((await searched('fautes', 'marché -été')).text, /d’été<\/a>/)
})

test('what residents say for a word finds it behind the word itself', async () => {
  const place = await make.commune(app, { nom: 'Mots', slug: 'mots' })
  await make.publication(app, null, place, { title: 'Brocante du bourg' })
  await make.publication(app, null, place, { title: 'Vide-grenier des écoles' })
  const { text } = await searched('mots', 'vide grenier')
  assert.ok(text.indexOf('des écoles') > 0 && text.indexOf('des écoles') < text.indexOf('du bourg'), text)
  assert.match(text, />2 publications</)
})

test('an earlier title finds a publication, but not one that was never shown or is shown no longer', async () => {
  const place = await make.commune(app, { nom: 'Titres', slug: 'titres' })
  const revised = (id: string, title: string, shown: boolean) =>
    app.owner.query(
      `insert into publication_revisions (publication_id, title, body, type_id, commune_ids, written_at, approved_at, visible_from)
       select id, $2, body, type_id, commune_ids, now(), now(), case when $3 then now() end
       from publications where id = $1`,
      [id, title, shown],
    )
  const renamed = await make.publication(app, null, place, { title: 'Fête de la musique' })
  await revised(renamed, 'Aubade du 21 juin', true)
  await revised(renamed, 'Tombola secrète', false)
  const hidden = await make.publication(app, null, place, { title: 'Cachée', valide: false })
  await revised(hidden, 'Aubade cachée', true)
  const { text } = await searched('titres', 'aubade')
  assert.match(text, /Fête de la musique/)
  assert.doesNotMatch(text, /Cachée/)
  assert.doesNotMatch((await searched('titres', 'tombola')).text, /Fête de la musique/)
})

test('hostile searches are answered within bounds', async () => {
  for (const q of [
    'x'.repeat(10_000),
    'poubelle '.repeat(2_000),
    '%_%\\ * & | ! ( ) <-> :*',
    `'; drop table communes; --`,
    'a b c d e f g h i j k l m n o p q r s t u v w x y z '.repeat(4),
    'loto brocante crue travaux cantine loisirs concert theatre',
    '\u0301'.repeat(25),
  ]) {
    const answer = await fetch(`${app.url}/place/sainte-oeuvre/recherche?q=${encodeURIComponent(q)}`)
    assert.ok([200, 400, 414, 431].includes(answer.status), `${answer.status} ${q.slice(0, 20)}`)
    assert.ok((await answer.text()).length < 100_000)
  }
})

test('where nothing is announced, residents read what was, what neighbours announce, and how to be told', async () => {
  const near = { latitude: 47.8, longitude: 2.1 }
  const here = await make.commune(app, { nom: 'Hiver', slug: 'hiver', ...near })
  const beside = await make.commune(app, { nom: 'Voisine', slug: 'voisine', ...near, longitude: 2.12 })
  const far = await make.commune(app, { nom: 'Lointaine', slug: 'lointaine', ...near, longitude: 3.5 })
  const event = (town: string, title: string, days: number) =>
    make.publication(app, null, town, { title, type: 'evenement', date_debut: day(days) })
  await event(here, 'Vide-greniers de l’école', -200)
  await event(beside, 'Grande braderie', 20)
  await event(beside, 'Concert de Noël', 20)
  await event(far, 'Brocante du canton', 10)
  for (const commune of [beside, far])
    await make.acteur(app, commune, { nom: 'Centre aquatique', slug: `eau-${commune}` })

  const { text } = await searched('hiver', 'vide grenier')
  const at = [
    'Rien d’annoncé pour « vide grenier »',
    'plus bas',
    '/place/hiver/suivre"',
    'Grande braderie',
    '</mark> de l’école',
  ]
  const places = at.map(part => text.indexOf(part))
  assert.deepEqual(
    places,
    places.toSorted((one, other) => one - other),
    text,
  )
  assert.ok(!places.includes(-1), String(places))
  assert.doesNotMatch(text, /Brocante du canton|Concert de Noël|Rien ne correspond/)

  const pool = await searched('hiver', 'piscine')
  assert.match(pool.text, /Rien ne correspond à «\spiscine\s»/)
  assert.deepEqual(pool.names, [`eau-${beside}`])
  await event(here, 'Brocante de printemps', 30)
  assert.doesNotMatch((await searched('hiver', 'brocantes')).text, /Rien d’annoncé|braderie/)
})
