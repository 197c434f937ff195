import { type Static, Type } from 'typebox'
import { pageQuery } from '../kernel/lists/paging.ts'
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
  Patch,
  SOME_ID,
  Text,
  Timestamp,
  Version,
  Word,
} from '../kernel/routes/shapes.ts'
import { KINDS } from './reading/item.ts'

export const SOURCE_KINDS = ['auto', ...KINDS] as const
export type SourceKind = (typeof SOURCE_KINDS)[number]
const Kind = named(
  'ImportKind',
  Word(SOURCE_KINDS, {
    auto: 'found out at each reading',
    rss: 'RSS 0.9 to 2.0',
    atom: 'Atom',
    json_feed: 'JSON Feed',
    ical: 'iCalendar',
    openagenda: 'an agenda of OpenAgenda; wants `options.api_key`',
  }),
)
export const SOURCE_MODERATIONS = ['auto', 'pending'] as const
export type SourceModeration = (typeof SOURCE_MODERATIONS)[number]
const Moderation = named(
  'ImportModeration',
  Word(SOURCE_MODERATIONS, {
    auto: 'what it brings is published at once',
    pending: 'what it brings waits for a decision',
  }),
)
export const SCHEDULES = ['manual', 'hourly', 'daily', 'weekly'] as const
export type Schedule = (typeof SCHEDULES)[number]
const Schedules = named(
  'ImportSchedule',
  Word(SCHEDULES, {
    manual: 'only when it is asked for',
    hourly: 'every hour',
    daily: 'every day',
    weekly: 'every week',
  }),
)
export const FINISHED = ['succeeded', 'partial', 'failed'] as const
export type Finished = (typeof FINISHED)[number]
export const RUN_STATUSES = ['queued', 'running', ...FINISHED] as const
export const RUN_TRIGGERS = ['manual', 'schedule'] as const
const Count = Type.Integer({ minimum: 0 })

const RunEnding = named(
  'ImportEnding',
  Word(FINISHED, {
    succeeded: 'everything was taken in, or is there already',
    partial: 'some items failed, or the rest comes with the next run',
    failed: 'nothing could be taken in',
  }),
)

////////////////////////////////////////////////////////////////////////////// what is read

const extension = { 'x-extension': true } as const
const Added = Type.Unsafe<string>({ ...Timestamp, ...extension })

export const ImportSource = named(
  'ImportSource',
  Obj({
    id: Id,
    nom: Text(200),
    kind: Kind,
    url: Text(2000),
    acteur_id: Nullable(Id),
    commune_id: Nullable(Id),
    type_id: Nullable(Id),
    moderation: Moderation,
    enabled: Type.Boolean(),
    schedule: Schedules,
    /** The key itself is never shown. */
    options: Obj({
      max_items: Type.Integer(),
      max_age_days: Nullable(Type.Integer()),
      has_api_key: Type.Boolean(extension),
    }),
    last_run_at: Nullable(Timestamp),
    last_status: Nullable(RunEnding),
    consecutive_failures: Count,
    disabled_reason: Nullable(Text(500)),
    /** When it is run next, by schedule. */
    next_try_at: Type.Unsafe<string | null>({ ...Nullable(Timestamp), ...extension }),
    created_at: Added,
    updated_at: Added,
    version: Version,
  }),
)
export type ImportSource = Static<typeof ImportSource>

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

const RunStatus = named(
  'ImportRunStatus',
  Word(RUN_STATUSES, {
    queued: 'waits for its turn',
    running: 'under way',
    succeeded: 'everything was taken in, or is there already',
    partial: 'some items failed, or the rest comes with the next run',
    failed: 'nothing could be taken in',
  }),
)

const run = {
  id: Id,
  source_id: Id,
  trigger: Word(RUN_TRIGGERS, { manual: 'somebody asked for it', schedule: 'it was due' }),
  dry_run: Type.Boolean(),
  status: RunStatus,
  created_at: Added,
  started_at: Nullable(Timestamp),
  finished_at: Nullable(Timestamp),
  counts: Counts,
  error: Nullable(Text(500)),
}
export const ImportRun = named('ImportRun', Obj(run))
export type ImportRun = Static<typeof ImportRun>

const Value = Type.Unsafe<string | boolean | null>({ type: ['string', 'boolean', 'null'] })
/** What a run would do with one item, and why. */
export const RunItem = named(
  'ImportItem',
  Obj({
    external_id: Text(300),
    title: Nullable(Text(200)),
    action: Word(['created', 'updated', 'unchanged', 'duplicate', 'skipped', 'failed'], {
      created: 'a new publication',
      updated: 'its publication follows the source',
      unchanged: 'nothing moved',
      duplicate: 'another publication says the same',
      skipped: 'left out: `reason` says why',
      failed: 'it could not be read: `reason` says why',
    }),
    reason: Nullable(Text(100)),
    /** The publication that has the same content; null when it is another item of this reading. */
    duplicate_of: Optional(Nullable(Id)),
    publication_id: Optional(Type.Unsafe<string>({ ...Id, ...extension })),
    /** For what would be created or updated: each field that changes, as it is and as it would be. */
    changes: Optional(
      Type.Unsafe<Record<string, { before: string | boolean | null; after: string | boolean | null }>>({
        type: 'object',
        additionalProperties: Obj({ before: Value, after: Value }),
        ...extension,
      }),
    ),
  }),
)
export type RunItem = Static<typeof RunItem>

export const RunAnswer = Data(named('ImportRunWithItems', Obj({ ...run, items: Optional(List(RunItem)) })))

export const LogEntry = named(
  'ImportEntry',
  Obj({
    at: Timestamp,
    level: Word(['info', 'warning', 'error'], {
      info: 'as it should be',
      warning: 'something was left out',
      error: 'something failed',
    }),
    message: Text(1000),
    item: Nullable(Text(300)),
  }),
)
export type LogEntry = Static<typeof LogEntry>

export const DayOfRuns = Data(Obj({ date: Day, runs: List(Obj({ ...run, entries: List(LogEntry) })) }))

////////////////////////////////////////////////////////////////////////////// what is asked

export const SourcesQuery = Obj({
  ...pageQuery,
  q: Optional(about('A part of the name or address', Text(200, 0))),
  enabled: Optional(about('Only those that are switched on, or off', Type.Boolean())),
  kind: Optional(about('Only of this kind', Kind)),
  acteur_id: Optional(about('Only those of this acteur', Id)),
  commune_id: Optional(about('Only those of this commune', Id)),
  last_status: Optional(about('Only those whose last run ended so', RunEnding)),
})
export type SourcesQuery = Static<typeof SourcesQuery>

export const RunsQuery = Obj(pageQuery)
export const RunQuery = Obj({
  dry_run: Optional(about('`true`: shows what a run would do, and does nothing', Type.Boolean())),
})

////////////////////////////////////////////////////////////////////////////// what is written

const Options = named(
  'ImportOptions',
  Obj({
    max_items: Optional(Type.Integer({ minimum: 1, maximum: 500 })),
    max_age_days: Optional(Nullable(Type.Integer({ minimum: 1, maximum: 3650 }))),
    api_key: Optional(Nullable(Text(500))),
  }),
)
const written = {
  nom: Text(200),
  kind: Kind,
  url: Text(2000),
  acteur_id: Nullable(Id),
  commune_id: Nullable(Id),
  type_id: Nullable(Id),
  moderation: Moderation,
  enabled: Type.Boolean(),
  schedule: Schedules,
  options: Options,
}
export const NewSource = named(
  'NewImportSource',
  Obj({
    nom: written.nom,
    kind: Optional(written.kind),
    url: written.url,
    acteur_id: Optional(written.acteur_id),
    commune_id: Optional(written.commune_id),
    type_id: Optional(written.type_id),
    moderation: Optional(written.moderation),
    enabled: Optional(written.enabled),
    schedule: Optional(written.schedule),
    options: Optional(written.options),
  }),
  {
    nom: 'Agenda du comité',
    url: 'https://comite.exemple.fr/agenda.ics',
    kind: 'ical',
    acteur_id: SOME_ID,
    schedule: 'daily',
  },
)
export type NewSource = Static<typeof NewSource>

export const SourceChanges = named('ImportSourceChanges', Patch(written), {
  enabled: false,
  schedule: 'weekly',
})
export type SourceChanges = Static<typeof SourceChanges>
