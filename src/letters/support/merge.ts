import { Data, Id, named, Obj, SOME_ID } from '../../../shared/shapes.ts'
import { type Sql, sql, type Tx } from '../../kernel/db/db.ts'
import { found, invalid, Problem } from '../../kernel/refusals/errors.ts'
import { territoryOf } from '../../people/access/permissions.ts'
import { beyondTerritory, idsInside } from '../../people/access/territory.ts'
import { signedIn } from '../../people/access/visitors.ts'
import { recount } from './messages.ts'
import { findThread, type LockedThread, lockOwnThread, lockThread, setThread } from './queries.ts'
import { Thread } from './shapes.ts'

/**
 * Merging threads. The merged thread keeps its row, reply address and state: mails to it are added to the other
 * thread, and a separation restores it with its own messages and notes.
 */

const byId = Obj({ id: Id })
const Merge = named('MergeThreads', Obj({ thread_id: Id }), { thread_id: SOME_ID })

export const merge = signedIn.write({
  summary: 'Merge another conversation into this one; replies to either arrive here; can be undone',
  params: byId,
  body: Merge,
  reply: Data(Thread),
  versioned: true,
  errors: ['thread_merged'],
  async run({ tx, params, body, audit, refuseStale, caller }) {
    const [id, from] = [params.id, body.thread_id]
    if (id === from)
      throw invalid('thread_id', 'C’est cette conversation elle-même.', 'It is this very conversation.')
    const territory = territoryOf(caller, 'support')
    const inside = await idsInside(tx, 'threads', [from], { id: caller.id, territory })
    if (inside.length === 0) throw new Problem('not_found')
    const locked = new Map<string, LockedThread>()
    for (const one of [id, from].sort()) locked.set(one, await lockOwnThread(tx, one))
    const [into, other] = [found(locked.get(id)), found(locked.get(from))]
    refuseStale(into.version)
    for (const table of [sql`support_messages`, sql`support_notes`])
      await tx.run(sql`
        update ${table} set thread_id = ${id}, merged_from = coalesce(merged_from, ${from}) where thread_id = ${from}`)
    await tx.run(
      sql`update support_threads set merged_into = ${id} where id = ${from} or merged_into = ${from}`,
    )
    await recount(tx, sql`values (${id}::uuid), (${from}::uuid)`)
    await setThread(tx, id, {
      status: into.status === 'open' ? 'open' : other.status,
      unread: into.unread || other.unread,
      flag: into.flag ?? other.flag,
      assignee: into.assignee ?? other.assignee,
    })
    audit.record({ id, after: { merged: from } })
    audit.record({ id: from, after: { merged_into: id } })
    return { data: found(await findThread(tx, id)) }
  },
})

export const separate = signedIn.write({
  summary: 'Undo a merge: the merged conversation gets its messages back',
  params: byId,
  reply: Data(Thread),
  async run({ tx, params, audit, caller }) {
    audit.considered()
    const { merged_into: into } = found(await findThread(tx, params.id))
    if (into) {
      const asked = { id: caller.id, territory: territoryOf(caller, 'support') }
      // Merged before the caller was limited: the other conversation would lose messages.
      if ((await idsInside(tx, 'threads', [into], asked)).length === 0) throw beyondTerritory()
      for (const one of [params.id, into].sort()) found(await lockThread(tx, one))
      const { merged_into: still } = found(await findThread(tx, params.id))
      // Separated, or merged elsewhere, while this request waited.
      if (still !== into) throw new Problem('conflict')
      await takeOut(tx, sql`select ${params.id}::uuid`)
      audit.record({ id: params.id, before: { merged_into: into }, after: { merged_into: null } })
      audit.record({ id: into, before: { merged: params.id }, after: { merged: null } })
    }
    return { data: found(await findThread(tx, params.id)) }
  },
})

/** With the messages and notes they brought; what arrived since stays where it was read. */
export async function takeOut(tx: Tx, ids: Sql): Promise<void> {
  const left = await tx.all<{ id: string }>(sql`
    select distinct merged_into as id from support_threads where id in (${ids}) and merged_into is not null`)
  for (const table of [sql`support_messages`, sql`support_notes`])
    await tx.run(sql`
      update ${table} set thread_id = merged_from, merged_from = null where merged_from in (${ids})`)
  await tx.run(sql`update support_threads set merged_into = null where id in (${ids})`)
  await recount(tx, sql`${ids} union all select id from unnest(${left.map(({ id }) => id)}::uuid[]) as id`)
}
