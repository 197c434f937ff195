import { type Db, sql } from '../../kernel/db/db.ts'
import type { Comparison } from './shapes.ts'

/** Stores the result of the last comparison with the provider, so that the back-office shows what a command found. */

type StoredDrift = Omit<Comparison['drifts'][number], 'subscription_id' | 'fields'> & {
  readonly fields: readonly string[]
}

export const keepComparison = (db: Db, provider: string, compared: number, drifts: readonly StoredDrift[]) =>
  db.run(sql`
    insert into payment_comparisons (provider, compared, drifts)
    values (${provider}, ${compared}, ${JSON.stringify(drifts)}::jsonb)
    on conflict (provider) do update set compared_at = now(), compared = excluded.compared, drifts = excluded.drifts`)

export async function lastComparison(db: Db): Promise<Comparison | undefined> {
  const kept = await db.one<Omit<Comparison, 'drifts'> & { drifts: readonly StoredDrift[] }>(sql`
    select provider, compared_at, compared, drifts from payment_comparisons order by compared_at desc limit 1`)
  if (!kept) return undefined
  const here = await db.all<{ id: string; name: string }>(sql`
    select id, provider_subscription_id as name from subscriptions
    where provider = ${kept.provider} and provider_subscription_id = any(${kept.drifts.map(({ name }) => name)})`)
  const ids = new Map(here.map(({ id, name }) => [name, id]))
  return {
    ...kept,
    drifts: kept.drifts.map(one => ({
      ...one,
      fields: [...one.fields],
      subscription_id: ids.get(one.name) ?? null,
    })),
  }
}
