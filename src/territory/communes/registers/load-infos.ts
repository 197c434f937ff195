import { basename } from 'node:path'
import { sql, type Tx } from '../../../kernel/db/db.ts'
import { jsonRecords, NotRecords } from '../../../kernel/files/json-records.ts'
import { bytesOf, dayOfFile } from '../../../kernel/files/text-file.ts'
import { recordBySystem } from '../../../kernel/records/audit.ts'
import { Refusal } from '../../../kernel/refusals/refusal.ts'
import { isDay } from '../../../kernel/routes/check.ts'
import { type CommuneCodes, communeCodes } from './commune-codes.ts'
import { type Contact, type MairieRecord, mailboxesIn, mairieIn, type Reason } from './directory.ts'
import { saveTownHallReadings, TownHallReadings } from './town-hall-readings.ts'
import { awaitRegisterTurn } from './turn.ts'

interface InfosLoaded {
  readonly records: number
  readonly communes: number
  readonly created: number
  readonly updated: number
  /** Communes that had no coordinates: they got those of their town hall. */
  readonly placed: number
  /** Edited or removed here: left as they are. */
  readonly kept: number
  readonly left: ReadonlyMap<Reason | 'of a commune that has another record', number>
  readonly unknown: ReadonlyMap<string, number>
}

const TIMEOUT_MS = 120_000
/** After the rows that people wrote, which are shown first. */
const ORDRE = 100

/**
 * The town halls of the national directory: one row for each commune. Communes that the file does not name stay as they
 * are.
 */
export async function loadInfos(
  database: Tx,
  file: string,
  progress: (records: number) => void,
): Promise<InfosLoaded> {
  await awaitRegisterTurn(database)
  const tx = await database.withTimeout(TIMEOUT_MS)
  const codes = await communeCodes(tx)
  const chosen = new Map<string, Candidate>()
  const left: Map<Reason | 'of a commune that has another record', number> = new Map()
  const unknown = new Map<string, number>()
  const readings = new TownHallReadings()
  const day = await dayOfFile(file)
  let records = 0
  const count = <K>(map: Map<K, number>, key: K) => map.set(key, (map.get(key) ?? 0) + 1)
  try {
    for await (const fields of jsonRecords(bytesOf(file))) {
      if (++records % 1_000 === 0) progress(records)
      countMailboxes(readings, fields, codes)
      const record = mairieIn(fields)
      if (typeof record === 'string') {
        count(left, record)
        continue
      }
      for (const code of record.codes) {
        const place = codes.find(code)
        if (!place) {
          count(unknown, code)
          continue
        }
        if (place.itself) addReading(readings, place.id, record, day)
        const other = chosen.get(place.id)
        if (other) count(left, 'of a commune that has another record')
        const one = {
          ...record,
          itself: place.itself,
          isOwn: place.itself && code === record.codes[0],
          rank: record.rank + (code === record.codes[0] ? 8 : 0),
        }
        if (!other || isBetter(one, other)) chosen.set(place.id, one)
      }
    }
  } catch (error) {
    if (!(error instanceof NotRecords)) throw error
    throw new Refusal(
      `${file} is no whole file of the directory (${error.message}): an array of records, {"service": […]} or ` +
        '{"results": […]} is expected. Nothing was changed.',
    )
  }
  const rows = [...chosen].map(([commune_id, { contact }]) => ({ commune_id, ...contact }))
  const merged = await mergeInfos(tx, rows, mentionOf(file, day))
  await saveTownHallReadings(tx, 'dila', readings, day)
  const figures = { ...merged, placed: await placeCommunes(tx, chosen) }
  if (figures.created + figures.updated + figures.placed > 0) {
    await recordBySystem(tx, 'infos.loaded', 'annuaire', { records, ...figures })
  }
  return { records, communes: rows.length, ...figures, left, unknown }
}

/** Any service, so that a mailbox that it shares with a town hall is known. */
function countMailboxes(readings: TownHallReadings, fields: Record<string, unknown>, codes: CommuneCodes) {
  const { emails, codes: named, isMairie, isIntercommunal } = mailboxesIn(fields)
  const places = named.flatMap(code => codes.find(code)?.id ?? [])
  if (isIntercommunal || places.length === 0) places.push('elsewhere')
  readings.uses(emails, places, isMairie || isIntercommunal)
}

function addReading(readings: TownHallReadings, communeId: string, record: MairieRecord, day: string) {
  if (!record.isOfOne) return readings.doubt(communeId)
  const { emails, siret, modified, contact } = record
  const changed = modified.slice(0, 10)
  readings.add(communeId, {
    emails,
    siret,
    telephone: contact.telephone,
    site_web: contact.site_web,
    changed: isDay(changed) ? changed : day,
  })
}

interface Candidate extends MairieRecord {
  readonly itself: boolean
  /** Not the town hall of a neighbour that also serves this commune. */
  readonly isOwn: boolean
}
/**
 * A commune's own town hall before that of a commune that merged into it; then by rank, then the newest, then the first.
 */
const isBetter = (one: Candidate, other: Candidate) =>
  one.itself !== other.itself
    ? one.itself
    : one.rank !== other.rank
      ? one.rank > other.rank
      : one.modified !== other.modified
        ? one.modified > other.modified
        : one.id < other.id

/** The mention that Licence Ouverte 2.0 requires where the data are shown: producer, address, file, date. */
const mentionOf = (file: string, day: string): string =>
  'Service-Public.gouv.fr / DILA, annuaire de l’administration (https://lannuaire.service-public.gouv.fr), ' +
  `Licence Ouverte 2.0, ${basename(file).slice(0, 200)}, ${day}`

type Row = Contact & { readonly commune_id: string }

async function mergeInfos(tx: Tx, rows: readonly Row[], mention: string) {
  const sent = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(commune_id uuid, libelle text, adresse text,
    telephone text, email text, site_web text, horaires text)`
  await tx.run(sql`
    select from communes where id in (select commune_id from ${sent}) order by id for no key update`)
  const figures = await tx.one<{ created: number; updated: number; kept: number }>(sql`
    with incoming as materialized (
      select * from ${sent}
    ), updated as (
      update commune_infos i set libelle = r.libelle, adresse = r.adresse, telephone = r.telephone, email = r.email,
        site_web = r.site_web, horaires = r.horaires, mention = ${mention}
      from incoming r
      where i.annuaire and i.commune_id = r.commune_id and not i.modifie and not i.retire
        and (i.libelle, i.adresse, i.telephone, i.email, i.site_web, i.horaires)
            is distinct from (r.libelle, r.adresse, r.telephone, r.email, r.site_web, r.horaires)
      returning i.commune_id
    ), dated as (
      update commune_infos i set mention = ${mention} from incoming r
      where i.annuaire and i.commune_id = r.commune_id and not i.modifie and not i.retire
        and i.mention is distinct from ${mention}
        and (i.libelle, i.adresse, i.telephone, i.email, i.site_web, i.horaires)
            is not distinct from (r.libelle, r.adresse, r.telephone, r.email, r.site_web, r.horaires)
    ), created as (
      insert into commune_infos (commune_id, libelle, adresse, telephone, email, site_web, horaires, ordre, annuaire, mention)
      select commune_id, libelle, adresse, telephone, email, site_web, horaires, ${ORDRE}::int, true, ${mention}
      from incoming on conflict (commune_id) where annuaire do nothing
      returning commune_id
    ), moved as (
      update communes set infos_version = infos_version + 1
      where id in (select commune_id from updated union all select commune_id from created)
    )
    select (select count(*) from created) as created, (select count(*) from updated) as updated,
           (select count(*) from commune_infos i join incoming using (commune_id)
            where i.annuaire and (i.modifie or i.retire)) as kept`)
  return figures ?? { created: 0, updated: 0, kept: 0 }
}

/** Coordinates that were entered here stay. */
async function placeCommunes(tx: Tx, chosen: ReadonlyMap<string, Candidate>): Promise<number> {
  const rows = [...chosen].flatMap(([id, { isOwn, position }]) =>
    isOwn && position ? [{ id, ...position }] : [],
  )
  return await tx.run(sql`
    update communes c set latitude = r.latitude, longitude = r.longitude
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, latitude float8, longitude float8)
    where c.id = r.id and c.latitude is null and c.longitude is null`)
}
