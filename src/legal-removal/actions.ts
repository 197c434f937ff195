import { about, Data, Id, List, named, Obj, Optional, Text, Word } from '../../shared/shapes.ts'
import { signedIn } from '../access/visitors.ts'
import { invalid } from '../kernel/errors.ts'
import { forget } from './forget.ts'

const ForgetFiles = named(
  'ForgetFiles',
  Obj({
    address: Optional(
      about(
        'Of one picture or document, ours or named by an `image_url`. Either this, or `publication_id`',
        Text(2000),
      ),
    ),
    publication_id: Optional(about('All pictures and documents that it shows, and showed before', Id)),
    reason: about('Kept in the audit trail for good: no names', Text(500)),
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
    keys: about('Of what was removed: the same bytes are refused from now on', List(Text(40))),
    publications: about('That showed it', Count),
    acteurs: about('Whose picture it was', Count),
    purge: about(
      'Addresses that a cache in front of `/media` may still hold; by tag: each of `keys`',
      List(Text(2000)),
    ),
    copies: Word(['none', 'next_backup'], {
      none: 'this service makes no backups by itself',
      next_backup: 'copies beside the backups go with the next one, tonight at the latest',
    }),
  }),
)

export const forgetFiles = signedIn.write({
  summary: 'Remove pictures and documents at once and for good, for legal reasons',
  description:
    'The files are gone with the answer, in every width, and `/media` answers 410 for them. Publications and acteurs show them no more, their earlier texts and undone operations included; an `image_url` that leads to them is emptied and never fetched again; the same bytes are refused (`file_removed`). It cannot be undone. A browser that fetched one may show it for a day, a shared cache for an hour unless the addresses of `purge` are purged.',
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
