import type { Static } from 'typebox'
import { about, Data, Id, List, Nullable, named, Obj, Text, Timestamp, Word } from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import { type Db, sql } from '../../kernel/db/db.ts'
import { Problem } from '../../kernel/refusals/errors.ts'
import type { Config } from '../../kernel/settings/config.ts'
import { ownPage } from '../../letters/mail/links.ts'
import { can } from '../../people/access/permissions.ts'
import { type SignedIn, signedIn } from '../../people/access/visitors.ts'
import { openOwnActeur, refuseUnless, standingOf } from '../../territory/acteurs/own.ts'
import { openHostedPage } from './hosted-pages.ts'
import { SubscriptionStatus } from './shapes.ts'

/** The subscription of an acteur for its owners, who pay and manage it on pages of the provider. */

const OwnSubscription = named(
  'OwnSubscription',
  Obj({
    id: Id,
    plan: Nullable(Text(255)),
    status: SubscriptionStatus,
    current_period_end: Nullable(Timestamp),
    cancel_at_period_end: Type.Boolean(),
    canceled_at: Nullable(Timestamp),
    trial_end: Nullable(Timestamp),
  }),
)
const Page = Word(['checkout', 'portal'], {
  checkout: 'start a subscription',
  portal: 'see invoices, change the payment method, end the subscription',
})
const Billing = named(
  'ActeurBilling',
  Obj({
    subscription: about('The current one, else the last; null if there was none', Nullable(OwnSubscription)),
    may: about(
      'What the caller can open at the provider; empty where the service is not connected to one',
      List(Page),
    ),
  }),
)
type Billing = Static<typeof Billing>
const HostedPage = named(
  'HostedPage',
  Obj({
    url: about('A page of the payment provider, for this caller alone; valid for some hours', Text(8_000)),
  }),
)
const params = Obj({ id: Id })

export const subscription = signedIn.read({
  summary: 'The subscription of one of the caller’s acteurs, for its owners',
  params,
  reply: Data(Billing),
  errors: ['forbidden'],
  async run({ db, params, caller, source, config }) {
    await refuseOthers(db, params.id, { caller, source })
    return { data: billingOf(await currentOf(db, params.id, caller.id), config) }
  },
})

const ENDED = sql`status in ('canceled', 'incomplete_expired')`

/**
 * Invoices and name at the provider belong to whoever paid; where nobody is named, to those who were in the team then.
 * An owner who came later begins as another customer.
 */
const isPayer = (userId: string) => sql`case when s.user_id is not null then s.user_id = ${userId}
  else exists (select from actor_users m
    where m.acteur_id = s.acteur_id and m.user_id = ${userId} and m.created_at <= s.created_at) end`

interface Current extends Static<typeof OwnSubscription> {
  readonly provider_customer_id: string | null
  readonly has_ended: boolean
}

const currentOf = (db: Db, acteurId: string, userId: string) =>
  db.one<Current>(sql`
    select id, plan, status, current_period_end, cancel_at_period_end, canceled_at, trial_end,
      case when ${isPayer(userId)} then provider_customer_id end as provider_customer_id, ${ENDED} as has_ended
    from subscriptions s where acteur_id = ${acteurId} order by ${ENDED}, id desc limit 1`)

function billingOf(current: Current | undefined, { stripe }: Config): Billing {
  const { provider_customer_id: customer = null, has_ended = true, ...own } = current ?? {}
  const isConnected = stripe.apiKey !== undefined
  const checkout = isConnected && stripe.price !== undefined && has_ended
  const portal = isConnected && customer !== null
  return {
    subscription: current ? (own as Static<typeof OwnSubscription>) : null,
    may: [...(checkout ? (['checkout'] as const) : []), ...(portal ? (['portal'] as const) : [])],
  }
}

async function refuseOthers(db: Db, id: string, visit: SignedIn): Promise<void> {
  const { acteur, membership } = await openOwnActeur(db, id, visit)
  refuseUnless(can(visit.caller, { action: 'lead', standing: standingOf(acteur, membership) }))
}

const Opening = named('PageToOpen', Obj({ page: Page }), { page: 'checkout' })

/** The provider is asked before the transaction, in which the right is checked again. */
export const openPage = signedIn.write({
  summary: 'Open a page of the payment provider: to start a subscription, or to manage it',
  description:
    'For owners. Within ten minutes all of them get the same page of payment, so that nobody pays twice. 404 for a page that `may` does not name.',
  params,
  body: Opening,
  reply: Data(HostedPage),
  errors: ['forbidden', 'already_subscribed', 'provider_unavailable'],
  async prepare({ db, params, body, caller, source, config, log, now }) {
    await refuseOthers(db.pool, params.id, { caller, source })
    const current = await currentOf(db.pool, params.id, caller.id)
    if (body.page === 'checkout' && current && !current.has_ended) throw new Problem('already_subscribed')
    if (!billingOf(current, config).may.includes(body.page)) throw new Problem('not_found')
    const customer = current?.provider_customer_id ?? null
    const opening = { acteurId: params.id, customer, back: ownPage(config, params.id), now }
    return await openHostedPage({ config, log }, body.page, opening)
  },
  async run({ tx, params, body, caller, source, audit, prepared: url }) {
    await refuseOthers(tx, params.id, { caller, source })
    audit.record({ id: params.id, after: { page: body.page } })
    return { data: { url } }
  },
})
