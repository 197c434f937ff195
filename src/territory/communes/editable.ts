import type { TSchema } from 'typebox'
import { Id, List, Nullable, named, Obj, Version } from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import { type Db, sql } from '../../kernel/db/db.ts'
import { found } from '../../kernel/refusals/errors.ts'
import { read } from '../../kernel/routes/action.ts'
import { withDates } from './collectes/collectes.ts'
import { fuseauOf } from './collectes/zones.ts'
import { merged } from './details/infos.ts'
import { collectesOf, elusOf, infosOf } from './details/queries.ts'
import { CollecteWithDates, Elu, InfoRow, Infos } from './details-shapes.ts'
import { contactOf, MairieActor, mairieActorOf } from './mairie-actor.ts'
import type { Part } from './shapes.ts'

/** One part of a commune for the back-office, with the version to send with the next change. */

const Versioned = <T extends TSchema>(data: T) => Obj({ data, meta: Obj({ version: Version }) })
const params = Obj({ id: Id })
const InfosToEdit = named(
  'InfosToEdit',
  Obj({ rows: List(InfoRow), publiques: Infos, mairie_actor: Nullable(MairieActor) }),
)

export const EditableElus = Versioned(List(Elu))
export const EditableCollectes = Obj({
  data: List(CollecteWithDates),
  meta: Obj({ version: Version, fuseau: Type.String() }),
})
export const EditableInfos = Versioned(InfosToEdit)

export const elus = read({
  summary: 'Elected officials for editing; send them back as `elus`, with their version in `versions`',
  params,
  reply: EditableElus,
  run: ({ db, params }) => editableElus(db, params.id),
})

export const collectes = read({
  summary:
    'Waste collections for editing; send them back as `collectes`, without `prochaines_dates`, with their version in `versions`',
  params,
  reply: EditableCollectes,
  run: ({ db, params, now }) => editableCollectes(db, params.id, now),
})

export const infos = read({
  summary: 'Contacts of the town hall: editable rows, the acteur’s own values, and the public result',
  params,
  reply: EditableInfos,
  run: ({ db, params }) => editableInfos(db, params.id),
})

////////////////////////////////////////////////////////////////////////////// of a commune

export async function editableElus(db: Db, communeId: string) {
  const { id, version } = await partOf(db, communeId, 'elus')
  return { data: await elusOf(db, id), meta: { version } }
}

export async function editableCollectes(db: Db, communeId: string, now: Date) {
  const { id, version, ...place } = await partOf(db, communeId, 'collectes')
  const fuseau = fuseauOf(place)
  return { data: withDates(await collectesOf(db, id), now, fuseau), meta: { version, fuseau } }
}

export async function editableInfos(db: Db, communeId: string) {
  const { id, version } = await partOf(db, communeId, 'infos')
  const [mairie, rows] = await Promise.all([mairieActorOf(db, id), infosOf(db, id)])
  return {
    data: {
      rows: rows.map(({ mention: _, ...row }) => row),
      publiques: merged(id, contactOf(mairie), rows),
      mairie_actor: mairie ?? null,
    },
    meta: { version },
  }
}

/** Read before the rows, so that a save between the two reads leads to a version conflict. */
const partOf = async (db: Db, id: string, part: Exclude<Part, 'fiche'>) =>
  found(
    await db.one<{ id: string; version: number; departement: string | null; code_insee: string | null }>(sql`
      select id, departement, code_insee, ${VERSION[part]} as version from communes where id = ${id}`),
  )
const VERSION = {
  elus: sql`elus_version`,
  collectes: sql`collectes_version`,
  infos: sql`infos_version`,
} as const
