import type { Static } from 'typebox'
import { about, Data, Id, List, Nullable, named, Obj, SOME_ID, Text, Timestamp } from '../../shared/shapes.ts'
import { Type } from '../../shared/type.ts'
import { signedIn } from '../access/visitors.ts'
import { findForAdmin, limitSeparated, lockActeur, setMerged, shownActeur } from '../acteurs/queries.ts'
import { acteurTrace } from '../acteurs/rules.ts'
import { AdminActeur } from '../acteurs/shapes.ts'
import { columnsOf, valuesOf } from '../kernel/db/columns.ts'
import { type Db, sql, type Tx } from '../kernel/db/db.ts'
import { found, invalid, Problem } from '../kernel/errors.ts'
import { olderThan } from '../kernel/retention.ts'
import { read } from '../kernel/routes/action.ts'
import { retention } from '../retention.ts'
import { PersonInBrief } from '../users/shapes.ts'
import { follow, followers, type Moved } from './followers.ts'
import { addMembers, type Brought, takeMembersBack } from './members.ts'

/** Merging two acteurs: everything of one moves to the other, and the merge can be undone for thirty days. */

const MOST = 50
const Count = Type.Integer({ minimum: 0 })
const Brief = Obj({ id: Id, nom: Text(200) })
const Merge = named('MergeActeurs', Obj({ from_id: about('The one that goes', Id) }), { from_id: SOME_ID })
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
    'Merge another acteur into this one: publications, members, claims, subscriptions and imports move; it is deleted',
  description:
    'Refused with `claim_conflict` where both have a claim that waits, and for the acteur of a town hall, which stays. `POST …/merges/{mergeId}/undo` undoes it for thirty days, except what changed since.',
  params: Obj({ id: Id }),
  body: Merge,
  reply: Obj({ data: AdminActeur, meta: Obj({ merge: ActeurMerge }) }),
  errors: ['claim_conflict'],
  conflicts: { claims_one_pending: 'claim_conflict' },
  versioned: true,
  async run({ tx, params, body, caller, audit, refuseStale, config }) {
    const [into, from] = [params.id, body.from_id]
    if (into === from) throw invalid('from_id', 'C’est le même acteur.', 'It is the same acteur.')
    const locked = await lockBoth(tx, into, from)
    if (locked.into?.deleted_at !== null) throw new Problem('not_found')
    if (locked.from?.deleted_at !== null)
      throw invalid('from_id', 'Cet acteur n’existe pas, ou plus.', 'There is no such acteur, or no more.')
    refuseStale(locked.into.version)
    if (await tx.one(sql`select from communes where mairie_actor_id = ${from}`))
      throw invalid(
        'from_id',
        'C’est la mairie d’une commune : gardez cette fiche, et fusionnez l’autre avec elle.',
        'It is the town hall of a commune: keep this one, and put the other one into it.',
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
    audit.record({ id: into, after: { merged: from } })
    audit.record({ id: from, before: { deleted: false }, after: { deleted: true, merged_into: into } })
    return {
      data: shownActeur(found(await findForAdmin(tx, into)), config),
      meta: { merge: found((await mergesOf(tx, into)).find(({ id }) => id === merged.id)) },
    }
  },
})

export const merges = read({
  summary: 'Merges of this acteur in the last thirty days',
  params: Obj({ id: Id }),
  reply: Data(List(ActeurMerge, MOST)),
  async run({ db, params }) {
    found(await findForAdmin(db, params.id))
    return { data: await mergesOf(db, params.id) }
  },
})

export const undoMerge = signedIn.write({
  summary: 'Undo a merge, except what changed since',
  description:
    'Rights that were taken since do not come back: of a member, of the one that stays to publish or to be active. Where that one is deleted, the other comes back deleted.',
  params: Obj({ id: Id, mergeId: Id }),
  reply: Data(ActeurMerge),
  errors: ['conflict', 'claim_conflict', 'merged_since'],
  conflicts: { claims_one_pending: 'claim_conflict' },
  async run({ tx, params, audit }) {
    const { from_id: from, into_id: into } = found(await findMerge(tx, params))
    const locked = await lockBoth(tx, into, from)
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
    audit.record({ id: into, before: { merged: from }, after: { merged: null } })
    const back = acteurTrace(before, found(await findForAdmin(tx, from)))
    audit.record({
      id: from,
      before: { ...back.before, merged_into: into },
      after: { ...back.after, merged_into: null },
    })
    return { data: found((await mergesOf(tx, params.id)).find(({ id }) => id === kept.id)) }
  },
})

/** Locked in id order: of two merges at once, the second waits and sees the result of the first. */
async function lockBoth(tx: Tx, into: string, from: string) {
  const locked = new Map<string, Awaited<ReturnType<typeof lockActeur>>>()
  for (const id of [into, from].sort()) {
    // A stronger lock than an update needs: waits for whatever is being written for either acteur, so that it moves
    // too.
    await tx.run(sql`select from acteurs where id = ${id} for update`)
    locked.set(id, await lockActeur(tx, id))
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
      (select json_build_object('id', u.id, 'nom', u.nom) from users u where u.id = m.merged_by) as by,
      json_build_object('publications', cardinality(m.publications), 'claims', cardinality(m.claims),
        'subscriptions', cardinality(m.subscriptions), 'import_sources', cardinality(m.import_sources), 'uploads', cardinality(m.uploads),
        'members', jsonb_array_length(m.members)) as moved
    from acteur_merges m join acteurs f on f.id = m.from_id join acteurs i on i.id = m.into_id
    where m.into_id = ${id} or m.from_id = ${id} order by m.merged_at desc, m.id desc limit ${MOST}`)

/** Deletes merges past their retention; they can no longer be undone. */
export const forgetMerges = (tx: Tx): Promise<number> =>
  tx.run(sql`delete from acteur_merges where ${olderThan(retention.acteurMerges.kept, sql`merged_at`)}`)
