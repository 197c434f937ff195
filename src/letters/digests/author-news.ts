import { type Db, sql, type Tx } from '../../kernel/db/db.ts'

/** Which authors are told that publications of theirs went online: those that others reviewed, once a day at most. */

/** Long enough for an undo of the decision, and for the next decisions of the same moderator. */
const SETTLED = sql`interval '10 minutes'`
/** Older ones are no news. */
const LATEST = sql`interval '2 days'`

/** Publications `p` that somebody else put online lately. */
const REVIEWED = sql`
  p.visible_le > now() - ${LATEST} and p.visible_le <= now() - ${SETTLED}
  and p.created_by is not null and p.moderation_by in ('backoffice', 'mairie')
  and p.moderated_by is not null and p.moderated_by <> p.created_by`

export const wantsAuthorNews = async (db: Db, userId: string): Promise<boolean> =>
  (await db.one<{ wanted: boolean }>(sql`select wanted from author_news where user_id = ${userId}`))
    ?.wanted ?? true

export const saveAuthorNews = (tx: Tx, userId: string, wanted: boolean) =>
  tx.run(sql`
    insert into author_news (user_id, wanted) values (${userId}, ${wanted})
    on conflict (user_id) do update set wanted = excluded.wanted`)

export const isAuthorNewsToken = async (db: Db, token: string): Promise<boolean> =>
  (await db.one(sql`select from author_news where token = ${token}`)) !== undefined

export const stopAuthorNews = (tx: Tx, token: string) =>
  tx.run(sql`update author_news set wanted = false where token = ${token} and wanted`)

/** Authors who have a row from their first reviewed publication on. */
export const noteAuthors = (tx: Tx) =>
  tx.run(sql`
    insert into author_news (user_id)
    select distinct p.created_by from publications p where ${REVIEWED}
      and not exists (select from author_news n where n.user_id = p.created_by)
    on conflict do nothing`)

interface DueAuthor {
  readonly user_id: string
  readonly email: string | null
  readonly token: string
  /** False for an account that is not active. */
  readonly wanted: boolean
}

/** An author with news, and no mail in the last day. Locked until the transaction ends. */
export const lockDueAuthor = (tx: Tx): Promise<DueAuthor | undefined> =>
  tx.one<DueAuthor>(sql`
    select n.user_id, u.email, n.token, n.wanted and u.status = 'active' as wanted
    from author_news n join users u on u.id = n.user_id
    where (n.sent_at is null or n.sent_at <= now() - interval '1 day') and n.user_id in (
      select p.created_by from publications p join author_news told on told.user_id = p.created_by
      where ${REVIEWED} and p.visible_le > told.told_until)
    order by n.user_id limit 1 for update of n skip locked`)

export interface Online {
  readonly id: string
  readonly title: string
  readonly acteur_id: string | null
  readonly commune_id: string
}

/** Oldest first. A mail counts those after the first `most`. */
export const newsOf = (tx: Tx, userId: string, most: number) =>
  tx.all<Online & { readonly total: number }>(sql`
    select p.id, p.title, p.acteur_id, p.commune_id, count(*) over ()::int as total
    from publications p join author_news n on n.user_id = p.created_by
    where p.created_by = ${userId} and ${REVIEWED} and p.visible_le > n.told_until
    order by p.visible_le, p.id limit ${most}`)

export const saveToldAuthor = (tx: Tx, userId: string, sent: boolean) =>
  tx.run(sql`
    update author_news set told_until = now() - ${SETTLED}, sent_at = case when ${sent} then now() else sent_at end
    where user_id = ${userId}`)
