import type { AlikePublication } from '../../kit/api/contract.ts'
import { client } from '../../kit/api/queries.ts'
import { call } from '../../kit/api/session.ts'
import { type Publication, type State, stateOf } from './rules.ts'
import type { Outcome } from './use-moderation.ts'

/** The duplicates of a publication. */
export const alikeOf = ({ id, version }: Publication) => ({
  queryKey: ['alike', id, version],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    call('GET /api/v1/admin/publications/{id}/duplicates', {
      params: { id },
      query: { per_page: 50 },
      signal,
    }),
})

/** Duplicates not yet dismissed or rejected. */
export const isInQuestion = (other: AlikePublication): boolean =>
  !other.told_apart &&
  !(other.moderation_status === 'rejected' && other.moderation_reason_code === 'duplicate')

/** A duplicate that residents see, or will see: publishing the other one too shows it twice. */
export interface Shown {
  readonly twin: AlikePublication
  readonly state: Extract<State, 'published' | 'approved'>
  /** Published at this desk since the list was loaded. */
  readonly isJustNow: boolean
}

export type Outcomes = Readonly<Record<string, Outcome>>

export function shownAmong(
  twins: readonly AlikePublication[],
  outcomes: Outcomes,
  now: Date,
): Shown | undefined {
  for (const twin of twins.filter(isInQuestion)) {
    const outcome = outcomes[twin.id]
    const isJustNow = outcome?.kind === 'publish' && outcome.at !== 'failed'
    // The list of duplicates may be older than the decision.
    const state = isJustNow ? 'published' : stateOf(outcome?.publication ?? twin, now)
    if (state === 'published' || state === 'approved') return { twin, state, isJustNow }
  }
  return undefined
}

/** At once where the open item has loaded its duplicates. Nothing is found where they cannot be read. */
export async function findShown(
  publication: Publication,
  outcomes: () => Outcomes,
): Promise<Shown | undefined> {
  const query = alikeOf(publication)
  const known = client.getQueryData<Awaited<ReturnType<typeof query.queryFn>>>(query.queryKey)
  const reply = known ?? (await client.fetchQuery(query).catch(() => undefined))
  return reply && shownAmong(reply.data, outcomes(), new Date())
}
