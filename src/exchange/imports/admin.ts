import { Data, Id, Obj } from '../../../shared/shapes.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { refuseAtOnce } from '../../kernel/fetch/fetch.ts'
import { Paged, paged, pageOf } from '../../kernel/lists/paging.ts'
import { found, invalid, Problem } from '../../kernel/refusals/errors.ts'
import type { Config } from '../../kernel/settings/config.ts'
import { refuseUnknownCommunes } from '../../people/access/named-communes.ts'
import { type Caller, territoryOf } from '../../people/access/permissions.ts'
import { idsInside, refuseOutsideTerritory } from '../../people/access/territory.ts'
import { unknownId } from '../../people/access/unknown-ids.ts'
import { signedIn } from '../../people/access/visitors.ts'
import { ACTE_TYPE, actesByTownHalls } from '../../publishing/actes/rules.ts'
import { knownType } from '../../publishing/publications/queries.ts'
import * as queries from './queries.ts'
import { importsTheSame, type Settings, settingsOf, sourceTrace, withChanges } from './settings.ts'
import { ImportSource, NewSource, SourceChanges, SourcesQuery } from './shapes.ts'

/** The back-office's import sources: listed, created, changed and deleted. */

export const list = signedIn.read({
  summary: 'Import sources, newest first; `q` searches names and addresses',
  query: SourcesQuery,
  reply: Paged(ImportSource),
  errors: ['page_too_deep'],
  async run({ db, query, language, caller }) {
    const page = pageOf(query, queries.NEWEST)
    const territory = territoryOf(caller, 'imports')
    const conditions = queries.sourceConditions(query, territory)
    const rows = queries.listSources(db, conditions, page, territory)
    return await paged(page, rows, queries.countSources(db, conditions), queries.sourceIn(language))
  },
})

export const byId = signedIn.read({
  summary: 'One import source; its key is never shown',
  params: Obj({ id: Id }),
  reply: Data(ImportSource),
  run: async ({ db, params, language, caller }) => ({
    data: found(await queries.findSource(db, params.id, language, territoryOf(caller, 'imports'))),
  }),
})

export const create = signedIn.write({
  summary: 'Create an import source; a scheduled source runs within minutes',
  body: NewSource,
  reply: Data(ImportSource),
  errors: ['source_url_forbidden'],
  async run({ tx, body, audit, config, secrets, language, caller }) {
    const settings = settingsOf(body, secrets.seal)
    refuseForbidden(settings.url, config)
    await refuseUnknown(tx, caller, undefined, settings)
    await refuseElsewhere(tx, caller, settings)
    const { id } = found(await queries.insertSource(tx, settings))
    audit.record(sourceTrace(id, undefined, settings))
    return { data: found(await queries.findSource(tx, id, language, territoryOf(caller, 'imports'))) }
  },
})

export const update = signedIn.write({
  summary: 'Change an import source; switching it on again resets its count of failures',
  params: Obj({ id: Id }),
  body: SourceChanges,
  reply: Data(ImportSource),
  errors: ['source_url_forbidden'],
  versioned: true,
  async run({ tx, params, body, audit, config, secrets, refuseStale, language, caller }) {
    const before = found(await queries.lockSource(tx, params.id))
    refuseStale(before.version)
    // Sealing the same key again gives another text: an unchanged key must not look changed.
    const held = before.api_key === null ? null : opened(before.api_key, secrets.open)
    const seal = (plain: string) =>
      plain === held && before.api_key !== null ? before.api_key : secrets.seal(plain)
    const { version: _, id, ...standing } = before
    const after = withChanges(standing, body, seal)
    if (body.url !== undefined) refuseForbidden(after.url, config)
    await refuseUnknown(tx, caller, standing, after)
    await refuseElsewhere(tx, caller, after)
    await queries.saveSource(tx, id, after, {
      readAnew: !importsTheSame(standing, after),
      due:
        after.schedule !== standing.schedule ||
        after.enabled !== standing.enabled ||
        after.url !== standing.url,
      revived: body.enabled === true,
    })
    audit.record(sourceTrace(id, standing, after))
    return { data: found(await queries.findSource(tx, id, language, territoryOf(caller, 'imports'))) }
  },
})

export const remove = signedIn.write({
  summary:
    'Delete an import source and its history; its publications stay, and a current run writes nothing more',
  params: Obj({ id: Id }),
  reply: Data(ImportSource),
  versioned: true,
  async run({ tx, params, audit, refuseStale, language, caller }) {
    const before = found(await queries.lockSource(tx, params.id))
    refuseStale(before.version)
    const { version: _, id, ...settings } = before
    const last = found(await queries.findSource(tx, id, language, territoryOf(caller, 'imports')))
    await queries.deleteSource(tx, id)
    audit.record({ id, before: sourceTrace(id, undefined, settings).after })
    return { data: last }
  },
})

/** A key sealed with another PARVIS_SECRET cannot be opened, so it counts as different. */
function opened(sealed: string, open: (sealed: string) => string): string | null {
  try {
    return open(sealed)
  } catch {
    return null
  }
}

export function refuseForbidden(url: string, { importAllowPrivate }: Config): void {
  if (refuseAtOnce(url, importAllowPrivate))
    throw new Problem('source_url_forbidden', {
      details: [
        {
          path: 'url',
          fr: 'mène à un réseau privé, ou n’est pas une adresse du web',
          en: 'leads to a private network, or is no address of the web',
        },
      ],
    })
}

/** A source brings publications of its commune, or of any of its acteur's, and in the name of that acteur. */
export async function refuseElsewhere(
  tx: Tx,
  caller: Caller,
  { acteur_id, commune_id }: Settings,
): Promise<void> {
  const territory = territoryOf(caller, 'imports')
  if (territory === null) return
  const acteur = acteur_id === null ? undefined : await queries.findActeur(tx, acteur_id)
  refuseOutsideTerritory(territory, 'commune_id', undefined, {
    commune_id: acteur?.commune_id ?? null,
    commune_ids: commune_id === null ? (acteur?.communes ?? []) : [commune_id],
  })
}

/**
 * Checks only the fields that change: a source whose acteur was deleted since can still be renamed. An acteur outside
 * of the territory is refused as an unknown one.
 */
export async function refuseUnknown(
  tx: Tx,
  caller: Caller,
  before: Settings | undefined,
  after: Settings,
): Promise<void> {
  const { acteur_id, commune_id, type_id } = after
  if (type_id === ACTE_TYPE) throw actesByTownHalls()
  if (type_id !== null && type_id !== before?.type_id) await knownType(tx, type_id)
  const moved = acteur_id !== before?.acteur_id || commune_id !== before?.commune_id
  if (!moved) return
  const acteur = acteur_id === null ? undefined : await queries.findActeur(tx, acteur_id)
  if (acteur_id !== null && acteur_id !== before?.acteur_id) {
    const asked = { id: caller.id, territory: territoryOf(caller, 'imports') }
    if (!acteur || acteur.deleted || (await idsInside(tx, 'acteurs', [acteur_id], asked)).length === 0)
      throw unknownId('acteur_id', 'acteur')
  }
  if (commune_id === null) return
  await refuseUnknownCommunes(tx, { commune_id, commune_ids: [commune_id] })
  // The same rule as for publications of its members.
  if (acteur && !acteur.communes.includes(commune_id))
    throw invalid(
      'commune_id',
      'n’est ni la commune de l’acteur ni dans sa zone',
      "is neither the acteur's own commune nor in its zone",
    )
}
