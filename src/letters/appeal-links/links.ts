import { hash, randomBytes } from 'node:crypto'
import type { AppealKind } from '../../../shared/words/appeals.ts'
import { retention } from '../../foundation/retention.ts'
import { type Db, sql, type Tx } from '../../kernel/db/db.ts'
import { olderThan } from '../../kernel/records/retention.ts'
import type { Config } from '../../kernel/settings/config.ts'
import { appealPage } from '../mail/links.ts'

/**
 * The links in mails by which a decision is contested without signing in. Apart from `src/publishing/appeals`, since the mails
 * about publications and claims need them. Only the hash of the token is stored.
 */

interface AppealLink {
  readonly kind: AppealKind
  /** The publications, reports or claim that the mail is about. */
  readonly ids: readonly string[]
  /** The author; reporters and claimants stand in their records. */
  readonly user_id: string | null
  /** Later decisions have links of their own. */
  readonly created_at: string
}

/** Returns the address of the page. */
export async function newAppealLink(
  { tx, config }: { readonly tx: Tx; readonly config: Config },
  kind: AppealKind,
  ids: readonly string[],
  userId: string | null = null,
): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  await tx.run(sql`
    insert into appeal_links (token_hash, kind, ids, user_id)
    values (${hash('sha256', token)}, ${kind}, ${[...ids]}::uuid[], ${userId}::uuid)`)
  return appealPage(config, token)
}

/** `created_at` as text keeps microseconds. */
export const findAppealLink = (db: Db, token: string) =>
  db.one<AppealLink>(sql`
    select kind, ids, user_id, created_at::text from appeal_links
    where token_hash = ${hash('sha256', token)}`)

/** Deletes links of decisions that can no longer be contested. */
export const forgetAppealLinks = (tx: Tx): Promise<number> =>
  tx.run(sql`delete from appeal_links where ${olderThan(retention.appealLinks.kept, sql`created_at`)}`)
