import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shortId } from '../../shared/short-id.ts'
import { startApp } from '../../test/app.ts'
import { day } from '../../test/days.ts'
import * as make from '../../test/factories.ts'
import { epciPath, publicationPath } from './addresses.ts'
import { FEEDS } from './feeds/feeds.ts'
import { PAGES } from './pages.ts'

/** Every page and feed shows what the API shows to the app “place”, and nothing else. A new row needs its paths here. */

const TYPES = ['actualite', 'evenement', 'alerte', 'deliberation']

const app = await startApp()
const commune = (slug: string) => make.commune(app, { slug, nom: `Commune ${slug}` })
const here = await commune('ici')
const near = await commune('pres')
const far = await commune('loin')
const shut = await commune('fermee')
const EPCI = { code: '200000001', nom: 'Pays' }
await app.owner.query('insert into epcis (code, nom) values ($1, $2)', [EPCI.code, EPCI.nom])
await app.owner.query('update communes set epci_code = $1, latitude = 48, longitude = 2', [EPCI.code])
await app.owner.query('insert into commune_places (commune_id, ouverte) values ($1, false)', [shut])
const acteur = (name: string, fields: object = {}) =>
  make.acteur(app, here, { nom: `Acteur ${name}`, slug: `acteur-${name}`, type: 'association', ...fields })
const open = await acteur('ouvert')
const inactive = await acteur('inactif', { active: false })
const outside = await acteur('dehors')
await app.owner.query(
  `insert into app_sources (slug, commune_ids, acteur_ids) values ('place', $1::uuid[], $2::uuid[])`,
  [
    [here, near, shut],
    [open, inactive],
  ],
)

const ALL: { id: string; title: string; commune: string }[] = []
async function publish(name: string, who: string, commune: string, fields: object = {}) {
  for (const type of TYPES)
    for (const when of type === 'evenement' ? [-5, 3] : [3]) {
      const title = `Titre ${name} ${type} ${when < 0 ? 'passe' : 'futur'}`
      const dated = type === 'actualite' ? {} : { date_debut: day(when) }
      ALL.push({
        id: await make.publication(app, who, commune, { title, type, ...dated, ...fields }),
        title,
        commune,
      })
    }
}
await publish('visible', open, here)
await publish('voisine', open, near)
await publish('lointaine', open, far)
await publish('close', open, shut)
await publish('dehors', outside, here)
await publish('inactif', inactive, here)
await publish('attend', open, here, { moderation_status: 'pending', valide: false })
await publish('refusee', open, here, { moderation_status: 'rejected', valide: false })
await publish('renvoyee', open, here, { moderation_status: 'changes_requested', valide: false })
await publish('retiree', open, here, { valide: false })
await publish('effacee', open, here, { deleted_at: new Date() })
await publish('bientot', open, here, { publie_le: new Date(Date.now() + 3_600_000) })

interface Listed {
  readonly title: string
  readonly nom: string
  readonly acteur: { readonly nom: string } | null
}
const api = async (path: string): Promise<{ status: number; data: readonly Listed[] }> => {
  const answer = await fetch(`${app.url}/api/v1${path}`, { headers: { 'x-app-source': 'place' } })
  return { status: answer.status, data: ((await answer.json()) as { data: readonly Listed[] }).data }
}
const listed = (
  await Promise.all([here, near].map(id => api(`/communes/${id}/publications?per_page=50`)))
).flatMap(({ data }) => data)
const titles = new Set(listed.map(({ title }) => title))
const openActeurs = (await api(`/communes/${here}/acteurs`)).data.map(({ nom }) => nom)
/** Also those that publications name. */
const acteurs = new Set([...openActeurs, ...listed.flatMap(({ acteur }) => acteur?.nom ?? [])])

const months = [...new Set([day(-5), day(3)].map(one => one.slice(0, 7)))]
const own = (ends: readonly string[]) => ALL.flatMap(one => ends.map(end => publicationPath(one) + end))
const PAGE_PATHS: Readonly<Record<string, readonly string[]>> = {
  '': [''],
  agenda: [
    '',
    '/passes',
    '/cadre',
    '?nature=evenement',
    '/passes?nature=evenement',
    ...months.map(one => `/${one}`),
  ].map(end => `/agenda${end}`),
  actualites: ['', '/cadre', ...TYPES.map(type => `/${type}`)].map(end => `/actualites${end}`),
  annuaire: [
    '',
    '?nature=association',
    '?q=acteur',
    ...['ouvert', 'inactif', 'dehors'].map(one => `/acteur-${one}`),
  ].map(end => `/annuaire${end}`),
  actes: ['/actes', '/actes/registre', '/actes?q=titre'],
  p: own(['', '/affiche', '/signaler']),
  mairie: ['/mairie', '/mairie/signaler'],
  defibrillateurs: ['/defibrillateurs'],
  semaine: ['/semaine'],
  panneau: ['/panneau'],
  suivre: ['/suivre', '/suivre/courriel'],
  recherche: ['/recherche?q=titre', '/recherche?q=acteur'],
  signale: ['/signale'],
  demande: ['/demande'],
  merci: ['/merci'],
  verifiez: ['/verifiez'],
  'a-propos': ['/a-propos'],
  accessibilite: ['/accessibilite'],
  transparence: ['/transparence'],
}
const FEED_PATHS: Readonly<Record<string, readonly string[]>> = {
  actualites: ['/actualites', ...TYPES.map(type => `/actualites/${type}`)],
  actes: ['/actes'],
  alertes: ['/alertes'],
  agenda: ['/agenda'],
  annuaire: ['ouvert', 'inactif', 'dehors'].map(one => `/annuaire/acteur-${one}`),
  p: own(['']),
  recherche: ['/recherche?q=titre'],
  collectes: ['/collectes'],
  deliberations: ['/deliberations'],
  sitemap: ['/sitemap'],
  suivre: ['/suivre'],
}
const withEnding = (path: string, ending: string) => {
  const [before = '', query] = path.split('?')
  return `${before}.${ending}${query === undefined ? '' : `?${query}`}`
}

/** Where the words stand that the API does not show. */
const strangersIn = (text: string) => [
  ...(text.match(/Titre [a-z]+ [a-z]+ [a-z]+/g) ?? []).filter(one => !titles.has(one)),
  ...(text.match(/Acteur [a-z]+/g) ?? []).filter(one => !acteurs.has(one)),
]
const read = async (path: string) => {
  const answer = await fetch(app.url + path)
  return {
    status: answer.status,
    text: (await answer.text()).replaceAll(/<\/?mark>/g, '').replaceAll('\r\n ', ''),
  }
}

test('every row of the tables has its paths here, and the API shows some titles and hides others', () => {
  assert.deepEqual(Object.keys(PAGE_PATHS).sort(), Object.keys(PAGES).sort())
  assert.deepEqual(Object.keys(FEED_PATHS).sort(), Object.keys(FEEDS).sort())
  assert.ok(titles.size >= 10 && titles.size < ALL.length / 3, `${titles.size} of ${ALL.length}`)
  assert.deepEqual(openActeurs, ['Acteur ouvert'])
})

test('no page, feed, map or short address shows what the API hides', async () => {
  const seen = new Set<string>()
  const paths = [
    ...Object.values(PAGE_PATHS).flat(),
    ...Object.entries(FEEDS).flatMap(([segment, endings]) =>
      Object.keys(endings).flatMap(ending =>
        (FEED_PATHS[segment] ?? []).map(path => withEnding(path, ending)),
      ),
    ),
  ].map(path => `/place/ici${path}`)
  const others = [
    epciPath(EPCI),
    `${epciPath(EPCI)}/annuaire`,
    `${epciPath(EPCI)}/annuaire?q=acteur`,
    '/place',
    '/place?q=commune',
    '/place/pres',
    '/place/fermee',
    '/place/loin',
    '/place/sitemap.xml',
    '/place/-/sitemap.xml',
    ...ALL.flatMap(({ id }) => [`/p/${shortId(id)}`, `/p/${shortId(id)}/affiche`]),
  ]
  for (const path of [...paths, ...others]) {
    const { status, text } = await read(path)
    assert.ok([200, 404].includes(status), `${path}: ${status}`)
    assert.deepEqual(strangersIn(text), [], path)
    for (const [title] of text.matchAll(/Titre [a-z]+ [a-z]+ [a-z]+/g)) seen.add(title)
  }
  assert.deepEqual(seen, titles, 'and each that it shows is on one of them')
})

test('a publication has its page where the API shows it and a commune with open pages does', async () => {
  for (const one of ALL) {
    const shown = await api(`/publications/${one.id}`)
    const expected = shown.status === 200 && one.commune !== shut ? 200 : 404
    for (const path of [`/place/ici${publicationPath(one)}`, `/p/${shortId(one.id)}`])
      assert.equal((await read(path)).status, expected, `${one.title}: ${path}`)
  }
})
