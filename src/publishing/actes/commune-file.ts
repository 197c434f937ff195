import type { Nature } from '../../../shared/words/actes.ts'
import { type Db, sql, type Tx } from '../../kernel/db/db.ts'
import { keyOf } from './numbers.ts'

/** Acts in the file of a commune (`src/office/commune-file`), and those of another system's register. */

/** What makes a publication an act, as a file holds it; `a` is its row. */
export const filedActe = sql`
  case when a.publication_id is not null then jsonb_build_object('nature', a.nature, 'numero', a.numero, 'date', a.pris_le,
    'signataire', a.signataire, 'qualite', a.qualite, 'matiere', a.matiere, 'transmis_le', a.transmis_le,
    'corrige', a.corrige, 'repris_de', a.repris_de) end as acte`

export interface FiledActe {
  readonly publication_id: string
  readonly commune_id: string
  readonly nature: Nature
  readonly numero: string
  readonly date: string
  readonly signataire: string | null
  readonly qualite: string | null
  readonly matiere: string | null
  readonly transmis_le: string | null
  readonly corrige: string | null
  readonly repris_de: string | null
  readonly media_key: string
  readonly sha256: string
  readonly bytes: number
  readonly avec_texte: boolean
}

/** Their triggers write to the trail since when they are shown here. A corrected act that is not here is not named. */
export const insertFiledActes = (tx: Tx, rows: readonly FiledActe[]) =>
  tx.run(sql`
    with r as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(publication_id uuid, commune_id uuid, nature text,
        numero text, date date, signataire text, qualite text, matiere text, transmis_le date, corrige uuid, repris_de text,
        media_key text, sha256 text, bytes int, avec_texte boolean))
    insert into actes (publication_id, commune_id, nature, numero, pris_le, signataire, qualite, matiere, transmis_le, corrige,
      repris, repris_de, media_key, sha256, bytes, avec_texte)
    select publication_id, commune_id, nature, numero, date, signataire, qualite, matiere, transmis_le,
      case when exists (select from r as other where other.publication_id = r.corrige)
        or exists (select from actes where publication_id = r.corrige) then corrige end,
      true, repris_de, media_key, sha256, bytes, avec_texte
    from r order by publication_id`)

/** The acts of the commune by kind, number and day (`keyOf`), withdrawn ones too: a register does not bring them again. */
export const knownActes = async (db: Db, communeId: string): Promise<ReadonlySet<string>> =>
  new Set(
    (
      await db.all<Pick<FiledActe, 'nature' | 'numero' | 'date'>>(sql`
        select nature, numero, pris_le::text as date from actes where commune_id = ${communeId}`)
    ).map(keyOf),
  )
