import type { FeedKind, SourceKind } from '../../../shared/words/imports.ts'
import { type ImportCode, type ImportExplanation, textOf } from '../explanations.ts'

/** One item of a source, in the form common to all formats. */
export interface FeedItem {
  /**
   * guid or uid, else link, else a hash of title and text; at most 300 characters (longer ones are hashed). Unique within
   * a reading.
   */
  readonly external_id: string
  /** Plain text, 1..200. The first words of the text when the source gives no title; null when there is no text either. */
  readonly title: string | null
  /** Sanitized Markdown, 0..20 000; never null. */
  readonly body: string
  /** http(s), ≤ 2 000 */
  readonly source_url: string | null
  /** http(s), ≤ 2 000 */
  readonly image_url: string | null
  /** YYYY-MM-DD in the event's time zone, else Europe/Paris. For a recurring event, the day of the next occurrence. */
  readonly date_debut: string | null
  /** ≥ date_debut */
  readonly date_fin: string | null
  /** HH:MM in the time zone of the event, if the source has a field for it; never extracted from prose. */
  readonly heure_debut: string | null
  readonly heure_fin: string | null
  /** ≤ 200 */
  readonly lieu: string | null
  /** When the source published or last changed the item; used for max_age_days and sorting. */
  readonly published_at: Date | null
  /** The end of the last occurrence of an event; null for news. */
  readonly ends_at: Date | null
  readonly cancelled: boolean
  /** The commune's INSEE code, if the source gives one (OpenAgenda). */
  readonly code_insee: string | null
}

/** `ends_at` of an event that recurs without end. */
export const NEVER_OVER = new Date('9999-12-31T00:00:00.000Z')

/** A line of the run's log: what could not be read, or was read in a different way. Contains no secrets. */
export interface Note extends ImportExplanation {
  readonly level: 'info' | 'warning'
  readonly item: string | null
}

export interface Reading {
  readonly kind: FeedKind
  readonly title: string | null
  /** Newest first, as the source orders them; 2 000 at most. */
  readonly items: readonly FeedItem[]
  readonly notes: readonly Note[]
  readonly etag: string | null
  readonly last_modified: string | null
}

export interface SourceToRead {
  readonly url: string
  readonly kind: SourceKind
  readonly api_key: string | null
  readonly etag: string | null
  readonly last_modified: string | null
}

/** The source answered, but its answer cannot be read. */
export class Unreadable extends Error {
  readonly code: ImportCode
  readonly explanation: ImportExplanation

  constructor(explanation: ImportExplanation, options: { cause?: unknown } = {}) {
    super(textOf(explanation, 'en'), options)
    this.name = 'Unreadable'
    this.code = explanation.code
    this.explanation = explanation
  }
}
