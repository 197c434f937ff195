import { sql, type Tx } from '../../kernel/db/db.ts'

/** Uploads of content that is removed for legal reasons, and brought back. */

/** Waits for transactions that attach one of them; nobody can attach one afterwards. */
export const lockUploadsOf = (tx: Tx, keys: readonly string[]) =>
  tx.run(sql`select from uploads where media_key = any(${[...keys]}::text[]) order by id for update`)

/** Without who sent it: that person may ask for their erasure meanwhile. */
export interface RemovedUpload {
  readonly id: string
  readonly key: string
  readonly acteur_id: string | null
  readonly name: string | null
  readonly created_at: string
}

export const deleteUploadsOf = (tx: Tx, keys: readonly string[]): Promise<RemovedUpload[]> =>
  tx.all<RemovedUpload>(sql`
    delete from uploads where media_key = any(${[...keys]}::text[])
    returning id, media_key as key, acteur_id, name, created_at`)

/** As if just sent: what nothing shows stays for a day. */
export const putBackUploads = (tx: Tx, uploads: readonly RemovedUpload[]) =>
  tx.run(sql`
    insert into uploads (id, media_key, acteur_id, name, created_at)
    select back.id, back.key, back.acteur_id, back.name, back.created_at
    from jsonb_to_recordset(${JSON.stringify(uploads)}::jsonb)
      as back(id uuid, key text, acteur_id uuid, name text, created_at timestamptz)
    where back.acteur_id is null or exists (select from acteurs a where a.id = back.acteur_id)
    order by back.id on conflict do nothing`)
