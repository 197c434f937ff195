import { type Db, sql, type Tx } from '../kernel/db/db.ts'
import { normalized } from '../kernel/texts/texts.ts'
import { isOfCommune } from '../publishing/publications/commune-file.ts'
import { publicationPath } from './addresses.ts'
import { Elsewhere, type Visit } from './visit.ts'

/** Addresses of the site that a commune had before: they lead to what they showed, where no page has them. */

export interface FormerPath {
  readonly path: string
  readonly publication_id: string | null
  readonly acteur_id: string | null
}

const LONGEST_PATH = 500

/** As la place spells the path of an address (`address.ts`); undefined for that of a front page, and where it is too long. */
export function formerPath(address: string): string | undefined {
  const url = URL.parse(address, 'https://former.invalid')
  if (!url) return undefined
  try {
    const path = normalized(
      decodeURIComponent(url.pathname)
        .toLowerCase()
        .replace(/(?:\/+|\.html)$/, ''),
    )
    const fits =
      path.length > 1 && path.length <= LONGEST_PATH && !path.includes('//') && !/\p{Cc}/u.test(path)
    return fits ? path : undefined
  } catch {
    return undefined
  }
}

/**
 * What this path showed, while it is visible. Also those of communes that merged into this one. The page of an acteur knows itself
 * where a merged one leads.
 */
export async function leadOn({ db, town, base }: Visit, path: string): Promise<Elsewhere | undefined> {
  const found = await db.one<{ id: string | null; title: string; slug: string | null }>(sql`
    select p.id, p.title, a.slug from former_paths f
    left join publications p on p.id = f.publication_id and p.visible_le <= now()
    left join acteurs a on a.id = f.acteur_id
    where f.path = ${path} and f.commune_id in (
      select ${town.id}::uuid union all select id from communes where successor_id = ${town.id})
    order by f.commune_id = ${town.id} desc limit 1`)
  if (found?.id) return new Elsewhere(base + publicationPath({ id: found.id, title: found.title }))
  return found?.slug ? new Elsewhere(`${base}/annuaire/${found.slug}`) : undefined
}

////////////////////////////////////////////////////////////////////////////// in the file of a commune

/** Those that lead to what is in the file too. */
export const formerPathsToFile = (
  db: Db,
  communeId: string,
  acteurs: readonly string[],
  after: string,
  most: number,
) =>
  db.all<FormerPath>(sql`
    select f.path, f.publication_id, f.acteur_id from former_paths f
    left join publications p on p.id = f.publication_id
    where f.commune_id = ${communeId} and f.path collate "C" > ${after}
      and case when f.acteur_id is null then ${isOfCommune(communeId)} else f.acteur_id = any(${[...acteurs]}::uuid[]) end
    order by f.path collate "C" limit ${most}`)

/** `taken`: those that lead elsewhere here already, which stay. */
export async function addFormerPaths(
  tx: Tx,
  communeId: string,
  paths: readonly FormerPath[],
): Promise<{ readonly added: number; readonly taken: string[] }> {
  const given = JSON.stringify(paths)
  const added = await tx.run(sql`
    insert into former_paths (commune_id, path, publication_id, acteur_id)
    select ${communeId}::uuid, path, publication_id, acteur_id
    from jsonb_to_recordset(${given}::jsonb) as r(path text, publication_id uuid, acteur_id uuid)
    on conflict do nothing`)
  const taken = await tx.all<{ path: string }>(sql`
      select f.path from former_paths f
      join jsonb_to_recordset(${given}::jsonb) as r(path text, publication_id uuid, acteur_id uuid) on r.path = f.path
      where f.commune_id = ${communeId}
        and (r.publication_id, r.acteur_id) is distinct from (f.publication_id, f.acteur_id)`)
  return { added, taken: taken.map(({ path }) => path) }
}
