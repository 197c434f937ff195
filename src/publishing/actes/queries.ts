import type { Nature } from '../../../shared/words/actes.ts'
import { type Db, type Sql, sql, where } from '../../kernel/db/db.ts'
import type { AttachedDocument } from '../../media/attached.ts'
import { numberAsked } from './numbers.ts'

/** Acts for residents: those that they can read, and what stays of those that were withdrawn. */

export interface Acte {
  readonly publication_id: string
  readonly nature: Nature
  readonly numero: string
  readonly pris_le: string
  /** Null where the register that it was brought from does not name them. */
  readonly signataire: string | null
  readonly qualite: string | null
  readonly matiere: string | null
  readonly transmis_le: string | null
  readonly corrige: string | null
  /** The act that corrects it. */
  readonly corrige_par: string | null
  /** Brought from another system, or from another Parvis: shown here only since `affiche_le`. */
  readonly repris: boolean
  readonly repris_de: string | null
  readonly affiche_le: string
  readonly sha256: string
  readonly bytes: number
  readonly avec_texte: boolean
  readonly commune: string
  readonly title: string
  readonly publie_le: string
  readonly visible: boolean
  readonly acteur_id: string
  readonly commune_ids: readonly string[]
  readonly documents: readonly AttachedDocument[] | null
}

const columns = sql`a.publication_id, a.nature, a.numero, a.pris_le, a.signataire, a.qualite, a.matiere, a.transmis_le,
  a.corrige, a.repris, a.repris_de, case when a.repris then a.created_at else p.publie_le end as affiche_le, a.sha256, a.bytes, a.avec_texte, c.nom as commune, p.title, p.publie_le, p.acteur_id, p.commune_ids, p.documents,
  coalesce(p.visible_le <= now(), false) as visible,
  (select by.publication_id from actes by join publications bp on bp.id = by.publication_id
   where by.corrige = a.publication_id and bp.visible_le <= now() order by by.publication_id desc limit 1) as corrige_par`
const relations = sql`join publications p on p.id = a.publication_id join communes c on c.id = a.commune_id`

/** The act of the publication `p`; null if it is none. */
export const acteInBrief = sql`(
  select jsonb_build_object('nature', acte.nature, 'numero', acte.numero, 'date', acte.pris_le, 'transmis_le', acte.transmis_le)
  from actes acte where acte.publication_id = p.id) as acte`

/** In any state: an act was published. */
export const findActe = (db: Db, id: string) =>
  db.one<Acte>(sql`select ${columns} from actes a ${relations} where a.publication_id = ${id}`)

/** By id, in any state. */
export async function findActes(db: Db, ids: readonly (string | null)[]): Promise<ReadonlyMap<string, Acte>> {
  const wanted = ids.filter(id => id !== null)
  if (wanted.length === 0) return new Map()
  const rows = await db.all<Acte>(sql`
    select ${columns} from actes a ${relations} where a.publication_id = any(${wanted}::uuid[])`)
  return new Map(rows.map(acte => [acte.publication_id, acte]))
}

export interface ActesFilter {
  readonly communeId: string
  readonly acteurIds: readonly string[] | null
  readonly year?: number | undefined
  readonly nature?: Nature | undefined
  /** A tsquery, and what was typed: the number of an act, too. */
  readonly words?: { readonly query: string; readonly typed: string } | undefined
  /** What was typed: the number alone, as pages name it. */
  readonly numbered?: string
}

const conditionsOf = ({ communeId, acteurIds, year, nature, words, numbered }: ActesFilter): Sql[] => [
  sql`a.commune_id = ${communeId}`,
  sql`p.visible_le <= now()`,
  ...(acteurIds ? [sql`p.acteur_id = any(${[...acteurIds]}::uuid[])`] : []),
  ...(year === undefined
    ? []
    : [sql`a.pris_le between make_date(${year}::int, 1, 1) and make_date(${year}::int, 12, 31)`]),
  ...(nature === undefined ? [] : [sql`a.nature = ${nature}`]),
  ...(numbered === undefined ? [] : [isNumbered(numbered)]),
  ...(words === undefined
    ? []
    : [
        sql`(${isNumbered(words.typed)} or exists (select from publication_words w
          where w.publication_id = a.publication_id and w.recherche @@ ${words.query}::tsquery))`,
      ]),
]

/** As pages name it, by its digits first: the words of each number take longer. */
function isNumbered(typed: string): Sql {
  const asked = numberAsked(typed)
  if (asked === '') return sql`false`
  const [digits = ''] = asked.match(/\d+/g)?.toSorted((one, other) => other.length - one.length) ?? []
  const own = sql`regexp_replace(a.numero, '^\\s*(?:n\\s?[°º]|№)', '', 'i')`
  return sql`strpos(a.numero, ${digits}) > 0 and btrim(words_key(${own})) = ${asked}`
}

interface After {
  readonly pris_le: string
  readonly id: string
}

/** The newest first, one more than wanted where there are more. */
export const listActes = (db: Db, filter: ActesFilter, most: number, after?: After) =>
  db.all<Acte>(sql`
    select ${columns} from actes a ${relations}
    ${where([
      ...conditionsOf(filter),
      ...(after ? [sql`(a.pris_le, a.publication_id) < (${after.pris_le}::date, ${after.id}::uuid)`] : []),
    ])}
    order by a.pris_le desc, a.publication_id desc limit ${most + 1}::int`)

/** The years that have acts, the last one first, and how many. */
export const countYears = (db: Db, filter: ActesFilter) =>
  db.all<{ year: number; total: number }>(sql`
    select extract(year from a.pris_le)::int as year, count(*)::int as total
    from actes a join publications p on p.id = a.publication_id ${where(conditionsOf(filter))}
    group by 1 order by 1 desc`)
