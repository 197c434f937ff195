import type { Static } from 'typebox'
import {
  about,
  Data,
  Id,
  List,
  Nullable,
  named,
  Obj,
  SOME_ID,
  Text,
  Timestamp,
} from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import { countWorkingKeys } from '../../exchange/api-keys/queries.ts'
import { countWorkingEndpoints } from '../../exchange/webhook-endpoints/endpoints.ts'
import { retention } from '../../foundation/retention.ts'
import { columnsOf, valuesOf } from '../../kernel/db/columns.ts'
import { type Db, type Sql, sql, type Tx, where } from '../../kernel/db/db.ts'
import { olderThan } from '../../kernel/records/retention.ts'
import { found, invalid, Problem } from '../../kernel/refusals/errors.ts'
import { read } from '../../kernel/routes/action.ts'
import { CommuneInBrief, PersonInBrief, personInBrief } from '../../people/access/in-brief.ts'
import { territoryOf } from '../../people/access/permissions.ts'
import { beyondTerritory, idsGoverned, meetsTerritory } from '../../people/access/territory.ts'
import { signedIn } from '../../people/access/visitors.ts'
import {
  findForAdmin,
  limitSeparated,
  lockActeur,
  setMerged,
  shownActeur,
} from '../../territory/acteurs/queries.ts'
import { acteurTrace } from '../../territory/acteurs/rules.ts'
import { AdminActeur } from '../../territory/acteurs/shapes.ts'
import { follow, followers, type Moved } from './followers.ts'
import { addMembers, type Brought, takeMembersBack } from './members.ts'

/** Merging two acteurs: everything of one moves to the other, and the merge can be undone for thirty days. */

const MOST = 50
const Count = Type.Integer({ minimum: 0 })
const Brief = Obj({ id: Id, nom: Text(200) })
const Merge = named(
  'MergeActeurs',
  Obj({ from_id: about('The acteur that is merged and then deleted', Id) }),
  {
    from_id: SOME_ID,
  },
)
const ActeurMerge = named(
  'ActeurMerge',
  Obj({
    id: Id,
    from: Brief,
    into: Brief,
    merged_at: Timestamp,
    by: Nullable(PersonInBrief),
    undone_at: Nullable(Timestamp),
    moved: Obj({
      publications: Count,
      claims: Count,
      subscriptions: Count,
      import_sources: Count,
      uploads: Count,
      members: Count,
    }),
  }),
)
type ActeurMerge = Static<typeof ActeurMerge>

export const merge = signedIn.write({
  summary:
    'Merge another acteur into this one: its publications, members, claims, subscriptions and imports move here, its communes are added, and it is deleted',
  description:
    'Refused with `claim_conflict` if both acteurs have a waiting claim. The acteur of a town hall cannot be merged into another one. For thirty days, `POST …/merges/{mergeId}/undo` undoes the merge, except for records that changed since.',
  params: Obj({ id: Id }),
  body: Merge,
  reply: Obj({ data: AdminActeur, meta: Obj({ merge: ActeurMerge }) }),
  errors: ['claim_conflict'],
  conflicts: { claims_one_pending: 'claim_conflict' },
  versioned: true,
  async run({ tx, params, body, caller, audit, refuseStale, config }) {
    const [into, from] = [params.id, body.from_id]
    if (into === from) throw invalid('from_id', 'C’est le même acteur.', 'It is the same acteur.')
    const territory = territoryOf(caller, 'claims')
    const known = await idsGoverned(tx, 'acteurs', [from], { id: caller.id, territory })
    const locked = await lockBoth(tx, into, from)
    if (locked.into?.deleted_at !== null) throw new Problem('not_found')
    if (locked.from?.deleted_at !== null || known.length === 0)
      throw invalid(
        'from_id',
        'Cet acteur n’existe pas, ou plus.',
        'This acteur does not exist, or no longer.',
      )
    refuseStale(locked.into.version)
    if (await tx.one(sql`select from communes where mairie_actor_id = ${from}`))
      throw invalid(
        'from_id',
        'C’est la mairie d’une commune : gardez cette fiche, et fusionnez l’autre avec elle.',
        'It is the town hall of a commune: keep this acteur, and merge the other one into it.',
      )
    const moved = await follow(tx, from, into)
    const members = await addMembers(tx, from, into)
    await setMerged(tx, from, into)
    const merged = found(
      await tx.one<{ id: string }>(sql`
        insert into acteur_merges (from_id, into_id, merged_by, members, into_active, into_can_publish, ${columnsOf(followers)})
        values (${from}, ${into}, ${caller.id}, ${JSON.stringify(members)}::jsonb, ${locked.into.active},
          ${locked.into.can_publish}, ${valuesOf(followers, moved)})
        returning id`),
    )
    const remaining = found(await findForAdmin(tx, into, territory))
    const zone = zoneTrace(locked.into, remaining)
    audit.record({ id: into, before: zone?.before, after: { merged: from, ...zone?.after } })
    audit.record({ id: from, before: { deleted: false }, after: { deleted: true, merged_into: into } })
    return {
      data: shownActeur(remaining, config),
      meta: { merge: found((await mergesOf(tx, into)).find(({ id }) => id === merged.id)) },
    }
  },
})

export const merges = read({
  summary: 'Merges of this acteur in the last thirty days',
  params: Obj({ id: Id }),
  reply: Data(List(ActeurMerge, MOST)),
  async run({ db, params }) {
    found(await findForAdmin(db, params.id, null))
    return { data: await mergesOf(db, params.id) }
  },
})

const Moves = named(
  'ActeurMoves',
  Obj({ publications: Count, claims: Count, subscriptions: Count, import_sources: Count, members: Count }),
)
type Moves = Static<typeof Moves>
const Stops = about(
  'The programs of this acteur that work now, and are refused or told nothing once it is merged',
  Obj({ api_keys: Count, webhooks: Count }),
)

export const moves = signedIn.read({
  summary:
    'What leaves this acteur, and what stops, when it is merged into another one, with its name and commune',
  params: Obj({ id: Id }),
  reply: Data(Obj({ ...Brief.properties, commune: Nullable(CommuneInBrief), moves: Moves, stops: Stops })),
  async run({ db, params, caller }) {
    const territory = territoryOf(caller, 'claims')
    const { id, nom, commune } = found(await findForAdmin(db, params.id, territory))
    const of = (table: Sql, more: readonly Sql[] = []) =>
      sql`(select count(*) from ${table} ${where([sql`acteur_id = ${id}`, ...more])})`
    const counted = await db.one<Moves>(sql`
      select ${of(sql`publications`, meetsTerritory(sql`commune_ids`, territory))} as publications, ${of(sql`claims`)} as claims,
        ${of(sql`subscriptions`)} as subscriptions, ${of(sql`import_sources`)} as import_sources,
        ${of(sql`actor_users`)} as members`)
    const stops = {
      api_keys: await countWorkingKeys(db, id),
      webhooks: await countWorkingEndpoints(db, id),
    }
    return { data: { id, nom, commune, moves: found(counted), stops } }
  },
})

export const undoMerge = signedIn.write({
  summary: 'Undo a merge, except for records that changed since',
  description:
    'Rights that were revoked since the merge are not restored: permissions of members, `can_publish` and `active` of the remaining acteur. If the remaining acteur was deleted, the other one is restored as deleted.',
  params: Obj({ id: Id, mergeId: Id }),
  reply: Data(ActeurMerge),
  errors: ['conflict', 'claim_conflict', 'merged_since'],
  conflicts: { claims_one_pending: 'claim_conflict' },
  async run({ tx, params, caller, audit }) {
    const { from_id: from, into_id: into } = found(await findMerge(tx, params))
    const locked = await lockBoth(tx, into, from)
    const asked = { id: caller.id, territory: territoryOf(caller, 'claims') }
    if ((await idsGoverned(tx, 'acteurs', [from, into], asked)).length < 2) throw beyondTerritory()
    // Another request may have undone the merge while this one waited.
    const kept = found(await findMerge(tx, params))
    if (kept.undone_at !== null) throw new Problem('conflict')
    // The remaining acteur was itself merged since, with everything in it.
    if (locked.into?.merged_into) throw new Problem('merged_since')
    const before = found(locked.from)
    await setMerged(tx, from, null)
    const { active, can_publish, deleted_at } = found(locked.into)
    await limitSeparated(tx, from, {
      deleted: deleted_at !== null,
      active: active || !kept.into_active,
      can_publish: can_publish || !kept.into_can_publish,
    })
    await follow(tx, into, from, kept)
    await takeMembersBack({ tx, audit }, { from, into }, kept.members)
    await tx.run(sql`update acteur_merges set undone_at = now() where id = ${kept.id}`)
    const zone = zoneTrace(found(locked.into), found(await findForAdmin(tx, into, null)))
    audit.record({
      id: into,
      before: { merged: from, ...zone?.before },
      after: { merged: null, ...zone?.after },
    })
    const back = acteurTrace(before, found(await findForAdmin(tx, from, null)))
    audit.record({
      id: from,
      before: { ...back.before, merged_into: into },
      after: { ...back.after, merged_into: null },
    })
    return { data: found((await mergesOf(tx, params.id)).find(({ id }) => id === kept.id)) }
  },
})

type Zone = Pick<AdminActeur, 'commune_ids'>
const zoneTrace = ({ commune_ids: before }: Zone, { commune_ids: after }: Zone) =>
  before.join() === after.join()
    ? undefined
    : { before: { commune_ids: before }, after: { commune_ids: after } }

/** Locked in id order: of two merges at once, the second waits and sees the result of the first. */
async function lockBoth(tx: Tx, into: string, from: string) {
  const locked = new Map<string, Awaited<ReturnType<typeof lockActeur>>>()
  for (const id of [into, from].sort()) {
    // A stronger lock than an update needs: waits for whatever is being written for either acteur, so that it moves
    // too.
    await tx.run(sql`select from acteurs where id = ${id} for update`)
    locked.set(id, await lockActeur(tx, id, null))
  }
  return { into: locked.get(into), from: locked.get(from) }
}

////////////////////////////////////////////////////////////////////////////// the stored merge

interface Kept extends Moved {
  readonly id: string
  readonly from_id: string
  readonly into_id: string
  readonly undone_at: string | null
  readonly members: readonly Brought[]
  readonly into_active: boolean
  readonly into_can_publish: boolean
}
const findMerge = (tx: Tx, { id, mergeId }: { readonly id: string; readonly mergeId: string }) =>
  tx.one<Kept>(
    sql`select * from acteur_merges where id = ${mergeId} and (into_id = ${id} or from_id = ${id})`,
  )

const mergesOf = (db: Db, id: string) =>
  db.all<ActeurMerge>(sql`
    select m.id, m.merged_at, m.undone_at,
      json_build_object('id', f.id, 'nom', f.nom) as from, json_build_object('id', i.id, 'nom', i.nom) as into,
      ${personInBrief(sql`m.merged_by`)} as by,
      json_build_object('publications', cardinality(m.publications), 'claims', cardinality(m.claims),
        'subscriptions', cardinality(m.subscriptions), 'import_sources', cardinality(m.import_sources), 'uploads', cardinality(m.uploads),
        'members', jsonb_array_length(m.members)) as moved
    from acteur_merges m join acteurs f on f.id = m.from_id join acteurs i on i.id = m.into_id
    where m.into_id = ${id} or m.from_id = ${id} order by m.merged_at desc, m.id desc limit ${MOST}`)

/** Deletes merges past their retention; they can no longer be undone. */
export const forgetMerges = (tx: Tx): Promise<number> =>
  tx.run(sql`delete from acteur_merges where ${olderThan(retention.acteurMerges.kept, sql`merged_at`)}`)
