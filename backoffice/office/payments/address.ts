import { readingAddress, withoutBlanks } from '../../kit/address.ts'

export function paymentsAddress(search: Record<string, unknown>) {
  const read = readingAddress(search)
  return withoutBlanks({
    onglet: read.oneOf(['abonnements', 'sans', 'evenements', 'echecs', 'ecarts'], 'onglet'),
    q: read.text('q'),
    page: read.page(),
  })
}
export type PaymentsAddress = ReturnType<typeof paymentsAddress>
