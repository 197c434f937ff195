import { retention } from '../../foundation/retention.ts'
import { countRows, type Db, type Sql, sql, type Tx } from '../../kernel/db/db.ts'
import { equal } from '../../kernel/lists/list-filters.ts'
import { olderThan } from '../../kernel/records/retention.ts'
import type { DraftContent, DraftRow, NewDraft } from './shapes.ts'

const DRAFT = sql`d.id, d.acteur_id, d.publication_id, d.content, d.from_mail, d.created_at, d.updated_at, d.version`

/** The user's drafts, of acteurs they are still a member of. */
const mine = (userId: string) => sql`d.user_id = ${userId}
  and exists (select from actor_users m where m.acteur_id = d.acteur_id and m.user_id = ${userId})`

export const listDrafts = (db: Db, userId: string, acteurId: string | undefined) => {
  const only = equal(sql`d.acteur_id`, acteurId)
  const narrowed: Sql = only[0] ? sql`and ${only[0]}` : sql``
  return db.all<DraftRow>(sql`
    select ${DRAFT} from publication_drafts d where ${mine(userId)} ${narrowed}
    order by d.updated_at desc, d.id desc`)
}

export const findDraft = (db: Db, userId: string, id: string) =>
  db.one<DraftRow>(sql`select ${DRAFT} from publication_drafts d where d.id = ${id} and ${mine(userId)}`)

export const lockDraft = (tx: Tx, userId: string, id: string) =>
  tx.one<DraftRow>(sql`
    select ${DRAFT} from publication_drafts d where d.id = ${id} and ${mine(userId)} for no key update of d`)

/** The most drafts of a user. */
export const MOST_DRAFTS = 50

/** Serialises the drafts of one user, so that two tabs do not both pass the limit. */
export async function countDrafts(tx: Tx, userId: string): Promise<number> {
  await tx.one(sql`select from users where id = ${userId} for no key update`)
  return await countRows(tx, sql`publication_drafts where user_id = ${userId}`)
}

export const insertDraft = (tx: Tx, userId: string, draft: NewDraft & Partial<Pick<DraftRow, 'from_mail'>>) =>
  tx.one<DraftRow>(sql`
    insert into publication_drafts as d (user_id, acteur_id, publication_id, content, from_mail)
    values (${userId}, ${draft.acteur_id}, ${draft.publication_id ?? null}, ${JSON.stringify(draft.content)}::jsonb,
      ${draft.from_mail ? JSON.stringify(draft.from_mail) : null}::jsonb)
    returning ${DRAFT}`)

export const saveDraft = (tx: Tx, id: string, content: DraftContent) =>
  tx.one<DraftRow>(sql`
    update publication_drafts d set content = ${JSON.stringify(content)}::jsonb where d.id = ${id}
    returning ${DRAFT}`)

export const deleteDraft = (tx: Tx, id: string) =>
  tx.run(sql`delete from publication_drafts where id = ${id}`)

/** Deletes drafts not edited within their retention. */
export const forgetOldDrafts = (tx: Tx): Promise<number> =>
  tx.run(sql`delete from publication_drafts where ${olderThan(retention.drafts.kept, sql`updated_at`)}`)
