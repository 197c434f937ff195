import { sql, type Tx } from '../../../kernel/db/db.ts'
import { wantFiles } from '../../../publishing/publications/fetched-files/queries.ts'
import type { PlannedFiles } from './wanted.ts'

/** Stores which files the items of a run name; the job `pictures.fetch` fetches and attaches them. */
export async function wantFilesOf(
  tx: Tx,
  sourceId: string,
  runId: string,
  outcomes: readonly { readonly item: { readonly external_id: string }; readonly files?: PlannedFiles }[],
): Promise<void> {
  const named = outcomes.flatMap(({ item, files }) => (files ? [{ item: item.external_id, ...files }] : []))
  if (named.length === 0) return
  const wanted = await wantFiles(
    tx,
    named.flatMap(({ acteur_id, all }) => all.map(({ url, kind }) => ({ url, kind, acteur_id }))),
  )
  const ids = new Map(wanted.map(({ id, url }) => [url, id]))
  const rows = named.flatMap(({ item, all }) =>
    all.map(({ url, ...file }) => ({ external_id: item, file_id: ids.get(url), ...file })),
  )
  const items = named.map(({ item }) => item)
  await tx.run(sql`
    with given as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(
        external_id text, file_id uuid, kind text, position int, name text, link_added boolean)
      where file_id is not null),
    gone as (
      delete from import_files w where w.source_id = ${sourceId} and w.external_id = any(${items}::text[])
        and not exists (select from given g where g.external_id = w.external_id and g.file_id = w.file_id))
    insert into import_files (source_id, external_id, file_id, kind, position, name, link_added, run_id)
    select ${sourceId}, external_id, file_id, kind, position, name, link_added, ${runId} from given
    on conflict (source_id, external_id, file_id) do update set kind = excluded.kind, position = excluded.position,
      name = excluded.name, link_added = excluded.link_added, run_id = excluded.run_id, pending = true`)
  // A file that is requested again may change for every item that names it.
  await tx.run(sql`
    update import_files set pending = true where not pending and file_id = any(${[...ids.values()]}::uuid[])`)
}
