import { readingAddress, withoutBlanks } from '../../kit/address.ts'
import { type HouseAddress, houseAddress } from '../address.ts'

/** `confirmer`: as the mail has it that was sent to a new address. */
export interface AccountAddress extends HouseAddress {
  readonly confirmer?: string | undefined
}
export const accountAddress = (search: Record<string, unknown>): AccountAddress =>
  withoutBlanks<AccountAddress>({
    ...houseAddress(search),
    confirmer: readingAddress(search).text('confirmer'),
  })
