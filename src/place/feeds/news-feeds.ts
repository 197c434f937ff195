import { generateAtomFeed, generateJsonFeed, generateRssFeed } from 'feedsmith'
import { namesOf, picked } from '../../../shared/fields/field.ts'
import { CHOICES, IMPORTED_LINES } from '../../../shared/fields/publications.ts'
import { legalTexts } from '../../kernel/texts/xml-text.ts'
import { endOf, isAlert } from '../alerts.ts'
import { isEvent, whenInFull } from '../days.ts'
import type { Visit } from '../visit.ts'
import { type Entry, entriesOf, FEED_SECONDS, type FeedSource, lastChange, type Written } from './feed.ts'

/** Publications as Atom 1.0, RSS 2.0 and JSON Feed 1.1. */

const addresses = (visit: Visit, { page }: FeedSource, self: string) => ({
  home: `${visit.origin}${visit.base}${page}`,
  self: visit.origin + self,
})
const titleOf = (visit: Visit, { title }: FeedSource) => `${visit.town.nom} : ${title}`
/** The generator sets texts in lines of their own, and readers take the blanks for a part of them. */
const tight = (xml: string) =>
  xml.replaceAll(/>\s+<!\[CDATA\[/g, '><![CDATA[').replaceAll(/\]\]>\s+</g, ']]><')
const PDF = 'application/pdf'
const CAP = 'application/cap+xml'
const JPEG = 'image/jpeg'

export async function atom(visit: Visit, source: FeedSource, self: string): Promise<Written> {
  const { home, self: own } = addresses(visit, source, self)
  const entries = await entriesOf(visit, source.publications)
  const text = generateAtomFeed(
    legalTexts({
      id: own,
      title: { value: titleOf(visit, source) },
      updated: lastChange(source.publications),
      links: [
        { href: own, rel: 'self', type: 'application/atom+xml' },
        { href: home, rel: 'alternate', type: 'text/html' },
      ],
      authors: [{ name: visit.town.nom }],
      entries: entries.map(entry => {
        return {
          id: entry.id,
          title: { value: entry.title },
          updated: entry.updated,
          published: entry.published,
          links: [
            { href: entry.url, rel: 'alternate', type: 'text/html' },
            ...(isAlert(entry.of) ? [{ href: `${entry.url}.cap`, rel: 'related', type: CAP }] : []),
            ...entry.documents.map(({ url, bytes, name }) => ({
              href: url,
              rel: 'enclosure',
              type: PDF,
              length: bytes,
              title: name,
            })),
            ...(entry.picture ? [{ href: entry.picture, rel: 'enclosure', type: JPEG }] : []),
          ],
          ...(entry.author && { authors: [entry.author] }),
          categories: [{ term: entry.kind.slug, label: entry.kind.nom }],
          summary: { value: entry.summary },
          content: { value: entry.html, type: 'html' },
        }
      }),
    }),
    { lenient: true },
  )
  return { type: 'application/atom+xml; charset=utf-8', text: tight(text), seconds: FEED_SECONDS }
}

export async function rss(visit: Visit, source: FeedSource, self: string): Promise<Written> {
  const { home, self: own } = addresses(visit, source, self)
  const entries = await entriesOf(visit, source.publications)
  const enclosureOf = ({ documents: [document], picture }: Entry) =>
    document
      ? { url: document.url, length: document.bytes, type: PDF }
      : picture && { url: picture, length: 0, type: JPEG }
  const text = generateRssFeed(
    legalTexts({
      title: titleOf(visit, source),
      link: home,
      description: `Ce qui est publié à ${visit.town.nom}.`,
      language: 'fr',
      lastBuildDate: lastChange(source.publications),
      atom: { links: [{ href: own, rel: 'self', type: 'application/rss+xml' }] },
      items: entries.map(entry => {
        const enclosure = enclosureOf(entry)
        return {
          guid: { value: entry.id, isPermaLink: false },
          title: entry.title,
          link: entry.url,
          description: entry.summary,
          content: { encoded: entry.html },
          pubDate: entry.published,
          categories: [{ name: entry.kind.nom }],
          ...(entry.author && { dc: { creators: [entry.author.name] } }),
          ...(enclosure && { enclosures: [enclosure] }),
          // RSS has one enclosure, which may be a document.
          ...(entry.picture && {
            media: { contents: [{ url: entry.picture, type: JPEG, medium: 'image' }] },
          }),
        }
      }),
    }),
    { lenient: true },
  )
  return { type: 'application/rss+xml; charset=utf-8', text: tight(text), seconds: FEED_SECONDS }
}

export async function jsonFeed(visit: Visit, source: FeedSource, self: string): Promise<Written> {
  const { home, self: own } = addresses(visit, source, self)
  const entries = await entriesOf(visit, source.publications)
  const feed = generateJsonFeed({
    title: titleOf(visit, source),
    home_page_url: home,
    feed_url: own,
    language: 'fr',
    items: [],
  })
  const items = entries.map(entry => {
    const { of: one } = entry
    return {
      id: entry.id,
      url: entry.url,
      ...(one.source_url && { external_url: one.source_url }),
      title: entry.title,
      content_html: entry.html,
      summary: entry.summary,
      ...(entry.picture && { image: entry.picture }),
      date_published: entry.published.toISOString(),
      date_modified: entry.updated.toISOString(),
      ...(entry.author && { authors: [{ name: entry.author.name, url: entry.author.uri }] }),
      tags: [entry.kind.nom],
      language: 'fr',
      ...(entry.documents.length > 0 && {
        attachments: entry.documents.map(({ url, name, bytes }) => ({
          url,
          mime_type: PDF,
          title: name,
          size_in_bytes: bytes,
        })),
      }),
      _parvis: {
        texte: one.body,
        ...picked(one, [...namesOf(IMPORTED_LINES), ...namesOf(CHOICES)]),
        ...(isAlert(one) && { alerte: { fin_le: endOf(one, visit).toISOString(), niveau: one.niveau } }),
        ...(isEvent(one) && {
          debut: one.date_debut,
          heure_debut: one.heure_debut,
          fin: one.date_fin,
          heure_fin: one.heure_fin,
          dates: one.dates,
          quand: whenInFull(one, visit.today, 'all'),
          annule: one.annule_le !== null,
        }),
      },
    }
  })
  return {
    type: 'application/feed+json; charset=utf-8',
    text: JSON.stringify({ ...(feed as object), items }),
    seconds: FEED_SECONDS,
  }
}
