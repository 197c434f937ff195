import pg from 'pg'
import { shortId } from '../shared/short-id.ts'

/** The floor's three queries on publications: straightforward SQL without extras. */

const [DATES, TEXTS] = [1182, 1009]
export const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === pg.types.builtins.INT8
      ? Number
      : oid === pg.types.builtins.DATE
        ? (text: string) => text
        : pg.types.getTypeParser(oid === DATES ? TEXTS : oid, format as 'text'),
}

const columns = `p.id, p.title, p.body, p.moderation_status as status, p.type_id, t.slug as type_slug, t.nom as type_nom,
  p.acteur_id, a.nom as acteur_nom, a.slug as acteur_slug, a.type as acteur_type, a.badge as acteur_badge, p.commune_id, p.commune_ids, p.date_debut, p.heure_debut, p.date_fin,
  p.heure_fin, p.dates, p.lieu,
  p.image_url, p.source_url, p.en_avant and (p.featured_until is null or p.featured_until > now()) as en_avant,
  case when p.featured_until > now() then p.featured_until end as featured_until, p.epingle, p.publie_le, p.created_at,
  p.fin_le, p.niveau, p.public, p.gratuit, p.leve_le, p.annule_le, p.annule_motif, t.slug = 'alerte' and p.leve_le is null and coalesce(now() < coalesce(p.fin_le,
    (coalesce(p.date_fin, p.date_debut, (p.publie_le at time zone 'Europe/Paris')::date + 2) + 1) at time zone 'Europe/Paris'), false) as en_vigueur,
  p.updated_at, p.version, coalesce(p.images, '[]') as images, coalesce(p.documents, '[]') as documents`
const relations = 'join acteurs a on a.id = p.acteur_id join publication_types t on t.id = p.type_id'
const adminColumns = `${columns}, p.moderation_status, p.valide, p.moderation_reason, p.moderation_reason_code,
  p.moderated_at, (select f.reason from fetched_files f where f.id = p.picture_id) as image_refused, p.deleted_at, p.moderated_by, p.reports_count, p.import_source_id, p.created_by, p.moderation_by,
  (select json_agg(json_build_object('id', c.id, 'nom', c.nom, 'departement', c.departement)
     order by array_position(p.commune_ids, c.id)) from communes c where c.id = any(p.commune_ids)) as communes,
  (select json_build_object('id', u.id, 'nom', u.nom) from users u where u.id = p.created_by) as author,
  (select json_build_object('id', k.id, 'nom', k.nom) from api_keys k where k.id = p.created_by_key) as api_key,
  (select json_build_object('id', u.id, 'nom', u.nom) from users u where u.id = p.moderated_by) as moderator,
  (select json_build_object('id', u.id, 'nom', u.nom) from assignments s join users u on u.id = s.assignee_id
   where s.publication_id = p.id) as assignee,
  (select count(*)::int from notes n where n.publication_id = p.id) as notes_count,
  greatest(p.edited_at, p.moderated_at) as waits_since,
  (select count(*)::int from publications o where o.duplicate_key = p.duplicate_key and o.deleted_at is null and o.id <> p.id
     and not (o.moderation_status = 'rejected' and o.moderation_reason_code is not distinct from 'duplicate')
     and not exists (select from publications_told_apart t where t.publication_id = p.id and t.other_id = o.id)
  ) as duplicates_count,
  (select json_build_object('count', sum(n), 'reasons', json_object_agg(reason, n),
     'last_at', to_char(max(last), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
   from (select reason, count(*) as n, max(created_at) as last from publication_reports r
         where r.publication_id = p.id and r.closed_at is null group by reason) each having count(*) > 0) as reports,
  not p.valide and exists (select from publication_revisions r where r.publication_id = p.id) as changed_since_approval`

const ONE = {
  name: 'one_publication',
  text: `select ${columns} from publications p ${relations} where p.id = $1 and p.visible_le <= now()`,
}
const PAGE = {
  name: 'commune_publications',
  text: `select ${columns}, k.visible_le::text as at from (
    select * from (
      (select visible_le, id from publications where commune_id = $1 and visible_le <= now()
       order by visible_le desc, id desc limit 21)
      union all
      (select visible_le, publication_id from publication_communes where commune_id = $1 and visible_le <= now()
       order by visible_le desc, publication_id desc limit 21)) each
    order by visible_le desc, id desc limit 21) k
    join publications p on p.id = k.id ${relations} order by k.visible_le desc, k.id desc`,
}
const pending = `moderation_status = 'pending' and deleted_at is null`
const QUEUE = {
  name: 'pending_queue',
  text: `select ${adminColumns}, p.created_at::text as at from (
    select id from publications where ${pending} order by created_at desc, id desc limit 11) k
    join publications p on p.id = k.id ${relations} order by p.created_at desc, p.id desc`,
}
const QUEUE_TOTAL = {
  name: 'pending_total',
  text: `select count(*) as total from publications where ${pending}`,
}

interface Row {
  readonly id: string
  readonly type_id: string
  readonly type_slug: string
  readonly type_nom: string
  readonly acteur_id: string
  readonly acteur_nom: string
  readonly acteur_slug: string
  readonly acteur_type: string
  readonly acteur_badge: string | null
  readonly at?: string
}

/** `origin`: of the address of each. */
const recordAt =
  (origin: string) =>
  ({ type_slug, type_nom, acteur_nom, acteur_slug, acteur_type, acteur_badge, at: _, ...row }: Row) => ({
    ...row,
    url: `${origin}/p/${shortId(row.id)}`,
    type: { id: row.type_id, slug: type_slug, nom: type_nom },
    acteur: { id: row.acteur_id, nom: acteur_nom, slug: acteur_slug, type: acteur_type, badge: acteur_badge },
  })
const cursor = (row: Row | undefined) =>
  row && Buffer.from(JSON.stringify([2, '0', row.at, row.id])).toString('base64url')

export async function publicationsFloor(pool: pg.Pool, path: string, origin: string): Promise<unknown> {
  const record = recordAt(origin)
  const [, , , first, id = '', third] = path.split('/')
  if (first === 'admin') {
    const [list, totals] = await Promise.all([
      pool.query<Row>(QUEUE),
      pool.query<{ total: number }>(QUEUE_TOTAL),
    ])
    const total = totals.rows[0]?.total ?? 0
    const next = list.rows.length > 10 ? cursor(list.rows[9]) : null
    const meta = {
      current_page: 1,
      last_page: Math.max(1, Math.ceil(total / 10)),
      per_page: 10,
      total,
      next,
      total_exact: true,
    }
    return { data: list.rows.slice(0, 10).map(record), meta }
  }
  if (third === undefined) {
    const [row] = (await pool.query<Row>({ ...ONE, values: [id] })).rows
    return { data: row && record(row) }
  }
  const { rows } = await pool.query<Row>({ ...PAGE, values: [id] })
  const next = rows.length > 20 ? cursor(rows[19]) : null
  return {
    data: rows.slice(0, 20).map(record),
    meta: { page: 1, per_page: 20, has_more: next !== null, next },
  }
}
