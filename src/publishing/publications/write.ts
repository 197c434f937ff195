import { hash } from 'node:crypto'
import { absentOf, type Field, namesOf } from '../../../shared/fields/field.ts'
import { ANNOUNCED, WRITTEN } from '../../../shared/fields/publications.ts'
import { pipelined, type Tx } from '../../kernel/db/db.ts'
import type { Trail } from '../../kernel/records/audit.ts'
import { Problem } from '../../kernel/refusals/errors.ts'
import type { Config } from '../../kernel/settings/config.ts'
import { attachDocuments, attachImages } from '../../media/attach.ts'
import type { Attached } from '../../media/attached.ts'
import type { AppSource } from '../../people/access/app-sources.ts'
import { isWithin } from '../../people/access/app-sources.ts'
import { refuseUnknownCommunes } from '../../people/access/named-communes.ts'
import {
  can,
  editsAtOnce,
  isAdministrator,
  keyIdOf,
  publishesAtOnce,
  type UserOrKey,
  userIdOf,
} from '../../people/access/permissions.ts'
import { unknownId } from '../../people/access/unknown-ids.ts'
import { acceptMembership } from '../../people/users/members.ts'
import { insertActe, type PreparedActe } from '../actes/publish.ts'
import { ACTE_TYPE, actesByTownHalls, finalActe } from '../actes/rules.ts'
import type { NewActe } from '../actes/shapes.ts'
import {
  type Announced,
  announced,
  type Content,
  communesOf,
  edited,
  instantOf,
  refuseUnfitAlert,
  refuseUnfitDays,
  refuseUnfitEnd,
  sameAnnounced,
  sameContent,
} from './content.ts'
import { duplicateKeyOf } from './duplicates.ts'
import { ownRecord } from './own-record.ts'
import { ALERT, isInZone, placesOf, refuseLeaving } from './places.ts'
import { PUSH_JOB } from './push-alerts.ts'
import {
  dropReason,
  insertPublication,
  knownType,
  type Locked,
  type PublicationType,
  saveEdit,
  setAnnounced,
  setPinned,
  setTime,
  typeNamed,
} from './queries.ts'
import { afterEdit, firstModeration, refuseUnfitTime, rescheduled, resubmitted } from './rules.ts'
import type { NewPublication, PublicationChanges } from './shapes.ts'
import { type ActeurStanding, standingFor, standingIn } from './standing.ts'

/** Creating and editing a publication, by a member, a town hall or an administrator. */

interface WritingContext {
  readonly tx: Tx
  readonly caller: UserOrKey
  readonly source: AppSource
  readonly audit: Trail
  readonly now: Date
  readonly config: Config
  enqueue(job: string, data: object): Promise<void>
}

const DEFAULT_TYPE = 'actualite'

export async function createPublication(
  { tx, caller, source, audit, now, config, enqueue }: WritingContext,
  body: NewPublication,
  acte?: PreparedActe,
) {
  const { acteur_id, epingle = false, publie_le, images = [], documents = [], ...written } = body
  const content: Content = {
    ...absentOf(WRITTEN),
    ...written,
    type_id: acte ? ACTE_TYPE : (written.type_id ?? ''),
    commune_ids: communesOf(written.commune_id, written.commune_ids ?? []),
    dates: written.dates?.toSorted() ?? [],
    fin_le: instantOf(written.fin_le ?? null),
    images: null,
    documents: null,
  }
  const standingThere = pipelined(standingIn(tx, acteur_id, caller))
  const communesThere = pipelined(refuseUnknownCommunes(tx, content))
  const typeThere = pipelined(content.type_id ? knownType(tx, content.type_id) : typeNamed(tx, DEFAULT_TYPE))
  const standing = await standingThere
  refuseUnknownActeur(standing, caller)
  await communesThere
  const verdict = can(caller, {
    action: 'create',
    standing,
    inZone: isInZone(standing, content),
    pin: epingle,
  })
  if (verdict !== 'allowed') throw new Problem(verdict)
  if (!isWithin(source, { acteur_id, commune_ids: content.commune_ids })) throw new Problem('scope_violation')
  const accepted = pipelined(
    acteur_id && caller.kind !== 'key' && standing.role
      ? acceptMembership(tx, acteur_id, caller.id)
      : Promise.resolve(0),
  )
  const type = await typeThere
  if (!type) throw unknownId('type_id', 'type')
  if (type.id === ACTE_TYPE && !acte) throw actesByTownHalls()
  refuseLeaving({ caller, source }, undefined, { ...content, alert: type.slug === ALERT })
  refuseUnfitDays(content)
  refuseUnfitAlert(content, type.slug === ALERT)
  refuseUnfitEnd(undefined, content, now)

  const attached = {
    images: await attachImages(tx, acteur_id, images, null),
    documents: await attachDocuments(tx, acteur_id, documents, null),
  }
  const row = { ...content, ...attached, type_id: type.id, acteur_id }
  const atOnce = publishesAtOnce(caller, standing)
  refuseUnfitTime(publie_le, atOnce, now)
  // Its publication begins the time for appeals: it waits for nobody.
  if (acte && !atOnce) throw new Problem('forbidden')
  const moderation = firstModeration(atOnce, now, publie_le)
  const inserted = pipelined(
    insertPublication(tx, caller, {
      ...row,
      ...moderation,
      ...duplicateKeyOf(row),
      epingle,
      created_by: userIdOf(caller),
      created_by_key: keyIdOf(caller),
      written_by_key: keyIdOf(caller),
    }),
  )
  await accepted
  const created = await inserted
  if (!created) throw new Problem('internal_error')
  if (acte) {
    if (row.documents?.[0]?.key !== acte.key) throw new Problem('conflict')
    await insertActe(tx, { id: created.id, acteur_id, commune_id: row.commune_id }, acte)
  }
  audit.record({
    id: created.id,
    after: {
      ...auditedContent(row),
      acteur_id: row.acteur_id,
      epingle,
      moderation_status: moderation.moderation_status,
      ...(publie_le !== undefined && { publie_le: moderation.publie_le }),
    },
    ...(type.slug === ALERT && { action: 'publication.alert' }),
  })
  if (type.slug === ALERT) await enqueue(PUSH_JOB, {})
  return ownRecord(caller, config)({ ...created, acte: acte ? briefOf(acte.acte) : null })
}

const briefOf = ({ nature, numero, date, transmis_le }: NewActe) => ({
  nature,
  numero,
  date,
  transmis_le: transmis_le ?? null,
})

export async function editPublication(
  { tx, caller, source, audit, now, enqueue }: WritingContext,
  before: Locked,
  changes: PublicationChanges,
): Promise<void> {
  const standing = await standingFor(tx, before, caller)
  if (!standing) throw new Problem('not_found')
  const content = edited(before, changes)
  const movesCommunes = content.commune_ids.join() !== before.commune_ids.join()
  if (movesCommunes) await refuseUnknownCommunes(tx, content)
  const verdict = can(caller, {
    action: 'edit',
    standing,
    inZone: !movesCommunes || isInZone(standing, content),
    content: Object.keys(changes).some(field => field !== 'epingle'),
    pin: changes.epingle !== undefined,
  })
  if (verdict !== 'allowed') throw new Problem(verdict)
  if (!isWithin(source, before) || !isWithin(source, { ...before, ...content }))
    throw new Problem('scope_violation')
  const after = { ...content, ...(await attachedAfter(tx, before, changes)) }
  const type = await refuseInvalidContent(tx, before, after)
  const { was, is } = placesOf(before, after, type)
  refuseLeaving({ caller, source }, was, is)
  refuseUnfitEnd(before, after, now)

  const contentMoved = !sameContent(before, after)
  const atOnce = editsAtOnce(caller, standing)
  const publie_le =
    changes.publie_le === undefined ? before.publie_le : rescheduled(before, changes.publie_le, atOnce, now)
  const again = changes.resubmit ? resubmitted(before, contentMoved || before.edited_since) : undefined
  const moderation = again ?? afterEdit(before, contentMoved, atOnce)
  if (contentMoved || again) {
    const key = duplicateKeyOf({ ...after, acteur_id: before.acteur_id })
    await saveEdit(tx, before.id, { ...after, ...key, ...moderation }, caller)
  }
  const epingle = changes.epingle ?? (before.epingle && changes.leve !== true)
  if (epingle !== before.epingle) await setPinned(tx, before.id, epingle)
  const later = announced(before, changes, type.slug === ALERT, now)
  if (!sameAnnounced(before, later)) await setAnnounced(tx, before.id, later)
  if (publie_le !== before.publie_le) await setTime(tx, before.id, publie_le)
  if (again) await dropReason(tx, before.id)
  const { moderation_status } = moderation
  audit.record({
    id: before.id,
    before: {
      ...auditedContent(before),
      ...auditedAnnounced(before),
      epingle: before.epingle,
      moderation_status: before.moderation_status,
      publie_le: before.publie_le,
    },
    after: { ...auditedContent(after), ...auditedAnnounced(later), epingle, moderation_status, publie_le },
    ...(contentMoved ? alertAction(type) : announcedAction(before, later)),
  })
  if (type.slug === ALERT) await enqueue(PUSH_JOB, {})
}

/** Pictures and documents after the change: uploads of the acteur, or those attached already. */
export async function attachedAfter(
  tx: Tx,
  before: Locked,
  { images, documents }: Pick<PublicationChanges, 'images' | 'documents'>,
): Promise<Attached> {
  // The picture fetched from `image_url` is listed among `images`, so a form may send it back: it is no upload.
  const own = images?.filter(({ id }) => id !== before.picture_id)
  return {
    images: own ? await attachImages(tx, before.acteur_id, own, before.images) : before.images,
    documents: documents
      ? await attachDocuments(tx, before.acteur_id, documents, before.documents)
      : before.documents,
  }
}

/** Checks that do not depend on the author: communes, days and type. Returns the type. */
export async function refuseInvalidContent(
  tx: Tx,
  before: Content,
  after: Content,
): Promise<PublicationType> {
  if (after.commune_ids.join() !== before.commune_ids.join()) await refuseUnknownCommunes(tx, after)
  refuseUnfitDays(after)
  if (before.type_id === ACTE_TYPE && !sameContent(before, after)) throw finalActe()
  if (before.type_id !== ACTE_TYPE && after.type_id === ACTE_TYPE) throw actesByTownHalls()
  const type = await knownType(tx, after.type_id, before.type_id)
  refuseUnfitAlert(after, type.slug === ALERT)
  return type
}

/** Alerts have an audit action of their own. */
export const alertAction = ({ slug }: PublicationType): { readonly action?: string } =>
  slug === ALERT ? { action: 'publication.alert' } : {}

/** The action of an edit that changes nothing else. */
const announcedAction = (before: Announced, after: Announced): { readonly action?: string } => {
  const moved = (name: 'annule_le' | 'leve_le') => (before[name] === null) !== (after[name] === null)
  if (moved('annule_le'))
    return { action: after.annule_le === null ? 'publication.reinstated' : 'publication.cancelled' }
  if (moved('leve_le'))
    return { action: after.leve_le === null ? 'publication.in_force_again' : 'publication.lifted' }
  return {}
}

/** Texts are audited as hashes: they may contain personal data, and the audit trail is never erased. */
export const auditedContent = ({ images, documents, ...content }: Partial<Content>) => ({
  ...traces(WRITTEN, content),
  ...(images && { images: images.map(({ id }) => id) }),
  ...(documents && { documents: documents.map(({ id }) => id) }),
  ...((images ?? documents) && {
    captions_sha256: hash('sha256', JSON.stringify([...(images ?? []), ...(documents ?? [])].map(captionOf))),
  }),
})

export const auditedAnnounced = (one: Announced) => traces(ANNOUNCED, one)

const traces = <Name extends string>(
  fields: Readonly<Record<Name, Pick<Field, 'traced'>>>,
  record: Readonly<Partial<Record<Name, unknown>>>,
) =>
  Object.fromEntries(
    namesOf(fields)
      .filter(name => record[name] !== undefined)
      .map(name =>
        fields[name].traced === 'hash'
          ? [`${name}_sha256`, hash('sha256', String(record[name] ?? ''))]
          : [name, record[name]],
      ),
  )

const captionOf = (one: object) => ('alt' in one ? one.alt : 'name' in one ? one.name : null)

/** For administrators a deleted acteur is unknown (422); its members get `scope_violation` later. */
function refuseUnknownActeur(
  standing: ActeurStanding | undefined,
  caller: UserOrKey,
): asserts standing is ActeurStanding {
  if (standing && !(standing.deleted && isAdministrator(caller))) return
  throw unknownId('acteur_id', 'acteur')
}
