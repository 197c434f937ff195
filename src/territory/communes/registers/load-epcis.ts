import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { type Db, sql, type Tx } from '../../../kernel/db/db.ts'

/** Intercommunalities (EPCI) and their communes, from the package of the national list. */

interface Entry {
  readonly code: string
  readonly nom: string
  readonly membres: readonly { readonly code: string }[]
}

interface Incoming {
  readonly code: string
  readonly nom: string
  readonly communes: readonly string[]
}

export async function readEpcis(): Promise<readonly Incoming[]> {
  const path = createRequire(import.meta.url).resolve('@etalab/decoupage-administratif/data/epci.json')
  const entries = JSON.parse(await readFile(path, 'utf8')) as readonly Entry[]
  return entries.map(({ code, nom, membres }) => ({ code, nom, communes: membres.map(one => one.code) }))
}

export async function loadEpcis(tx: Tx): Promise<void> {
  const incoming = await readEpcis()
  await saveEpcis(tx, incoming)
  await placeInEpcis(tx, incoming)
}

export async function saveEpcis(tx: Tx, incoming: readonly Incoming[]): Promise<void> {
  await tx.run(sql`
    insert into epcis as e (code, nom)
    select code, nom from jsonb_to_recordset(${JSON.stringify(incoming)}::jsonb) as r(code text, nom text)
    on conflict (code) do update set nom = excluded.nom, updated_at = now() where e.nom <> excluded.nom`)
}

/** The code of the intercommunality of each commune, by INSEE code. */
export const epcisByCommune = (incoming: readonly Incoming[]): ReadonlyMap<string, string> =>
  new Map(incoming.flatMap(({ code, communes }) => communes.map(commune => [commune, code] as const)))

export async function placeInEpcis(tx: Tx, incoming: readonly Incoming[]): Promise<void> {
  await tx.run(sql`
    with placed as (
      select r.code, unnest(r.communes) as code_insee
      from jsonb_to_recordset(${JSON.stringify(incoming)}::jsonb) as r(code text, communes text[]))
    update communes c set epci_code = now.code
    from communes here left join placed now on now.code_insee = here.code_insee
    where c.id = here.id and c.code_insee is not null and c.successor_id is null
      and c.epci_code is distinct from now.code`)
}

export const hasEpcis = async (db: Db) => (await db.one(sql`select from epcis limit 1`)) !== undefined
