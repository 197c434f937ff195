import { type Db, sql } from '../../kernel/db/db.ts'
import { ACTE_ACTIONS, type ActeEntry, type Interval, intervalsOf, twoMonthsReached } from './exposure.ts'
import type { Acte } from './queries.ts'

/**
 * The certificate of an act: when residents could read it, with the rows of the audit trail that say so, and what proves that they
 * are in it. `docs/verify-act.mjs` checks it without this service.
 */

/** The most interruptions of the service that a certificate lists: the latest. */
const MOST_NOTES = 300

export interface Certificate {
  readonly certificat: 'parvis-acte-1'
  readonly etabli_le: string
  readonly acte: {
    readonly id: string
    readonly nature: string
    readonly numero: string
    readonly date: string
    /** Null once it is withdrawn. */
    readonly objet: string | null
    readonly commune: string
    readonly signataire: string | null
    readonly qualite: string | null
    readonly transmis_le: string | null
    readonly corrige: string | null
    /** Brought from the register of another system, which this certificate does not attest. */
    readonly repris: boolean
    readonly repris_de: string | null
    readonly adresse: string
    readonly document: { readonly sha256: string; readonly octets: number }
  }
  /** When residents could read and download it. */
  readonly affichages: readonly Interval[]
  /** When the service was not at work meanwhile: nobody could read it then. */
  readonly interruptions: readonly Interval[]
  /** When the clock was set meanwhile: from the time that it should have been to the one that it was set to. */
  readonly horloge: readonly Interval[]
  /** The day on which two months were full, interruptions left out. */
  readonly deux_mois_le: string | null
  /** The rows of the trail as they are sealed, in their order; `sceau` is null while a row waits for the next seal. */
  readonly lignes: readonly { readonly sceau: number | null; readonly ligne: string }[]
  readonly sceaux: readonly Seal[]
}
interface Seal {
  readonly numero: number
  readonly precedent: string
  readonly hash: string
  /** SHA-256 of each row that it covers, in their order. */
  readonly lignes: readonly string[]
}

interface Row extends ActeEntry {
  readonly action: string
  readonly line: string
  readonly seal: number | null
  readonly after: ActeEntry['after'] & { readonly du: string; readonly au: string }
}

export async function certificateOf(db: Db, acte: Acte, adresse: string, now: Date): Promise<Certificate> {
  const rows = await rowsOf(db, acte.publication_id)
  const own = rows.filter(({ action }) => ACTE_ACTIONS.includes(action))
  const affichages = intervalsOf(own, now)
  const noted = (wanted: string) =>
    rows
      .filter(({ action, after }) => action === wanted && affichages.some(one => meets(one, after)))
      .map(({ after: { du, au } }) => ({ du, au }))
  const interruptions = noted('uptime.interrupted')
  const said = rows.filter(row => own.includes(row) || affichages.some(one => meets(one, row.after)))
  return {
    certificat: 'parvis-acte-1',
    etabli_le: now.toISOString(),
    acte: {
      id: acte.publication_id,
      nature: acte.nature,
      numero: acte.numero,
      date: acte.pris_le,
      objet: acte.visible ? acte.title : null,
      commune: acte.commune,
      signataire: acte.signataire,
      qualite: acte.qualite,
      transmis_le: acte.transmis_le,
      corrige: acte.corrige,
      repris: acte.repris,
      repris_de: acte.repris_de,
      adresse,
      document: { sha256: acte.sha256, octets: acte.bytes },
    },
    affichages,
    interruptions,
    horloge: noted('uptime.clock_moved'),
    deux_mois_le: twoMonthsReached(affichages, interruptions, now),
    lignes: said.map(({ seal, line }) => ({ sceau: seal, ligne: line })),
    sceaux: await sealsOf(db, [...new Set(said.flatMap(({ seal }) => seal ?? []))]),
  }
}

const meets = (one: Interval, { du, au }: { readonly du: string; readonly au: string }) =>
  Date.parse(au) > Date.parse(one.du) && (one.au === null || Date.parse(du) < Date.parse(one.au))

/** Its own rows, and what happened to the service since the first of them. */
const rowsOf = (db: Db, id: string) =>
  db.all<Row>(sql`
    with own as (select * from audit_log where entity = 'acte' and entity_id = ${id}),
      notes as (
        select * from audit_log where entity = 'uptime' and id > (select min(id) from own)
        order by id desc limit ${MOST_NOTES})
    select l.at, l.action, l.after, audit_line(l::audit_log) as line,
      (select number from audit_seals where last_id >= l.id order by last_id limit 1) as seal
    from (select * from own union all select * from notes) l order by l.id`)

const sealsOf = (db: Db, numbers: readonly number[]) =>
  db.all<Seal>(sql`
    select s.number as numero, encode(coalesce(b.hash, ''), 'hex') as precedent, encode(s.hash, 'hex') as hash,
      array(select encode(sha256(convert_to(audit_line(l), 'UTF8')), 'hex') from audit_log l
            where l.id > coalesce(b.last_id, 0) and l.id <= s.last_id order by l.id) as lignes
    from audit_seals s left join audit_seals b on b.number = s.number - 1
    where s.number = any(${[...numbers]}::int[]) and s.form = 2 order by s.number`)
