/** Test documents of every feed format with the same few items. */

export interface Thing {
  readonly id: string
  readonly title?: string | undefined
  readonly text?: string | undefined
  readonly link?: string | undefined
  /** ISO, in UTC. */
  readonly at?: string | undefined
  /** For events. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly place?: string | undefined
  readonly cancelled?: boolean | undefined
  readonly insee?: string | undefined
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const tag = (name: string, text: string | undefined, attributes = '') =>
  text === undefined ? '' : `<${name}${attributes}>${escaped(text)}</${name}>`

export const rss = (things: readonly Thing[], encoding = 'UTF-8') =>
  `<?xml version="1.0" encoding="${encoding}"?>\n<rss version="2.0"><channel><title>Le fil</title><link>https://ville.example.org/</link>
${things
  .map(
    ({ id, title, text, link, at }) =>
      `<item>${tag('guid', id, ' isPermaLink="false"')}${tag('title', title)}${tag('description', text)}${tag('link', link)}${tag('pubDate', at && new Date(at).toUTCString())}</item>`,
  )
  .join('\n')}
</channel></rss>`

export const atom = (things: readonly Thing[]) =>
  `<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom"><title>Le fil</title><id>urn:fil</id><updated>2026-01-01T00:00:00Z</updated>
${things
  .map(
    ({ id, title, text, link, at }) =>
      `<entry>${tag('id', id)}${tag('title', title)}${tag('content', text, ' type="text"')}${link ? `<link href="${escaped(link)}"/>` : ''}${tag('updated', at)}</entry>`,
  )
  .join('\n')}
</feed>`

export const wordpress = (things: readonly Thing[]) =>
  JSON.stringify(
    things.map(({ id, title, text, link, at }) => ({
      id: 1,
      guid: { rendered: id },
      link: link ?? `https://ville.example.org/?p=${id}`,
      ...(at && { date_gmt: at.slice(0, 19) }),
      title: { rendered: escaped(title ?? '') },
      content: { rendered: `<p>${escaped(text ?? '')}</p>`, protected: false },
    })),
  )

export const jsonFeed = (things: readonly Thing[]) =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: 'Le fil',
    items: things.map(({ id, title, text, link, at }) => ({
      id,
      title,
      content_text: text,
      url: link,
      date_published: at,
    })),
  })

const stamp = (iso: string) => iso.replaceAll(/[-:]|\.\d+/g, '')

export const ical = (things: readonly Thing[]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Ville//Agenda//FR',
    ...things.flatMap(({ id, title, text, link, from, to, place, cancelled }) => [
      'BEGIN:VEVENT',
      `UID:${id}`,
      'DTSTAMP:20260101T000000Z',
      ...(from ? [`DTSTART:${stamp(from)}`] : []),
      ...(to ? [`DTEND:${stamp(to)}`] : []),
      ...(title ? [`SUMMARY:${title}`] : []),
      ...(text ? [`DESCRIPTION:${text}`] : []),
      ...(link ? [`URL:${link}`] : []),
      ...(place ? [`LOCATION:${place}`] : []),
      ...(cancelled ? ['STATUS:CANCELLED'] : []),
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
    '',
  ].join('\r\n')

export const openagenda = (things: readonly Thing[]) =>
  JSON.stringify({
    total: things.length,
    events: things.map(({ id, title, text, from = '', to = '', place, cancelled, insee }) => ({
      uid: id,
      slug: `evenement-${id}`,
      title: { fr: title },
      description: { fr: text },
      longDescription: { fr: text },
      timezone: 'Europe/Paris',
      timings: [{ begin: from, end: to }],
      firstTiming: { begin: from, end: to },
      lastTiming: { begin: from, end: to },
      nextTiming: { begin: from, end: to },
      location: place ? { name: place, insee } : { insee },
      status: cancelled ? 6 : 1,
      state: 2,
    })),
    sort: null,
    after: null,
  })
