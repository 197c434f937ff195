import { isDeepStrictEqual } from 'node:util'
import type { CsvColumns } from '../../../shared/csv-columns.ts'
import type { Schedule, SourceKind, SourceModeration, WhenGone } from '../../../shared/words/imports.ts'
import type { NewSource, SourceChanges } from './shapes.ts'
import { sourceAddress } from './source-address.ts'

/** The settings of a source, and how a change of them is applied. No SQL, no HTTP. */
export interface Settings {
  readonly nom: string
  readonly kind: SourceKind
  readonly url: string
  readonly acteur_id: string | null
  readonly commune_id: string | null
  readonly type_id: string | null
  readonly moderation: SourceModeration
  readonly enabled: boolean
  readonly schedule: Schedule
  readonly max_items: number
  readonly max_age_days: number | null
  readonly when_gone: WhenGone
  /** Which column of a CSV file holds which field. Null: recognised by the column names. */
  readonly columns: CsvColumns | null
  /** Sealed. */
  readonly api_key: string | null
}

const DEFAULTS = {
  kind: 'auto',
  acteur_id: null,
  commune_id: null,
  type_id: null,
  moderation: 'auto',
  enabled: true,
  schedule: 'manual',
  max_items: 100,
  max_age_days: null,
  when_gone: 'ask',
  columns: null,
  api_key: null,
} as const

type Seal = (plain: string) => string

export const settingsOf = ({ nom, url, ...rest }: NewSource, seal: Seal): Settings =>
  withChanges({ ...DEFAULTS, nom, url: sourceAddress(url) }, rest, seal)

/** Fields that are absent stay as they are, also within `options`. */
export function withChanges(before: Settings, changes: SourceChanges, seal: Seal): Settings {
  const { options = {}, ...named } = changes
  const { api_key, ...limits } = options
  const given = Object.fromEntries(
    Object.entries({ ...named, ...limits }).filter(([, value]) => value !== undefined),
  )
  const url = changes.url === undefined ? before.url : sourceAddress(changes.url)
  const after: Settings = { ...before, ...given, url }
  return {
    ...after,
    // A key belongs to the server it was given for: with another server in the address it must be given again.
    ...(!keepsKey(before.url, after.url) && { api_key: null }),
    ...(api_key !== undefined && { api_key: api_key === null ? null : seal(api_key) }),
  }
}

function keepsKey(before: string, after: string): boolean {
  if (before === after) return true
  const [from, to] = [URL.parse(before), URL.parse(after)]
  return from !== null && to !== null && from.origin === to.origin
}

/** The settings that a reading depends on: when one of them changes, an earlier reading is void. */
const READ_WITH = ['kind', 'url', 'api_key', 'columns'] as const
/** The settings that the import depends on besides: when one changes, "not modified" must not end the run. */
const IMPORTED_WITH = [
  'acteur_id',
  'commune_id',
  'type_id',
  'moderation',
  'max_items',
  'max_age_days',
] as const

export const readsTheSame = (one: Settings, other: Settings): boolean =>
  READ_WITH.every(field => isDeepStrictEqual(one[field], other[field]))
export const importsTheSame = (one: Settings, other: Settings): boolean =>
  readsTheSame(one, other) && IMPORTED_WITH.every(field => one[field] === other[field])

/** The trail shows only whether there is a key, and that it was replaced. */
export function sourceTrace(id: string, before: Settings | undefined, after: Settings) {
  const given = ({ api_key: _, ...rest }: Settings) => rest
  const key = (held: boolean, replaced: boolean) => (held ? (replaced ? 'replaced' : 'held') : null)
  return {
    id,
    before: before && { ...given(before), api_key: key(before.api_key !== null, false) },
    after: {
      ...given(after),
      api_key: key(after.api_key !== null, before?.api_key != null && before.api_key !== after.api_key),
    },
  }
}
