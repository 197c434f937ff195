import { Data, Id, List, Nullable, named, Obj } from '../../shared/shapes.ts'
import { Type } from '../../shared/type.ts'
import { type Db, type Sql, sql } from '../kernel/db/db.ts'
import { found } from '../kernel/refusals/errors.ts'
import { read } from '../kernel/routes/action.ts'
import { withDates } from '../territory/communes/collectes/collectes.ts'
import { fuseauOf } from '../territory/communes/collectes/zones.ts'
import { merged } from '../territory/communes/details/infos.ts'
import { collectesOf, elusOf, infosOf } from '../territory/communes/details/queries.ts'
import { CollecteWithDates, Elu, InfoRow, Infos } from '../territory/communes/details-shapes.ts'
import { contactOf, MairieActor, mairieActorOf } from '../territory/communes/mairie-actor.ts'
import { findCommune, placeOfCommune } from '../territory/communes/queries.ts'
import { Commune } from '../territory/communes/shapes.ts'
import { shownCommune } from '../territory/communes/shown-commune.ts'
import { shownIn } from '../territory/defibrillateurs/lists/commune.ts'
import { CommuneDefibrillateurs } from '../territory/defibrillateurs/shapes.ts'

const FullCommune = named(
  'FullCommune',
  Obj({
    commune: Commune,
    mairie_actor: Nullable(MairieActor),
    /** The stored rows, for editing; the public view is `infos_publiques`. */
    infos: List(InfoRow),
    infos_publiques: Type.Unsafe<Infos>({ ...Infos, 'x-extension': true }),
    elus: List(Elu),
    collectes: List(CollecteWithDates),
    defibrillateurs: CommuneDefibrillateurs,
    acteurs_count: Type.Integer(),
    publications_count: Type.Integer(),
  }),
)

export const full = read({
  summary: 'Everything about a commune, for editing',
  params: Obj({ id: Id }),
  reply: Data(FullCommune),
  async run({ db, params, now, config }) {
    const place = found(await placeOfCommune(db, params.id))
    const [commune, mairie, infos, elus, collectes, defibrillateurs, counts] = await Promise.all([
      findCommune(db, place.id).then(found),
      mairieActorOf(db, place.id),
      infosOf(db, place.id),
      elusOf(db, place.id),
      collectesOf(db, place.id),
      shownIn({ db, slow: db }, place.id),
      countsOf(db, place.id),
    ])
    return {
      data: {
        commune: shownCommune(commune, config),
        mairie_actor: mairie ?? null,
        infos: infos.map(({ mention: _, ...row }) => row),
        infos_publiques: merged(place.id, contactOf(mairie), infos),
        elus,
        collectes: withDates(collectes, now, fuseauOf(place)),
        defibrillateurs,
        ...counts,
      },
    }
  },
})

/** Counts its own and attached records, without deleted ones. */
async function countsOf(db: Db, id: string): Promise<{ acteurs_count: number; publications_count: number }> {
  // Separate counts use the indexes: an `or` would scan both tables (700 ms instead of 20).
  const own = (table: Sql) =>
    sql`(select count(*) from ${table} where commune_id = ${id} and deleted_at is null)`
  const further = (table: Sql, zone: Sql, of: Sql) => sql`(
    select count(*) from ${zone} z join ${table} one on one.id = z.${of}
    where z.commune_id = ${id} and one.commune_id is distinct from ${id} and one.deleted_at is null)`
  return found(
    await db.one<{ acteurs_count: number; publications_count: number }>(sql`
      select ${own(sql`acteurs`)} + ${further(sql`acteurs`, sql`acteur_communes`, sql`acteur_id`)} as acteurs_count,
        ${own(sql`publications`)} + ${further(sql`publications`, sql`publication_communes`, sql`publication_id`)}
          as publications_count`),
  )
}
