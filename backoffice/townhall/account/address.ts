import { readingAddress, withoutBlanks } from '../../kit/address.ts'
import { type TownhallAddress, townhallAddress } from '../address.ts'

/** `confirmer`: the token of the mail to the new address. */
export interface AccountAddress extends TownhallAddress {
  readonly confirmer?: string | undefined
}
export const accountAddress = (search: Record<string, unknown>): AccountAddress =>
  withoutBlanks<AccountAddress>({
    ...townhallAddress(search),
    confirmer: readingAddress(search).text('confirmer'),
  })
