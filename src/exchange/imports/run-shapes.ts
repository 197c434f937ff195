import type { Static } from 'typebox'
import {
  about,
  Data,
  Day,
  Id,
  List,
  Nullable,
  named,
  Obj,
  Optional,
  Text,
  Timestamp,
  Word,
  WordOf,
} from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import {
  FEED_KINDS,
  ITEM_ACTIONS,
  RUN_ENDINGS,
  RUN_STATUSES,
  RUN_TRIGGERS,
} from '../../../shared/words/imports.ts'
import { pageQuery } from '../../kernel/lists/paging.ts'
import { SeenColumns } from './column-shapes.ts'
import { Detail, ExplanationOrNull, explanationFields, type ImportExplanation } from './explanations.ts'

const Count = Type.Integer({ minimum: 0 })

export const RunEnding = named('ImportEnding', WordOf(RUN_ENDINGS))

const extension = { 'x-extension': true } as const
const Added = Type.Unsafe<string>({ ...Timestamp, ...extension })

export const Counts = named(
  'ImportCounts',
  Obj({
    fetched: Count,
    created: Count,
    updated: Count,
    unchanged: Count,
    duplicates: Count,
    skipped: Count,
    failed: Count,
  }),
)
export type Counts = Static<typeof Counts>

const RunStatus = named('ImportRunStatus', WordOf(RUN_STATUSES))

const run = {
  id: Id,
  source_id: Id,
  trigger: WordOf(RUN_TRIGGERS),
  dry_run: Type.Boolean(),
  status: RunStatus,
  created_at: Added,
  started_at: Nullable(Timestamp),
  finished_at: Nullable(Timestamp),
  counts: Counts,
  error: ExplanationOrNull,
}
export const ImportRun = named('ImportRun', Obj(run))
export type ImportRun = Static<typeof ImportRun>

const Value = Type.Unsafe<string | boolean | null>({ type: ['string', 'boolean', 'null'] })
const ItemFile = named(
  'ImportFile',
  Obj({
    kind: Word(['image', 'document'], { image: 'a picture', document: 'a PDF' }),
    name: about('The title of a document, or what a picture shows', Text(500, 0)),
    url: Text(2000),
  }),
)

/** What a run would do with one item, and why. */
export const RunItem = named(
  'ImportItem',
  Obj({
    external_id: Text(300),
    title: Nullable(Text(200)),
    action: WordOf(ITEM_ACTIONS),
    reason: Nullable(Text(1000)),
    detail: Detail,
    /** The publication with the same content; null when the duplicate is another item of this run. */
    duplicate_of: Optional(Nullable(Id)),
    publication_id: Optional(Type.Unsafe<string>({ ...Id, ...extension })),
    /** For created and updated items: the old and the new value of each field that changes. */
    changes: Optional(
      Type.Unsafe<Record<string, { before: string | boolean | null; after: string | boolean | null }>>({
        type: 'object',
        additionalProperties: Obj({ before: Value, after: Value }),
        ...extension,
      }),
    ),
    files: Optional(
      Type.Unsafe<Static<typeof ItemFile>[]>({
        ...List(ItemFile),
        description: 'New documents and pictures, attached once they are fetched',
        ...extension,
      }),
    ),
  }),
)
export type RunItem = Static<typeof RunItem>

/** Names of the acteurs, communes and types whose ids are in `changes`. */
const Names = Type.Unsafe<Record<string, string>>({
  type: 'object',
  description: 'Names, by id, of the acteurs, communes and types that occur in `changes`',
  additionalProperties: { type: 'string' },
  ...extension,
})
/** The columns of a CSV file; null for other kinds. */
const columns = Type.Unsafe<Static<typeof SeenColumns> | null>({
  ...Nullable(SeenColumns),
  description: 'Of a CSV file: its columns, and which of them are used; null for any other source',
  ...extension,
})
export const RunAnswer = Data(
  named(
    'ImportRunWithItems',
    Obj({ ...run, items: Optional(List(RunItem)), names: Optional(Names), columns: Optional(columns) }),
  ),
)
export const RunInFull = Data(
  named(
    'ImportRunInFull',
    Obj({
      ...run,
      items: about('The result of each item; unchanged items are only counted', List(RunItem)),
      names: Names,
    }),
  ),
)

export const LogEntry = named(
  'ImportEntry',
  Obj({
    at: Timestamp,
    level: Word(['info', 'warning', 'error'], {
      info: 'for information',
      warning: 'some content was left out or read differently',
      error: 'an item or the run failed',
    }),
    message: Text(1000),
    item: Nullable(Text(300)),
    ...explanationFields,
  }),
)
export type LogEntry = Static<typeof LogEntry>

export const DayOfRuns = Data(Obj({ date: Day, runs: List(Obj({ ...run, entries: List(LogEntry) })) }))

export const RunsQuery = Obj(pageQuery)
export const RunQuery = Obj({
  dry_run: Optional(about('`true`: shows what a run would do, without doing it', Type.Boolean())),
})

export const PreviewQuery = Obj({
  source_id: Optional(
    about('The source that has these settings instead of its own; a key that is not given stays its own', Id),
  ),
})

const DayWithRuns = named(
  'ImportDay',
  Obj({
    date: Day,
    runs: about('All runs of the day, including dry runs', Count),
    dry_runs: Count,
    failed: Count,
    created: Count,
    updated: Count,
  }),
)
export type DayWithRuns = Static<typeof DayWithRuns>
export const DaysWithRuns = Data(List(DayWithRuns))

/** What a source would import that is not stored yet. */
export const Preview = Data(
  named(
    'ImportPreview',
    Obj({
      status: RunEnding,
      kind: about('The detected kind; null if the source could not be read', Nullable(WordOf(FEED_KINDS))),
      title: about('The title that the source gives itself', Nullable(Text(200))),
      counts: Counts,
      error: ExplanationOrNull,
      items: List(RunItem),
      names: Names,
      columns,
      entries: List(LogEntry),
    }),
  ),
)

////////////////////////////////////////////////////////////////////////////// as it is kept

/** A line of the log as it is stored: without its sentence. */
export type StoredEntry = Pick<LogEntry, 'at' | 'level' | 'item'> & ImportExplanation
/** An item as it is stored: `why` becomes its `detail`. */
export type StoredItem = Omit<RunItem, 'detail'> & { readonly why: ImportExplanation | null }
