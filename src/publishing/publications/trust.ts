import type { Static } from 'typebox'
import { Data, Id, List, Nullable, Obj } from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import { type Db, sql } from '../../kernel/db/db.ts'
import { found } from '../../kernel/refusals/errors.ts'
import { read } from '../../kernel/routes/action.ts'
import { MemberPermission } from '../../people/users/shapes.ts'

/** When an author may be let publish without review: thirty decisions in a row that changed nothing. */

export const UNCHANGED = 30

const Trusted = Obj({
  unchanged: Type.Integer({ description: 'Their latest publications, all approved as they were written' }),
  acteur: Obj({ id: Id, nom: Type.String() }),
  user_id: Id,
  permissions: List(MemberPermission),
  /** The acteur must be allowed as well as the member. */
  can_publish: Type.Boolean(),
})

interface Candidate {
  readonly acteur_id: string
  readonly nom: string
  readonly user_id: string
  readonly permissions: Static<typeof MemberPermission>[]
  readonly can_publish: boolean
}

export const authorTrust = read({
  summary: 'Whether the author may be let publish without review; null where nothing speaks for it',
  params: Obj({ id: Id }),
  reply: Data(Nullable(Trusted)),
  async run({ db, params }) {
    found(await db.one(sql`select from publications where id = ${params.id}`))
    const candidate = await candidateFor(db, params.id)
    if (!candidate || !(await isUnchanged(db, candidate))) return { data: null }
    const { acteur_id, nom, ...rest } = candidate
    return { data: { ...rest, unchanged: UNCHANGED, acteur: { id: acteur_id, nom } } }
  },
})

/**
 * A member who still waits for review. Owners hold the permission by their role. Allowing the acteur would let its
 * other members publish as well, if any may: then nothing is proposed.
 */
const candidateFor = (db: Db, publicationId: string) =>
  db.one<Candidate>(sql`
    select a.id as acteur_id, a.nom, m.user_id, m.permissions, a.can_publish
    from publications p
    join acteurs a on a.id = p.acteur_id and a.active and a.deleted_at is null
    join actor_users m on m.acteur_id = a.id and m.user_id = p.created_by
    join users u on u.id = m.user_id and u.status = 'active'
    where p.id = ${publicationId}
      and (m.role = 'owner' or 'manage_publications' = any(m.permissions))
      and not (a.can_publish and (m.role = 'owner' or 'publish_publications' = any(m.permissions)))
      and (a.can_publish or not exists (
        select from actor_users o where o.acteur_id = a.id and o.user_id <> m.user_id
          and (o.role = 'owner' or 'publish_publications' = any(o.permissions))))`)

/** Each approved as it was written: not sent back, corrected, rejected, deleted or taken down after a report. */
async function isUnchanged(db: Db, { acteur_id, user_id }: Candidate): Promise<boolean> {
  const row = await db.one<{ total: number; unchanged: boolean }>(sql`
    select count(*)::int as total, coalesce(bool_and(unchanged), false) as unchanged from (
      select p.moderation_status in ('approved', 'published') and p.deleted_at is null
          and coalesce(p.edited_by, p.created_by) = p.created_by
          and not exists (select from publication_revisions r where r.publication_id = p.id
                          and (r.sent_back_at is not null or r.written_by is distinct from p.created_by))
          and not exists (select from publication_reports r where r.publication_id = p.id and r.outcome = 'removed')
          as unchanged
      from publications p
      where p.created_by = ${user_id} and p.acteur_id = ${acteur_id} and p.moderated_by is not null
      order by p.created_at desc, p.id desc limit ${UNCHANGED}) latest`)
  return row?.total === UNCHANGED && row.unchanged
}
