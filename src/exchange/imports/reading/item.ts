import type { CsvColumns } from '../../../../shared/csv-columns.ts'
import type { RecordOf } from '../../../../shared/fields/field.ts'
import type { IMPORTED } from '../../../../shared/fields/publications.ts'
import type { FeedKind, SourceKind } from '../../../../shared/words/imports.ts'
import type { AlertLevel } from '../../../../shared/words/publications.ts'
import { type ImportCode, type ImportExplanation, textOf } from '../explanations.ts'

/**
 * One item of a source, in the form common to all formats. Its days and hours are those of the event's time zone, else of
 * Europe/Paris, and only of fields that hold them, never of prose; of a series those of the next occurrence, and within a
 * year the `dates` after it.
 */
export interface FeedItem extends Omit<RecordOf<typeof IMPORTED>, 'title' | 'fin_le' | 'niveau'> {
  /**
   * guid or uid, else link, else a hash of title and text; at most 300 characters (longer ones are hashed). Unique within
   * a reading.
   */
  readonly external_id: string
  /** The first words of the text when the source gives no title; null when there is no text either. */
  readonly title: string | null
  /** When the source published or last changed the item; used for max_age_days and sorting. */
  readonly published_at: Date | null
  /** The end of the last occurrence of an event; null for news. */
  readonly ends_at: Date | null
  readonly cancelled: boolean
  /** Present in alerts of another Parvis only. */
  readonly alert?: ItemAlert | undefined
  /** The commune's INSEE code, if the source gives one (OpenAgenda). */
  readonly code_insee: string | null
  /** Its categories and tags, as plain lines; absent where there are none. */
  readonly labels?: readonly string[]
  /** PDFs to attach, ≤ 5. The body links to each of them. */
  readonly documents: readonly FeedDocument[]
  /** The pictures of a post that has several and no text, ≤ 10, `image_url` first. Empty for any other item. */
  readonly pictures: readonly FeedPicture[]
}

export interface ItemAlert {
  /** When it ends, or was lifted. */
  readonly fin_le: string | null
  readonly niveau: AlertLevel | null
}

export interface FeedDocument {
  /** http(s), ≤ 2 000 */
  readonly url: string
  /** Plain text, 1..100 */
  readonly title: string
  /** Whether the reader added the link to the text. */
  readonly link_added: boolean
}
export interface FeedPicture {
  readonly url: string
  /** Plain text, 0..500 */
  readonly alt: string
}

/** `ends_at` of an event with endless recurrence. */
export const NEVER_OVER = new Date('9999-12-31T00:00:00.000Z')

/** A line of the run's log: what could not be read, or was read in a different way. Contains no secrets. */
export interface Note extends ImportExplanation {
  readonly level: 'info' | 'warning'
  readonly item: string | null
}

/** What the reader of a format gives. */
export interface Read {
  readonly title: string | null
  readonly items: readonly FeedItem[]
}

/** Enough for the choice of an operator, without showing the file. */
export interface FoundColumn {
  readonly name: string
  readonly examples: string[]
}
/** The columns of a CSV file, and which of them are read. */
export interface SeenColumns {
  readonly found: FoundColumn[]
  /** Null where the column of the title is not known. */
  readonly used: CsvColumns | null
}

export interface Reading {
  readonly kind: FeedKind
  readonly title: string | null
  /** Newest first, as the source orders them; 2 000 at most. */
  readonly items: readonly FeedItem[]
  readonly notes: readonly Note[]
  readonly etag: string | null
  readonly last_modified: string | null
  /** Present for CSV files only. */
  readonly columns?: SeenColumns
}

export interface SourceToRead {
  readonly url: string
  readonly kind: SourceKind
  readonly api_key: string | null
  /** Which column of a CSV file holds which field. Null: recognised by the column names. */
  readonly columns?: CsvColumns | null
  readonly etag: string | null
  readonly last_modified: string | null
  /** A source that answers page by page is read up to this many items. */
  readonly max_items?: number
  /** The time zone of its commune. Absent: that of Paris. */
  readonly zone?: string | undefined
  /** A user waits for the answer: a dry run. */
  readonly in_request?: boolean
}

/** The source answered, but its answer cannot be read. */
export class Unreadable extends Error {
  readonly code: ImportCode
  readonly explanation: ImportExplanation
  /** Present for a CSV file whose columns an operator has to choose. */
  readonly columns: SeenColumns | undefined

  constructor(
    explanation: ImportExplanation,
    { columns, ...options }: { readonly cause?: unknown; readonly columns?: SeenColumns | undefined } = {},
  ) {
    super(textOf(explanation, 'en'), options)
    this.columns = columns
    this.name = 'Unreadable'
    this.code = explanation.code
    this.explanation = explanation
  }
}
