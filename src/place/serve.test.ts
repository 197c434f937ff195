import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { shortId } from '../../shared/short-id.ts'
import { startApp } from '../../test/app.ts'
import { day } from '../../test/days.ts'
import { becomes } from '../../test/eventually.ts'
import * as make from '../../test/factories.ts'
import type { Db } from '../kernel/db/db.ts'
import { epciPath, publicationPath } from './addresses.ts'

const app = await startApp()
const town = await make.commune(app, { nom: 'Œuilly', slug: 'oeuilly', codes_postaux: ['51480'] })
const far = await make.commune(app, { nom: 'Ailleurs', slug: 'ailleurs' })
const hall = await make.mairie(app, town)
await app.owner.query(
  `update acteurs set telephone = '01 23 45 67 89', horaires = 'Lundi de 9 h à 12 h', slug = 'mairie-d-oeuilly' where id = $1`,
  [hall],
)
const club = await make.acteur(app, town, {
  nom: 'Club des aînés',
  slug: 'club-des-aines',
  type: 'association',
})

/** Without the marks of a search. */
const get = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(app.url + path, { redirect: 'manual', headers })
  return {
    status: answer.status,
    headers: answer.headers,
    text: (await answer.text()).replaceAll(/<\/?mark>/g, ''),
  }
}
const PAGES = [
  '',
  '/agenda',
  '/agenda/passes',
  '/agenda?nature=evenement',
  '/actualites',
  '/annuaire',
  '/mairie',
  '/recherche?q=titre',
  '/a-propos',
  '/accessibilite',
]
const FRAMES = ['/agenda/cadre', '/actualites/cadre']
const PANEL = '/panneau'
const FEEDS = [
  '/actualites.atom',
  '/actualites.rss',
  '/actualites.json',
  '/alertes.atom',
  '/agenda.ics',
].concat([
  '/agenda.json',
  '/annuaire/club-des-aines.ics',
  '/annuaire/club-des-aines.atom',
  '/recherche.atom?q=titre',
])

test('nothing is shown that the API does not show: the pages name the publications of its lists alone', async () => {
  const soon = new Date(Date.now() + 3_600_000)
  const hidden = {
    waits: { moderation_status: 'pending', valide: false },
    refused: { moderation_status: 'rejected', valide: false },
    sent_back: { moderation_status: 'changes_requested', valide: false },
    withdrawn: { valide: false },
    deleted: { deleted_at: new Date() },
    scheduled: { publie_le: soon },
  }
  const ids: Record<string, string> = {}
  for (const [name, fields] of Object.entries(hidden))
    for (const type of ['actualite', 'evenement', 'alerte'])
      ids[`titre ${name} ${type}`] = await make.publication(app, club, town, {
        title: `Titre ${name} ${type}`,
        type,
        date_debut: day(3),
        ...fields,
      })
  ids['titre far'] = await make.publication(app, null, far, { title: 'Titre far', date_debut: day(3) })
  const seen = await make.publication(app, club, town, {
    title: 'Titre visible',
    type: 'evenement',
    date_debut: day(3),
  })
  const { body } = await app.anyone.get(`/communes/${town}/publications`)
  assert.deepEqual(
    body.data.map((one: { title: string }) => one.title),
    ['Titre visible'],
  )
  for (const page of [...PAGES, ...FRAMES, PANEL, '/suivre', '/semaine', '/defibrillateurs', ...FEEDS]) {
    const { status, text } = await get(`/place/oeuilly${page}`)
    assert.equal(status, 200, page)
    assert.deepEqual(text.match(/Titre (?!visible)\w+/g) ?? [], [], page)
  }
  for (const page of [
    '',
    '/agenda',
    '/actualites/evenement',
    '/recherche?q=titre',
    '/annuaire/club-des-aines',
  ])
    assert.match((await get(`/place/oeuilly${page}`)).text, /Titre visible/, page)
  for (const [title, id] of Object.entries(ids)) {
    const { status } = await get(`/place/oeuilly${publicationPath({ id, title })}`)
    assert.equal(status, title === 'titre far' ? 301 : 404, title)
    assert.equal((await get(`/place/oeuilly${publicationPath({ id, title })}.ics`)).status, 404, title)
    assert.equal(
      (await get(`/place/oeuilly${publicationPath({ id, title })}/affiche`)).status,
      title === 'titre far' ? 301 : 404,
    )
    assert.equal((await get(`/p/${shortId(id)}`)).status, title === 'titre far' ? 302 : 404, title)
  }
  assert.equal(
    (await get(`/place/oeuilly${publicationPath({ id: seen, title: 'Titre visible' })}`)).status,
    200,
  )
})

test('an operator limits what is shown by the scope of the app “place”, and switches it off', async t => {
  const limited = await startApp()
  t.after(limited.stop)
  const here = await make.commune(limited, { nom: 'Ici', slug: 'ici' })
  await make.commune(limited, { nom: 'Là', slug: 'la' })
  const open = await make.acteur(limited, here, { slug: 'ouvert' })
  const closed = await make.acteur(limited, here, { slug: 'ferme' })
  for (const [who, title] of [
    [open, 'Ouverte'],
    [closed, 'Fermée'],
  ] as const)
    await make.publication(limited, who, here, { title })
  await limited.owner.query(
    `insert into app_sources (slug, commune_ids, acteur_ids) values ('place', array[$1::uuid], array[$2::uuid])`,
    [here, open],
  )
  const read = async (path: string) => await (await fetch(limited.url + path, { redirect: 'manual' })).text()
  const home = await read('/place/ici')
  assert.match(home, /Ouverte/)
  assert.doesNotMatch(home, /Fermée/)
  assert.match(await read('/place/la'), /Cette page n’est pas ici/)
  assert.match(await read('/place/ici/annuaire/ferme'), /Cette page n’est pas ici/)
  assert.doesNotMatch(await read('/place/ici/annuaire'), /annuaire\/ferme/)
  assert.doesNotMatch(await read('/place?q=la'), /place\/la"/)
  await limited.owner.query(`update app_sources set active = false where slug = 'place'`)
  await becomes(
    async () => (await fetch(`${limited.url}/place/ici/annuaire?q=a`)).status,
    403,
    'switched off',
  )
})

test('each page has its headers, a reader who knows it gets 304, and it is packed for who can unpack', async () => {
  const first = await get('/place/oeuilly')
  assert.match(
    first.headers.get('content-security-policy') ?? '',
    /^default-src 'none'; style-src 'sha256-[\w+/=]+';/,
  )
  assert.match(
    first.headers.get('cache-control') ?? '',
    /^public, max-age=\d+, s-maxage=\d+, stale-while-revalidate=600/,
  )
  assert.equal(first.headers.get('vary'), 'Accept-Encoding')
  assert.equal(first.headers.get('surrogate-key'), `commune-${town}`)
  assert.equal(first.headers.get('set-cookie'), null)
  const again = await get('/place/oeuilly', { 'if-none-match': first.headers.get('etag') ?? '' })
  assert.deepEqual([again.status, again.text], [304, ''])
  const packed = await app.service.server.inject({
    url: '/place/oeuilly',
    headers: { 'accept-encoding': 'gzip' },
  })
  assert.equal(gunzipSync(packed.rawPayload).toString(), first.text)
  assert.ok(packed.rawPayload.length < 20_000, `${packed.rawPayload.length} bytes`)
  const [, font = ''] = /url\("(\/place\/-\/[\w.]+)"\)/.exec(first.text) ?? []
  assert.match((await get(font)).headers.get('cache-control') ?? '', /immutable/)
})

test('other sites may frame the two frames and no other page, read the feeds, and load the element', async () => {
  const ancestors = async (path: string) =>
    /frame-ancestors [^;]*/.exec((await get(path)).headers.get('content-security-policy') ?? '')?.[0]
  for (const page of [...PAGES, ...FRAMES])
    assert.equal(
      await ancestors(`/place/oeuilly${page}`),
      FRAMES.includes(page) ? 'frame-ancestors *' : "frame-ancestors 'none'",
      page,
    )
  const shared = (headers: Headers) => [
    headers.get('access-control-allow-origin'),
    headers.get('cross-origin-resource-policy'),
  ]
  assert.equal((await get('/place/oeuilly/agenda')).headers.get('cross-origin-resource-policy'), null)
  const named = await get('/place/-/parvis-agenda.js')
  assert.deepEqual([named.status, named.headers.get('cache-control')], [301, 'public, max-age=3600'])
  const path = named.headers.get('location') ?? ''
  assert.match(path, /^\/place\/-\/parvis-agenda-[\da-f]{12}\.js$/)
  const element = await get(path)
  assert.equal(element.headers.get('cache-control'), 'public, max-age=31536000, immutable')
  for (const { headers } of [named, element, await get('/place/oeuilly/agenda.json')])
    assert.deepEqual(shared(headers), ['*', 'cross-origin'])
  assert.equal((await get('/place/-/parvis-agenda-000000000000.js')).status, 404)
})

test('the panel shows each alert between the others, and what the operator of the screen wants', async () => {
  const place = await make.commune(app, { nom: 'Panneau', slug: 'panneau' })
  const slides = async (query = '') => {
    const { text, headers } = await get(`/place/panneau/panneau${query}`)
    assert.match(headers.get('content-security-policy') ?? '', /script-src 'self'; connect-src 'self'/)
    assert.match(text, /<noscript><meta http-equiv="refresh" content="300">/)
    const [, classes] = /class="slides ([^"]*)"/.exec(text) ?? []
    return { classes, titles: [...text.matchAll(/<h2 dir="auto">([^<]*)/g)].map(([, title]) => title) }
  }
  assert.deepEqual(await slides('?sans='), { classes: 'n1 d12', titles: ['Panneau'] })
  const mairie = await make.mairie(app, place)
  await app.owner.query(`update acteurs set horaires = 'Lundi' where id = $1`, [mairie])
  await app.owner.query(
    `insert into collectes (commune_id, type, jours, frequence, ordre) values ($1, 'verre', '{1,2,3,4,5,6,7}', 'hebdomadaire', 1)`,
    [place],
  )
  await make.publication(app, mairie, place, { title: 'Fête', type: 'evenement', date_debut: day(3) })
  await make.publication(app, mairie, place, { title: 'Crue', type: 'alerte' })
  const others = ['Fête', 'Cette semaine', 'Sortez le bac', 'Mairie']
  assert.deepEqual(await slides('?duree=19'), {
    classes: 'n8 d20',
    titles: others.flatMap(title => ['Crue', title]),
  })
  assert.deepEqual((await slides('?sans=collectes,mairie,une')).titles, ['Crue', 'Cette semaine'])
})

test('a search finds acteurs by their type, and the parts of the pages by the words of residents', async () => {
  const place = await make.commune(app, { nom: 'Cherchée', slug: 'cherchee' })
  await make.acteur(app, place, { nom: 'Les boulistes', slug: 'boulistes', type: 'association' })
  await make.acteur(app, place, { nom: 'La boulangerie', slug: 'boulangerie', type: 'commerce' })
  const found = async (q: string) => (await get(`/place/cherchee/recherche?q=${encodeURIComponent(q)}`)).text
  const types = await found('associations')
  assert.match(types, /Les boulistes/)
  assert.doesNotMatch(types, /La boulangerie/)
  assert.match(await found('boul'), /La boulangerie[\s\S]*Les boulistes/)
  assert.match(await found('poubelles'), /cherchee\/mairie#collectes/)
  assert.doesNotMatch(await found('poubelles'), /Rien ne correspond/)
  await make.publication(app, null, place, { title: 'Titre de Cherchée' })
  for (const q of ['!!', 'introuvable']) assert.match(await found(q), /Rien ne correspond/, q)
})

test('where a commune has little to show, events of those within ten kilometres stand beside, with their names', async () => {
  await make.commune(app, { nom: 'Bourg', slug: 'bourg', latitude: 48, longitude: 2 })
  const placed = async (nom: string, east: number) =>
    await make.commune(app, { nom, slug: nom.toLowerCase(), latitude: 48, longitude: 2 + east / 74.4 })
  const [near, far, closed] = [
    await placed('Proche', 9.9),
    await placed('Loin', 10.1),
    await placed('Close', 1),
  ]
  await app.owner.query('insert into commune_places (commune_id, ouverte) values ($1, false)', [closed])
  const event = { type: 'evenement', date_debut: day(2) }
  const known = await make.publication(app, null, near, { ...event, title: 'Bal du soir', lieu: 'Salle' })
  await make.publication(app, null, far, { ...event, title: 'Bal trop loin' })
  await make.publication(app, null, closed, { ...event, title: 'Bal clos' })
  await make.publication(app, null, near, { ...event, title: 'Bal annulé', annule_le: new Date() })
  await make.publication(app, null, near, { ...event, title: 'Bal passé', date_debut: day(-2) })
  await make.publication(app, null, near, {
    ...event,
    title: 'Bal caché',
    moderation_status: 'pending',
    valide: false,
  })
  for (const page of ['', '/agenda']) {
    const { text } = await get(`/place/bourg${page}`)
    assert.deepEqual(text.match(/Bal [^<]*/g), ['Bal du soir'], page)
    assert.match(text, new RegExp(`/place/proche/p/bal-du-soir-${shortId(known)}`), page)
    assert.match(text, /Salle, Proche/, page)
  }
  const busy = await placed('Pleine', 0.1)
  for (let ahead = 1; ahead <= 5; ahead++)
    await make.publication(app, null, busy, { ...event, date_debut: day(ahead), title: 'Loto' })
  assert.doesNotMatch((await get('/place/pleine/agenda')).text, /Bal/)
})

test('addresses: another spelling, an old slug, other words, another commune and a short one lead to the one', async () => {
  const title = 'Le marché de Noël'
  const id = await make.publication(app, club, town, { title })
  await app.owner.query(`insert into commune_slugs (slug, commune_id) values ('oeuilly-vieux', $1)`, [town])
  const path = `/place/oeuilly/p/le-marche-de-noel-${shortId(id)}`
  const leads: Record<string, [number, string]> = {
    '/place/': [301, '/place'],
    '/place/OEUILLY/': [301, '/place/oeuilly'],
    '/place/oeuilly/agenda.html?a=b': [301, '/place/oeuilly/agenda?a=b'],
    '/place/oeuilly-vieux/agenda?a=b': [301, '/place/oeuilly/agenda?a=b'],
    [`/place/oeuilly/p/autre-${shortId(id)}`]: [301, path],
    [`/place/ailleurs/p/le-marche-de-noel-${shortId(id)}`]: [301, path],
    [`/p/${shortId(id)}`]: [302, path],
    [`/p/${shortId(id)}/affiche`]: [302, `${path}/affiche`],
    [`/P/${shortId(id).toUpperCase()}`]: [302, path],
    '/place/oeuilly/annuaire/mairie-d-oeuilly': [301, '/place/oeuilly/mairie'],
    '/place/ailleurs/annuaire/club-des-aines': [301, '/place/oeuilly/annuaire/club-des-aines'],
    '/place?q=51480': [303, '/place/oeuilly'],
    '/place?q=OEUILLY': [303, '/place/oeuilly'],
  }
  for (const [from, [status, to]] of Object.entries(leads)) {
    const answer = await get(from)
    assert.deepEqual([answer.status, answer.headers.get('location')], [status, to], from)
  }
})

test('search engines are told one address of a publication for several communes, and of a page with a query', async () => {
  const title = 'Pour deux communes'
  const id = await make.publication(app, club, far, { title, commune_ids: [far, town] })
  const canonical = async (path: string) =>
    /<link rel="canonical" href="[^"]*?(\/place[^"]*)"/.exec((await get(path)).text)?.[1]
  const path = publicationPath({ id, title })
  for (const slug of ['ailleurs', 'oeuilly'])
    assert.equal(await canonical(`/place/${slug}${path}`), `/place/ailleurs${path}`, slug)
  assert.equal(await canonical('/place/oeuilly'), '/place/oeuilly')
  assert.equal(await canonical('/place/oeuilly/annuaire?q=club'), '/place/oeuilly/annuaire')
  assert.equal(
    await canonical('/place/oeuilly/annuaire/club-des-aines'),
    '/place/oeuilly/annuaire/club-des-aines',
  )
})

test('the menu marks the entry that a page belongs to', async () => {
  const place = await make.commune(app, { slug: 'menu' })
  const published = async (fields: object) => {
    const id = await make.publication(app, null, place, { title: 'Titre', ...fields })
    return publicationPath({ id, title: 'Titre' })
  }
  const marked: Record<string, string> = {
    '/mairie': 'page Mairie',
    '/defibrillateurs': 'true Mairie',
    '/agenda/2026-12': 'true Agenda',
    [await published({})]: 'true Actualités',
    [await published({ type: 'evenement', date_debut: day(3) })]: 'true Agenda',
  }
  for (const [path, entry] of Object.entries(marked)) {
    const [, menu = ''] =
      /aria-label="Rubriques">(.*?)<\/nav>/.exec((await get(`/place/menu${path}`)).text) ?? []
    const found = [...menu.matchAll(/aria-current="(\w+)">([^<]*)/g)].map(([, how, name]) => `${how} ${name}`)
    assert.deepEqual(found, [entry], path)
  }
})

test('each foot says the level of accessibility, and leads to its declaration', async () => {
  const link = /<footer.*href="([^"]*\/accessibilite)">Accessibilité\s: non conforme<\/a>/s
  for (const [path, to] of [
    ...PAGES.map(path => [`/place/oeuilly${path}`, '/place/oeuilly/accessibilite']),
    ...['', '/-/accessibilite', '/nulle-part'].map(path => [`/place${path}`, '/place/-/accessibilite']),
  ]) {
    const { text } = await get(path ?? '')
    const [, found = ''] = link.exec(text) ?? []
    assert.ok(found.endsWith(to ?? '?'), `${path}: ${found}`)
    assert.match((await get(found.replace(/^https?:\/\/[^/]+/, ''))).text, /Déclaration d’accessibilité/)
  }
  assert.match((await get('/place/-/accessibilite')).text, /écrans où l’on publie.*<b>non conformes<\/b>/)
})

test('what is not there is a page that says so', async () => {
  const missing = [
    '/place/nulle-part',
    '/place/oeuilly/rien',
    '/place/oeuilly/agenda/2026-13',
    '/place/oeuilly/agenda/2026-12/1',
    '/place/oeuilly/actualites/rien',
    '/place/oeuilly/actualites?apres=rien',
    '/place/oeuilly/annuaire/personne',
    '/place/oeuilly/annuaire?apres=rien',
    '/place/oeuilly/p/x',
    '/place/oeuilly/__proto__',
    `/place/oeuilly/${'%c3%a9'.repeat(500)}`,
    '/place/%00x',
    '/place/oeuilly/annuaire/%00x',
    '/p/x',
  ]
  for (const path of missing) {
    const { status, text, headers } = await get(path)
    assert.equal(status, 404, path)
    assert.match(headers.get('content-type') ?? '', /^text\/html/, path)
    assert.match(text, /Cette page n’est pas ici/, path)
  }
  const refused = await fetch(`${app.url}/place/oeuilly`, { method: 'POST' })
  assert.deepEqual([refused.status, refused.headers.get('allow')], [405, 'GET, HEAD, OPTIONS'])
})

test('hostile texts in every field are shown as text', async () => {
  const hostile = `"><script>alert(1)</script>' onx='a`
  const place = await make.commune(app, { nom: hostile, slug: 'hostile' })
  const who = await make.acteur(app, place, {
    nom: hostile,
    slug: 'hostile-a',
    description: hostile,
    adresse: hostile,
    telephone: `"><b>'`,
    horaires: hostile,
    site_web: 'javascript:alert(1)',
    email: hostile,
  })
  const id = await make.publication(app, who, place, {
    title: hostile,
    body: hostile,
    lieu: hostile,
    source_url: 'javascript:alert(1)',
    type: 'evenement',
    date_debut: day(1),
  })
  const alert = await make.publication(app, who, place, { title: hostile, body: hostile, type: 'alerte' })
  await app.owner.query('insert into commune_defibrillateurs (commune_id, overrides) values ($1, $2)', [
    place,
    { nom: hostile, adresse: hostile, complement: hostile, etage: hostile, disponibilite_jours: [hostile] },
  ])
  const q = encodeURIComponent(hostile)
  const pages = [
    ...[...PAGES, ...FRAMES, PANEL].map(page => `/place/hostile${page}`),
    '/place/hostile/annuaire/hostile-a',
    `/place/hostile/annuaire?q=${q}`,
    `/place/hostile/recherche?q=${q}`,
    `/place?q=${q}x`,
    ...[id, alert].map(one => `/place/hostile${publicationPath({ id: one, title: hostile })}`),
    `/place/hostile${publicationPath({ id, title: hostile })}/affiche`,
    '/place/hostile/semaine',
    '/place/hostile/defibrillateurs',
  ]
  for (const page of pages) {
    const { status, text } = await get(page)
    assert.equal(status, 200, page)
    assert.doesNotMatch(
      text,
      /<script(?! type="application\/ld\+json">| defer src="\/place\/-\/panneau-\w+\.js">| type="module" src="\/place\/-\/(?:autour|imprimer)-\w+\.js">)|href="javascript|<[^>]* onx=(?!&)/,
      page,
    )
  }
})

test('the directory and the front page say how many acteurs there are', async () => {
  const counted = await make.commune(app, { nom: 'Comptée', slug: 'comptee' })
  for (const type of ['association', 'association', 'commerce', 'mairie'])
    await make.acteur(app, counted, { type })
  await make.acteur(app, counted, { type: 'sante', active: false })
  const links = async (page: string) =>
    [...(await get(`/place/comptee${page}`)).text.matchAll(/nature=\w+"[^>]*>([^<]+)|>(Tout [^<]+)/g)].map(
      ([, type, all]) => type ?? all,
    )
  assert.deepEqual(await links('/annuaire'), ['Tout (3)', 'Associations (2)', 'Commerces (1)'])
  assert.deepEqual(await links('/annuaire?nature=sante').then(all => all.at(-1)), 'Santé (0)')
  assert.match((await get('/place/comptee')).text, /3 associations, commerces, services/)
})

test('a publication says who publishes it: the town hall with its contacts, others with theirs', async () => {
  const read = async (acteurId: string) => {
    const id = await make.publication(app, acteurId, town, { title: 'Qui' })
    return /Publié par.*?<\/section>/.exec(
      (await get(`/place/oeuilly${publicationPath({ id, title: 'Qui' })}`)).text,
    )?.[0]
  }
  await app.owner.query(`update acteurs set badge = 'officiel' where id = $1`, [hall])
  assert.match((await read(hall)) ?? '', /href="\/place\/oeuilly\/mairie">Mairie<.*Officiel.*01 23 45 67 89/)
  assert.match((await read(club)) ?? '', /href="\/place\/oeuilly\/annuaire\/club-des-aines">Club/)
  const closed = await make.acteur(app, town, { active: false })
  assert.equal(await read(closed), undefined)
})

/** Calls `work`, and answers how many statements pages have sent meanwhile. */
async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const { db } = app.service as unknown as {
    db: { publicReads(network: () => string): { db: Db; slow: Db } }
  }
  const reads = db.publicReads
  let asked = 0
  const counted = (one: Db): Db =>
    new Proxy(one, {
      get: (target, name: keyof Db) => (question: never) => {
        asked++
        return (target[name] as (question: never) => unknown)(question)
      },
    })
  db.publicReads = network => {
    const { db: short, slow } = reads.call(db, network)
    return { db: counted(short), slow: counted(slow) }
  }
  try {
    await work()
  } finally {
    db.publicReads = reads
  }
  return asked
}

/** A search that finds little asks once more, for what its words mean, and then the communes around. */
const FRUITLESS = 9
const mostStatements = (page: string) => (page.endsWith('/recherche?q=titre') ? FRUITLESS : 6)

test('a page costs the database six statements at most, and none while it is fresh', async () => {
  const fresh = await make.commune(app, { nom: 'Neuve', slug: 'neuve' })
  const acteur = await make.acteur(app, fresh, { slug: 'neuf' })
  const id = await make.publication(app, acteur, fresh, { title: 'Une' })
  const epci = { code: '200000009', nom: 'Pays neuf' }
  await app.owner.query('insert into epcis (code, nom) values ($1, $2)', [epci.code, epci.nom])
  await app.owner.query('update communes set epci_code = $2 where id = $1', [fresh, epci.code])
  await make.commune(app, { nom: 'Vieille', slug: 'vieille', successor_id: fresh })
  const own = [
    ...PAGES,
    ...FRAMES,
    PANEL,
    '?de=vieille',
    '/annuaire/neuf',
    publicationPath({ id, title: 'Une' }),
  ]
  await app.owner.query('update communes set latitude = 47.8, longitude = 2.1 where id = $1', [fresh])
  await make.commune(app, { nom: 'Attenante', slug: 'attenante', latitude: 47.8, longitude: 2.12 })
  const nothing = ['zzyx', 'zzyx qqwv', 'piscine zzyx', 'vide-grenier', 'mairie zzyx'].map(
    q => `/recherche?q=${encodeURIComponent(q)}`,
  )
  for (const page of nothing) {
    const asked = await statementsOf(async () => assert.equal((await get(`/place/neuve${page}`)).status, 200))
    assert.ok(asked <= FRUITLESS, `${page}: ${asked} statements`)
  }
  for (const page of [...own.map(one => `/place/neuve${one}`), epciPath(epci)]) {
    const asked = await statementsOf(async () => assert.equal((await get(page)).status, 200, page))
    assert.ok(asked > 0 && asked <= mostStatements(page), `${page}: ${asked} statements`)
    if (!page.includes('?')) assert.equal(await statementsOf(() => get(page)), 0, page)
  }
})

test('a page has at most twenty kilobytes, packed with its style, and six statements, however much is published', async () => {
  const full = await make.commune(app, { nom: 'Comble', slug: 'comble' })
  await make.mairie(app, full)
  const all = (count: number) => `from generate_series(1, ${count}) n`
  const words = (what: string) => `'${what} ' || left(md5('${what}' || n), 24)`
  await app.owner.query(
    `insert into acteurs (nom, slug, description, type, telephone, commune_id)
     select ${words('Comité')}, 'comble-' || n, ${words('Marché de Noël, brocante, vœux.')},
       (array['association', 'commerce'])[1 + n % 2], '02 38 00 12 12', $1 ${all(150)}`,
    [full],
  )
  await app.owner.query(
    `insert into publications (title, body, acteur_id, type_id, commune_id, commune_ids, moderation_status, valide, publie_le,
       moderation_by, duplicate_key, duplicate_reason, date_debut, heure_debut, lieu)
     select ${words('La réunion publique de la commune')}, repeat(${words('Dans la salle des fêtes, à vingt heures.')}, 9),
       a.id, t.id, $1, array[$1::uuid], 'published', true, now() - n * interval '1 second', 'member', gen_random_uuid(),
       'signature', case when n > 360 then $2::date - 2 when t.slug = 'evenement' then $2::date + n % 28 end,
       case when t.slug = 'evenement' then '20:30' end, ${words('Salle')}
     from generate_series(1, 600) n join acteurs a on a.slug = 'comble-' || (1 + n % 150)
     join publication_types t on t.slug = (array['evenement', 'evenement', 'actualite', case when n % 20 = 0 then 'alerte' else 'evenement' end])[1 + n % 4]`,
    [full, day(1)],
  )
  await app.owner.query(
    `insert into elus (commune_id, nom, prenom, fonction, ordre, cle)
     select $1, ${words('Nom')}, 'Zoé', case when n < 15 then 'Adjoint au maire' else 'Conseiller' end, n, 'c' || n ${all(69)}`,
    [full],
  )
  await app.owner.query(
    `insert into commune_defibrillateurs (commune_id, overrides)
     select $1, jsonb_build_object('nom', ${words('Salle')}, 'adresse', n || ' rue de l’Église') ${all(60)}`,
    [full],
  )
  const { rows } = await app.owner.query('select id, title from publications where commune_id = $1 limit 1', [
    full,
  ])
  const more = [
    '/suivre',
    '/semaine',
    '/defibrillateurs',
    '/annuaire/comble-1',
    '/agenda/passes?nature=evenement',
    '/recherche?q=reunion',
    '/actualites/evenement',
    '/annuaire?nature=association',
    '/annuaire?q=com',
    ...['', '/affiche', '/signaler'].map(end => publicationPath(rows[0]) + end),
  ]
  for (const page of [...PAGES, ...FRAMES, PANEL, ...more]) {
    const asked = await statementsOf(async () => {
      const { status, headers } = await get(`/place/comble${page}`, { 'accept-encoding': 'gzip' })
      const bytes = Number(headers.get('content-length'))
      assert.equal(status, 200, page)
      assert.ok(bytes > 5_000 && bytes <= 20_000, `${page}: ${bytes} bytes`)
    })
    assert.ok(asked <= mostStatements(page), `${page}: ${asked} statements`)
  }
})

test('PLACE=off: no pages', async t => {
  const off = await startApp({ env: { PLACE: 'off' } })
  t.after(off.stop)
  for (const path of ['/place', '/place/oeuilly', '/p/x'])
    assert.equal((await fetch(off.url + path)).status, 404, path)
})
