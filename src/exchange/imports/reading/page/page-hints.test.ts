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
