import { shortId } from '../../../shared/short-id.ts'
import { eventLoopYielder } from '../../kernel/threads/event-loop.ts'
import type { Publication } from '../../publishing/publications/shapes.ts'
import { isAlert, stateInWords } from '../alerts.ts'
import { isEvent, whenInFull } from '../days.ts'
import { html } from '../html.ts'
import { pathOf, plainTitle } from '../parts.ts'
import { shownText, summaryOf, textOf } from '../text.ts'
import type { Visit } from '../visit.ts'

/** What a feed or a calendar is made from, in whatever format. */
export interface FeedSource {
  readonly title: string
  /** The page that shows the same, below the base of the commune. */
  readonly page: string
  readonly publications: readonly Publication[]
  /** The only day of an event to include. */
  readonly day?: string
}

/** A feed that is written: its type, its text, and how long it may be kept. */
export interface Written {
  readonly type: string
  readonly text: string
  readonly seconds: number
  /** It says something else by then. */
  readonly freshMs?: number
}

export const MOST_ENTRIES = 50
export const FEED_SECONDS = 300

/** An entry as all formats have it. Its id and its dates are those of the publication: they outlive title and host. */
export interface Entry {
  readonly of: Publication
  readonly id: string
  readonly url: string
  readonly title: string
  readonly html: string
  readonly summary: string
  readonly published: Date
  readonly updated: Date
  /** The acteur, never a person. */
  readonly author: { readonly name: string; readonly uri: string } | undefined
  readonly kind: Publication['type']
  readonly picture: string | undefined
  readonly documents: Publication['documents']
}

/** Other work gets its turn: a text may take milliseconds to parse. */
export async function entriesOf(visit: Visit, publications: readonly Publication[]): Promise<Entry[]> {
  const breathe = eventLoopYielder()
  const entries: Entry[] = []
  for (const one of publications) {
    const turn = breathe()
    if (turn) await turn
    entries.push(entryOf(visit, one))
  }
  return entries
}

const entryOf = (visit: Visit, one: Publication): Entry => ({
  of: one,
  id: `urn:uuid:${one.id}`,
  url: visit.origin + pathOf(visit, one),
  title: plainTitle(one),
  html: html`${one.annule_motif && html`<p><strong>Annulé</strong> ${shownText(one.annule_motif)}</p>`}${textOf(one.body)}`.toString(),
  summary: summaryOf([timeOf(visit, one), one.annule_motif, one.body].filter(Boolean).join('\n\n'), 200),
  published: new Date(one.publie_le ?? one.created_at),
  updated: new Date(one.updated_at),
  author: one.acteur
    ? { name: one.acteur.nom, uri: `${visit.origin}${visit.base}/annuaire/${one.acteur.slug}` }
    : undefined,
  kind: one.type,
  picture: one.images[0]?.url,
  documents: one.documents,
})

/** In the summary alone: a program that reads the whole text again has the time in fields of its own. */
function timeOf(visit: Visit, one: Publication): string | false {
  if (isAlert(one)) return `${stateInWords(one, visit)}.`
  return isEvent(one) && `${whenInFull(one, visit.today, 'all')}.`
}

export const shortAddress = ({ origin }: Visit, { id }: Publication): string => `${origin}/p/${shortId(id)}`

/** The latest change: the same feed has the same text, and the same ETag, until something changes. */
export const lastChange = (publications: readonly Publication[]): Date =>
  new Date(Math.max(0, ...publications.map(({ updated_at }) => Date.parse(updated_at))))
