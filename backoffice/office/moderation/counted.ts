import { useMutation } from '@tanstack/react-query'
import type { AdminPublicationFilter, AdminPublicationPage } from '../../kit/api/contract.ts'
import { call } from '../../kit/api/session.ts'

/** How many a filter finds: of very many the service counts only so many, unless somebody asks for all of them. */
export interface Counted {
  readonly total: number
  /** False: there are at least so many. */
  readonly isExact: boolean
  /** What became of asking for all: on its way, or more than can be counted. */
  readonly state: 'none' | 'counting' | 'failed'
  countAll(): void
  /** What was counted is no longer true. */
  forget(): void
}

export function useCounted(
  filter: AdminPublicationFilter,
  listed: AdminPublicationPage['meta'] | undefined,
): Counted {
  const all = useMutation({
    mutationFn: (filter: AdminPublicationFilter) =>
      call('GET /api/v1/admin/publications', { query: { ...filter, per_page: 1, exact_total: true } }),
  })
  // The answer for another filter tells nothing of this one.
  const isOfThis = JSON.stringify(all.variables) === JSON.stringify(filter)
  const { total = 0, total_exact: isListedExact = true } = listed ?? {}
  const found = isOfThis && !isListedExact ? all.data?.meta.total : undefined
  return {
    total: found ?? total,
    isExact: isListedExact || found !== undefined,
    state: !isOfThis ? 'none' : all.isPending ? 'counting' : all.isError ? 'failed' : 'none',
    countAll: () => all.mutate(filter),
    forget: all.reset,
  }
}
