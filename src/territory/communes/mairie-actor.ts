import type { Static } from 'typebox'
import { ACTEUR_FIELDS } from '../../../shared/fields/acteurs.ts'
import { Id, Nullable, named, Obj, Slug, Timestamp } from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import { type Db, sql } from '../../kernel/db/db.ts'

/** The acteur that is the town hall of a commune. */

const shown = Nullable(Type.String())
export const MairieActor = named(
  'MairieActor',
  Obj({
    id: Id,
    nom: Type.String(),
    slug: Slug,
    active: Type.Boolean(),
    deleted_at: Nullable(Timestamp),
    adresse: shown,
    telephone: shown,
    email: shown,
    site_web: shown,
    horaires: Type.Unsafe<string | null>({ ...shown, 'x-extension': true }),
    fermetures: ACTEUR_FIELDS.fermetures.reply,
  }),
)
export type MairieActor = Static<typeof MairieActor>

export const mairieActorOf = (db: Db, communeId: string) =>
  db.one<MairieActor>(sql`
    select a.id, a.nom, a.slug, a.active, a.deleted_at, a.adresse, a.telephone, a.email, a.site_web,
      a.horaires, a.fermetures
    from communes c join acteurs a on a.id = c.mairie_actor_id where c.id = ${communeId}`)

/** Undefined for one that is inactive or deleted. */
export const contactOf = (mairie: MairieActor | undefined) =>
  mairie?.active && mairie.deleted_at === null ? mairie : undefined
