import { namesOf } from '../../../shared/fields/field.ts'
import { REFUSALS } from '../../exchange/mailed-drafts/outcomes.ts'
import { countOutcomes } from '../../exchange/mailed-drafts/queries.ts'
import type { Database } from '../../kernel/db/database.ts'
import type { Config } from '../../kernel/settings/config.ts'
import { takesDrafts } from '../../letters/mail/acteur-address.ts'
import { readsAnswers } from '../../letters/mail/addresses.ts'
import { explain } from './explanations.ts'
import { type Finding, note, ok, wrong } from './finding.ts'

const DAYS = 7

/** What became of the mails to acteurs; nothing where no mail comes in. */
export async function mailsToActeurs(db: Database, config: Config): Promise<Finding[]> {
  if (!readsAnswers(config)) return []
  if (!takesDrafts(config)) {
    const why =
      config.inboundMailServers.length === 0
        ? 'INBOUND_MAIL_SERVERS is not set: members write no drafts by mail'
        : 'the name before the @ of MAIL_FROM is too long for addresses of acteurs'
    return [note('mails to acteurs', why, explain('acteur_mails_off'))]
  }
  const outcomes = new Map(
    (await countOutcomes(db.pool, undefined, DAYS)).map(({ outcome, n }) => [outcome, n] as const),
  )
  const drafts = outcomes.get('draft') ?? 0
  const refused = namesOf(REFUSALS).flatMap(name => {
    const n = outcomes.get(name) ?? 0
    return n === 0 ? [] : [`${n} ${name}`]
  })
  const total = namesOf(REFUSALS).reduce((sum, name) => sum + (outcomes.get(name) ?? 0), 0)
  const says = `${DAYS} days: ${drafts} became drafts${refused.length === 0 ? '' : `; refused: ${refused.join(', ')}`}`
  const unchecked = outcomes.get('not_checked') ?? 0
  if (unchecked > 0 && drafts === 0)
    return [
      wrong(
        'mails to acteurs',
        `${says}; no mail has Authentication-Results of ${config.inboundMailServers.join(', ')}`,
        explain('acteur_mails_unchecked', { count: unchecked }),
      ),
    ]
  return [ok('mails to acteurs', says, explain('acteur_mails', { drafts, refused: total }))]
}
