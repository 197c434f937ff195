import { readingAddress, withoutBlanks } from '../../kit/address.ts'

export const TABS = ['abonnements', 'sans', 'evenements', 'echecs', 'ecarts'] as const
export type Tab = (typeof TABS)[number]

/** The address is the view. */
export interface PaymentsAddress {
  readonly onglet?: Tab | undefined
  readonly q?: string | undefined
  readonly page?: number | undefined
}

export function paymentsAddress(search: Record<string, unknown>): PaymentsAddress {
  const read = readingAddress(search)
  return withoutBlanks<PaymentsAddress>({
    onglet: read.oneOf(TABS, 'onglet'),
    q: read.text('q'),
    page: read.page(),
  })
}

export const PER_PAGE = 20
