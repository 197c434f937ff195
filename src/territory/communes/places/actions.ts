import { namesOf, tracedAs } from '../../../../shared/fields/field.ts'
import { PLACE_FIELDS } from '../../../../shared/fields/places.ts'
import { Data, Id, Obj } from '../../../../shared/shapes.ts'
import type { Db, Tx } from '../../../kernel/db/db.ts'
import type { Trail } from '../../../kernel/records/audit.ts'
import { found } from '../../../kernel/refusals/errors.ts'
import { read, write } from '../../../kernel/routes/action.ts'
import type { Config } from '../../../kernel/settings/config.ts'
import { subscribersOf } from '../../../letters/weekly-mail/subscribers.ts'
import { attachImages } from '../../../media/attach.ts'
import { imageOf, mediaAddress } from '../../../media/shown.ts'
import { signedIn } from '../../../people/access/visitors.ts'
import { ownCommune, refuseUnlessDescribing } from '../mairie.ts'
import { findCommune, lockCommune } from '../queries.ts'
import type { StoredCommune } from '../shapes.ts'
import { devicesOf, findPlace, type StoredPlace, savePlace } from './queries.ts'
import { CommunePlace, PlaceChanges } from './shapes.ts'

/** How the pages of a commune for residents look: for its town hall, and for the back-office. */

const ofTownHall = Obj({ acteurId: Id, communeId: Id })

export const own = signedIn.read({
  summary: 'How the commune’s pages for residents look, for its town hall',
  params: ofTownHall,
  reply: Data(CommunePlace),
  async run(context) {
    const { communeId } = await ownCommune(context.db, context)
    return { data: await placeOf(context.db, communeId, context.config) }
  },
})

export const updateOwn = signedIn.write({
  summary: 'Change how the commune’s pages for residents look, or close them',
  description: 'For owners of the town hall, and for its editors with `manage_publications`.',
  params: ofTownHall,
  body: PlaceChanges,
  reply: Data(CommunePlace),
  errors: ['forbidden'],
  versioned: true,
  async run(context) {
    const { tx, params, caller } = context
    // Locked first, so that the commune's town hall cannot change meanwhile.
    const commune = await lockCommune(tx, params.communeId)
    const { membership } = await ownCommune(tx, context)
    refuseUnlessDescribing(caller, membership)
    return { data: await changed(context, found(commune)) }
  },
})

export const byId = read({
  summary: 'How the commune’s pages for residents look',
  params: Obj({ id: Id }),
  reply: Data(CommunePlace),
  run: async ({ db, params, config }) => ({ data: await placeOf(db, params.id, config) }),
})

export const update = write({
  summary: 'Change how the commune’s pages for residents look, or close them',
  params: Obj({ id: Id }),
  body: PlaceChanges,
  reply: Data(CommunePlace),
  errors: ['not_found'],
  versioned: true,
  async run(context) {
    const commune = found(await lockCommune(context.tx, context.params.id))
    return { data: await changed(context, commune) }
  },
})

interface Changing {
  readonly tx: Tx
  readonly body: PlaceChanges
  readonly audit: Trail
  readonly config: Config
  refuseStale(current: number): void
}

async function changed(
  { tx, body, audit, config, refuseStale }: Changing,
  commune: StoredCommune,
): Promise<CommunePlace> {
  const before = await findPlace(tx, commune.id)
  refuseStale(before.version)
  const { blason, ...fields } = body
  const after = await savePlace(tx, commune.id, {
    ...before,
    ...fields,
    blason: blason === undefined ? before.blason : await blasonOf(tx, commune, blason, before),
  })
  audit.record({ id: commune.id, before: trace(before), after: { ...trace(after), ...moved(before, after) } })
  return await shown(tx, commune, after, config)
}

/** An upload of the acteur that is the town hall. */
async function blasonOf(
  tx: Tx,
  { mairie_actor_id }: StoredCommune,
  wanted: { readonly id: string } | null,
  { blason }: StoredPlace,
) {
  if (wanted === null) return null
  const images = [{ id: wanted.id, alt: '' }]
  return (await attachImages(tx, mairie_actor_id, images, blason && [blason], () => 'blason'))?.[0] ?? null
}

const trace = (place: StoredPlace) => ({
  ...Object.fromEntries(tracedAs(PLACE_FIELDS, 'value').map(name => [name, place[name]])),
  blason: place.blason?.id ?? null,
})
/** The audit trail records that a text changed, not the text. */
const moved = (before: StoredPlace, after: StoredPlace) =>
  Object.fromEntries(
    namesOf(PLACE_FIELDS)
      .filter(name => PLACE_FIELDS[name].traced === 'change' && before[name] !== after[name])
      .map(name => [name, after[name] && '…']),
  )

const placeOf = async (db: Db, communeId: string, config: Config): Promise<CommunePlace> => {
  const [commune, place] = await Promise.all([findCommune(db, communeId), findPlace(db, communeId)])
  return await shown(db, found(commune), place, config)
}

const shown = async (
  db: Db,
  { id, slug }: StoredCommune,
  { blason, ...place }: StoredPlace,
  config: Config,
): Promise<CommunePlace> => ({
  commune_id: id,
  slug,
  ...place,
  blason: blason && imageOf(blason.id, blason, mediaAddress(config)),
  abonnes: await subscribersOf(db, id),
  appareils: await devicesOf(db, id),
})
