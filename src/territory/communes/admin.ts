import { Data, Id, Obj } from '../../../shared/shapes.ts'
import { type Db, type Sql, sql, type Tx } from '../../kernel/db/db.ts'
import { lastPage, NumberedPages, onPage, pageOf } from '../../kernel/lists/paging.ts'
import { found, invalid, Problem } from '../../kernel/refusals/errors.ts'
import { read } from '../../kernel/routes/action.ts'
import { slugOf } from '../../kernel/texts/texts.ts'
import { type Caller, territoryOf } from '../../people/access/permissions.ts'
import { idsInside } from '../../people/access/territory.ts'
import { unknownId } from '../../people/access/unknown-ids.ts'
import { signedIn } from '../../people/access/visitors.ts'
import { replaceDetails } from './details/details.ts'
import {
  BY_NAME,
  type CommuneFilter,
  countCommunes,
  findCommune,
  insertCommune,
  isAnActeur,
  listCommunes,
  lockCommune,
  slugIsTaken,
  slugLeadsElsewhere,
  versions,
} from './queries.ts'
import { searchWithDepartement, slugWithDepartement } from './rules.ts'
import { saveChanges } from './save-changes.ts'
import {
  AdminCommune,
  AdminCommunesQuery,
  Commune,
  CommuneChanges,
  CommuneRecord,
  NewCommune,
  type StoredCommune,
} from './shapes.ts'
import { shownCommune } from './shown-commune.ts'

/** Communes in the back-office. */

export const list = signedIn.read({
  summary: 'Communes by name, with the public search; filters for merged and incomplete ones',
  query: AdminCommunesQuery,
  reply: NumberedPages(AdminCommune),
  errors: ['page_too_deep'],
  async run({ db, query, caller }) {
    const page = pageOf(query, BY_NAME)
    const filter: CommuneFilter = {
      communeIds: territoryOf(caller, 'communes'),
      merged: query.fusionnee === true,
      also: lacking(query),
      ...searchWithDepartement(query),
    }
    const [rows, total] = await Promise.all([listCommunes(db, filter, page), countCommunes(db, filter)])
    const { data, next } = onPage(page, rows, ({ cle: _, ...commune }) => commune)
    const { number, perPage: per_page } = page
    const meta = { page: number, per_page, total, last_page: lastPage(total, per_page), next }
    return { data: await withNames(db, data), meta }
  },
})

export const byId = read({
  summary: 'One commune without its arrays: the version of each part, merged communes, counts',
  params: Obj({ id: Id }),
  reply: Data(CommuneRecord),
  async run({ db, params: { id } }) {
    const [commune, rest] = await Promise.all([findCommune(db, id), restOf(db, id)])
    const [named] = await withNames(db, [found(commune)])
    return { data: { ...found(named), ...found(rest) } }
  },
})

const conflicts = { communes_slug_taken: 'slug_taken', communes_code_insee_taken: 'conflict' } as const

export const create = signedIn.write({
  summary: 'Create a commune',
  body: NewCommune,
  reply: Data(Commune),
  conflicts,
  async run({ body, tx, audit, caller, config }) {
    await refuseUnknownMairie(tx, caller, body.mairie_actor_id)
    const slug = body.slug ?? (await freeSlug(tx, body))
    const commune = await insertCommune(tx, { ...body, slug })
    if (!commune) throw new Problem('conflict')
    await refuseFormerSlug(tx, commune)
    const moved = await replaceDetails(tx, commune.id, body)
    audit.record({ id: commune.id, after: { ...commune, ...moved?.after } })
    return { data: shownCommune(commune, config) }
  },
})

export const update = signedIn.write({
  summary: 'Change a commune',
  params: Obj({ id: Id }),
  body: CommuneChanges,
  reply: Data(Commune),
  errors: ['not_found'],
  conflicts,
  versioned: true,
  async run({ params, body, tx, audit, refuseStale, caller, config }) {
    const locked = await lockCommune(tx, params.id)
    if (!locked) throw new Problem('not_found')
    refuseStale(locked.version)
    // One that was deleted since may stay when other fields change.
    if (body.mairie_actor_id !== locked.mairie_actor_id)
      await refuseUnknownMairie(tx, caller, body.mairie_actor_id)
    const saved = await saveChanges({ tx, audit }, locked, body)
    if (saved.slug !== locked.slug) await refuseFormerSlug(tx, saved)
    return { data: shownCommune(saved, config) }
  },
})

/** A limited caller names an acteur inside: its members write for the commune. */
async function refuseUnknownMairie(tx: Tx, caller: Caller, id: string | null | undefined): Promise<void> {
  if (!id) return
  const asked = { id: caller.id, territory: territoryOf(caller, 'communes') }
  const known = (await isAnActeur(tx, id)) && (await idsInside(tx, 'acteurs', [id], asked)).length > 0
  if (!known) throw unknownId('mairie_actor_id', 'acteur')
}

/**
 * Old links, feeds and printed codes of another commune lead by it. Looked for once the slug is written: a commune that
 * gives it up at the same moment holds it until then, and has left it in the table afterwards.
 */
async function refuseFormerSlug(tx: Tx, { id, slug }: Pick<Commune, 'id' | 'slug'>): Promise<void> {
  if (await slugLeadsElsewhere(tx, slug, id)) throw new Problem('slug_taken')
}

/**
 * A slug that is taken gets the departement added; if that is taken as well, the unique index refuses it (`slug_taken`).
 */
async function freeSlug(tx: Tx, { nom, departement }: NewCommune): Promise<string> {
  const slug = slugOf(nom)
  if (slug === '')
    throw invalid('nom', 'doit contenir une lettre ou un chiffre', 'must hold a letter or a digit')
  return departement && (await slugIsTaken(tx, slug)) ? slugWithDepartement(slug, departement) : slug
}

////////////////////////////////////////////////////////////////////////////// fields beside the record

const isReached = (who: Sql) =>
  sql`(coalesce(trim(${who}.telephone), '') <> '' or coalesce(trim(${who}.email), '') <> '')`
/** Whether a contact is shown to the public: the town hall's own, or one of the commune's rows (see `merged`). */
const byMairie = sql`select from acteurs m where m.id = communes.mairie_actor_id and m.active and m.deleted_at is null
  and ${isReached(sql`m`)}`
const byInfos = sql`select from commune_infos i where i.commune_id = communes.id and not i.retire
  and ${isReached(sql`i`)}`
const itsActeurs = sql`select from acteurs a where a.commune_id = communes.id and a.deleted_at is null`

function lacking({ mairie, acteurs, contact }: Pick<AdminCommunesQuery, 'mairie' | 'acteurs' | 'contact'>) {
  const either = (wanted: boolean | undefined, there: Sql, lacks: Sql) =>
    wanted === undefined ? [] : [wanted ? there : lacks]
  return [
    ...either(mairie, sql`mairie_actor_id is not null`, sql`mairie_actor_id is null`),
    ...either(acteurs, sql`exists (${itsActeurs})`, sql`not exists (${itsActeurs})`),
    // Two `not exists` are two joins; one `not (… or …)` would be looked up 35 000 times.
    ...either(
      contact,
      sql`(exists (${byMairie}) or exists (${byInfos}))`,
      sql`not exists (${byMairie}) and not exists (${byInfos})`,
    ),
  ]
}

type Beside = Omit<AdminCommune, keyof StoredCommune>

/** Adds the fields in the order of the communes. */
async function withNames(db: Db, communes: readonly StoredCommune[]): Promise<AdminCommune[]> {
  const rows = await db.all<Beside & { readonly id: string }>(sql`
    select communes.id, exists (${byMairie}) or exists (${byInfos}) as contact,
      case when a.id is not null then jsonb_build_object('id', a.id, 'nom', a.nom) end as mairie_actor,
      case when s.id is not null
        then jsonb_build_object('id', s.id, 'nom', s.nom, 'departement', s.departement) end as successor, communes.merged_le
    from communes left join acteurs a on a.id = communes.mairie_actor_id
      left join communes s on s.id = communes.successor_id
    where communes.id = any(${communes.map(({ id }) => id)}::uuid[])`)
  const beside = new Map(rows.map(({ id, ...rest }) => [id, rest]))
  return communes.map(commune => ({ ...commune, ...found(beside.get(commune.id)) }))
}

const count = (table: Sql, also = sql``) =>
  sql`(select count(*) from ${table} where commune_id = c.id ${also})`
const restOf = (db: Db, id: string) =>
  db.one<Pick<CommuneRecord, 'merged' | 'old_slugs' | 'versions' | 'counts'>>(sql`
    select ${versions},
      coalesce((select jsonb_agg(jsonb_build_object('id', m.id, 'nom', m.nom, 'departement', m.departement) order by m.cle)
        from communes m where m.successor_id = c.id), '[]') as merged,
      array(select slug from commune_slugs where commune_id = c.id order by slug) as old_slugs,
      jsonb_build_object(
        'acteurs', ${count(sql`acteurs`, sql`and deleted_at is null`)} + (
          select count(*) from acteur_communes z join acteurs a on a.id = z.acteur_id
          where z.commune_id = c.id and a.deleted_at is null and a.commune_id is distinct from c.id),
        'publications', ${count(sql`publications`, sql`and deleted_at is null`)},
        'elus', ${count(sql`elus`, sql`and not retire`)},
        'collectes', ${count(sql`collectes`)},
        'infos', ${count(sql`commune_infos`, sql`and not retire`)},
        'defibrillateurs', ${count(sql`commune_defibrillateurs`)}) as counts
    from communes c where c.id = ${id}`)
