import type { FeedKind, SourceKind } from '../../../shared/words/imports.ts'
import { type ImportCode, type ImportExplanation, textOf } from '../explanations.ts'

/** One item of a source, in the common form. */
export interface FeedItem {
  /**
   * guid, uid, else link, else a hash of what it says; ≤ 300 characters (a longer one is hashed). Unique within a
   * reading.
   */
  readonly external_id: string
  /** Plain text, 1..200; taken from the text's first words where the source gives none; null when there is neither. */
  readonly title: string | null
  /** Markdown, 0..20 000, nothing active; never null. */
  readonly body: string
  /** http(s), ≤ 2 000 */
  readonly source_url: string | null
  /** http(s), ≤ 2 000 */
  readonly image_url: string | null
  /** YYYY-MM-DD in Europe/Paris (or the event's own zone's day); of a recurring event the next occurrence's. */
  readonly date_debut: string | null
  /** ≥ date_debut */
  readonly date_fin: string | null
  /** HH:MM in the time zone of the event, where the source says a time as such; never read from prose. */
  readonly heure_debut: string | null
  readonly heure_fin: string | null
  /** ≤ 200 */
  readonly lieu: string | null
  /** When the source published or last changed it; for max_age_days and the order. */
  readonly published_at: Date | null
  /** Of an event: when it is over for good (last occurrence's end). Null for what is no event. */
  readonly ends_at: Date | null
  readonly cancelled: boolean
  /** The commune's INSEE code where the source says one (OpenAgenda). */
  readonly code_insee: string | null
}

/** `ends_at` of an event that recurs without end. */
export const NEVER_OVER = new Date('9999-12-31T00:00:00.000Z')

/** What could not be read, or was read differently: for the run's log. No secrets. */
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
