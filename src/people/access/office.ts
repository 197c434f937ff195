import { Data, List, Obj } from '../../../shared/shapes.ts'
import { found } from '../../kernel/refusals/errors.ts'
import { read, write } from '../../kernel/routes/action.ts'
import * as apps from './sources.ts'
import { AppChanges, AppRecord, AppSlug, NewApp } from './sources.ts'

/** The registered apps, managed by administrators. They are never deleted: an unregistered app shows everything. */

const idsOf = (lines: AppRecord['communes']) => lines?.map(({ id }) => id) ?? null
const auditedApp = ({ nom, active, communes, acteurs, version }: AppRecord) => ({
  nom,
  active,
  commune_ids: idsOf(communes),
  acteur_ids: idsOf(acteurs),
  version,
})

export const list = read({
  summary: 'Registered apps, with the communes and acteurs that each may show',
  reply: Data(List(AppRecord)),
  run: async ({ db }) => ({ data: await apps.listApps(db) }),
})

export const create = write({
  summary: 'Register an app; it may show everything unless communes or acteurs are given',
  body: NewApp,
  reply: Data(AppRecord),
  conflicts: {
    app_sources_pkey: {
      code: 'conflict',
      path: 'slug',
      fr: 'Une application porte déjà ce nom technique.',
      en: 'Another app has this technical name already.',
    },
  },
  async run({ tx, body: { slug, ...body }, audit }) {
    await apps.refuseUnfit(tx, slug, body)
    await apps.insertApp(tx, slug, { nom: null, commune_ids: null, acteur_ids: null, ...body, active: true })
    const made = found(await apps.findApp(tx, slug))
    audit.record({ id: slug, after: auditedApp(made) })
    return { data: made }
  },
})

export const update = write({
  summary:
    'Rename an app, change what it may show, or switch it off or on; takes effect on all nodes within a second',
  params: Obj({ slug: AppSlug }),
  body: AppChanges,
  reply: Data(AppRecord),
  versioned: true,
  async run({ tx, params: { slug }, body, audit, refuseStale }) {
    const before = found(await apps.lockApp(tx, slug))
    refuseStale(before.version)
    await apps.refuseUnfit(tx, slug, body)
    const { nom, active, communes, acteurs } = before
    const now = { nom, active, commune_ids: idsOf(communes), acteur_ids: idsOf(acteurs) }
    await apps.saveApp(tx, slug, { ...now, ...body })
    const after = found(await apps.findApp(tx, slug))
    audit.record({ id: slug, before: auditedApp(before), after: auditedApp(after) })
    return { data: after }
  },
})
