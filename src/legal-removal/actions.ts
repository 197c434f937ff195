import { about, Data, Id, List, named, Obj, Optional, Text, Word } from '../../shared/shapes.ts'
import { signedIn } from '../access/visitors.ts'
import { invalid } from '../kernel/errors.ts'
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
    reason: about('Kept in the audit trail for ever, so it must not contain names', Text(500)),
  }),
  {
    address: 'https://parvis.example.fr/media/4f1c0d9e8b7a6f5e4d3c2b1a0f9e8d7c6b5a4f3e/960.jpg',
    reason: 'Contenu illicite signalé par la gendarmerie.',
  },
)
const Count = List(Id)
const FilesForgotten = named(
  'FilesForgotten',
  Obj({
    keys: about('The keys of the removed files; the same bytes are refused from now on', List(Text(40))),
    publications: about('The number of publications that showed them', Count),
    acteurs: about('The number of acteurs whose picture was removed', Count),
    purge: about(
      'Addresses to purge from a cache in front of `/media`; caches with tags purge each of `keys` instead',
      List(Text(2000)),
    ),
    copies: Word(['none', 'next_backup'], {
      none: 'the service makes no backups',
      next_backup: 'copies beside the backups are deleted by the next backup, tonight at the latest',
    }),
  }),
)

export const forgetFiles = signedIn.write({
  summary: 'Remove pictures and documents at once and permanently, for legal reasons',
  description:
    'The files are deleted in every width before the reply, and `/media` answers 410 for them. Publications and acteurs no longer show them, not even in earlier revisions or after an undo. An `image_url` that leads to them is emptied and never fetched again, and uploads of the same bytes are refused (`file_removed`). This cannot be undone. A browser that fetched a file may show it for a day, and a shared cache for an hour unless the addresses of `purge` are purged.',
  body: ForgetFiles,
  reply: Data(FilesForgotten),
  errors: ['not_found'],
  async run({ tx, body, config, audit }) {
    const { address, publication_id, reason } = body
    if ((address === undefined) === (publication_id === undefined))
      throw invalid(
        'address',
        'est demandé, ou bien publication_id : l’un des deux',
        'is required, or else publication_id: one of them',
      )
    const forgotten = await forget(tx, { address, publicationId: publication_id }, reason, config, audit)
    return {
      data: {
        keys: [...forgotten.keys],
        publications: [...forgotten.publications],
        acteurs: [...forgotten.acteurs],
        purge: [...forgotten.purge],
        copies: config.backup ? ('next_backup' as const) : ('none' as const),
      },
    }
  },
})
