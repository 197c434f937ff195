import type { Static, TSchema } from 'typebox'
import {
  about,
  Id,
  Nullable,
  named,
  Obj,
  Optional,
  Patch,
  SOME_ID,
  Text,
  Timestamp,
  Version,
  WordOf,
} from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import { SCHEDULES, SOURCE_KINDS, SOURCE_MODERATIONS, WHEN_GONE } from '../../../shared/words/imports.ts'
import { pageQuery } from '../../kernel/lists/paging.ts'
import { CommuneInBrief } from '../../people/access/in-brief.ts'
import { Reach } from '../../people/access/reach.ts'
import { Columns } from './column-shapes.ts'
import { ExplanationOrNull } from './explanations.ts'
import { ImportRun, RunEnding } from './run-shapes.ts'

const Kind = named('ImportKind', WordOf(SOURCE_KINDS))
const WhenGone = named('ImportWhenGone', WordOf(WHEN_GONE))
const Moderation = named('ImportModeration', WordOf(SOURCE_MODERATIONS))
const Schedules = named('ImportSchedule', WordOf(SCHEDULES))

const extension = { 'x-extension': true } as const
const Added = Type.Unsafe<string>({ ...Timestamp, ...extension })
const beside = <T extends TSchema>(shape: T) => Type.Unsafe<Static<T>>({ ...shape, ...extension })

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
      when_gone: beside(WhenGone),
      has_api_key: Type.Boolean(extension),
      columns: beside(about('The columns of a CSV file; null: by their names', Nullable(Columns))),
    }),
    last_run_at: Nullable(Timestamp),
    last_status: Nullable(RunEnding),
    consecutive_failures: Type.Integer({ minimum: 0 }),
    disabled_reason: ExplanationOrNull,
    /** The time of the next scheduled run. */
    next_try_at: Type.Unsafe<string | null>({ ...Nullable(Timestamp), ...extension }),
    /** Names for the ids above. */
    acteur: beside(Nullable(Obj({ id: Id, nom: Text(200) }))),
    commune: beside(Nullable(CommuneInBrief)),
    type: beside(Nullable(Obj({ id: Id, nom: Text(100) }))),
    last_run: beside(
      about('The latest run, even if it is still running; dry runs do not count', Nullable(ImportRun)),
    ),
    may: Reach,
    created_at: Added,
    updated_at: Added,
    version: Version,
  }),
)
export type ImportSource = Static<typeof ImportSource>

////////////////////////////////////////////////////////////////////////////// queries

export const SourcesQuery = Obj({
  ...pageQuery,
  q: Optional(about('Part of the name or address', Text(200, 0))),
  enabled: Optional(about('`true`: only sources that are switched on; `false`: only others', Type.Boolean())),
  kind: Optional(about('Only sources of this kind', Kind)),
  acteur_id: Optional(about('Only sources of this acteur', Id)),
  commune_id: Optional(about('Only sources of this commune', Id)),
  last_status: Optional(about('Only sources whose last run ended with this status', RunEnding)),
  failing: Optional(
    beside(
      about(
        '`true`: only sources whose last run failed, or that were switched off because of failures',
        Type.Boolean(),
      ),
    ),
  ),
})
export type SourcesQuery = Static<typeof SourcesQuery>

////////////////////////////////////////////////////////////////////////////// in requests

const Options = named(
  'ImportOptions',
  Obj({
    max_items: Optional(Type.Integer({ minimum: 1, maximum: 500 })),
    max_age_days: Optional(Nullable(Type.Integer({ minimum: 1, maximum: 3650 }))),
    when_gone: Optional(WhenGone),
    api_key: Optional(Nullable(Text(500))),
    columns: Optional(
      about(
        'Of a CSV file: which column is what. Null, or left out: by their names. A reading fails when one is gone',
        Nullable(Columns),
      ),
    ),
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
