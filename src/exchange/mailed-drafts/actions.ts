import type { Static } from 'typebox'
import { about, Data, Id, Nullable, named, Obj, Timestamp } from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import type { Db } from '../../kernel/db/db.ts'
import { found, Problem } from '../../kernel/refusals/errors.ts'
import type { Config } from '../../kernel/settings/config.ts'
import { acteurAddress, takesDrafts } from '../../letters/mail/acteur-address.ts'
import { can } from '../../people/access/permissions.ts'
import { type SignedIn, signedIn } from '../../people/access/visitors.ts'
import { openOwnActeur, refuseUnless, standingOf } from '../../territory/acteurs/own.ts'
import { type Address, countOutcomes, findAddress, removeAddress, renewAddress } from './queries.ts'

/** The address of an acteur, to which its members write. */

const DAYS = 30
const Count = Type.Integer({ minimum: 0 })
const MailAddress = named(
  'ActeurMailAddress',
  Obj({
    available: about('Whether mails to acteurs come in at this installation', Type.Boolean()),
    address: about('Null while the acteur has none', Nullable(Type.String())),
    since: about('When it was made, or renewed', Nullable(Timestamp)),
    drafts: about(`Mails of the last ${DAYS} days that became drafts`, Count),
    refused: about(`Mails of the last ${DAYS} days that were refused`, Count),
  }),
)

export const byActeur = signedIn.read({
  summary: 'The address to which members of the acteur write drafts; for those who may write for it',
  params: Obj({ id: Id }),
  reply: Data(MailAddress),
  errors: ['forbidden'],
  async run({ db, params, caller, source, config }) {
    const { acteur, standing } = await openFor(db, params.id, { caller, source })
    const verdict = can(caller, { action: 'create', standing, inZone: true, pin: false })
    if (verdict !== 'allowed') throw new Problem('forbidden')
    return { data: await shown(db, config, acteur, await findAddress(db, acteur.id)) }
  },
})

export const renew = signedIn.write({
  summary: 'Make the address of the acteur, or replace it; for its owners',
  description:
    'Mails to the former address are refused from the answer on. 404 where mails to acteurs do not come in.',
  params: Obj({ id: Id }),
  reply: Data(MailAddress),
  errors: ['forbidden', 'not_found'],
  async run({ tx, params, caller, source, config, audit }) {
    const { acteur, standing } = await openFor(tx, params.id, { caller, source })
    refuseUnless(can(caller, { action: 'lead', standing }))
    if (!takesDrafts(config)) throw new Problem('not_found')
    const before = await findAddress(tx, acteur.id)
    const address = found(await renewAddress(tx, acteur.id))
    // The token opens the address: it stands nowhere else.
    audit.record({
      id: acteur.id,
      before: { mail_address: before?.created_at ?? null },
      after: { mail_address: address.created_at },
    })
    return { data: await shown(tx, config, acteur, address) }
  },
})

export const remove = signedIn.write({
  summary: 'Remove the address of the acteur; for its owners',
  params: Obj({ id: Id }),
  reply: Data(MailAddress),
  errors: ['forbidden'],
  async run({ tx, params, caller, source, config, audit }) {
    const { acteur, standing } = await openFor(tx, params.id, { caller, source })
    refuseUnless(can(caller, { action: 'lead', standing }))
    audit.considered()
    const before = await findAddress(tx, acteur.id)
    if (before && (await removeAddress(tx, acteur.id)))
      audit.record({
        id: acteur.id,
        before: { mail_address: before.created_at },
        after: { mail_address: null },
      })
    return { data: await shown(tx, config, acteur, undefined) }
  },
})

async function openFor(db: Db, id: string, visitor: SignedIn) {
  const { acteur, membership } = await openOwnActeur(db, id, visitor)
  return { acteur, standing: standingOf(acteur, membership) }
}

async function shown(
  db: Db,
  config: Config,
  { id, nom }: { readonly id: string; readonly nom: string },
  address: Address | undefined,
): Promise<Static<typeof MailAddress>> {
  const available = takesDrafts(config)
  const outcomes = await countOutcomes(db, id, DAYS)
  const sumOf = (isDraft: boolean) =>
    outcomes
      .filter(({ outcome }) => outcome !== 'begun' && (outcome === 'draft') === isDraft)
      .reduce((sum, { n }) => sum + n, 0)
  return {
    available,
    address: available && address ? acteurAddress(config, nom, address.token) : null,
    since: address?.created_at ?? null,
    drafts: sumOf(true),
    refused: sumOf(false),
  }
}
