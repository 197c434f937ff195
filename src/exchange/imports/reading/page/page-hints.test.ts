import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertLinear } from '../../../../../test/growth.ts'
import { hintsOf } from './page-hints.ts'

const PAGE = 'https://www.ville.example/mairie/actualites'
const named = (html: string) => hintsOf(html, PAGE).named.map(({ url, title }) => [url, title])

test('feeds of the head come first, then calendars and feeds that are linked; each once, with its name', () => {
  const html = `<html><head><base href="/site/"><title>Mairie &#8211; Accueil</title>
    <link rel='alternate' type='application/atom+xml' title='Toute l&#039;actualité' href='feed?a=1&amp;b=2#top'>
    <!-- <link rel="alternate" type="application/rss+xml" href="/old.rss"> -->
    <script>document.write('<link rel="alternate" type="application/rss+xml" href="/script.rss">')</script>
    <link rel="alternate" hreflang="en" href="/en/"><link rel="alternate" type="application/json+oembed" href="/oembed">
    </head><body><a href="WEBCAL://www.ville.example/agenda.ics">Agenda &amp; fêtes</a>
    <a href="/spip.php?page=backend">RSS</a><a href="/feedback">Avis</a><a href="mailto:x@ville.example">Écrire</a>
    <a href="feed?a=1&amp;b=2">encore</a><a href="/article?feed=comments-rss2">Commentaires</a></body></html>`
  assert.equal(hintsOf(html, PAGE).title, 'Mairie – Accueil')
  assert.deepEqual(named(html), [
    ['https://www.ville.example/site/feed?a=1&b=2', "Toute l'actualité"],
    ['https://www.ville.example/agenda.ics', 'Agenda & fêtes'],
    ['https://www.ville.example/spip.php?page=backend', 'RSS'],
  ])
})

test('CSV files and data sets that the page links to stand apart from its feeds, four at most', () => {
  const html = `<link rel="alternate" type="text/csv" href="/agenda" title="Agenda">
    <a href="/agenda.ics">Agenda</a><a href="/fichiers/Fetes.CSV?v=2">Fêtes &amp; lotos</a><a href="/a.csv.zip">Archive</a>
    <iframe src="https://data.ville.example/explore/embed/dataset/agenda/table/?lang=fr"></iframe>
    <a href="https://data.ville.example/explore/dataset/agenda/download/?format=csv&amp;use_labels=true">Export</a>
    <a href="/explore/">Données</a><a href="/encore.csv">De trop</a>`
  assert.deepEqual(named(html), [['https://www.ville.example/agenda.ics', 'Agenda']])
  assert.deepEqual(
    hintsOf(html, PAGE).tables.map(({ url, title }) => [url, title]),
    [
      ['https://www.ville.example/agenda', 'Agenda'],
      ['https://www.ville.example/fichiers/Fetes.CSV?v=2', 'Fêtes & lotos'],
      ['https://data.ville.example/explore/embed/dataset/agenda/table/?lang=fr', null],
      ['https://data.ville.example/explore/dataset/agenda/download/?format=csv&use_labels=true', 'Export'],
    ],
  )
})

test('a calendar of Google that is shown in the page is named by its public address', () => {
  const frame = `<iframe src="https://calendar.google.com/calendar/embed?src=fetes%40group.calendar.google.com&amp;ctz=Europe/Paris"></iframe>`
  assert.deepEqual(named(frame), [
    ['https://calendar.google.com/calendar/ical/fetes%40group.calendar.google.com/public/basic.ics', null],
  ])
  assert.deepEqual(named('<iframe src="https://video.example/embed?src=x"></iframe>'), [])
})

test('the program of a site is told by its generator, else by its addresses', () => {
  const system = (html: string) => hintsOf(html, PAGE).system
  assert.equal(system('<meta name="generator" content="SPIP 4.2">/wp-content/'), 'spip')
  assert.equal(system('<img src="/wp-content/uploads/a.jpg">'), 'wordpress')
  assert.equal(system('<img src="/sites/default/files/a.jpg">'), 'drupal')
  assert.equal(system('<script src="/media/system/js/core.js"></script>'), 'joomla')
  assert.equal(system('<link href="/typo3temp/assets/a.css">'), 'typo3')
  assert.equal(system('<p>Bonjour</p>'), null)
  const api = `<link rel="https://api.w.org/" href="/?rest_route=/">`
  assert.equal(hintsOf(api, PAGE).api, 'https://www.ville.example/?rest_route=/')
})

const HOSTILE: Readonly<Record<string, string>> = {
  links: '<link rel="alternate" type="application/rss+xml" href="/a">',
  'links without an end': '<link rel="alternate" ',
  anchors: '<a href="/feed/">',
  'data sets': '<a href="/explore/dataset/',
  'empty tags': '<b>',
  'one attribute': 'a',
  comments: '<!-- ',
  scripts: '<script>',
  'classes of SPIP': 'class="',
}
for (const [name, piece] of Object.entries(HOSTILE))
  test(`a page of ${name} takes time in proportion to its length`, () => {
    assertLinear(size => hintsOf(`<html ${piece.repeat(size / piece.length)}`, PAGE), 512 * 1024)
  })

const NAMED: Readonly<Record<string, readonly [html: string, url: string]>> = {
  'a feed of the head as text/xml': ['<link rel="alternate" type="text/xml" href="/flux">', '/flux'],
  'a feed of the head as application/xml': ['<link rel=alternate type=application/xml href=/flux>', '/flux'],
  'a feed:// link': ['<a href="feed://www.ville.example/flux">Flux</a>', '/flux'],
  'a calendar by its format': ['<a href="/agenda?format=ics">Exporter</a>', '/agenda?format=ics'],
  FeedBurner: [
    '<a href="https://feeds.feedburner.com/ville">Suivre</a>',
    'https://feeds.feedburner.com/ville',
  ],
  OpenAgenda: [
    '<iframe src="//openagenda.com/agendas/27805494/embeds/1?lang=fr"></iframe>',
    'https://openagenda.com/agendas/27805494',
  ],
  'OpenAgenda behind a banner of consent': [
    '<iframe src="about:blank" data-src="https://openagenda.com/fr/agendas/2780/"></iframe>',
    'https://openagenda.com/agendas/2780',
  ],
  PanneauPocket: [
    '<iframe src="https://app.panneaupocket.com/embeded/123456?mode=widget"></iframe>',
    'https://app.panneaupocket.com/embeded/123456?mode=widget',
  ],
  'PanneauPocket by a link': [
    '<a href="https://app.panneaupocket.com/ville/123456-valcombe-01000">Nos panneaux</a>',
    'https://app.panneaupocket.com/ville/123456-valcombe-01000',
  ],
}
for (const [name, [html, url]] of Object.entries(NAMED))
  test(`${name} is named`, () => {
    assert.deepEqual(
      named(html).map(([each]) => each),
      [new URL(url, PAGE).href],
    )
  })

const LIKELY: Readonly<Record<string, string>> = {
  '/abonnement': 'RSS',
  '/flux-actu': '<img src="/i.png" alt="Flux RSS">',
  '/agenda/export': '<span>S&rsquo;abonner à l’agenda</span>',
  '/calendrier': 'iCal',
  '/rss/actualites': 'Flux',
  '/flux-rss-agenda': 'Agenda',
  '/actualites?rss=1': 'Suivre',
  '/agenda?type=ical': 'Suivre',
}
for (const [href, words] of Object.entries(LIKELY))
  test(`${href} called ${words} may be a feed`, () => {
    const { named, likely } = hintsOf(`<a href="${href}">${words}</a>`, PAGE)
    assert.deepEqual([named, likely.map(({ url }) => url)], [[], [new URL(href, PAGE).href]])
  })

test('letters, networks, sitemaps and words that hold the same letters are no feeds', () => {
  const { named, likely } = hintsOf(
    `<a href="/lettre">S'abonner à la lettre</a><a href="/courses">Courses</a><a href="/atomes">Les atomes</a>
     <a href="https://www.facebook.com/ville">S’abonner</a><a href="mailto:rss@ville.example">RSS</a><a href="#rss">RSS</a>
     <link rel="sitemap" type="application/xml" href="/sitemap.xml">`,
    PAGE,
  )
  assert.deepEqual([named, likely], [[], []])
})

test('apps whose content is closed are told by their names', () => {
  const { closedApps } = hintsOf(
    `<iframe src="https://www.intramuros.org/widget/1"></iframe><iframe src="//station.illiwap.com/v/2"></iframe>`,
    PAGE,
  )
  assert.deepEqual(
    closedApps.map(({ title, url }) => `${title} ${url}`),
    ['IntraMuros https://www.intramuros.org/widget/1', 'illiwap https://station.illiwap.com/v/2'],
  )
})

test('the agenda and the news of a site are told by what their links are called, else by their addresses', () => {
  const sections = (html: string) => hintsOf(html, PAGE).sections
  assert.deepEqual(
    sections(
      '<a href="/a"><b>L’Agenda</b></a><a href="/b">Toutes les actualités</a><a href="/agenda/">x</a>',
    ),
    { agenda: 'https://www.ville.example/a', news: 'https://www.ville.example/b' },
  )
  assert.deepEqual(sections('<a href="/evenements.html"><img src="/a.png"></a><a href="/blog/"></a>'), {
    agenda: 'https://www.ville.example/evenements.html',
    news: 'https://www.ville.example/blog/',
  })
  const headline = 'Le conseil a voté un agenda de travaux pour la rue du Four'
  assert.deepEqual(sections(`<a href="/agenda-2030">${headline}</a><a href="/actualiser">Actualiser</a>`), {})
})

test('frames, and where a page leads by itself, stand in its place', () => {
  const html = `<meta http-equiv="refresh" content="0; URL='/accueil/'"><meta http-equiv="refresh" content="300">
    <frameset><frame src="menu.htm"><frame src="corps.htm"></frameset><iframe src="/plan"></iframe>`
  assert.deepEqual(
    hintsOf(html, PAGE).instead,
    ['/accueil/', '/mairie/menu.htm', '/mairie/corps.htm'].map(path => new URL(path, PAGE).href),
  )
})
