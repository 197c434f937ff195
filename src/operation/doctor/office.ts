import type { Static } from 'typebox'
import { about, Data, List, Nullable, named, Obj, Text, Timestamp, Word } from '../../../shared/shapes.ts'
import type { Database } from '../../kernel/db/database.ts'
import { raw } from '../../kernel/db/db.ts'
import { SERVER_STATE, type ServerState } from '../../kernel/db/server-state.ts'
import { Problem } from '../../kernel/refusals/errors.ts'
import { read } from '../../kernel/routes/action.ts'
import type { Config } from '../../kernel/settings/config.ts'
import type { Secrets } from '../../kernel/settings/secrets.ts'
import { examine } from './examine.ts'
import { FINDING_CODES, type FindingCode, TITLES, textsOf } from './explanations.ts'
import { FINDING_STATES, type Finding } from './finding.ts'
import { findingOf } from './replica.ts'

/** The health page for administrators: the findings of `parvis doctor` without details of the machine. */

const english = Object.fromEntries(
  FINDING_CODES.map(code => [code, textsOf({ code, params: {} }, 'en').message]),
) as Record<FindingCode, string>
const HealthCheck = named(
  'HealthCheck',
  Obj({
    about: about('The part that was checked, as `parvis doctor` calls it', Text(50)),
    title: Text(100),
    state: Word(FINDING_STATES, {
      ok: 'nothing to do',
      note: 'worth knowing',
      wrong: 'needs to be fixed',
    }),
    code: Word(FINDING_CODES, english),
    message: Text(500),
    todo: about('What to do; null if nothing', Nullable(Text(500))),
  }),
)
const Health = named('Health', Obj({ looked_at: Timestamp, checks: List(HealthCheck) }))

/** Timeout of each part; results are cached for repeated requests. */
const WITHIN_MS = 5_000
const KEPT_MS = 10_000

interface Look {
  readonly at: Date
  readonly findings: readonly Finding[]
}
const looks = new WeakMap<Database, { readonly looking: Promise<Look>; readonly until: number }>()

async function look(database: Database, config: Config, secrets: Secrets): Promise<Look> {
  const server = await database.pool.one<ServerState>(raw(SERVER_STATE))
  if (!server) throw new Problem('unavailable')
  const [writable, hasRoom] = await Promise.all([database.writable(), database.hasRoom()])
  const state = { ...server, full: !writable || !hasRoom }
  const { replica } = database
  const findings = await examine({
    db: database,
    config,
    state,
    secrets,
    place: '',
    replica: replica && (async () => findingOf(replica.now, replica.now.state === 'late')),
    thorough: false,
    within: WITHIN_MS,
  })
  return { at: new Date(), findings }
}

/** Concurrent callers share one examination; cached while fresh, dropped when it failed. */
function lately(database: Database, config: Config, secrets: Secrets): Promise<Look> {
  const known = looks.get(database)
  if (known && performance.now() < known.until) return known.looking
  const looking = look(database, config, secrets)
  looks.set(database, { looking, until: performance.now() + KEPT_MS })
  looking.catch(() => looks.delete(database))
  return looking
}

export const health = read({
  summary: 'Health of the parts of the service, in the caller’s language; cached for ten seconds',
  reply: Data(Health),
  async run({ database, config, secrets, language }) {
    const { at, findings } = await lately(database, config, secrets)
    const checks = findings.map(({ about, state, explanation }): Static<typeof HealthCheck> => {
      const title = TITLES[about][language === 'fr' ? 0 : 1]
      return { about, title, state, code: explanation.code, ...textsOf(explanation, language) }
    })
    return { data: { looked_at: at.toISOString(), checks } }
  },
})
