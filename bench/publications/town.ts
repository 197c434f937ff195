import type pg from 'pg'
import { copyInto, copyLine } from '../../src/kernel/db/copy.ts'
import { Chance } from './chance.ts'
import { spelled, titleOf } from './texts.ts'

const MAIRIES = 3_000
const USERS = 2_000
/** Random streams; the publications' are the batch numbers. */
const ACTEURS_STREAM = -1
const USERS_STREAM = -2

/** Communes and authors of publications; the biggest commune is first. */
export interface Town {
  readonly communes: readonly string[]
  /** The acteurs of each commune, its mairie first. */
  readonly acteurs: readonly (readonly string[])[]
  readonly users: readonly string[]
  readonly types: ReadonlyMap<string, string>
  readonly importSources: readonly string[]
}

/** Deterministic. */
export async function fillTown(client: pg.Client, rows: number, seed: number, now: number): Promise<Town> {
  const communes = await ids(
    client,
    'select id from communes order by population desc nulls last, code_insee',
  )
  const slugs = await client.query<{ id: string; slug: string }>('select id, slug from publication_types')
  const chance = new Chance(seed, ACTEURS_STREAM)
  const total = Math.max(communes.length, Math.min(200_000, Math.round(rows / 5)))
  const acteurs: string[][] = communes.map(() => [])
  const lines: string[] = []
  for (let number = 0; number < total; number++) {
    const place = number < communes.length ? number : chance.rank(communes.length)
    const id = chance.uuid(now - 4 * 365 * 86_400_000 + number * 1000)
    const isMairie = number < MAIRIES
    const nom = isMairie ? `Mairie ${number + 1}` : titleOf(chance, [chance.pick(KINDS)])
    lines.push(
      copyLine([id, nom, `${spelled(nom.slice(0, 80))}-${number}`, communes[place], chance.happens(0.3)]),
    )
    acteurs[place]?.push(id)
  }
  await copyInto(client, 'acteurs', ['id', 'nom', 'slug', 'commune_id', 'can_publish'], lines)
  await client.query(
    `update communes set mairie_actor_id = first.acteur
     from unnest($1::uuid[], $2::uuid[]) as first(commune, acteur) where communes.id = first.commune`,
    [communes.slice(0, MAIRIES), acteurs.slice(0, MAIRIES).map(([mairie]) => mairie)],
  )
  return {
    communes,
    acteurs,
    users: await fillUsers(client, seed, now),
    types: new Map(slugs.rows.map(row => [row.slug, row.id])),
    importSources: Array.from({ length: 300 }, () => chance.uuid(now)),
  }
}

const KINDS = [
  'Association',
  'Les amis',
  'Club',
  'Comité',
  'Atelier',
  'Maison',
  'Boutique',
  'École',
  'Collectif',
]

async function fillUsers(client: pg.Client, seed: number, now: number): Promise<string[]> {
  const chance = new Chance(seed, USERS_STREAM)
  const users = Array.from({ length: USERS }, () => chance.uuid(now - chance.below(3 * 365) * 86_400_000))
  const lines = users.map((id, number) => copyLine([id, `membre-${number}@exemple.test`, `Membre ${number}`]))
  await copyInto(client, 'users', ['id', 'email', 'nom'], lines)
  return users
}

const ids = async (client: pg.Client, query: string) =>
  (await client.query<{ id: string }>(query)).rows.map(row => row.id)
