import { isId } from '../../../shared/shapes.ts'
import { withDatabase } from '../../foundation/command-line.ts'
import { type CommandInput, say, textsOf } from '../../kernel/commands/command.ts'
import { sql } from '../../kernel/db/db.ts'
import { Refusal } from '../../kernel/refusals/refusal.ts'
import { limitApp, OFFICE } from './sources.ts'

/** Limits what an app may show: a town's own app shows its town. Without ids it may show everything. */
export const setAppSource = ({ config, queues, words: [slug = ''], values }: CommandInput) =>
  withDatabase({ config, queues }, async ({ db }) => {
    if (!/^[a-z0-9_-]{1,40}$/.test(slug))
      throw new Refusal('SLUG takes 1 to 40 lower-case letters, digits, - or _.')
    const limited = values.commune !== undefined || values.acteur !== undefined
    if (slug === OFFICE && limited)
      throw new Refusal('The back-office sees everything: limit who enters it by their roles (user grant).')
    const communes = textsOf(values.commune)
    const acteurs = textsOf(values.acteur)
    await db.transaction(async tx => {
      await refuseUnknown('--commune', communes, ids =>
        tx.all(sql`select id from communes where id = any(${ids}::uuid[])`),
      )
      await refuseUnknown('--acteur', acteurs, ids =>
        tx.all(sql`select id from acteurs where id = any(${ids}::uuid[])`),
      )
      await limitApp(tx, slug, { commune_ids: communes, acteur_ids: acteurs })
    })
    const limits = [count(communes, 'commune'), count(acteurs, 'acteur')].filter(Boolean)
    say(`${slug} may show ${limits.length > 0 ? limits.join(' and ') : 'everything'}.`)
  })

const count = ({ length }: readonly string[], word: string) =>
  length > 0 ? `${length} ${word}${length > 1 ? 's' : ''}` : ''

async function refuseUnknown(
  option: string,
  ids: readonly string[],
  find: (ids: readonly string[]) => Promise<{ id: string }[]>,
): Promise<void> {
  const malformed = ids.find(id => !isId(id))
  if (malformed !== undefined) throw new Refusal(`${option} takes an id, not ${malformed}.`)
  const found = new Set((await find(ids)).map(row => row.id))
  const missing = ids.find(id => !found.has(id.toLowerCase()))
  if (missing !== undefined) throw new Refusal(`${option} ${missing}: there is none with this id.`)
}
