import type { Static } from 'typebox'
import { about, Data, Email, Id, List, named, Obj, Text, Timestamp } from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import { Problem } from '../../kernel/refusals/errors.ts'
import { write } from '../../kernel/routes/action.ts'
import { leftAlone } from '../../people/users/members.ts'
import { LeftAlone } from '../../people/users/shapes.ts'
import { type Erased, eraseWithFiles, heldAbout, onlyLook, stillNamed } from './erasing.ts'
import { subjectOf } from './resources.ts'

/**
 * Requests of data subjects: all that is stored about them, and its erasure. By address, since not everybody has an
 * account.
 */

const Held = Type.Unsafe<Record<string, readonly unknown[]>>({
  type: 'object',
  additionalProperties: { type: 'array', items: {} },
  description: 'The data by kind, as `parvis user export` writes it',
})
const Whose = named('WhoseData', Obj({ email: Email }), { email: 'anne@exemple.fr' })

export const exportData = write({
  summary: 'Export all personal data of an e-mail address; 404 if there is none',
  body: Whose,
  reply: Data(Obj({ exported_at: Timestamp, held: Held })),
  errors: ['not_found'],
  async run({ tx, body, audit, secrets, now }) {
    const { userId } = await subjectOf(tx, body.email)
    const held = await heldAbout(tx, body.email, secrets)
    if (!held) throw new Problem('not_found')
    const kinds = Object.fromEntries(Object.entries(held).map(([kind, rows]) => [kind, rows.length]))
    audit.record({
      id: userId ?? '-',
      ...(userId === undefined && { action: 'address.exported' }),
      after: { exported: onlySome(kinds) },
    })
    return { data: { exported_at: now.toISOString(), held } }
  },
})

const Erasing = named(
  'Erasing',
  Obj({
    email: Email,
    really: about('`true` erases permanently; `false` only shows what would be erased', Type.Boolean()),
  }),
  { email: 'anne@exemple.fr', really: false },
)
const Erasure = Obj({
  done: Type.Boolean(),
  erased: Type.Unsafe<Record<string, number>>({
    type: 'object',
    additionalProperties: { type: 'integer' },
    description: 'The number of rows of each kind',
  }),
  still_named: about(
    'Publications whose text contains the address, twenty at most; their acteurs have to change them',
    List(Obj({ id: Id, title: Text(300) })),
  ),
  left_alone: LeftAlone,
})

export const eraseData = write({
  summary: 'Preview or execute the erasure of an e-mail address; cannot be undone',
  body: Erasing,
  reply: Data(Erasure),
  errors: ['not_found', 'last_admin'],
  async run({ tx, body, audit, config, secrets }) {
    audit.considered()
    const { email, really } = body
    const erasing = { email, dataDir: config.dataDir, secrets }
    const { userId } = await subjectOf(tx, email)
    const left_alone = userId === undefined ? [] : await leftAlone(tx, userId)
    const erased = really
      ? await eraseWithFiles(tx, erasing, change => audit.record(change))
      : await onlyLook(tx, erasing)
    if (!erased) throw new Problem('not_found')
    const data: Static<typeof Erasure> = {
      done: really,
      erased: onlySome(erased),
      still_named: await stillNamed(tx, email),
      left_alone,
    }
    return { data }
  },
})

const onlySome = (counts: Erased): Record<string, number> =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))
