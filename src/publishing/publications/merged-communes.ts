import { sql, type Tx } from '../../kernel/db/db.ts'

/**
 * Moves publications to the commune that theirs was merged into; each commune is listed once, the own commune first.
 */
export const publicationsFollow = {
  columns: ['publications.commune_id', 'publications.commune_ids', 'publication_revisions.commune_ids'],
  async move(tx: Tx) {
    await tx.run(sql`
    update publications p set commune_id = moved.ids[1], commune_ids = moved.ids
    from (select found.id, array(
            select here from (
              select coalesce(old.successor_id, old.id) as here, min(place) as place
              from unnest(found.commune_ids) with ordinality as each(id, place) join communes old on old.id = each.id
              group by 1) as communes order by place) as ids
          from publications found where found.id in (
            select p.id from communes old join publications p on p.commune_id = old.id
              where old.successor_id is not null
            union
            select link.publication_id from communes old join publication_communes link on link.commune_id = old.id
              where old.successor_id is not null)) as moved
    where p.id = moved.id`)
    // Revisions too: they can be restored.
    await tx.run(sql`
    update publication_revisions r set commune_ids = array(
      select here from (
        select coalesce(old.successor_id, each.id) as here, min(place) as place
        from unnest(r.commune_ids) with ordinality as each(id, place) left join communes old on old.id = each.id
        group by 1) as communes order by place)
    where r.commune_ids && array(select id from communes where successor_id is not null)`)
  },
}
