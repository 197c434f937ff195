import { type Db, sql, type Tx } from '../../../kernel/db/db.ts'
import { recordBySystem } from '../../../kernel/records/audit.ts'
import { slugOf } from '../../../kernel/texts/texts.ts'
import { slugWithDepartement } from '../rules.ts'
import { placeCommunes, placeOf, readTowns } from './load-coordinates.ts'
import { epcisByCommune, placeInEpcis, readEpcis, saveEpcis } from './load-epcis.ts'
import { type Followed, type Follower, followMerged, giveUpSlugs } from './load-merged.ts'
import { type Entry, type NationalList, readNationalList } from './national-list.ts'
import { awaitRegisterTurn } from './turn.ts'

interface Incoming {
  readonly code_insee: string
  readonly slug: string
  readonly nom: string
  readonly codes_postaux: readonly string[]
  readonly departement: string | null
  readonly region: string | null
  readonly population: number | null
}

export interface CommunesLoaded extends Followed {
  readonly created: number
  readonly updated: number
  readonly unchanged: number
}

/** The longest statement: 35 000 rows take a second or two, on a busy machine longer. */
const MERGE_MS = 120_000

/** All communes of France. May run again at any time: what was edited here stays, the rest follows the list. */
export async function loadCommunes(tx: Tx, followers: readonly Follower[]): Promise<CommunesLoaded> {
  await awaitRegisterTurn(tx)
  // The files are read between the statements: on a busy machine for longer than a transaction may be idle.
  await tx.run(sql`select set_config('idle_in_transaction_session_timeout', ${`${MERGE_MS}`}, true)`)
  const epcis = await readEpcis()
  const towns = await readTowns()
  const byCommune = epcisByCommune(epcis)
  const patient = await tx.withTimeout(MERGE_MS)
  await saveEpcis(patient, epcis)
  const loaded = await loadList(
    tx,
    await readNationalList(),
    followers,
    ({ code_insee, nom, departement }) => ({
      epci_code: byCommune.get(code_insee),
      ...(departement && placeOf(towns, departement, nom)),
    }),
  )
  await placeInEpcis(patient, epcis)
  await placeCommunes(patient, towns)
  return loaded
}

/** Columns of other registers, inserted with a new commune: updating all communes afterwards takes as long as the insert. */
interface Beside {
  readonly epci_code?: string | undefined
  readonly latitude?: number
  readonly longitude?: number
}

export async function loadList(
  database: Tx,
  { communes, successors }: NationalList,
  followers: readonly Follower[],
  beside: (commune: Incoming) => Beside = () => ({}),
): Promise<CommunesLoaded> {
  const tx = await database.withTimeout(MERGE_MS)
  const codes = communes.map(({ code }) => code)
  await giveUpSlugs(tx, codes, successors)
  const incoming = withSlugs(communes, await slugsThatStay(tx, codes))
  const rows = incoming.map(commune => ({ ...commune, ...beside(commune) }))
  const { created, updated } = await merge(tx, rows)
  const followed = await followMerged(tx, codes, successors, followers)
  const outcome = { created, updated, unchanged: incoming.length - created - updated, ...followed }
  if (created + updated + followed.merged > 0) {
    await recordBySystem(tx, 'communes.loaded', 'national-list', { ...outcome })
  }
  return outcome
}

/** Those of the demo have no code: a service that began with it gets the communes of France at its next start. */
export const hasCommunes = async (db: Db) =>
  (await db.one(sql`select from communes where code_insee is not null limit 1`)) !== undefined

function withSlugs(entries: readonly Entry[], taken: ReadonlyMap<string, string | null>): Incoming[] {
  const slugs = entries.map(({ nom }) => slugOf(nom))
  const sharing = new Map<string, number>()
  for (const slug of slugs) sharing.set(slug, (sharing.get(slug) ?? 0) + 1)
  return entries.map(({ code, nom, departement, region, codesPostaux, population }, at) => {
    const plain = slugs[at] ?? ''
    const unique = sharing.get(plain) === 1 || !departement ? plain : slugWithDepartement(plain, departement)
    return {
      code_insee: code,
      slug: !taken.has(unique) || taken.get(unique) === code ? unique : slugWithDepartement(plain, code),
      nom,
      codes_postaux: codesPostaux ?? [],
      departement: departement ?? null,
      region: region ?? null,
      population: population ?? null,
    }
  })
}

/** Slugs of communes that were created or edited here: the list may want to give the same slug to another commune. */
async function slugsThatStay(tx: Tx, codes: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
  const rows = await tx.all<{ slug: string; code_insee: string | null }>(sql`
    select slug, code_insee from communes
    where code_insee is null or code_insee <> all(${[...codes]}) or slug is distinct from reference->>'slug'`)
  return new Map(rows.map(row => [row.slug, row.code_insee]))
}

/** A field follows the list as long as it has the list's last value; edited here, it stays. */
async function merge(
  tx: Tx,
  incoming: readonly (Incoming & Beside)[],
): Promise<{ created: number; updated: number }> {
  const rows = await tx.one<{ created: number; updated: number }>(sql`
    with incoming as (
      select r.*, to_jsonb(r) - '{code_insee,epci_code,latitude,longitude}'::text[] as reference
      from jsonb_to_recordset(${JSON.stringify(incoming)}::jsonb)
        as r(code_insee text, slug text, nom text, codes_postaux text[], departement text, region text, population int,
             epci_code text, latitude float8, longitude float8)
    ), merged as (
      insert into communes as c (code_insee, slug, nom, codes_postaux, departement, region, population, reference,
                                 epci_code, latitude, longitude)
      select code_insee, slug, nom, codes_postaux, departement, region, population, reference,
             epci_code, latitude, longitude from incoming
      on conflict (code_insee) do update set
        slug = case when to_jsonb(c.slug) = c.reference->'slug' then excluded.slug else c.slug end,
        nom = case when to_jsonb(c.nom) = c.reference->'nom' then excluded.nom else c.nom end,
        codes_postaux = case when to_jsonb(c.codes_postaux) = c.reference->'codes_postaux'
                        then excluded.codes_postaux else c.codes_postaux end,
        departement = case when coalesce(to_jsonb(c.departement), 'null') = c.reference->'departement'
                      then excluded.departement else c.departement end,
        region = case when coalesce(to_jsonb(c.region), 'null') = c.reference->'region'
                 then excluded.region else c.region end,
        population = case when coalesce(to_jsonb(c.population), 'null') = c.reference->'population'
                     then excluded.population else c.population end,
        reference = excluded.reference
      where c.reference is distinct from excluded.reference
      returning xmax = 0 as is_new
    )
    select count(*) filter (where is_new) as created, count(*) filter (where not is_new) as updated from merged`)
  return rows ?? { created: 0, updated: 0 }
}
