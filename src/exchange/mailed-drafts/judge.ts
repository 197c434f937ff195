import type { Db } from '../../kernel/db/db.ts'
import type { Config } from '../../kernel/settings/config.ts'
import { takesDrafts } from '../../letters/mail/acteur-address.ts'
import { authenticationOf } from '../../letters/support/inbound/authentication.ts'
import type { Incoming } from '../../letters/support/inbound/incoming.ts'
import { can } from '../../people/access/permissions.ts'
import { callerById } from '../../people/access/rights.ts'
import { type ActeurStanding, readStanding } from '../../publishing/publications/standing.ts'
import type { Refusal } from './outcomes.ts'
import { acteurOfTokens, isMemberAnywhere, userOfAddress } from './queries.ts'

/** Who wrote to an acteur, and whether a draft may be made of it. */

interface Sender {
  readonly id: string
  readonly email: string
}
export interface Accepted {
  readonly acteur: { readonly id: string; readonly nom: string }
  readonly sender: Sender
}
export interface Refused {
  readonly refused: Refusal
  readonly acteurId: string | null
  /** Proven to be a member: nobody else is told anything. */
  readonly told?: Sender
}

export async function judge(db: Db, mail: Incoming, config: Config): Promise<Accepted | Refused> {
  const acteur = takesDrafts(config) ? await acteurOfTokens(db, mail.acteurTokens) : undefined
  const acteurId = acteur?.id ?? null
  const refuse = (refused: Refusal): Refused => ({ refused, acteurId })
  if (mail.bounce || mail.nature === 'answer' || isOwnAnswer(mail, config)) return refuse('automatic')
  if (!mail.from) return refuse('not_proven')
  const { email } = mail.from
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  const authentication = authenticationOf(mail.authentication, config.inboundMailServers, domain)
  if (authentication !== 'passed') return refuse(authentication === 'absent' ? 'not_checked' : 'not_proven')
  const sender = await userOfAddress(db, email)
  if (!acteur) {
    const isMember = sender !== undefined && (await isMemberAnywhere(db, sender.id))
    return { ...refuse('unknown_address'), ...(isMember && { told: sender }) }
  }
  const caller = sender && (await callerById(db, sender.id))
  if (!sender || !caller || !mayWrite(caller, await readStanding(db, acteur.id, caller)))
    return refuse('not_a_member')
  return { acteur, sender }
}

/** Members alone: an administrator who is none writes in the back-office. */
export const mayWrite = (caller: Parameters<typeof can>[0], standing: ActeurStanding | undefined): boolean =>
  standing?.role !== undefined &&
  standing.open &&
  can(caller, { action: 'create', standing, inZone: true, pin: false }) === 'allowed'

/** A program that forwards everything sends our answers back, each with the link to a draft. */
const isOwnAnswer = ({ body }: Incoming, { publicUrl }: Config): boolean =>
  publicUrl !== undefined && body.includes(`${new URL(publicUrl).host}/espace/ecrire`)
