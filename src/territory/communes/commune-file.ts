import { type Db, sql, type Tx } from '../../kernel/db/db.ts'

/** What the file of a commune (`src/office/commune-file`) asks of communes, and adds to one. */

export interface FiledCommune {
  readonly id: string
  readonly code_insee: string | null
  readonly nom: string
  readonly slug: string
  readonly departement: string | null
  readonly mairie_actor_id: string | null
}

/** How a file names a commune: by its INSEE code, or by its slug where it has none. */
export const refOfCommune = ({ code_insee, slug }: Pick<FiledCommune, 'code_insee' | 'slug'>): string =>
  code_insee ?? slug

/** Undefined for one that merged into another: its content is that one's. */
export const communeNamed = (db: Db, ref: string) =>
  db.one<FiledCommune>(sql`
    select id, code_insee, nom, slug, departement, mairie_actor_id from communes
    where (code_insee = ${ref} or (code_insee is null and slug = ${ref})) and successor_id is null`)

/** A merged one is its successor. */
export const communesNamed = async (db: Db, refs: readonly string[]): Promise<Map<string, string>> =>
  new Map(
    (
      await db.all<{ ref: string; id: string }>(sql`
        select coalesce(code_insee, slug) as ref, coalesce(successor_id, id) as id from communes
        where code_insee = any(${[...refs]}::text[])
          or (code_insee is null and slug = any(${[...refs]}::text[]))`)
    ).map(({ ref, id }) => [ref, id]),
  )

/** The short addresses that lead to it: its own former ones, and those of communes that merged into it. */
export const formerSlugs = async (db: Db, communeId: string): Promise<string[]> =>
  (
    await db.all<{ slug: string }>(sql`
      select s.slug from commune_slugs s join communes c on c.id = s.commune_id
      where ${communeId} in (c.id, c.successor_id)
      union select slug from communes where successor_id = ${communeId} order by 1`)
  ).map(({ slug }) => slug)

/** `taken`: the slug is, or was, another commune's. */
export async function addFormerSlug(
  tx: Tx,
  communeId: string,
  slug: string,
): Promise<'added' | 'there' | 'taken'> {
  const [now] = await tx.all<{ id: string }>(sql`
    select coalesce(successor_id, id) as id from communes where slug = ${slug}`)
  if (now) return now.id === communeId ? 'there' : 'taken'
  const added = await tx.run(sql`
    insert into commune_slugs (slug, commune_id) values (${slug}, ${communeId}) on conflict do nothing`)
  if (added > 0) return 'added'
  const own = await tx.one(sql`
    select from commune_slugs s join communes c on c.id = s.commune_id
    where s.slug = ${slug} and ${communeId} in (c.id, c.successor_id)`)
  return own ? 'there' : 'taken'
}

export const setMairie = (tx: Tx, communeId: string, acteurId: string) =>
  tx.run(sql`update communes set mairie_actor_id = ${acteurId} where id = ${communeId}`)

export const hasPlace = async (db: Db, communeId: string): Promise<boolean> =>
  (await db.one(sql`select from commune_places where commune_id = ${communeId}`)) !== undefined

export const hostsToFile = async (db: Db, communeId: string): Promise<string[]> =>
  (
    await db.all<{ host: string }>(sql`
      select host from commune_hosts where commune_id = ${communeId} order by created_at, host`)
  ).map(({ host }) => host)
