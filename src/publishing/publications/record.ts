import { ANNOUNCED, WRITTEN } from '../../../shared/fields/publications.ts'
import { shortId } from '../../../shared/short-id.ts'
import type { ActeurType, Badge } from '../../../shared/words/acteurs.ts'
import { columnsOf } from '../../kernel/db/columns.ts'
import { sql } from '../../kernel/db/db.ts'
import { type Config, placeOrigin } from '../../kernel/settings/config.ts'
import { copier } from '../../kernel/values/copier.ts'
import { type Attached, type AttachedImage, shown } from '../../media/attached.ts'
import { membershipsOf } from '../../people/access/memberships.ts'
import type { UserOrKey } from '../../people/access/permissions.ts'
import { acteInBrief } from '../actes/queries.ts'
import { viewsOfWeek } from '../page-views/queries.ts'
import { type AlertPlace, alertPlace, isInForce } from './alerts.ts'
import { ownBeside } from './beside.ts'
import { type OwnPublication, type Publication, Publication as PublicationShape } from './shapes.ts'
import { type StandingRow, standing } from './standing.ts'

/** The record of a publication for the public and its authors: the columns that are selected, and the record built from them. */

/**
 * Columns of `publications p`, `acteurs a`, `publication_types t` and `fetched_files f`. An expired feature counts
 * as none.
 */
const publicColumns = sql`
  p.id, ${columnsOf(WRITTEN, 'p')}, p.moderation_status as status, t.slug as type_slug, t.nom as type_nom,
  p.acteur_id, a.nom as acteur_nom, a.slug as acteur_slug, a.type as acteur_type, a.badge as acteur_badge,
  p.images, f.image as fetched, p.documents,
  p.en_avant and (p.featured_until is null or p.featured_until > now()) as en_avant,
  case when p.featured_until > now() then p.featured_until end as featured_until,
  p.epingle, ${columnsOf(ANNOUNCED, 'p')}, ${alertPlace}, p.publie_le, p.created_at, p.updated_at, p.version`
/** What members and the office see of a decision. */
export const decidedColumns = sql`${publicColumns}, p.moderation_status, p.valide, p.moderation_reason,
  p.moderation_reason_code, p.moderated_at, f.reason as image_refused, ${ownBeside}`
/** With `memberOf` among the joins. */
const ownColumns = sql`${decidedColumns}, p.deleted_at is not null as deleted, ${standing},
  ${viewsOfWeek(sql`p.id`)} as vues_semaine, ${acteInBrief}`

export const columns = { public: publicColumns, own: ownColumns }
/** The joins after `from publications p`. */
export const relations = sql`
  join publication_types t on t.id = p.type_id left join acteurs a on a.id = p.acteur_id
  left join fetched_files f on f.id = p.picture_id`
/** A further join: the caller as member of the acteur. */
export const memberOf = (caller: UserOrKey) =>
  sql`left join ${membershipsOf(caller)} m on m.acteur_id = p.acteur_id`

export type Flat<T> = Omit<T, 'type' | 'acteur' | 'en_vigueur' | 'url' | keyof Attached> &
  Attached &
  AlertPlace & {
    /** The stored copy of the picture that `image_url` names, if any. */
    fetched: AttachedImage | null
    type_slug: string
    type_nom: string
    acteur_nom: string | null
    acteur_slug: string | null
    acteur_type: ActeurType | null
    acteur_badge: Badge | null
  }
export type PublicRow = Flat<Publication>
export type OwnRow = Flat<Omit<OwnPublication, 'may'>> & StandingRow & { readonly deleted: boolean }
/** Built here: building jsonb in PostgreSQL would make lists a fifth slower. */
export function record<Row extends PublicRow>(
  row: Row,
  config: Config,
): Omit<Row, keyof Flat<object>> & Publication {
  const {
    type_slug,
    type_nom,
    acteur_nom,
    acteur_slug,
    acteur_type,
    acteur_badge,
    images,
    fetched,
    documents,
    alert_place,
    ...rest
  } = row
  return { ...rest, ...builtOf(row, config) }
}

/** Properties that are built from several columns of a row. */
const BUILT = ['type', 'acteur', 'images', 'documents', 'en_vigueur', 'url'] as const
type Built = (typeof BUILT)[number]
/** Copies what every record of this shape has. */
export const copierOf = <T extends Pick<Publication, Built>>({
  required,
}: {
  readonly required: readonly string[]
}) =>
  copier(
    required.filter(name => !(BUILT as readonly string[]).includes(name)),
    BUILT,
  ) as (row: Omit<T, Built>, built: Pick<T, Built>) => T
const listCopy = copierOf<Publication>(PublicationShape)

export const builtOf = (row: PublicRow, config: Config) => {
  const { images, documents } = attachedTo(row, config)
  return {
    type: { id: row.type_id, slug: row.type_slug, nom: row.type_nom },
    acteur: acteurOf(row),
    images,
    documents,
    en_vigueur: row.alert_place !== null && isInForce(row, new Date()),
    url: addressOf(row, config),
  }
}

/** For public lists. */
export const listed = (row: PublicRow, config: Config): Publication => listCopy(row, builtOf(row, config))

const attachedTo = ({ images, fetched, documents }: PublicRow, config: Config) =>
  shown({ images: images ?? (fetched && [fetched]), documents }, config)
/** The short address, which stays when its title or the host of its commune changes. */
export function addressOf({ id }: Pick<PublicRow, 'id'>, config: Config): string | null {
  const origin = placeOrigin(config)
  return origin && `${origin}/p/${shortId(id)}`
}
const acteurOf = (row: PublicRow) => {
  const { acteur_id: id, acteur_nom: nom, acteur_slug: slug, acteur_type: type, acteur_badge: badge } = row
  return id !== null && nom !== null && slug !== null && type !== null ? { id, nom, slug, type, badge } : null
}
