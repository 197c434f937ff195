import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { type Db, sql, type Tx } from '../kernel/db.ts'
import { slugOf } from '../kernel/slugs.ts'
import { slugWithDepartement } from './rules.ts'

/** The national list (Code officiel géographique), as its package spells it. */
interface Entry {
  readonly code: string
  readonly nom: string
  readonly type: string
  readonly departement?: string
  readonly region?: string
  readonly codesPostaux?: readonly string[]
  readonly population?: number
}

interface Incoming {
  readonly code_insee: string
  readonly slug: string
  readonly nom: string
  readonly codes_postaux: readonly string[]
  readonly departement: string | null
  readonly region: string | null
  readonly population: number | null
}

export interface Outcome {
  readonly created: number
  readonly updated: number
  readonly unchanged: number
}

/** A second or two for 35 000 rows; a machine that is busy with its first start may take longer. */
const MERGE_MS = 120_000

/** All communes of France. May run again at any time: what was edited here stays, the rest follows the list. */
export async function loadCommunes(tx: Tx): Promise<Outcome> {
  const entries = await readNationalList()
  const incoming = withSlugs(entries, await slugsOfOthers(tx, entries))
  const { created, updated } = await merge(await tx.patient(MERGE_MS), incoming)
  const outcome = { created, updated, unchanged: incoming.length - created - updated }
  if (created + updated > 0) {
    await tx.run(sql`
      insert into audit_log (action, entity, entity_id, after)
      values ('communes.loaded', 'communes', 'national-list', ${JSON.stringify(outcome)}::jsonb)`)
  }
  return outcome
}

export const hasCommunes = async (db: Db) => (await db.one(sql`select from communes limit 1`)) !== undefined

async function readNationalList(): Promise<Entry[]> {
  // The package's own entry point looks for its data in the working directory; the file itself is what we want.
  const path = createRequire(import.meta.url).resolve('@etalab/decoupage-administratif/data/communes.json')
  const all = JSON.parse(await readFile(path, 'utf8')) as Entry[]
  return all.filter(entry => entry.type === 'commune-actuelle')
}

export function withSlugs(entries: readonly Entry[], taken: ReadonlySet<string>): Incoming[] {
  const sharing = new Map<string, number>()
  for (const { nom } of entries) sharing.set(slugOf(nom), (sharing.get(slugOf(nom)) ?? 0) + 1)
  return entries.map(({ code, nom, departement, region, codesPostaux, population }) => {
    const plain = slugOf(nom)
    const unique = sharing.get(plain) === 1 || !departement ? plain : slugWithDepartement(plain, departement)
    return {
      code_insee: code,
      slug: taken.has(unique) ? slugWithDepartement(plain, code) : unique,
      nom,
      codes_postaux: codesPostaux ?? [],
      departement: departement ?? null,
      region: region ?? null,
      population: population ?? null,
    }
  })
}

/** A commune made by hand may already have the slug that the list would give to another one. */
async function slugsOfOthers(tx: Tx, entries: readonly Entry[]): Promise<ReadonlySet<string>> {
  const codes = entries.map(entry => entry.code)
  const rows = await tx.all<{ slug: string }>(sql`
    select slug from communes where code_insee is null or code_insee <> all(${codes})`)
  return new Set(rows.map(row => row.slug))
}

/** A field follows the list as long as it says what the list said last; edited here, it is ours. */
async function merge(tx: Tx, incoming: readonly Incoming[]): Promise<{ created: number; updated: number }> {
  const rows = await tx.one<{ created: number; updated: number }>(sql`
    with incoming as (
      select r.*, to_jsonb(r) - 'slug' - 'code_insee' as reference
      from jsonb_to_recordset(${JSON.stringify(incoming)}::jsonb)
        as r(code_insee text, slug text, nom text, codes_postaux text[], departement text, region text, population int)
    ), merged as (
      insert into communes as c (code_insee, slug, nom, codes_postaux, departement, region, population, reference)
      select code_insee, slug, nom, codes_postaux, departement, region, population, reference from incoming
      on conflict (code_insee) do update set
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
