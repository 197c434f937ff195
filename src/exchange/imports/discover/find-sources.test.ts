import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NOW } from '../../../../test/fixtures/feeds.ts'
import { rss } from '../../../../test/imports/documents.ts'
import { FetchRefused, type Whole } from '../../../kernel/fetch/fetch.ts'
import { findSources } from './find-sources.ts'

/** Sites with several hosts, and public services, by a door that opens on these answers alone. */

const page = (body: string, head = '') =>
  `<!doctype html><html><head><title>Valcombe</title>${head}</head><body>${body}</body></html>`
const feed = rss([{ id: 'a', title: 'Travaux', text: 'Rue du Four.', link: 'https://www.v.fr/a' }])
const calendar =
  'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART:20991205T140000\r\nSUMMARY:Loto\r\nEND:VEVENT\r\nEND:VCALENDAR'
const jsonLd = (name: string) =>
  `<script type="application/ld+json">{"@type":"Event","name":"${name}","startDate":"2099-12-05"}</script>`
const notice = `<div class="sign-carousel--item" data-id="7"><div class="title">Coupure</div><div class="content">Mardi.</div></div>`

const NO_HEADERS = { contentType: null, etag: null, lastModified: null, retryAfter: null, headers: {} }

const SITES: Readonly<
  Record<string, { pages: Readonly<Record<string, string>>; found?: string[]; refused?: string[] }>
> = {
  'the host above that of the page': {
    pages: {
      'https://agenda.v.fr/': page('', '<link rel="alternate" type="text/xml" href="https://www.v.fr/rss">'),
      'https://www.v.fr/rss': feed,
    },
    found: ['rss https://www.v.fr/rss'],
  },
  'another town of the same ending': {
    pages: {
      'https://v.fr/': page('<a href="https://w.fr/rss">RSS</a>'),
      'https://w.fr/rss': feed,
    },
    refused: ['other_site https://w.fr/rss'],
  },
  FeedBurner: {
    pages: {
      'https://v.fr/': page('<a href="https://feeds.feedburner.com/v">Suivre</a>'),
      'https://feeds.feedburner.com/v': feed,
    },
    found: ['rss https://feeds.feedburner.com/v'],
  },
  'a calendar of Google in a frame': {
    pages: {
      'https://v.fr/': page(
        '<iframe src="https://calendar.google.com/calendar/embed?src=a%40b.fr"></iframe>',
      ),
      'https://calendar.google.com/calendar/ical/a%40b.fr/public/basic.ics': calendar,
    },
    found: ['ical https://calendar.google.com/calendar/ical/a%40b.fr/public/basic.ics'],
  },
  'an agenda of OpenAgenda in a frame': {
    pages: {
      'https://v.fr/': page('<iframe src="//openagenda.com/agendas/278/embeds/1"></iframe>'),
      'https://openagenda.com/agendas/278/events.v2.json':
        '{"events":[{"uid":1,"title":{"fr":"Loto"},"timings":[{"begin":"2099-12-05T14:00:00+01:00","end":"2099-12-05T18:00:00+01:00"}]}]}',
    },
    found: ['openagenda https://openagenda.com/agendas/278'],
  },
  'notices of PanneauPocket in a frame': {
    pages: {
      'https://v.fr/': page('<iframe src="https://app.panneaupocket.com/embeded/12"></iframe>'),
      'https://app.panneaupocket.com/embeded/12': page(notice),
    },
    found: ['page https://app.panneaupocket.com/embeded/12'],
  },
  'notices of PanneauPocket that robots.txt keeps from programs': {
    pages: {
      'https://v.fr/': page('<iframe src="https://app.panneaupocket.com/embeded/12"></iframe>'),
      'https://app.panneaupocket.com/robots.txt': 'User-agent: *\nDisallow: /',
      'https://app.panneaupocket.com/embeded/12': page(notice),
    },
    refused: ['robots_forbid https://app.panneaupocket.com/embeded/12'],
  },
  'an app whose content is closed': {
    pages: { 'https://v.fr/': page('<iframe src="https://www.intramuros.org/w"></iframe>') },
    refused: ['closed_app https://www.intramuros.org/w'],
  },
  'a feed that only its words tell': {
    pages: { 'https://v.fr/': page('<a href="/abonnement">RSS</a>'), 'https://v.fr/abonnement': feed },
    found: ['rss https://v.fr/abonnement'],
  },
  'a link called RSS that leads to a page': {
    pages: { 'https://v.fr/': page('<a href="/aide">RSS</a>'), 'https://v.fr/aide': page('Un flux RSS…') },
  },
  'an agenda one click away': {
    pages: {
      'https://v.fr/': page('<a href="/agenda/">Agenda</a>'),
      'https://v.fr/agenda/': page(['a', 'b'].map(id => `<a href="/agenda/${id}">${id}</a>`).join('')),
      'https://v.fr/agenda/a': page('', jsonLd('Loto')),
      'https://v.fr/agenda/b': page('', jsonLd('Bal')),
    },
    found: ['page https://v.fr/agenda/'],
  },
  'news one click away': {
    pages: {
      'https://v.fr/': page('<a href="/blog/">Les nouvelles du maire</a>'),
      'https://v.fr/blog/': page('', '<link rel="alternate" type="application/rss+xml" href="/blog/flux">'),
      'https://v.fr/blog/flux': feed,
    },
    found: ['rss https://v.fr/blog/flux'],
  },
  'a page that leads on by itself': {
    pages: {
      'https://v.fr/': '<meta http-equiv="refresh" content="0;url=/accueil">',
      'https://v.fr/accueil': page('<a href="/rss.php?id=3">RSS</a>'),
      'https://v.fr/rss.php?id=3': feed,
    },
    found: ['rss https://v.fr/rss.php?id=3'],
  },
  'frames that name each other': {
    pages: {
      'https://v.fr/': '<frameset><frame src="/a.htm"><frame src="/"></frameset>',
      'https://v.fr/a.htm': `<frameset><frame src="/"></frameset><a href="/flux.rss">Flux</a>`,
      'https://v.fr/flux.rss': feed,
    },
    found: ['rss https://v.fr/flux.rss'],
  },
  Wix: {
    pages: {
      'https://v.fr/': page('', '<meta name="generator" content="Wix.com Website Builder">'),
      'https://v.fr/blog-feed.xml': feed,
    },
    found: ['rss https://v.fr/blog-feed.xml'],
  },
}
for (const [name, { pages, found = [], refused = [] }] of Object.entries(SITES))
  test(`${name}: what is found and refused, within twelve requests`, async () => {
    let asked = 0
    const fetch = async (url: string): Promise<Whole> => {
      asked++
      const body = pages[url] ?? pages[url.split('?', 1)[0] ?? '']
      if (body === undefined) throw new FetchRefused('bad_status', { status: 404 })
      return { status: 'ok', url, bytes: Buffer.from(body), charset: 'utf-8', ...NO_HEADERS }
    }
    const start = Object.keys(pages)[0] ?? ''
    const discovery = await findSources({ fetch }, start, NOW, new AbortController().signal)
    assert.deepEqual(
      discovery.sources.map(({ kind, url }) => `${kind} ${url}`),
      found,
    )
    assert.deepEqual(
      discovery.refused.map(({ url, error }) => `${error.code} ${url}`),
      refused,
    )
    assert.ok(asked <= 12, `${asked} requests`)
  })
