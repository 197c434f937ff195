import { noticesPage } from '../fixtures/notices-page.ts'
import { sample } from './samples.ts'

/** What towns publish, in the structure of the programs that write it and in our own words. Each is read by a run. */

export interface FrenchSample {
  readonly type: string
  /** As many as a run creates. */
  readonly items: number
  readonly kind?: 'page'
  body(url: string): string | Buffer
  /** Other pages of the same site, by their path. */
  pages?(url: string): Readonly<Record<string, string>>
}

const DAY = '2096-12-05'
const NAMESPACES =
  'xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:ev="http://purl.org/rss/1.0/modules/event/" xmlns:c="https://ville.example/c"'
const rss = (items: string, head = '') =>
  `<?xml version="1.0" encoding="UTF-8"?>${head}<rss version="2.0" ${NAMESPACES}><channel><title>Ville de Mende</title><link>https://mende.example/</link>${items}</channel></rss>`
const calendar = (head: string, ...events: string[]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    head,
    ...events.map(each => `BEGIN:VEVENT\n${each}\nEND:VEVENT`),
    'END:VCALENDAR',
    '',
  ]
    .join('\n')
    .replaceAll('\n', '\r\n')
const page = (body: string, data?: unknown) =>
  `<!DOCTYPE html><html lang="fr"><head><title>Agenda</title>${data ? `<script type="application/ld+json">${JSON.stringify(data)}</script>` : ''}</head><body><main>${body}</main></body></html>`
const event = (name: string, more: object = {}) => ({
  '@context': 'https://schema.org',
  '@type': 'Event',
  name,
  startDate: `${DAY}T20:30:00+01:00`,
  description: `Venez nombreux au ${name}.`,
  location: { '@type': 'Place', name: 'Salle Urbain V' },
  ...more,
})

/** A file as public data portals give it, with dates that do not pass. */
const file = (name: string, items: number): FrenchSample => ({
  type: name.endsWith('.csv') ? 'text/csv' : 'application/json',
  items,
  body: () => sample(name).replaceAll('2026', '2096').replaceAll('2027', '2097'),
})

export const FRENCH_SAMPLES: Readonly<Record<string, FrenchSample>> = {
  'RSS de WordPress, avec Yoast': {
    type: 'application/rss+xml; charset=UTF-8',
    items: 2,
    body: () =>
      rss(`<item><title>Coupure d&#8217;eau rue Basse</title><link>https://mende.example/eau/</link><dc:creator><![CDATA[admin]]></dc:creator><pubDate>Thu, 19 Nov 2026 09:12:00 +0000</pubDate><guid isPermaLink="false">https://mende.example/?p=41</guid><description><![CDATA[<p>Jeudi, de 9 h à midi.</p><p>L’article <a href="https://mende.example/eau/">Coupure</a> est apparu en premier sur <a href="https://mende.example">Mende</a>.</p>]]></description></item>
        <item><title>Inscriptions à la cantine</title><link>https://mende.example/cantine/</link><pubDate>Wed, 18 Nov 2026 09:12:00 +0000</pubDate><guid isPermaLink="false">https://mende.example/?p=40</guid><content:encoded><![CDATA[<ol start="3"><li>Dossier</li><li>Photo</li></ol><p><s>30 novembre</s> 5 décembre</p>]]></content:encoded></item>`),
  },
  'RSS de Drupal': {
    type: 'text/xml',
    items: 1,
    body: () =>
      rss(
        '<item><title>Travaux rue du Collège</title><link>https://mende.example/node/12</link><description>&lt;span&gt;Travaux rue du Collège&lt;/span&gt; &lt;span&gt;m.durand&lt;/span&gt; &lt;span&gt;jeu 19/11/2026 - 10:12&lt;/span&gt; &lt;p&gt;La rue est fermée lundi.&lt;/p&gt;</description><pubDate>Thu, 19 Nov 2026 09:12:00 +0000</pubDate><dc:creator>m.durand</dc:creator><guid isPermaLink="false">12 at https://mende.example</guid></item>',
      ),
  },
  'RSS de SPIP': {
    type: 'text/xml; charset=utf-8',
    items: 1,
    body: () =>
      rss(
        '<item xml:lang="fr"><title>Bulletin municipal</title><link>https://mende.example/spip.php?article7</link><guid isPermaLink="true">https://mende.example/spip.php?article7</guid><dc:date>2026-11-18T08:00:00Z</dc:date><description>&lt;p&gt;Le numéro d’hiver.&lt;/p&gt; - &lt;a href="https://mende.example/-Mairie-" rel="directory"&gt;Mairie&lt;/a&gt;</description></item>',
      ),
  },
  'RSS en UTF-8 déclaré ISO-8859-1': {
    type: 'text/xml; charset=iso-8859-1',
    items: 1,
    body: () =>
      rss(
        '<item><guid>1</guid><title>Fête de l’été</title><description>À la salle des fêtes</description></item>',
      ).replace('UTF-8', 'ISO-8859-1'),
  },
  'RSS d’agenda, avec c:date_debut': {
    type: 'application/rss+xml',
    items: 1,
    body: () =>
      rss(
        '<item><guid>9</guid><title>Visite du musée</title><description>Gratuit</description><c:date_debut>05/12/2096 14:30</c:date_debut><c:date_fin>05/12/2096 16:00</c:date_fin><c:lieu>Musée</c:lieu></item>',
      ),
  },
  'RSS dont tous les liens sont les mêmes': {
    type: 'application/rss+xml',
    items: 2,
    body: () =>
      rss(
        ['Marché de Noël', 'Vœux du maire']
          .map(
            title =>
              `<item><title>${title}</title><link>https://mende.example/actus</link><description>${title} en mairie</description></item>`,
          )
          .join(''),
      ),
  },
  Atom: {
    type: 'application/atom+xml',
    items: 1,
    body: () =>
      `<feed xmlns="http://www.w3.org/2005/Atom"><title>Club</title><entry><id>tag:club.example,2026:1</id><title>Tournoi</title><updated>2026-11-19T10:00:00Z</updated><link rel="alternate" hreflang="fr" href="https://club.example/tournoi"/><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>Dimanche <iframe src="https://carte.example/"/> au stade</p></div></content></entry></feed>`,
  },
  'JSON Feed': {
    type: 'application/feed+json',
    items: 1,
    body: () =>
      JSON.stringify({
        version: 'https://jsonfeed.org/version/1.1',
        title: 'Médiathèque',
        items: [{ id: 'a', title: 'Nuit de la lecture', content_html: '<p>Contes &amp; tisane</p>' }],
      }),
  },
  'Google Agenda (iCal)': {
    type: 'text/calendar; charset=UTF-8',
    items: 2,
    body: () =>
      calendar(
        'X-WR-TIMEZONE:Europe/Paris',
        'UID:gym@google.com\nDTSTART;TZID=Europe/Paris:20960104T183000\nDTEND;TZID=Europe/Paris:20960104T193000\nRRULE:FREQ=WEEKLY;COUNT=8\nSUMMARY:Gymnastique\nLOCATION:Gymnase',
        'UID:loto@google.com\nDTSTART:20961205T193000Z\nDTEND:20961205T223000Z\nSUMMARY:Loto\\, buvette\nDESCRIPTION:<b>Lots</b> &amp\\; tombola',
      ),
  },
  'Outlook (iCal)': {
    type: 'text/calendar',
    items: 1,
    body: () =>
      Buffer.from(
        calendar(
          'METHOD:PUBLISH',
          'UID:040000008200E00074C5B7101A82E008\nDTSTART;TZID=Romance Standard Time:20961205T140000\nDTEND;TZID=Romance Standard Time:20961205T170000\nSUMMARY:Go\xfbter des a\xeen\xe9s\nCLASS:PUBLIC',
        ),
        'latin1',
      ),
  },
  OpenAgenda: {
    type: 'application/json',
    items: 1,
    body: () =>
      JSON.stringify({
        success: true,
        events: [
          {
            uid: 77,
            slug: 'fete',
            title: { fr: 'Fête du pain' },
            longDescription: { fr: 'Au **four** banal.' },
            timings: [{ begin: `${DAY}T10:00:00+01:00`, end: `${DAY}T18:00:00+01:00` }],
            location: { name: 'Four', address: 'Place du Four', city: 'Mende' },
          },
        ],
      }),
  },
  'The Events Calendar': {
    type: 'application/json; charset=UTF-8',
    items: 1,
    body: url =>
      JSON.stringify({
        rest_url: `${url}/wp-json/tribe/events/v1/events/`,
        events: [
          {
            id: 5,
            title: 'Concert d&rsquo;hiver',
            description: '<p>Chœur &#8211; 1 h</p>',
            all_day: false,
            start_date: `${DAY} 20:30:00`,
            end_date: `${DAY} 22:00:00`,
            url: 'https://mende.example/concert/',
            venue: { venue: 'Cathédrale', city: 'Mende' },
          },
        ],
      }),
  },
  'API de WordPress': {
    type: 'application/json; charset=UTF-8',
    items: 1,
    body: () =>
      JSON.stringify([
        {
          id: 3,
          guid: { rendered: 'https://mende.example/?p=3' },
          date_gmt: '2026-11-19T08:00:00',
          link: 'https://mende.example/3',
          title: { rendered: 'Budget &#8211; vote' },
          content: { rendered: '<p>Le budget est voté.</p>', protected: false },
        },
      ]),
  },
  'Événements d’une page': {
    type: 'text/html; charset=utf-8',
    items: 2,
    body: () =>
      page('', {
        '@graph': [event('Loto du club', { '@id': '#loto' }), event('Bal des pompiers', { '@id': '#bal' })],
      }),
  },
  'Liste et pages d’événements': {
    type: 'text/html; charset=utf-8',
    kind: 'page',
    items: 2,
    body: url => page(`<a href="${url}/theatre">Théâtre</a> <a href="${url}/cinema">Cinéma</a>`),
    pages: url => ({
      theatre: page('', event('Soirée théâtre', { url: `${url}/theatre` })),
      cinema: page('', event('Ciné-club', { url: `${url}/cinema`, startDate: '2096-12-06' })),
    }),
  },
  PanneauPocket: {
    type: 'text/html; charset=UTF-8',
    kind: 'page',
    items: 2,
    body: () =>
      noticesPage(
        {
          id: 81,
          title: 'Battue dimanche',
          content: '<p>Secteur du causse.</p>',
          date: 'Publié le 19/11/2026',
        },
        {
          id: 82,
          title: 'Repas des aînés',
          content: '<p>Sur inscription.</p>',
          date: '05/12/2096',
          isEvent: true,
        },
      ),
  },
  'Agenda d’une mairie (CSV)': file('agenda-mairie.csv', 0),
  'Délibérations SCDL (CSV)': file('deliberations-scdl.csv', 0),
  'Outlook (CSV)': file('outlook.csv', 0),
  'Événements publics (CSV)': file('evenements-publics.csv', 0),
  'Événements publics (Opendatasoft)': file('evenements-publics.json', 1),
  'Agenda d’un portail (Opendatasoft, API 1)': file('sorties-v1.json', 1),
  'DATAtourisme (flux)': file('datatourisme.json', 1),
  'DATAtourisme (API)': file('datatourisme-api.json', 1),
  Apidae: file('apidae.json', 1),
}
