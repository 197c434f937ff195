import type { Served } from './feed-server.ts'

/** Town sites as common programs write them, in own words: what they serve by path, and what is found from their first page. */
export interface TownSite {
  readonly pages: (root: string) => Readonly<Record<string, Served | string>>
  /** `kind count, name`, in the order of the answer. */
  readonly found: readonly string[]
  /** The page that the search begins on; absent: the first page of the site. */
  readonly from?: string
}

const page = (title: string, head: string, body = '<main><h1>Bienvenue</h1></main>') =>
  `<!DOCTYPE html>\n<html lang="fr-FR"><head><meta charset="utf-8"><title>${title}</title>${head}</head><body>${body}</body></html>`
const link = (href: string, title: string, type = 'application/rss+xml') =>
  `<link rel="alternate" type="${type}" title="${title}" href="${href}" />`
const jsonLd = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`

interface Post {
  readonly id: number
  readonly title: string
  readonly text: string
}
const NEWS: readonly Post[] = [
  { id: 31, title: 'Collecte des déchets verts', text: 'La collecte reprend le 3 mars, rue par rue.' },
  { id: 30, title: 'Inscriptions à l’école', text: 'La mairie reçoit les familles le mercredi matin.' },
  { id: 29, title: 'Coupure d’eau rue du Four', text: 'L’eau est coupée mardi, de 9 h à midi.' },
  { id: 28, title: 'Vœux de la municipalité', text: 'Toute la population est invitée à la salle des fêtes.' },
]
const dayOf = (id: number) => `2026-11-${String(id % 28 || 28).padStart(2, '0')}`

const rss = (root: string, title: string, posts: readonly Post[], more: (post: Post) => string = () => '') =>
  `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:content="http://purl.org/rss/1.0/modules/content/">
<channel><title>${title}</title><link>${root}/</link>
${posts
  .map(
    post => `<item><title>${post.title}</title><link>${root}/article-${post.id}</link>
<guid isPermaLink="false">${root}/?p=${post.id}</guid><pubDate>${new Date(dayOf(post.id)).toUTCString()}</pubDate>
<description><![CDATA[<p>${post.text}</p>]]></description>${more(post)}</item>`,
  )
  .join('\n')}</channel></rss>`

const wordpressPosts = (root: string) =>
  JSON.stringify(
    NEWS.map(({ id, title, text }) => ({
      id,
      guid: { rendered: `${root}/?p=${id}` },
      date_gmt: `${dayOf(id)}T08:00:00`,
      link: `${root}/article-${id}`,
      title: { rendered: title.replace('’', '&rsquo;') },
      content: { rendered: `<p>${text}</p>`, protected: false },
      excerpt: { rendered: `<p>${text.slice(0, 20)}[&hellip;]</p>`, protected: false },
      _embedded: { 'wp:featuredmedia': [{ source_url: `${root}/wp-content/uploads/${id}.jpg` }] },
    })),
  )

const EVENTS = ['Marché de Noël', 'Loto de l’école', 'Concert de la chorale'].map((title, at) => ({
  id: 900 + at,
  title,
  day: `2099-12-0${at + 4}`,
}))
const tribeEvents = (root: string) =>
  JSON.stringify({
    events: EVENTS.map(({ id, title, day }) => ({
      id,
      global_id: `ville?id=${id}`,
      status: 'publish',
      url: `${root}/evenement/${id}/`,
      title: title.replace('’', '&#8217;'),
      description: '<p>Entrée libre.</p>',
      start_date: `${day} 14:00:00`,
      end_date: `${day} 18:00:00`,
      venue: { venue: 'Salle des fêtes', city: 'Valcombe' },
    })),
    rest_url: `${root}/wp-json/tribe/events/v1/events/`,
    total: EVENTS.length,
    total_pages: 1,
  })
const calendar = (title: string) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `X-WR-CALNAME:${title}`,
    ...EVENTS.flatMap(({ id, title: summary, day }) => [
      'BEGIN:VEVENT',
      `UID:${id}@ville`,
      `DTSTART;TZID=Europe/Paris:${day.replaceAll('-', '')}T140000`,
      `SUMMARY:${summary}`,
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ].join('\r\n')
const schemaEvents = (root: string) =>
  EVENTS.map(({ id, title, day }) => ({
    '@type': 'Event',
    url: `${root}/agenda/${id}`,
    name: title,
    description: 'Entrée libre.',
    startDate: `${day}T14:00:00+01:00`,
    location: { '@type': 'Place', name: 'Salle des fêtes' },
  }))

const eventTable = (root: string) =>
  [
    'Titre;Date de début;Heure de début;Lieu;Lien',
    ...EVENTS.map(({ id, title, day }) => `${title};${day};14:00;Salle des fêtes;${root}/fete-${id}`),
  ].join('\r\n')
const records = () =>
  JSON.stringify({
    total_count: EVENTS.length,
    results: EVENTS.map(({ id, title, day }) => ({
      identifiant: `s${id}`,
      titre: `${title} (stade)`,
      date_debut: day,
      lieu: 'Stade',
    })),
  })

const json = (body: string): Served => ({ body, type: 'application/json; charset=UTF-8' })
const xml = (body: string): Served => ({ body, type: 'application/rss+xml; charset=UTF-8' })
const ics = (body: string): Served => ({ body, type: 'text/calendar' })

export const TOWN_SITES: Readonly<Record<string, TownSite>> = {
  'WordPress with an agenda': {
    pages: root => ({
      '/': page(
        'Valcombe &#8211; Site officiel',
        `<meta name="generator" content="WordPress 6.8" />${link('/feed/', 'Valcombe &raquo; Flux')}
         ${link('/comments/feed/', 'Valcombe &raquo; Flux des commentaires')}
         ${link('/wp-json/wp/v2/pages/2', 'JSON', 'application/json')}
         <link rel="https://api.w.org/" href="${root}/wp-json/" />`,
      ),
      '/feed/': xml(rss(root, 'Valcombe', NEWS)),
      '/comments/feed/': xml(rss(root, 'Commentaires', NEWS)),
      '/wp-json/wp/v2/posts': json(wordpressPosts(root)),
      '/wp-json/tribe/events/v1/events': json(tribeEvents(root)),
    }),
    // The feed has the posts of the API without their pictures.
    found: ['wordpress 4, Valcombe', 'json_events 3, Valcombe – Site officiel'],
  },
  'WordPress with a closed API': {
    pages: root => ({
      '/': page('Saint-Amand', '<link rel="stylesheet" href="/wp-content/themes/commune/style.css">'),
      '/feed/': xml(rss(root, 'Saint-Amand', NEWS)),
      '/wp-json/wp/v2/posts': { status: 401, body: '{"code":"rest_not_logged_in"}' },
    }),
    found: ['rss 4, Saint-Amand'],
  },
  SPIP: {
    pages: root => ({
      '/': page(
        'Commune de Brévières',
        '<meta name="generator" content="SPIP 4.3.2" /><link rel="stylesheet" href="local/cache-css/a.css" />',
      ),
      '/spip.php': xml(rss(root, 'Commune de Brévières', NEWS, () => '<dc:creator>m.durand</dc:creator>')),
    }),
    found: ['rss 4, Commune de Brévières'],
  },
  Drupal: {
    pages: root => ({
      '/': page(
        'Communauté de communes du Haut-Val',
        '<meta name="Generator" content="Drupal 10 (https://www.drupal.org)" />',
      ),
      '/rss.xml': xml(
        rss(
          root,
          'Haut-Val',
          NEWS.map(post => ({
            ...post,
            text: `<span class="field field--name-title">${post.title}</span><span class="field--name-uid">m.durand</span>${post.text}`,
          })),
        ),
      ),
    }),
    found: ['rss 4, Haut-Val'],
  },
  Joomla: {
    pages: root => ({
      '/': {
        by: (request, response) => {
          const isFeed = request.url?.includes('format=feed')
          response.setHeader('content-type', isFeed ? 'application/rss+xml' : 'text/html')
          response.end(
            isFeed
              ? rss(root, 'Mairie de Courcelles', NEWS)
              : page(
                  'Courcelles',
                  '<meta name="generator" content="Joomla! - Open Source Content Management">',
                ),
          )
        },
      },
    }),
    found: ['rss 4, Mairie de Courcelles'],
  },
  'TYPO3 whose page is a folder deep': {
    from: '/vie-locale/actualites',
    pages: root => ({
      '/vie-locale/actualites': page(
        'Actualités',
        `<meta name="generator" content="TYPO3 CMS" />${link('/?type=9818', 'Actualités de Montfort')}`,
      ),
      '/': xml(rss(root, 'Actualités de Montfort', NEWS)),
    }),
    found: ['rss 4, Actualités de Montfort'],
  },
  'events of schema.org in an agenda': {
    from: '/agenda',
    pages: root => ({
      '/agenda': page(
        'Agenda de Rochebrune',
        jsonLd({ '@context': 'https://schema.org', '@graph': schemaEvents(root) }),
      ),
    }),
    found: ['page 3, Agenda de Rochebrune'],
  },
  'a calendar that is only linked, and a feed of its own': {
    pages: root => ({
      '/': page(
        'Foyer rural',
        link('/actus.xml', 'Actualités du foyer', 'application/atom+xml'),
        `<p><a href="${root.replace('http:', 'webcal:')}/agenda.ics">S’abonner au calendrier</a></p>`,
      ),
      '/actus.xml': xml(rss(root, 'Actualités du foyer', NEWS)),
      '/agenda.ics': ics(calendar('Agenda du foyer')),
    }),
    found: ['rss 4, Actualités du foyer', 'ical 3, Agenda du foyer'],
  },
  'a table and a data set that the page links to': {
    from: '/vie-locale',
    pages: root => ({
      '/vie-locale': page(
        'Vie locale à Aubenoire',
        '',
        `<a href="/fichiers/agenda-des-fetes.csv">Agenda des fêtes (CSV)</a> <a href="/fichiers/associations.csv">Associations</a>
         <a href="/explore/dataset/agenda-sportif/information/?lang=fr">Agenda sportif</a>`,
      ),
      '/fichiers/agenda-des-fetes.csv': { body: eventTable(root), type: 'text/csv' },
      '/fichiers/associations.csv': { body: 'Nom;Ville\r\nClub;Aubenoire', type: 'text/csv' },
      '/api/explore/v2.1/catalog/datasets/agenda-sportif/records': json(records()),
    }),
    found: ['csv 3, agenda-des-fetes', 'json_events 3, Agenda sportif'],
  },
  'a hand-made site that names nothing': {
    pages: root => ({
      '/': page('Mairie de Pierrefeu', ''),
      '/rss.xml': {
        body: Buffer.from(
          rss(root, 'Mairie de Pierrefeu', NEWS).replace('UTF-8', 'ISO-8859-1').replaceAll(/[’œ]/g, "'"),
          'latin1',
        ),
        type: 'text/xml',
      },
    }),
    found: ['rss 4, Mairie de Pierrefeu'],
  },
  'one feed at two addresses, and one of a section': {
    pages: root => ({
      '/': page(
        'Ville de Lormont-sur-Seille',
        link('/actualites/rss', 'Toutes les actualités') +
          link('/actualites/atom', 'Toutes les actualités (bis)', 'application/atom+xml') +
          link('/sport/rss', 'Sport RSS'),
      ),
      '/actualites/rss': xml(rss(root, 'Toute la ville', NEWS)),
      '/actualites/atom': xml(rss(root, 'Toute la ville', NEWS)),
      '/sport/rss': xml(
        rss(
          root,
          '',
          NEWS.slice(1).map(post => ({ ...post, id: post.id + 50, title: `${post.title} (sport)` })),
        ),
      ),
    }),
    found: ['rss 4, Toute la ville', 'rss 3, Sport'],
  },
}
