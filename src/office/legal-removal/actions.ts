import {
  about,
  Data,
  Id,
  List,
  Nullable,
  named,
  Obj,
  Optional,
  Text,
  Timestamp,
  Word,
} from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import type { Trail } from '../../kernel/records/audit.ts'
import { found, invalid } from '../../kernel/refusals/errors.ts'
import { deleteForgottenFiles } from '../../media/forgotten.ts'
import { sealedUntil } from '../../media/sealed.ts'
import { storeOf } from '../../media/which-store.ts'
import { isAdministrator } from '../../people/access/permissions.ts'
import { signedIn } from '../../people/access/visitors.ts'
import { decideOne } from '../../publishing/publications/moderation/decide.ts'
import { planDeletion } from '../../publishing/publications/moderation/plans.ts'
import { Moderated } from '../../publishing/publications/moderation/shapes.ts'
import { lockPublication } from '../../publishing/publications/queries.ts'
import { mailAdministrators, refuseBeyondAlone } from './brake.ts'
import { forget } from './forget.ts'

const ForgetFiles = named(
  'ForgetFiles',
  Obj({
    address: Optional(
      about(
        'The address of one picture or document below `/media`, or the `image_url` it was fetched from. Send either `address` or `publication_id`',
        Text(2000),
      ),
    ),
    publication_id: Optional(
      about('Removes all pictures and documents that the publication shows or has shown', Id),
    ),
    delete_publication: Optional(
      about(
        'With `publication_id`: also deletes the publication, in the same transaction. It can be restored, without its files',
        Type.Boolean(),
      ),
    ),
    reason: about('Kept in the audit trail for ever, so it must not contain names', Text(500)),
  }),
  {
    address: 'https://parvis.example.fr/media/4f1c0d9e8b7a6f5e4d3c2b1a0f9e8d7c6b5a4f3e/960.jpg',
    reason: 'Contenu illicite signalé par la gendarmerie.',
  },
)
const FilesForgotten = named(
  'FilesForgotten',
  Obj({
    keys: about('The keys of the removed files; the same bytes are refused from now on', List(Text(40))),
    publications: about('The publications that showed them', List(Id)),
    acteurs: about('The acteurs whose picture was removed', List(Id)),
    purge: about(
      'Addresses to purge from a cache in front of `/media`; caches with tags purge each of `keys` instead',
      List(Text(2000)),
    ),
    copies: Word(['none', 'next_backup'], {
      none: 'the service makes no backups',
      next_backup: 'copies beside the backups are deleted by the next backup, tonight at the latest',
    }),
    sealed_until: Nullable(
      about(
        'Until then an operator can undo the removal with `parvis media unseal`; null where nothing was kept',
        Timestamp,
      ),
    ),
    destroyed: about(
      'Those of `keys` that are gone for good, because their files could not be encrypted and kept',
      List(Text(40)),
    ),
    deletion: Nullable(about('With `delete_publication`: as the reply of a deletion', Moderated)),
  }),
)

export const forgetFiles = signedIn.write({
  summary: 'Remove pictures and documents at once, for legal reasons',
  description:
    'The files are gone for everybody before the reply, in every width: `/media` answers 410 for them. Publications and acteurs no longer show them, not even in earlier revisions or after an undo. An `image_url` that leads to them is emptied and never fetched again, and uploads of the same bytes are refused (`file_removed`). The files are kept encrypted for seven days, out of reach of `/media`, then deleted for good; an operator can undo the removal in that time (`parvis media unseal`), or destroy them at once (`parvis media forget KEY --now`). Files that cannot be kept are removed all the same (`destroyed`). Should the store fail in the middle of it, they are deleted as soon as it answers. Each removal is mailed to the administrators; after three an hour by the same moderator, an administrator removes the next (`administrator_needed`). A browser that fetched a file may show it for a day, and a shared cache for an hour unless the addresses of `purge` are purged.',
  body: ForgetFiles,
  reply: Data(FilesForgotten),
  errors: ['not_found', 'administrator_needed'],
  /** The keys whose files are deleted after the commit. */
  prepare: async (): Promise<{ keys: readonly string[] }> => ({ keys: [] }),
  release: ({ keys }, { db, config }) => deleteForgottenFiles(db, storeOf(config), keys),
  async run(context) {
    const { tx, body, audit, caller, now, config, prepared } = context
    const { address, publication_id, delete_publication = false, reason } = body
    if ((address === undefined) === (publication_id === undefined))
      throw invalid(
        'address',
        'est demandé, ou bien publication_id : l’un des deux',
        'is required, or else publication_id: one of them',
      )
    if (delete_publication && publication_id === undefined)
      throw invalid('delete_publication', 'demande publication_id', 'requires publication_id')
    if (!isAdministrator(caller)) await refuseBeyondAlone(tx, caller.id)
    const forgotten = await forget(tx, { address, publicationId: publication_id }, reason, context, audit)
    prepared.keys = forgotten.keys
    const until = await sealedUntil(tx, forgotten.seals)
    await mailAdministrators(context, caller.id, reason, { ...forgotten, until }, now)
    const deletion = delete_publication && publication_id ? await deleted(context, publication_id) : null
    return {
      data: {
        keys: [...forgotten.keys],
        publications: [...forgotten.publications],
        acteurs: [...forgotten.acteurs],
        purge: [...forgotten.purge],
        copies: config.backup ? ('next_backup' as const) : ('none' as const),
        sealed_until: until,
        destroyed: [...forgotten.destroyed],
        deletion,
      },
    }
  },
})

/** Deletes the publication in the transaction of the removal, so that none stays without its files. */
async function deleted(context: Parameters<typeof decideOne>[0], id: string) {
  const { audit } = context
  const trail: Trail = {
    considered: () => audit.considered(),
    record: change => audit.record({ ...change, action: change.action ?? 'publication.deleted' }),
  }
  return await decideOne(
    { ...context, audit: trail },
    found(await lockPublication(context.tx, id)),
    planDeletion,
  )
}
