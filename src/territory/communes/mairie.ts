import { Data, Id, named, Obj, Patch } from '../../../shared/shapes.ts'
import type { MemberRole } from '../../../shared/words/access.ts'
import { type Db, sql } from '../../kernel/db/db.ts'
import { found, Problem } from '../../kernel/refusals/errors.ts'
import { type Caller, can, type Standing } from '../../people/access/permissions.ts'
import { type SignedIn, signedIn } from '../../people/access/visitors.ts'
import { details } from './details-shapes.ts'
import {
  EditableCollectes,
  EditableElus,
  EditableInfos,
  editableCollectes,
  editableElus,
  editableInfos,
} from './editable.ts'
import { lockCommune } from './queries.ts'
import { saveChanges } from './save-changes.ts'
import { KnownVersions, PartVersions } from './shapes.ts'

/** A town hall reads and edits its own commune's elus, collectes and infos. */

const params = Obj({ acteurId: Id, communeId: Id })
const OwnCommuneChanges = named('OwnCommuneChanges', Patch({ ...details, versions: KnownVersions }), {
  infos: [
    { libelle: 'Accueil', telephone: '02 38 00 00 00', horaires: 'Du lundi au vendredi, de 9 h à 12 h' },
  ],
})

export const elus = signedIn.read({
  summary:
    'Elected officials of the commune for editing; send them back as `elus`, with their version in `versions`',
  params,
  reply: EditableElus,
  async run(context) {
    const { communeId } = await ownCommune(context.db, context)
    return await editableElus(context.db, communeId)
  },
})

export const collectes = signedIn.read({
  summary:
    'Waste collections of the commune for editing; send them back as `collectes`, without `prochaines_dates`',
  params,
  reply: EditableCollectes,
  async run(context) {
    const { communeId } = await ownCommune(context.db, context)
    return await editableCollectes(context.db, communeId, context.now)
  },
})

export const infos = signedIn.read({
  summary: 'Contacts of the town hall: editable rows, the acteur’s own values, and the public result',
  params,
  reply: EditableInfos,
  async run(context) {
    const { communeId } = await ownCommune(context.db, context)
    return await editableInfos(context.db, communeId)
  },
})

export const update = signedIn.write({
  summary:
    'Replace elected officials, waste collections or contacts: each sent array replaces the stored one',
  description: 'For owners of the town hall, and for its editors with `manage_publications`.',
  params,
  body: OwnCommuneChanges,
  reply: Data(Obj({ commune_id: Id, versions: PartVersions })),
  errors: ['forbidden', 'stale_version'],
  async run(context) {
    const { tx, params, body, caller, audit } = context
    // Locked first, so that the commune's town hall cannot change meanwhile.
    const locked = await lockCommune(tx, params.communeId)
    const { communeId, membership } = await ownCommune(tx, context)
    refuseUnlessDescribing(caller, membership)
    await saveChanges({ tx, audit }, found(locked), body)
    const { versions } = found(await lockCommune(tx, communeId))
    return { data: { commune_id: communeId, versions } }
  },
})

type Membership = Pick<Standing, 'permissions'> & { readonly role: MemberRole }

/** For owners, and for editors with `manage_publications`. */
export function refuseUnlessDescribing(caller: Caller, membership: Membership | undefined): void {
  const { role, permissions = [] } = membership ?? {}
  // The guard admits only members of an active acteur.
  const standing = { role, permissions, open: true, can_publish: false }
  const verdict = can(caller, { action: 'describe', standing })
  if (verdict !== 'allowed') throw new Problem(verdict)
}

/** Refuses other communes and unknown ids in the same way, so that the reply does not reveal which ids exist. */
export async function ownCommune(
  db: Db,
  {
    params: { acteurId, communeId },
    caller,
    source,
  }: SignedIn & { readonly params: { readonly acteurId: string; readonly communeId: string } },
) {
  const own = await db.one(
    sql`select from communes where id = ${communeId} and mairie_actor_id = ${acteurId}`,
  )
  const inScope =
    (source.communeIds?.includes(communeId) ?? true) && (source.acteurIds?.includes(acteurId) ?? true)
  if (!own || !inScope) throw new Problem('scope_violation')
  const membership = await db.one<Membership>(sql`
    select role, permissions from actor_users where acteur_id = ${acteurId} and user_id = ${caller.id}`)
  return { communeId, membership }
}
