import { Data } from '../../../shared/shapes.ts'
import { sql, type Tx } from '../../kernel/db/db.ts'
import { invalid } from '../../kernel/refusals/errors.ts'
import { refuseOutsideCommunes } from '../../people/access/app-sources.ts'
import { refuseUnknownCommunes } from '../../people/access/named-communes.ts'
import { anyone } from '../../people/access/visitors.ts'
import { oneAddress, oneLine } from '../mail/addresses.ts'
import { addInbound } from './messages.ts'
import { openThread } from './queries.ts'
import { NewMessage, Received } from './shapes.ts'

/** Messages to the support. Signed-in users need not give their name and address. */
export const ask = anyone.write({
  summary: 'Send a message to the support; `nom` and `email` are required without a token',
  body: NewMessage,
  reply: Data(Received),
  errors: ['scope_violation'],
  async run({ tx, body, caller, source, language }) {
    const account = caller && (await accountOf(tx, caller.id))
    const email = oneAddress(given(body.email ?? account?.email, 'email'), 'email')
    const nom = oneLine(body.nom ?? account?.nom ?? '', 200) || null
    if (!caller) given(nom, 'nom')
    if (body.commune_id) {
      await refuseUnknownCommunes(tx, { commune_id: body.commune_id, commune_ids: [body.commune_id] })
      refuseOutsideCommunes(source, body.commune_id)
    }
    const id = await openThread(tx, {
      subject: given(oneLine(body.subject, 200), 'subject'),
      nom,
      email,
      userId: caller?.id ?? null,
      language,
      communeId: body.commune_id ?? null,
    })
    await addInbound(tx, id, {
      nom,
      email,
      body: body.body,
      messageId: null,
      automatic: false,
      attachments: [],
    })
    return { data: { id, status: 'received' as const } }
  },
})

const accountOf = (tx: Tx, id: string) =>
  tx.one<{ nom: string | null; email: string | null }>(sql`select nom, email from users where id = ${id}`)

function given(value: string | null | undefined, path: string): string {
  if (!value) throw invalid(path, 'est obligatoire', 'is required')
  return value
}
