import { loadCommunes } from '../../src/communes-merged.ts'
import { connect } from '../../src/kernel/db/database.ts'
import type { Server } from '../../test/fixtures/cluster.ts'

/** Every commune of the country, each with an alert in force. */

/** `towns`: the largest ones alone. Returns their slugs, the largest first. */
export async function fillCountry({ connection, ask }: Server, towns: number): Promise<string[]> {
  const db = connect(connection)
  try {
    await db.transaction(loadCommunes)
  } finally {
    await db.close()
  }
  const filled = await ask<{ slug: string }>(
    `with picked as (
       select id, slug, population from communes where successor_id is null
       order by population desc nulls last, id limit $1),
     halls as (
       insert into acteurs (nom, slug, type, commune_id, can_publish)
       select 'Mairie', 'mairie-' || slug, 'mairie', id, true from picked returning id, commune_id),
     alerts as (
       insert into publications (title, body, acteur_id, type_id, commune_id, commune_ids, moderation_status, valide,
         publie_le, moderation_by, niveau, duplicate_key, duplicate_reason)
       select 'Canicule : alerte rouge', 'Restez au frais, buvez, appelez vos voisins.', halls.id,
         (select id from publication_types where slug = 'alerte'), commune_id, array[commune_id], 'published', true,
         now() - interval '1 hour', 'member', 'danger', gen_random_uuid(), 'signature' from halls)
     select slug from picked order by population desc nulls last, slug`,
    [towns],
  )
  await ask(
    'update communes c set mairie_actor_id = a.id from acteurs a where a.commune_id = c.id and a.nom = $1',
    ['Mairie'],
  )
  await ask('analyze')
  return filled.map(({ slug }) => slug)
}

/** Lifts the alerts of these towns, as their town halls would; resolves at the commit. */
export const lift = (server: Server, slugs: readonly string[]) =>
  server.ask(
    `update publications p set valide = false from communes c
     where c.id = p.commune_id and c.slug = any($1::text[]) and p.title = 'Canicule : alerte rouge'`,
    [slugs],
  )
