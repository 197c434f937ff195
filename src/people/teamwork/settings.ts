import type { Static } from 'typebox'
import { about, Data, Id, Nullable, named, Obj, Patch, Version } from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import { type Db, type Sql, sql } from '../../kernel/db/db.ts'
import { found } from '../../kernel/refusals/errors.ts'
import { read, write } from '../../kernel/routes/action.ts'
import { findNamedCommunes } from '../access/named-communes.ts'
import { unknownId } from '../access/unknown-ids.ts'

/** How the team works: the order of its queue, within how long people are answered, and when it gets a mail. */

const OPENING_STEPS = 5

const fields = {
  urgent_first: about('The queue of moderation begins with what is urgent', Type.Boolean()),
  target_hours: about(
    'Within how many hours people are answered; what waits longer is late. Null: no target',
    Nullable(Type.Integer({ minimum: 1, maximum: 720 })),
  ),
  alert_reports: about(
    'When so many people have reported a publication, the desk gets a mail. Null: never',
    Nullable(Type.Integer({ minimum: 1, maximum: 1000 })),
  ),
  transparency_public: about(
    'Everybody may read the figures of moderation (`GET /transparency`)',
    Type.Boolean(),
  ),
  first_commune_id: about(
    'The commune that administrators open first, on the home of the back-office. Null: not chosen',
    Nullable(Id),
  ),
  first_commune_passed: about(
    'Steps of its opening that were done or put off, in their order: the commune, its town hall, its secretary, its site, its pages',
    Type.Integer({ minimum: 0, maximum: OPENING_STEPS }),
  ),
}
const TeamSettings = named('TeamSettings', Obj({ ...fields, version: Version }))
type TeamSettings = Static<typeof TeamSettings>
const Changes = named('TeamSettingsChanges', Patch(fields), { urgent_first: true, target_hours: 48 })

const SETTINGS = sql`
  select urgent_first, target_hours, alert_reports, transparency_public, first_commune_id, first_commune_passed, version
  from team_settings`

export const teamSettings = async (db: Db): Promise<TeamSettings> =>
  found(await db.one<TeamSettings>(SETTINGS))

/**
 * Administrators are led through it while no commune has a town hall, and from the choice of their first commune until
 * its last step.
 */
export const isFirstCommuneToOpen: Sql = sql`
  (select first_commune_passed < ${OPENING_STEPS} and (first_commune_id is not null
    or not exists (select from communes where mairie_actor_id is not null)) from team_settings)`

/** What waits since an earlier time is late. Null, so that nothing is, without a target. */
export const lateBefore: Sql = sql`(select now() - make_interval(hours => target_hours) from team_settings)`

export const byTeam = read({
  summary: 'How the team works: urgent first, the target for answers, and when it gets a mail',
  reply: Data(TeamSettings),
  run: async ({ db }) => ({ data: await teamSettings(db) }),
})

export const update = write({
  summary: 'Change how the team works',
  body: Changes,
  reply: Data(TeamSettings),
  versioned: true,
  async run({ tx, body, audit, refuseStale }) {
    const before = found(await tx.one<TeamSettings>(sql`${SETTINGS} for update`))
    refuseStale(before.version)
    const wanted = { ...before, ...body }
    const { first_commune_id } = wanted
    if (first_commune_id && first_commune_id !== before.first_commune_id) {
      const named = await findNamedCommunes(tx, [first_commune_id])
      if (named.get(first_commune_id)?.merged !== false) throw unknownId('first_commune_id', 'commune')
    }
    await tx.run(sql`
      update team_settings
      set urgent_first = ${wanted.urgent_first}, target_hours = ${wanted.target_hours},
        alert_reports = ${wanted.alert_reports}, transparency_public = ${wanted.transparency_public},
        first_commune_id = ${first_commune_id}, first_commune_passed = ${wanted.first_commune_passed}`)
    const after = await teamSettings(tx)
    audit.record({ id: 'team', before, after })
    return { data: after }
  },
})
