import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../test/app.ts'
import * as make from '../../test/factories.ts'
import { publicationPath } from './addresses.ts'

test('the register of councillors is named, with its date, only where one of those shown comes from it', async () => {
  const app = await startApp()
  for (const [slug, registres] of [
    ['saisie', []],
    ['registre', ['maires']],
  ] as const) {
    const town = await make.commune(app, { slug })
    await app.owner.query(
      `insert into elus (commune_id, nom, prenom, fonction, cle, registres) values ($1, 'Petit', 'Anne', 'Maire', 'x', $2)`,
      [town, registres],
    )
    const read = async (url = app.url) => (await fetch(`${url}/place/${slug}/mairie`)).text()
    const text = await read()
    assert.match(text, /Anne Petit/)
    assert.equal(/Répertoire national des élus, Licence/.test(text), registres.length > 0, slug)
    if (registres.length === 0) continue
    await app.owner.query(`insert into elus_registers (register, du) values ('maires', '2026-10-01')`)
    assert.match(
      await read((await app.beside()).url),
      /Répertoire national des élus \(fichier du 1<sup>er<\/sup>\soctobre 2026\), Licence/,
    )
  }
})

test('directions to the town hall and to an event lead to a map on the web', async () => {
  const app = await startApp()
  const town = await make.commune(app, { nom: 'Œuilly', slug: 'chemins' })
  await app.owner.query(`insert into commune_infos (commune_id, adresse) values ($1, '1 rue Haute & Co')`, [
    town,
  ])
  const title = 'Bal'
  const event = { title, type: 'evenement', date_debut: '2099-07-14', lieu: 'Salle "B"' }
  const id = await make.publication(app, null, town, event)
  const leads: Readonly<Record<string, string>> = {
    '/mairie': '1 rue Haute & Co',
    [publicationPath({ id, title })]: 'Salle "B", Œuilly',
  }
  for (const [page, place] of Object.entries(leads)) {
    const text = await (await fetch(`${app.url}/place/chemins${page}`)).text()
    const [, href = ''] = /href="([^"]*)">Itinéraire/.exec(text) ?? []
    const { origin, pathname, searchParams } = new URL(href)
    assert.deepEqual(
      [origin, pathname, searchParams.get('to')],
      ['https://www.openstreetmap.org', '/directions', place],
    )
  }
})

test('the mayor stands first and the deputies by their number, however they were written down', async () => {
  const app = await startApp()
  const town = await make.commune(app, { slug: 'conseil' })
  const written = [
    ['Aubin', 'Conseillère municipale'],
    ['Blot', '10e adjoint, voirie'],
    ['Cadet', 'Adjointe à la culture'],
    ['Doré', '2e adjointe au maire'],
    ['Élie', 'Maire déléguée'],
    ['Fort', 'Première adjointe'],
    ['Guy', 'Madame la maire'],
    ['Huet', 'Conseiller délégué'],
  ] as const
  for (const [ordre, [nom, fonction]] of written.entries())
    await app.owner.query(
      `insert into elus (commune_id, nom, prenom, fonction, cle, ordre) values ($1, $2, 'Anne', $3, $2, $4)`,
      [town, nom, fonction, ordre + 1],
    )
  const text = await (await fetch(`${app.url}/place/conseil/mairie`)).text()
  const [cards = '', names = ''] = text.slice(text.indexOf('class="cards people"')).split('class="names"')
  const people = (part: string) => [...part.matchAll(/>Anne (\p{L}+)</gu)].map(([, nom]) => nom)
  assert.deepEqual(people(cards), ['Guy', 'Fort', 'Doré', 'Blot', 'Cadet', 'Élie'])
  assert.deepEqual(people(names), ['Aubin', 'Huet'])
})
