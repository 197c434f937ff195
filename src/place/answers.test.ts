import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../test/app.ts'
import * as make from '../../test/factories.ts'
import { searchTown } from '../../test/fixtures/search-town.ts'

const app = await startApp()
const town = await searchTown(app)
const NO_HOLIDAY = Date.parse('2026-11-24T10:00:00Z')
const answersTo = async (q: string) => {
  const text = await (await fetch(`${app.url}/place/vaux/recherche?q=${encodeURIComponent(q)}`)).text()
  const [, main = ''] = /<main.*?>(.*)<\/main>/s.exec(text.replaceAll('\u00a0', ' ')) ?? []
  const [, cards = ''] = /<ul class="cards" aria-label="Réponses">(.*?)<\/ul>/s.exec(main) ?? []
  return { main, cards }
}

test('a bin is answered by its next day and its note', async () => {
  const { cards } = await answersTo('poubelles')
  assert.match(
    cards,
    /href="\/place\/vaux\/mairie#collectes">Ordures ménagères<\/a><\/h3><p><b>(Aujourd’hui|Demain, mardi|Mardi) ?/i,
  )
  assert.match(cards, /Sortez le bac la veille au soir\./)
  assert.doesNotMatch(cards, /Emballages/)
  assert.match((await answersTo('bac jaune')).cards, /^<li><h3><a[^>]*>Emballages et papiers/)
  assert.equal((await answersTo('ramassage')).cards.match(/<li>/g)?.length, 4)
})

test('what one does at the town hall is answered by its counter, its hours and its telephone', async () => {
  const { cards } = await answersTo('carte d’identité')
  assert.match(
    cards,
    /^<li><h3>Pièces d’identité : carte d’identité, passeport<\/h3>.*14 h – 17 h.*02 99 00 00 02/s,
  )
  assert.match(cards, /Toutes les mairies ne délivrent pas/)
  const hall = (await answersTo('mairie')).cards
  assert.match(hall, /<a href="\/place\/vaux\/mairie">Mairie<\/a><\/h3><p><strong>(Ouverte|Fermée)/)
  assert.match(hall, /href="tel:\+33299000001">02 99 00 00 01</)
  assert.doesNotMatch(hall, /Toutes les mairies|Pièces/)
})

test('another counter of the town answers by its name, and only by all the words', async () => {
  const here = await make.commune(app, { nom: 'Rives', slug: 'rives' })
  const add = `insert into commune_infos (commune_id, libelle, telephone, ordre) values ($1, $2, $3, $4)`
  await app.owner.query(add, [here, null, '02 99 00 00 07', 1])
  await app.owner.query(add, [here, 'Déchèterie des Varennes', '02 99 00 00 08', 2])
  await app.owner.query(add, [here, 'Agence postale', '02 99 00 00 09', 3])
  const read = async (q: string) =>
    await (await fetch(`${app.url}/place/rives/recherche?q=${encodeURIComponent(q)}`)).text()
  for (const q of ['dechetterie', 'horaires déchèterie', 'gravats'])
    assert.match(await read(q), /aria-label="Réponses"><li><h3>Déchèterie des Varennes<.*00 08</s, q)
  assert.match(await read('la poste'), /aria-label="Réponses"><li><h3>Agence postale<.*00 09</s)
  for (const q of ['déchèterie de Tours', 'piscine'])
    assert.doesNotMatch(await read(q), /<h3>Déchèterie des Varennes/, q)
})

test('a device, an alert in force and whether a shop is open answer too', async t => {
  assert.match(
    (await answersTo('DAE')).cards,
    /href="\/place\/vaux\/defibrillateurs">Salle polyvalente, entrée/,
  )
  const { main, cards } = await answersTo('inondations')
  assert.match(cards, /Vigilance crue de la Seiche<\/a><\/h3><p><b>Alerte en cours/)
  assert.equal(main.match(/Vigilance/g)?.length, 1)
  assert.doesNotMatch(main, /1 publication/)
  // On a public holiday nothing says whether a shop is open.
  t.mock.timers.enable({ apis: ['Date'], now: NO_HOLIDAY })
  assert.match((await answersTo('boulangerie')).main, /Boulangerie.*<strong>(Ouvert,|Fermé).*02 99 00 00 03/s)
})

test('where nothing is found, the directory and the acteurs of the intercommunality are proposed', async () => {
  const next = await make.commune(app, { nom: 'Voisine', slug: 'voisine' })
  await make.acteur(app, next, { nom: 'Piscine des Rives', slug: 'piscine-des-rives' })
  await app.owner.query(`insert into epcis (code, nom) values ('200000019', 'Pays de Seiche')`)
  await app.owner.query(`update communes set epci_code = '200000019' where id = any($1)`, [[town, next]])
  assert.doesNotMatch((await answersTo('piscine municipale')).main, /Rien n’a tous ces mots/)
  const loose = (await answersTo('brocante marionnettes')).main
  assert.match(loose, /Rien n’a tous ces mots\. Voici ce qui en a un\..*Brocante.*Chercher ailleurs/s)
  const { main } = await answersTo('Piscine')
  assert.match(main, /Rien ne correspond à «\sPiscine\s»/)
  assert.match(main, /href="\/place\/vaux\/annuaire">/)
  assert.match(main, /href="\/place\/-\/200000019-pays-de-seiche\/annuaire\?q=Piscine"/)
  assert.match(main, /href="\/place\/voisine\/annuaire\/piscine-des-rives">.*Voisine/)
})
