import { hashPassword, verifyPassword } from '../../users/passwords.ts'
import { currentExchange } from './exchange.ts'

/** Password hashes within an exchange: each is computed once, outside of its transaction. */

/** One hash for each request, whether the address is known or not, so that both take the same time. */
export function hashOnce(password: string): Promise<string> {
  const exchange = currentExchange()
  return exchange.slowly(`hash ${password}`, () => hashPassword(password, exchange))
}

export function verifyOnce(hash: string, password: string): Promise<boolean> {
  const exchange = currentExchange()
  return exchange.slowly(`verify ${hash} ${password}`, () => verifyPassword(hash, password, exchange))
}
