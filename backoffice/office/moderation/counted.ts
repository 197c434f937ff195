import { useMutation } from '@tanstack/react-query'
import type { AdminPublicationFilter, AdminPublicationPage } from '../../kit/api/contract.ts'
import { call } from '../../kit/api/session.ts'

/** The total of a filter. The service stops counting at a limit, unless all are asked for. */
export interface Counted {
  readonly total: number
  /** False: the total is a lower bound. */
  readonly isExact: boolean
  /** The request for the exact total; `failed`: there are too many to count. */
  readonly state: 'none' | 'counting' | 'failed'
  countAll(): void
  /** Drops the exact total. */
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
  // The exact total of another filter does not apply.
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
