import { SUBSCRIPTION_STATUSES } from '../../../shared/words/payments.ts'
import { withDatabase } from '../../foundation/command-line.ts'
import { type CommandInput, say } from '../../kernel/commands/command.ts'
import type { Database } from '../../kernel/db/database.ts'
import { type Db, sql } from '../../kernel/db/db.ts'
import { BY_OPERATOR, recordOne } from '../../kernel/records/audit.ts'
import type { Config } from '../../kernel/settings/config.ts'
import { applyAsked } from './apply.ts'
import { keepComparison } from './comparisons.ts'
import { askProvider, type ProviderSubscription } from './provider.ts'
import { findSubscription, type Subscription } from './queries.ts'

/** A subscription on which the provider and this database differ. */
interface Drift {
  readonly name: string
  readonly kind: 'missing' | 'differs' | 'unknown'
  readonly fields: readonly string[]
  readonly repaired: boolean
}

export const reconcile = ({ config, queues, values }: CommandInput) =>
  withDatabase({ config, queues }, async ({ db }) => {
    const repair = values.repair === true
    const { compared, drifts } = await compare(db, config, repair)
    for (const { kind, name, fields, repaired } of drifts)
      say(`${repaired ? 'repaired' : kind}  ${name}${fields.length > 0 ? `  ${fields.join(', ')}` : ''}`)
    const left = drifts.filter(({ repaired }) => !repaired).length
    say(`${compared} subscriptions compared, ${drifts.length - left} repaired, ${left} differ.`)
    if (left > 0 && !repair) say('Add --repair to take over the provider’s state.')
    return left > 0 ? 1 : 0
  })

export async function compare(
  db: Database,
  config: Config,
  repair: boolean,
): Promise<{ compared: number; drifts: Drift[] }> {
  const { provider } = config.payment
  const drifts: Drift[] = []
  const known = await namesOf(db.pool, provider)
  const seen = new Set<string>()
  for await (const asked of askProvider(config)) {
    seen.add(asked.name)
    const ours = await findSubscription(db.pool, provider, asked.name)
    const fields = ours ? differences(ours, asked) : []
    // An event received since then is newer than the answer.
    const newer = (ours?.last_event_at ?? 0) > asked.at && (ours?.snapshot_at ?? 0) >= asked.at
    if ((ours && fields.length === 0) || newer) continue
    const usable = Object.keys(SUBSCRIPTION_STATUSES).some(status => status === asked.kept.status)
    const repaired = repair && usable && (await takeOver(db, provider, asked, ours))
    drifts.push({ name: asked.name, kind: ours ? 'differs' : 'missing', fields, repaired })
  }
  // `known` was read before asking: a newer subscription could belong to a page already read.
  for (const name of known) {
    // Subscriptions are never deleted at the provider, so this one belongs to another account or its test mode.
    if (!seen.has(name)) drifts.push({ name, kind: 'unknown', fields: [], repaired: false })
  }
  await keepComparison(db.pool, provider, seen.size, drifts)
  return { compared: seen.size, drifts }
}

function differences(ours: Subscription, { kept }: ProviderSubscription): string[] {
  const pairs: Record<string, readonly [here: unknown, there: unknown]> = {
    status: [ours.status, kept.status],
    plan: [ours.plan, kept.plan ?? null],
    customer: [ours.provider_customer_id, kept.customer_id ?? ours.provider_customer_id],
    current_period_start: [ours.current_period_start, kept.period_start ?? null],
    current_period_end: [ours.current_period_end, kept.period_end ?? null],
    cancel_at_period_end: [ours.cancel_at_period_end, kept.cancel_at_period_end ?? false],
    canceled_at: [ours.canceled_at, kept.canceled_at ?? null],
    trial_end: [ours.trial_end, kept.trial_end ?? null],
  }
  return Object.entries(pairs)
    .filter(([, [here, there]]) => here !== there)
    .map(([name, [here, there]]) => `${name}: ${here ?? 'none'} here, ${there ?? 'none'} there`)
}

const takeOver = (
  db: Database,
  provider: string,
  asked: ProviderSubscription,
  ours: Subscription | undefined,
) =>
  db.transaction(async tx => {
    const done = await applyAsked(tx, provider, asked.name, asked.kept, asked.at)
    const after = await findSubscription(tx, provider, asked.name)
    if (!done || !after) return false
    await recordOne(tx, BY_OPERATOR, 'subscription.reconciled', {
      id: after.id,
      before: ours && { status: ours.status, plan: ours.plan, current_period_end: ours.current_period_end },
      after: { status: after.status, plan: after.plan, current_period_end: after.current_period_end },
    })
    return true
  })

const namesOf = async (db: Db, provider: string) =>
  (
    await db.all<{ name: string }>(
      sql`select provider_subscription_id as name from subscriptions where provider = ${provider} order by id`,
    )
  ).map(({ name }) => name)
