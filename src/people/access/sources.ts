import type { Static } from 'typebox'
import {
  about,
  Formed,
  Id,
  List,
  Nullable,
  named,
  Obj,
  Optional,
  Patch,
  Text,
  Timestamp,
  Version,
} from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import { type Db, type Sql, sql, type Tx } from '../../kernel/db/db.ts'
import { invalid } from '../../kernel/refusals/errors.ts'
import { unknownId } from './unknown-ids.ts'

/** The registered apps: what each may show, and whether it may call the API. */

/** The app's name in `X-App-Source`. It never changes, because it is built into the app. */
export const AppSlug = named(
  'AppSlug',
  about(
    'The name that the app sends as `X-App-Source`',
    Formed('^[a-z0-9_-]{1,40}$', [
      'attend de 1 à 40 minuscules sans accent, chiffres, tirets ou « _ »',
      'takes 1 to 40 lower-case letters, digits, hyphens or “_”',
    ]),
  ),
  'ville-de-rennes',
)
/** The app of the back-office. It cannot be limited or switched off, because that could not be undone. */
export const OFFICE = 'backoffice'

const InBrief = named('ShownByApp', Obj({ id: Id, nom: Text(300) }))
const MOST_SHOWN = 500
const shown = {
  commune_ids: about('The only communes that the app may show; null for all', Nullable(List(Id, MOST_SHOWN))),
  acteur_ids: about('The only acteurs that the app may show; null for all', Nullable(List(Id, MOST_SHOWN))),
}
const nom = about('The name for colleagues', Nullable(Text(100)))

export const AppRecord = named(
  'AppSource',
  Obj({
    slug: AppSlug,
    nom,
    active: about('False refuses the calls of the app with `app_source_off`', Type.Boolean()),
    whole: about(
      'True for the back-office, which shows everything and cannot be switched off',
      Type.Boolean(),
    ),
    communes: about('The only communes that the app may show; null for all', Nullable(List(InBrief))),
    acteurs: about('The only acteurs that the app may show; null for all', Nullable(List(InBrief))),
    created_at: Timestamp,
    updated_at: Timestamp,
    version: Version,
  }),
)
export type AppRecord = Static<typeof AppRecord>
export const NewApp = named(
  'NewAppSource',
  Obj({
    slug: AppSlug,
    nom: Optional(nom),
    commune_ids: Optional(shown.commune_ids),
    acteur_ids: Optional(shown.acteur_ids),
  }),
  { slug: 'ville-de-rennes', nom: 'Rennes dans la poche' },
)
export const AppChanges = named('AppSourceChanges', Patch({ nom, active: Type.Boolean(), ...shown }), {
  nom: 'Rennes dans la poche',
})

/** What an app may show; null and an empty list mean everything. */
interface Limits {
  readonly commune_ids: readonly string[] | null
  readonly acteur_ids: readonly string[] | null
}

const namesOf = (table: Sql, ids: Sql): Sql => sql`
  case when ${ids} is null then null else coalesce((
    select json_agg(json_build_object('id', one.id, 'nom', one.nom) order by one.cle, one.id)
    from ${table} one where one.id = any(${ids})), '[]'::json) end`

const COLUMNS = sql`s.slug, s.nom, s.active, s.slug = ${OFFICE} as whole,
  ${namesOf(sql`communes`, sql`s.commune_ids`)} as communes, ${namesOf(sql`acteurs`, sql`s.acteur_ids`)} as acteurs,
  s.created_at, s.updated_at, s.version`

/** The built-in ones first. */
export const listApps = (db: Db) =>
  db.all<AppRecord>(sql`
    select ${COLUMNS} from app_sources s
    order by s.slug in ('public', 'mairie', ${OFFICE}) desc, lower(coalesce(s.nom, s.slug)), s.slug`)

export const findApp = (db: Db, slug: string) =>
  db.one<AppRecord>(sql`select ${COLUMNS} from app_sources s where s.slug = ${slug}`)

export async function lockApp(tx: Tx, slug: string): Promise<AppRecord | undefined> {
  await tx.run(sql`select from app_sources where slug = ${slug} for update`)
  return await findApp(tx, slug)
}

type Written = Limits & { readonly nom: string | null; readonly active: boolean }

export const insertApp = (tx: Tx, slug: string, app: Written) =>
  tx.run(sql`
    insert into app_sources (slug, nom, active, commune_ids, acteur_ids)
    values (${slug}, ${app.nom}, ${app.active}, ${some(app.commune_ids)}, ${some(app.acteur_ids)})`)

export const saveApp = (tx: Tx, slug: string, app: Written) =>
  tx.run(sql`
    update app_sources set nom = ${app.nom}, active = ${app.active}, commune_ids = ${some(app.commune_ids)},
      acteur_ids = ${some(app.acteur_ids)} where slug = ${slug}`)

/** For the operator's command: registers the app if it is not yet. */
export const limitApp = (tx: Tx, slug: string, { commune_ids, acteur_ids }: Limits) =>
  tx.run(sql`
    insert into app_sources (slug, commune_ids, acteur_ids)
    values (${slug}, ${some(commune_ids)}, ${some(acteur_ids)})
    on conflict (slug) do update set commune_ids = excluded.commune_ids, acteur_ids = excluded.acteur_ids`)

const some = (ids: readonly string[] | null) => (ids && ids.length > 0 ? [...new Set(ids)] : null)

/** Refuses unknown ids, and limits of the back-office's own app. */
export async function refuseUnfit(tx: Tx, slug: string, app: Partial<Written>): Promise<void> {
  const { commune_ids, acteur_ids, active } = app
  if (slug === OFFICE && (some(commune_ids ?? null) || some(acteur_ids ?? null) || active === false))
    throw invalid(
      active === false ? 'active' : commune_ids ? 'commune_ids' : 'acteur_ids',
      'est impossible : le back-office montre tout, et on y entre selon ses rôles',
      'cannot be: the back-office shows everything, and is entered by roles',
    )
  if (await misses(tx, sql`communes`, commune_ids)) throw unknownId('commune_ids', 'commune')
  if (await misses(tx, sql`acteurs`, acteur_ids)) throw unknownId('acteur_ids', 'acteur')
}

const misses = async (tx: Tx, table: Sql, ids: readonly string[] | null | undefined) =>
  ids != null &&
  ids.length > 0 &&
  (await tx.one(sql`
    select from unnest(${[...ids]}::uuid[]) as wanted(id)
    where not exists (select from ${table} one where one.id = wanted.id) limit 1`)) !== undefined
